// Package builttest provides tests with the program as users run it.
package builttest

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// Program returns the path of the program, in a folder of the test's own. It
// skips short tests, which run under the race detector: that cannot see other
// processes.
func Program(t testing.TB) string {
	t.Helper()
	if testing.Short() {
		t.Skip("it starts the built program")
	}
	path, err := kept()
	if err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(t.TempDir(), "lapkeep")
	if runtime.GOOS == "windows" {
		own += ".exe"
	}
	if os.Link(path, own) == nil {
		return own
	}
	if err := duplicate(path, own); err != nil { // it is on another disk
		t.Fatal(err)
	}
	return own
}

// Static returns the path of the released form of the program, which needs no
// library of the system.
func Static() (string, error) { return keep("CGO_ENABLED=0") }

// kept is the program, built with the flags of the tests: any others would
// compile half of the tree again.
var kept = sync.OnceValues(func() (string, error) { return keep() })

// keep returns the path of the program in the go command's cache. Linking takes
// longer than most packages' tests, so it is done once for all of them: go run
// keeps the linked program, and is told to run another one, which prints its
// path.
func keep(environ ...string) (string, error) {
	for range 2 { // a newly linked program is only in the cache after the run
		cmd := exec.Command("go", "run", "-exec", "go version", "lapkeep/cmd/lapkeep")
		cmd.Env = append(os.Environ(), environ...)
		out, err := cmd.Output()
		if failed, ok := errors.AsType[*exec.ExitError](err); ok {
			return "", fmt.Errorf("the program does not build: %w: %s", err, failed.Stderr)
		}
		if err != nil {
			return "", err
		}
		path, _, _ := strings.Cut(string(out), ": ")
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return "", errors.New("the go command keeps no program that it ran")
}

func duplicate(from, to string) (err error) {
	r, err := os.Open(from)
	if err != nil {
		return err
	}
	defer r.Close()
	w, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o700)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, r)
	return errors.Join(err, w.Close())
}
