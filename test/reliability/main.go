// Command reliability runs the tests with damage and kills, with larger counts
// than go test, and writes docs/reliability.md from their output. Their lines
// are "reliability: what | how many | what came of it".
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// group is a set of tests to run together.
type group struct {
	title, run string
	pkgs       []string
}

func groups() []group {
	const app, outward, store = "./internal/app", "./internal/app/outwardtest", "./internal/store"
	return []group{
		{"Kills", "^TestKilled(Imports|Archives|Backups|Followers|Repairs|Syncs|Writes)$", []string{app, outward}},
		{"Every step", "^(TestEveryStep|TestOlderHomes|TestFlips)$", []string{"./test/durability"}},
		{"Small disks", "^(TestFullDisk|TestReadOnlyDisk)$", []string{app}},
		{"Bit flips", "^TestAnyBit", []string{store}},
		{"Lost logs", "^(TestALostLogIsFound|TestAMissingMarkIsTold)$", []string{store}},
		{"Repair", "^TestVerifyAndRepair$", []string{app}},
		{"A coach's month", "^TestAMonthOfConversations$", []string{"./test/coachmonth"}},
		{"Hidden values", "^TestTwins", []string{app}},
		{
			"Secrets", "^(TestCheck20_SecretsStayWhereTheyAre|TestSecretsStayInTheirFile|TestChecks)$/^(a_key_to_look_for|key|token)?$",
			[]string{app, outward, "./test/attacks"},
		},
	}
}

func main() {
	var page bytes.Buffer
	page.WriteString(head)
	failed := false
	for _, g := range groups() {
		lines, err := g.measure()
		if err != nil {
			fmt.Fprintln(os.Stderr, g.title, err)
			failed = true
			continue
		}
		for _, line := range lines {
			fmt.Fprintf(&page, "| %s | %s |\n", g.title, line)
		}
	}
	if failed {
		os.Exit(1)
	}
	page.WriteString(tail)
	if err := os.WriteFile("docs/reliability.md", page.Bytes(), 0o644); err != nil { //nolint:gosec // a page of the docs
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// measure runs the tests and collects their output. A test that is impossible
// here, for example because no disk can be mounted, reports that it was left
// out.
func (g group) measure() (lines []string, err error) {
	args := append([]string{"test", "-tags", "e2e", "-run", g.run, "-count=1", "-v", "-timeout=6h"}, g.pkgs...)
	cmd := exec.Command("go", args...) //nolint:gosec // a list of our own
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		os.Stderr.Write(out) //nolint:errcheck // best effort
		return nil, err
	}
	for line := range strings.Lines(string(out)) {
		if name, ok := strings.CutPrefix(line, "--- SKIP: "); ok {
			lines = append(lines, strings.Fields(name)[0]+" | 0 | it cannot be tried on this machine")
		}
		if _, said, ok := strings.Cut(line, "reliability: "); ok {
			lines = append(lines, strings.TrimSpace(said))
		}
	}
	slices.Sort(lines)
	if len(lines) == 0 {
		return nil, errors.New("no test said anything")
	}
	return lines, nil
}

const head = "# Reliability\n\n" +
	"This page lists what we killed, cut off, corrupted and searched for, and the results. " +
	"`make reliability` runs these tests and writes this page; `KILLS` and `FLIPS` set the counts.\n\n" +
	"| area | test | times | result |\n|---|---|---|---|\n"

const tail = `
## What verify covers

| file in the home folder | how a changed bit is found |
|---|---|
| ` + "`lapkeep.db`" + ` | SQLite's own check of tables and indexes, every reference, every column decoded, and a sample of activities computed again from recordings |
| ` + "`lapkeep.db-wal`" + ` | SQLite's own checksums end the log at the first changed frame; the mark then shows that writes are missing |
| ` + "`lapkeep.db.mark`" + ` | its own checksum |
| ` + "`lapkeep.db.names`" + ` | its own checksum, and a comparison with the database |
| ` + "`athletes/*/originals`" + ` | the hash in the name, and a checksum of the packed file |
| ` + "`cache`" + ` | a checksum in each file; a damaged file is never used; verify reports it, and its repair deletes it |
| ` + "`backups`" + ` | SQLite's own check |

A single flipped bit in ` + "`lapkeep.db`" + ` may go unnoticed if it changes only a value and not the structure (a letter in a name or
a note, a digit in a threshold, in the journal or in a service's statement), or if it is in free space. Data of recordings is
protected: a hash covers their original files, and a repair reads these again. A backup from before the flip has the
correct value; a checksum covers every bit of a backup.

Not covered: ` + "`config.yaml`, `.env`, keys, `exports`" + `, which the athlete writes or can create again, and the marks of leases and locks, which contain
no lasting data; ` + "`lapkeep.db-shm`" + `, which is created again; frames of the log after its last commit, which are not used; the packed
form of originals without a recording; and all originals that were stored by a version before these checksums.
`
