package arenatest

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// Attacker is who attacks.
type Attacker string

// The attackers that SECURITY.md speaks of.
const (
	WebPage   Attacker = "web page"
	OtherUser Attacker = "other user"
	Folder    Attacker = "folder"
	Archive   Attacker = "archive"
	Service   Attacker = "service"
	Text      Attacker = "injected text"
	Model     Attacker = "model"
	Chance    Attacker = "chance" // nobody's will: a bad disk, a kill
)

// Held marks an attack that the program withstood when it was first written.
const Held = "never: held from the first"

// Untold marks one that failed, of which doctor said nothing at that commit.
const Untold = "c510560: held, and not told"

// Attack is one try. Run fails its test when the attack succeeds.
type Attack struct {
	Name  string
	By    Attacker
	Tries string // what, in a few words for the table
	Seen  string // the commit where it was seen to succeed, or Held
	Heavy bool   // left out by go test -short
	Run   func(t *testing.T)
}

// Run runs attacks side by side.
func Run(t *testing.T, attacks []Attack) {
	t.Helper()
	t.Parallel()
	for _, a := range attacks {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			if a.Heavy && testing.Short() {
				t.Skip("it takes long: left out by -short")
			}
			a.Run(t)
		})
	}
}

// row is the attack's line of the table in the README.
func (a Attack) row(file string) string {
	seen := strings.TrimPrefix(a.Seen, "never: ")
	return fmt.Sprintf("| %s | %s: %s | %s | `%s` |", a.By, a.Name, a.Tries, seen, file)
}

var tableRow = regexp.MustCompile("(?m)^\\| .* `([^`]+_test\\.go)` \\|$")

// CheckTable fails unless the README has exactly a line for each attack, by
// the file where it stands. prefix is the folder of these files.
func CheckTable(t *testing.T, readme, prefix string, byFile map[string][]Attack) {
	t.Helper()
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{}
	for file, attacks := range byFile {
		for _, a := range attacks {
			want[a.row(prefix+file)] = true
		}
	}
	for _, m := range tableRow.FindAllStringSubmatch(string(text), -1) {
		rest, ours := strings.CutPrefix(m[1], prefix)
		if !ours || strings.Contains(rest, "/") {
			continue
		}
		if !want[m[0]] {
			t.Errorf("the README has a line that is no attack: %s", m[0])
		}
		delete(want, m[0])
	}
	for row := range want {
		t.Errorf("the README lacks: %s", row)
	}
}
