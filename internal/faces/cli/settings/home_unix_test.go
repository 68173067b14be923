//go:build unix

package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"lapkeep/internal/training"
)

// TestAHomeThatIsNotTheUsersAlone checks that a home that others can read is
// refused before anything in it is read.
func TestAHomeThatIsNotTheUsersAlone(t *testing.T) {
	t.Parallel()
	for mode, says := range map[fs.FileMode]string{
		0o755: "Other users can read the home folder", 0o701: "Other users can read", 0o750: "Other users can read",
		0o770: "Other users can write to the home folder", 0o722: "Other users can write", 0o777 | fs.ModeSticky: "Other users can write",
	} {
		in := place(t, map[string]string{"user/.lapkeep/config.yaml": "not: known\n"})
		home := filepath.Join(in.UserHome, ".lapkeep")
		if err := os.Chmod(home, mode); err != nil {
			t.Fatal(err)
		}
		_, err := Load(in)
		problem, ok := errors.AsType[*training.Error](err)
		if !ok || !strings.Contains(problem.What, says) || !strings.HasSuffix(problem.Fix, "chmod 700 "+home) {
			t.Errorf("%v: %+v", mode, err)
		}
		if err := os.Chmod(home, 0o700); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(in); err == nil || !strings.Contains(err.Error(), `"not"`) {
			t.Errorf("%v, done as told: %v", mode, err)
		}
	}
}

// TestAHomeOfAnotherUser needs somebody else's folder: /dev/shm and the like
// differ, the root is always root's.
func TestAHomeOfAnotherUser(t *testing.T) {
	t.Parallel()
	in := place(t, nil)
	in.Flags = map[Key]string{Home: "/"}
	if os.Geteuid() == 0 {
		other := filepath.Join(in.UserHome, "other")
		if err := errors.Join(os.MkdirAll(other, 0o700), os.Chown(other, 12345, -1)); err != nil {
			t.Fatal(err)
		}
		in.Flags[Home] = other
		link := filepath.Join(in.UserHome, "link")
		if err := errors.Join(os.MkdirAll(filepath.Join(in.UserHome, "mine"), 0o700), os.Symlink("mine", link),
			os.Lchown(link, 12345, -1)); err != nil {
			t.Fatal(err)
		}
		if _, err := checkHome(link); err == nil || !strings.Contains(err.Error(), "belongs to another user") {
			t.Errorf("by another's link: %v", err)
		}
	}
	if _, err := Load(in); err == nil || !strings.Contains(err.Error(), "belongs to another user") {
		t.Error(err)
	}
}

func TestOnesOwnLinkToAHome(t *testing.T) {
	t.Parallel()
	in := place(t, map[string]string{"disk/home/config.yaml": "log_level: debug\n"})
	link := filepath.Join(filepath.Dir(in.WorkDir), "link")
	if err := os.Symlink("disk/home", link); err != nil {
		t.Fatal(err)
	}
	in.Flags = map[Key]string{Home: link}
	if s, err := Load(in); err != nil || s.Get(LogLevel) != "debug" {
		t.Errorf("%q, %v", s.Get(LogLevel), err)
	}
	if err := os.Chmod(filepath.Join(filepath.Dir(link), "disk", "home"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(in); err == nil || !strings.Contains(err.Error(), "mode 755") {
		t.Error(err)
	}
}

// TestAHomeHoldsNoLinks, nor pipes: a start that waits for one would hang.
func TestAHomeHoldsNoLinks(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"config.yaml", ".env", "lapkeep.db", "lapkeep.db-wal", "lapkeep.db-shm", "http.key", trustName, "exports",
		"keys", "keys/me", "keys/me/intervals.json", "athletes", "athletes/me", "athletes/me/originals",
	} {
		for kind, make := range map[string]func(string) error{
			"link": func(path string) error { return os.Symlink("/nowhere", path) },
			"pipe": func(path string) error { return syscall.Mkfifo(path, 0o600) },
		} {
			in := place(t, map[string]string{"user/.lapkeep/athletes/ann/originals/a": ""})
			path := filepath.Join(in.UserHome, ".lapkeep", filepath.FromSlash(name))
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.RemoveAll(path), make(path)); err != nil {
				t.Fatal(err)
			}
			done := waited(func() error { _, err := Load(in); return err })
			select {
			case err := <-done:
				if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%s is a link or not a regular file", path)) {
					t.Errorf("%s as a %s: %v", name, kind, err)
				}
			case <-time.After(5 * time.Second):
				t.Fatalf("%s as a %s was waited for", name, kind)
			}
		}
	}
}

func waited(f func() error) <-chan error {
	done := make(chan error, 1)
	go func() { done <- f() }()
	return done
}

// TestAFolderWithoutAnOrdinaryEnvFile: nothing in a working folder stops or
// delays a start.
func TestAFolderWithoutAnOrdinaryEnvFile(t *testing.T) {
	t.Parallel()
	for name, make := range map[string]func(string) error{
		"pipe":   func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"link":   func(path string) error { return os.Symlink("/dev/zero", path) },
		"folder": func(path string) error { return os.Mkdir(path, 0o700) },
		"closed": func(path string) error { return os.WriteFile(path, []byte("x"), 0) },
		"large":  func(path string) error { return os.WriteFile(path, []byte(strings.Repeat("x=1\n", envLimit)), 0o600) },
	} {
		in := place(t, map[string]string{"work/.env": olderServer})
		home := filepath.Join(in.UserHome, ".lapkeep")
		path, _, err := Trust(home, in.WorkDir, services())
		if err := errors.Join(err, os.Remove(path), make(path)); err != nil {
			t.Fatal(err)
		}
		s, err := Load(in)
		if err != nil || s.Get(IntervalsKey) != "" || len(s.Skipped) != 1 {
			t.Errorf("%s: %v, %v", name, s.Skipped, err)
		}
		if f, err := LookAtFolder(in, s); err != nil || f.Err == nil && name != "closed" || f.Trusted {
			t.Errorf("%s: %+v, %v", name, f, err)
		}
	}
}
