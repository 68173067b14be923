//go:build e2e

package workspace_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lapkeep/test/attacks/arenatest"
	"lapkeep/test/intervalstest"
)

// read returns a file's text, or "" if it is none.
func read(path string) string {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return ""
	}
	b, _ := os.ReadFile(path) // one that cannot be read says nothing
	return string(b)
}

// kinds returns attacks by what a .env is, rather than by what it says.
func kinds() []arenatest.Attack {
	var out []arenatest.Attack
	for _, c := range []struct {
		name, tries, seen string
		make              func(t *testing.T, v *victim, path string)
		names             []string
	}{
		{
			"a link to the user's secrets", "`.env` is a link to a file with the user's secrets, to have errors or doctor print them", "c510560",
			func(t *testing.T, v *victim, path string) {
				arenatest.Write(t, filepath.Join(v.Dir, "secrets"), []byte("canary-of-the-user\n"))
				arenatest.Link(t, filepath.Join(v.Dir, "secrets"), path)
			},
			[]string{".env"},
		},
		{
			"a link to the home's own .env", "`.env` is a link into the athlete's home", "c510560",
			func(t *testing.T, v *victim, path string) { arenatest.Link(t, filepath.Join(v.Home, "http.key"), path) },
			[]string{".env"},
		},
		{
			"a FIFO", "`.env` is a FIFO to which nobody writes", "c510560",
			func(t *testing.T, _ *victim, path string) { arenatest.Pipe(t, path) },
			[]string{".env"},
		},
		{
			"a device", "`.env` is a link to an endless device", "c510560",
			func(t *testing.T, _ *victim, path string) { arenatest.Link(t, "/dev/zero", path) },
			[]string{".env"},
		},
		{
			"a folder", "`.env` is a folder", "c510560",
			func(t *testing.T, _ *victim, path string) { arenatest.Folders(t, path) },
			[]string{".env"},
		},
		{
			"another project's values", "`.env` has values with several lines", "c510560",
			func(t *testing.T, _ *victim, path string) {
				arenatest.Write(t, path, []byte("PEM=\"-----BEGIN X-----\nabc+/\n-----END X-----\"\nLAPKEEP_TOOLSETS=all\n"))
			},
			[]string{".env"},
		},
		{
			"another project's words", "`.env` has words that Lapkeep's settings do not allow", "c510560",
			func(t *testing.T, _ *victim, path string) {
				arenatest.Write(t, path, []byte("LOG_LEVEL=verbose\nMCP_TRANSPORT=websocket\nINTERVALS_ICU_DELETE_MODE=maybe\n"))
			},
			[]string{"LOG_LEVEL"},
		},
		{
			"a very large file", "`.env` is a sparse file of 256 MB", "c510560",
			func(t *testing.T, _ *victim, path string) {
				arenatest.Write(t, path, nil)
				if err := os.Truncate(path, 256<<20); err != nil {
					t.Skip(err)
				}
			},
			[]string{".env"},
		},
	} {
		out = append(out, arenatest.Attack{Name: c.name, By: arenatest.Folder, Tries: c.tries, Seen: c.seen, Run: func(t *testing.T) {
			v := newVictim(t)
			v.Must(t, "key", "show")
			c.make(t, v, filepath.Join(v.clone, ".env"))
			there := v.In(v.clone)
			first := there.Run(t, "doctor")
			if first.Hung {
				t.Fatal("doctor hangs")
			}
			if first.PeakMB > 200 {
				t.Errorf("doctor takes %d MB for it", first.PeakMB)
			}
			if strings.Contains(first.All(), "canary-of-the-user") ||
				strings.Contains(first.All(), strings.TrimSpace(read(filepath.Join(v.Home, "http.key")))) {
				t.Errorf("doctor tells a secret: %s", first.All())
			}
			v.unmoved(t)
			v.told(t, c.names...)
		}})
	}
	return out
}

