//go:build e2e

package attacks_test

import (
	"archive/tar"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"lapkeep/test/attacks/arenatest"
)

// ends fails the test if a command waits for what never comes.
func ends(t *testing.T, u *arenatest.User, args ...string) arenatest.Said {
	t.Helper()
	s := u.Run(t, args...)
	if s.Hung {
		t.Fatalf("%q hangs", args)
	}
	return s
}

func files() []arenatest.Attack {
	return []arenatest.Attack{
		{
			Name: "a FIFO to import", By: arenatest.Folder, Seen: "c510560", Tries: "a FIFO named on the command line, and one in a folder",
			Run: func(t *testing.T) {
				u := arenatest.NewUser(t)
				arenatest.Pipe(t, filepath.Join(u.Cwd, "in", "a.fit"))
				arenatest.Write(t, filepath.Join(u.Cwd, "in", "b.tcx"), arenatest.Ride(arenatest.Day(1), 200))
				if s := ends(t, u, "import", filepath.Join(u.Cwd, "in")); !strings.Contains(s.Out, "1 imported") {
					t.Errorf("the good file is not in: %s", s.All())
				}
				if s := ends(t, u, "import", filepath.Join(u.Cwd, "in", "a.fit")); strings.Contains(s.Out, "1 imported") {
					t.Errorf("a FIFO was imported: %s", s.All())
				}
			},
		},
		{
			Name: "a device to import", By: arenatest.Folder, Seen: "c510560", Tries: "an endless device, by a link and by its name",
			Run: func(t *testing.T) {
				u := arenatest.NewUser(t)
				arenatest.Link(t, "/dev/zero", filepath.Join(u.Cwd, "in", "a.fit"))
				for _, path := range []string{filepath.Join(u.Cwd, "in"), filepath.Join(u.Cwd, "in", "a.fit"), "/dev/zero"} {
					if s := ends(t, u, "import", path); s.PeakMB > 250 {
						t.Errorf("%s takes %d MB", path, s.PeakMB)
					}
				}
			},
		},
		{
			Name: "a FIFO for a model to import", By: arenatest.Model, Seen: "c510560",
			Tries: "`import_files` of a FIFO in an allowed folder, to block the server",
			Run: func(t *testing.T) {
				u := arenatest.NewUser(t)
				dir := filepath.Join(u.Dir, "in")
				arenatest.Pipe(t, filepath.Join(dir, "a.fit"))
				s := serve(t, u, "--toolsets", "all", "--import-dirs", dir)
				for _, path := range []string{filepath.Join(dir, "a.fit"), dir} {
					if a := s.Call("import_files", object{"paths": []string{path}}); a.Line == "" {
						t.Fatalf("%s: there is no answer", path)
					}
				}
			},
		},
		{
			Name: "a FIFO for a config", By: arenatest.OtherUser, Seen: "c510560", Tries: "`config.yaml` and `.env` of the home are FIFOs",
			Run: func(t *testing.T) {
				for _, name := range []string{"config.yaml", ".env"} {
					u := arenatest.NewUser(t)
					arenatest.Pipe(t, filepath.Join(u.Home, name))
					ends(t, u, "doctor")
				}
			},
		},
		{
			Name: "an ignored signal", By: arenatest.Folder, Seen: "c510560",
			Tries: "SIGTERM while import, watch and serve wait for a FIFO",
			Run: func(t *testing.T) {
				u := arenatest.NewUser(t)
				arenatest.Pipe(t, filepath.Join(u.Cwd, "in", "a.fit"))
				arenatest.Pipe(t, filepath.Join(u.Cwd, ".env"))
				for _, args := range [][]string{
					{"import", filepath.Join(u.Cwd, "in", "a.fit")}, {"watch", filepath.Join(u.Cwd, "in")}, {"serve", "--http", "127.0.0.1:0"},
				} {
					if took := endsAt(t, u, syscall.SIGTERM, args...); took > soon {
						t.Errorf("%q goes on for %v after SIGTERM", args, took)
					}
				}
			},
		},
		{
			Name: "a signal during work", By: arenatest.Chance, Seen: arenatest.Held,
			Tries: "SIGTERM while the program computes, and while it waits for a person",
			Run: func(t *testing.T) {
				u, _ := newAthlete(t)
				for _, args := range [][]string{{"demo", "--only-build", "--fresh"}, {"watch", u.Cwd}} {
					if took := endsAt(t, u, syscall.SIGTERM, args...); took > soon {
						t.Errorf("%q goes on for %v after SIGTERM", args, took)
					}
				}
			},
		},
		{
			Name: "a link out of the folder", By: arenatest.Model, Seen: arenatest.Held,
			Tries: "`import_files` of links, `..`, other folders and names with NUL",
			Run: func(t *testing.T) {
				u := arenatest.NewUser(t)
				dir, private := filepath.Join(u.Dir, "in"), filepath.Join(u.Dir, "private", "ride.tcx")
				arenatest.Write(t, private, arenatest.Ride(arenatest.Day(1), 200))
				arenatest.Folders(t, dir)
				arenatest.Link(t, private, filepath.Join(dir, "a.tcx"))
				arenatest.Link(t, filepath.Dir(private), filepath.Join(dir, "sub"))
				s := serve(t, u, "--toolsets", "all", "--import-dirs", dir)
				for _, path := range []string{
					filepath.Join(dir, "a.tcx"), filepath.Join(dir, "sub"), filepath.Join(dir, "sub", "ride.tcx"),
					dir + "/../private/ride.tcx", private, dir,
					"file://" + private, "in/../private/ride.tcx", "~/private/ride.tcx", dir + "\x00/../private/ride.tcx", "/proc/self/environ", u.Home,
				} {
					_ = s.Call("import_files", object{"paths": []string{path}})
				}
				if got := s.Call("list_activities", object{"range": "all"}).Field("total"); got != "0" {
					t.Errorf("%s activities came from outside", got)
				}
			},
		},
		{
			Name: "a link that is swapped in", By: arenatest.Folder, Seen: "c510560", Heavy: true,
			Tries: "a folder in an allowed one becomes a link while `import_files` checks it",
			Run:   swapped,
		},
		{
			Name: "a member outside the folder", By: arenatest.Archive, Seen: arenatest.Held,
			Tries: "`restore` of a backup with `../`, absolute names and links",
			Run:   restoresInside,
		},
	}
}

