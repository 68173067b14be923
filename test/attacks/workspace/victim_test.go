//go:build e2e

package workspace_test

import (
	"encoding/json"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lapkeep/test/attacks/arenatest"
	"lapkeep/test/intervalstest"
)

// victim is an athlete with a ride and a connected service, who opens a clone.
type victim struct {
	*arenatest.User
	service *intervalstest.Server
	evil    *arenatest.Evil
	clone   string // the folder that somebody else made
	private string // a ride outside every folder that assistants may import from
}

func newVictim(t *testing.T) *victim {
	t.Helper()
	v := &victim{User: arenatest.NewUser(t), evil: arenatest.NewEvil(t)}
	v.service = intervalstest.New(t, intervalstest.Options{Empty: true})
	v.clone, v.private = filepath.Join(v.Dir, "clone"), filepath.Join(v.Dir, "private", "ride.tcx")
	arenatest.Folders(t, v.clone, v.Home)
	arenatest.Write(t, v.private, arenatest.Ride(arenatest.Day(9), 170))
	arenatest.Write(t, filepath.Join(v.Home, "config.yaml"), []byte("intervals_url: "+v.service.URL+"\n"))
	if s := v.Import(t, map[string][]byte{"ride.tcx": arenatest.Ride(arenatest.Day(1), 200)}); s.Code != 0 {
		t.Fatal(s.All())
	}
	if s := v.RunWith(t, intervalstest.DefaultKey+"\n", "connect", "intervals"); s.Code != 0 {
		t.Fatal(s.All())
	}
	return v
}

// leaves writes files into the clone.
func (v *victim) leaves(t *testing.T, files map[string]string) {
	t.Helper()
	for name, text := range files {
		text = strings.NewReplacer("EVIL", v.evil.URL, "HOME_OF_USER", v.Dir).Replace(text)
		arenatest.Write(t, filepath.Join(v.clone, name), []byte(text))
	}
}

// unmoved plays what clients and the athlete do in the clone and fails the
// test if anything is other than anywhere else.
func (v *victim) unmoved(t *testing.T, environ ...string) {
	t.Helper()
	before := tree(t, v.clone)
	there := v.In(v.clone, environ...)
	v.serves(t, there)
	for _, args := range [][]string{{"check"}, {"sync"}, {"tools"}} {
		if s := there.Run(t, args...); s.Hung {
			t.Fatalf("%q hangs", args)
		} else if strings.Contains(s.All(), intervalstest.DefaultKey) {
			t.Errorf("%q says the key: %s", args, s.All())
		}
	}
	v.evil.HearsNothing(t)
	if after := tree(t, v.clone); !slices.Equal(before, after) {
		t.Errorf("the clone held %q, now %q", before, after)
	}
}

// serves compares a session in the clone with one elsewhere.
func (v *victim) serves(t *testing.T, there *arenatest.User) {
	t.Helper()
	elsewhere, why := v.Serve(t)
	if elsewhere == nil {
		t.Fatal(why)
	}
	in, why := there.Serve(t)
	if in == nil {
		t.Fatalf("the clone stops the server: %s", why)
	}
	right, _ := elsewhere.Tools()
	if got, _ := in.Tools(); !slices.Equal(right, got) {
		t.Errorf("offered elsewhere: %q\nin the clone:      %q", right, got)
	}
	if got := in.Call("list_activities", nil).Field("total"); got != "1" {
		t.Errorf("the clone shows another athlete: %s activities", got)
	}
	_ = in.Call("sync_now", nil) // whatever it answers, it asks nobody else
	v.importsNothing(t, there)
}

// importsNothing of what lies outside every folder that the athlete named.
func (v *victim) importsNothing(t *testing.T, there *arenatest.User) {
	t.Helper()
	in, why := there.Serve(t, "--toolsets", "all")
	if in == nil {
		t.Fatal(why)
	}
	if a := in.Call("import_files", map[string]any{"paths": []string{v.private}}); !a.Error && !strings.Contains(a.Text, "refused") {
		t.Errorf("a file outside the athlete's folders was read: %s", a.Text)
	}
}

// told checks that doctor says, in the clone, what it did not heed.
func (v *victim) told(t *testing.T, names ...string) {
	t.Helper()
	for _, args := range [][]string{{"doctor"}, {"doctor", "--json"}} {
		s := v.In(v.clone).Run(t, args...)
		if s.Hung {
			t.Fatalf("%q hangs", args)
		}
		if args[len(args)-1] == "--json" && !json.Valid([]byte(s.Out)) {
			t.Errorf("%q is no JSON: %s", args, s.All())
		}
		for _, n := range names {
			if !notHeeded(s.All(), n) {
				t.Errorf("%q does not say that %s was there and is ignored:\n%s", args, n, s.All())
			}
		}
	}
}

// notHeeded looks for a name in what was said. A setting's origin, as doctor
// prints of every setting that counts, is no word about one that does not.
func notHeeded(said, name string) bool {
	for line := range strings.Lines(said) {
		if strings.Contains(line, name) && !strings.Contains(line, `"from": "`) && !taken(line) {
			return true
		}
	}
	return false
}

// taken returns a line of doctor's table of settings that ends in "…/.env
// NAME".
func taken(line string) bool {
	words := strings.Fields(line)
	return len(words) >= 2 && strings.HasSuffix(words[len(words)-2], ".env") && strings.HasPrefix(line, "  ") &&
		!strings.Contains(line, "ok  ") && !strings.Contains(line, "FAIL") && !strings.Contains(line, "note:")
}

// tree lists what is in a folder.
func tree(t *testing.T, dir string) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		paths = append(paths, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

func TestSettingsInAnEnvFile(t *testing.T)  { arenatest.Run(t, settingsOf()) }
func TestWhatFollowsAnEnvFile(t *testing.T) { arenatest.Run(t, othersOf()) }
func TestKindsOfEnvFile(t *testing.T)       { arenatest.Run(t, kinds()) }
func TestHomesThatAreNone(t *testing.T)     { arenatest.Run(t, homes()) }

func TestTable(t *testing.T) {
	t.Parallel()
	arenatest.CheckTable(t, "../README.md", "workspace/", map[string][]arenatest.Attack{
		"envfile_test.go": append(settingsOf(), othersOf()...), "kinds_test.go": append(kinds(), homes()...),
	})
}