// homes returns attacks by a home that is not what it says, named in a place
// that counts: a client's entry that came along with the clone.
func homes() []arenatest.Attack {
	var out []arenatest.Attack
	for _, c := range []struct {
		name, tries, seen string
		make              func(t *testing.T, v *victim, home string)
	}{
		{
			"keys are a link", "the keys of a home are a link to the real ones, and its config has the attacker's address", "c510560",
			func(t *testing.T, v *victim, home string) {
				arenatest.Write(t, filepath.Join(home, "config.yaml"), []byte("intervals_url: "+v.evil.URL+"\n"))
				arenatest.Link(t, filepath.Join(v.Home, "lapkeep.db"), filepath.Join(home, "lapkeep.db"))
				arenatest.Link(t, filepath.Join(v.Home, "keys"), filepath.Join(home, "keys"))
			},
		},
		{
			"one key is a link", "the file of one key in the home is a link", "c510560",
			func(t *testing.T, v *victim, home string) {
				arenatest.CopyHome(t, v.Home, home)
				replace(t, filepath.Join(home, "keys", "me", "intervals.json"), filepath.Join(v.Home, "keys", "me", "intervals.json"))
			},
		},
		{
			"the database is a link", "the database of a home is a link to the real one, and its config allows everything", "c510560",
			func(t *testing.T, v *victim, home string) {
				arenatest.Write(t, filepath.Join(home, "config.yaml"), []byte("writes: full\nimport_dirs: /\n"))
				arenatest.Link(t, filepath.Join(v.Home, "lapkeep.db"), filepath.Join(home, "lapkeep.db"))
			},
		},
		{
			"the config is a link", "the config of the home is a link to a file of the clone", "c510560",
			func(t *testing.T, v *victim, home string) {
				arenatest.CopyHome(t, v.Home, home)
				arenatest.Write(t, filepath.Join(v.clone, "x.yaml"), []byte("writes: full\n"))
				replace(t, filepath.Join(home, "config.yaml"), filepath.Join(v.clone, "x.yaml"))
			},
		},
		{
			"the originals are a link", "the originals of the home are a link to another folder", "c510560",
			func(t *testing.T, v *victim, home string) {
				arenatest.CopyHome(t, v.Home, home)
				replace(t, filepath.Join(home, "athletes"), filepath.Join(v.Home, "athletes"))
			},
		},
		{
			"open to others", "other users may read and write the home", "c510560",
			func(t *testing.T, v *victim, home string) {
				arenatest.CopyHome(t, v.Home, home)
				if err := os.Chmod(home, 0o777); err != nil {
					t.Fatal(err)
				}
			},
		},
		{
			"another user's home", "the home belongs to another user", "c510560",
			func(t *testing.T, v *victim, home string) {
				arenatest.CopyHome(t, v.Home, home)
				if err := os.Lchown(home, 12345, -1); err != nil {
					t.Skipf("only root can give a folder away: %v", err)
				}
			},
		},
	} {
		out = append(out, arenatest.Attack{Name: c.name, By: arenatest.Folder, Tries: c.tries, Seen: c.seen, Run: func(t *testing.T) {
			v := newVictim(t)
			home := filepath.Join(v.clone, "h")
			arenatest.Folders(t, home)
			c.make(t, v, home)
			everyCommandRefuses(t, v.In(v.clone, "LAPKEEP_HOME="+home))
			v.evil.HearsNothing(t)
		}})
	}
	return out
}

// everyCommandRefuses a home, each in words about the home; doctor may go on
// to say more, and fails.
func everyCommandRefuses(t *testing.T, u *arenatest.User) {
	t.Helper()
	for _, args := range [][]string{
		{"doctor"},
		{"check"},
		{"sync"},
		{"call", "list_activities"},
		{"import", u.Cwd},
		{"verify"},
		{"undo", "--list"},
		{"backup", filepath.Join(u.Dir, "b.tar")},
		{"key", "show"},
		{"export", "--all", filepath.Join(u.Dir, "out")},
		{"mcp", "config"},
	} {
		s := u.RunWith(t, "", args...)
		if s.Hung {
			t.Errorf("%q hangs", args)
		} else if s.Code == 0 {
			t.Errorf("%q takes such a home: %.200s", args, s.All())
		}
		if strings.Contains(s.All(), intervalstest.DefaultKey) {
			t.Errorf("%q says the key", args)
		}
	}
	if s, _ := u.Serve(t); s != nil {
		_ = s.Call("sync_now", nil) // an emulator or attacker hears it
		t.Error("the server takes such a home")
	}
}

func replace(t *testing.T, path, to string) {
	t.Helper()
	if err := os.RemoveAll(path); err != nil {
		t.Fatal(err)
	}
	arenatest.Link(t, to, path)
}