// soon is how long a command may go on after a signal: a second, and as much
// again for a machine that does much else.
const soon = 2 * time.Second

// endsAt returns how long a command lives after a signal that comes when it
// waits.
func endsAt(t *testing.T, u *arenatest.User, signal os.Signal, args ...string) time.Duration {
	t.Helper()
	cmd := u.Command(t.Context(), args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait() // when it ends is what matters
	}()
	select {
	case <-ended: // it refused, which is right
		return 0
	case <-time.After(700 * time.Millisecond): // it had time to begin to wait
	}
	begun := time.Now()
	_ = cmd.Process.Signal(signal) // it may have ended now
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		_ = cmd.Process.Kill()
		<-ended
	}
	return time.Since(begun)
}

// swapped races a folder against a link to private files.
func swapped(t *testing.T) {
	u := arenatest.NewUser(t)
	dir, private := filepath.Join(u.Dir, "in"), filepath.Join(u.Dir, "private")
	arenatest.Write(t, filepath.Join(private, "ride.tcx"), arenatest.Ride(arenatest.Day(7), 200))
	arenatest.Write(t, filepath.Join(dir, "good", "ride.tcx"), []byte("junk"))
	arenatest.Link(t, private, filepath.Join(dir, "bad"))
	at := filepath.Join(dir, "x")
	if err := os.Rename(filepath.Join(dir, "good"), at); err != nil {
		t.Fatal(err)
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
			}
			_ = os.Rename(at, filepath.Join(dir, "good")) // the race is the attack
			_ = os.Rename(filepath.Join(dir, "bad"), at)
			_ = os.Rename(at, filepath.Join(dir, "bad"))
			_ = os.Rename(filepath.Join(dir, "good"), at)
		}
	}()
	s := serve(t, u, "--toolsets", "all", "--import-dirs", dir)
	for begun := time.Now(); time.Since(begun) < 6*time.Second; {
		_ = s.Call("import_files", object{"paths": []string{filepath.Join(at, "ride.tcx")}})
	}
	close(stop)
	<-stopped
	if got := s.Call("list_activities", object{"range": "all"}).Field("total"); got != "0" {
		t.Errorf("%s activities came from outside", got)
	}
}

// restoresInside adds members to a true backup that lead elsewhere.
func restoresInside(t *testing.T) {
	u, _ := newAthlete(t)
	good := filepath.Join(u.Dir, "good.tar")
	u.Must(t, "backup", good)
	for i, h := range []tar.Header{
		{Name: "../evil", Mode: 0o600},
		{Name: filepath.Join(u.Dir, "evil"), Mode: 0o600},
		{Name: "athletes/../../evil", Mode: 0o600},
		{Name: "link", Typeflag: tar.TypeSymlink, Linkname: "../", Mode: 0o777},
		{Name: "hard", Typeflag: tar.TypeLink, Linkname: "../../good.tar", Mode: 0o600},
		{Name: "fifo", Typeflag: tar.TypeFifo, Mode: 0o600},
	} {
		bad := filepath.Join(u.Dir, "bad.tar")
		arenatest.Write(t, bad, withMember(t, good, h))
		other := arenatest.NewUser(t)
		s := other.Run(t, "restore", bad)
		if s.Hung {
			t.Errorf("%d: it hangs", i)
		}
		if _, err := os.Lstat(filepath.Join(other.Dir, "evil")); err == nil {
			t.Errorf("%s was written", h.Name)
		}
		if _, err := os.Lstat(filepath.Join(u.Dir, "evil")); err == nil {
			t.Errorf("%s was written", h.Name)
		}
		for _, name := range []string{"link", "hard", "fifo"} {
			if info, err := os.Lstat(filepath.Join(other.Home, name)); err == nil {
				t.Errorf("the home has %s: %v", name, info.Mode())
			}
		}
	}
}

// withMember returns a tar with one more member, before and after all others.
func withMember(t *testing.T, path string, h tar.Header) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w, r := tar.NewWriter(&b), tar.NewReader(bytes.NewReader(data))
	add := func() {
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
	}
	add()
	for {
		next, err := r.Next()
		if err == io.EOF { //nolint:errorlint // the reader gives it bare
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := w.WriteHeader(next); err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(w, r); err != nil {
			t.Fatal(err)
		}
	}
	add()
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestFiles(t *testing.T) { arenatest.Run(t, files()) }
