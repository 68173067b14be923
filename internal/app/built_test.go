package app

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "lapkeep-test-*")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "lapkeep")
	build := exec.Command("go", "build", "-o", path, "lapkeep/cmd/lapkeep")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", errors.Join(err, errors.New(string(out)))
	}
	return path, nil
})

// BuiltProgram is the path of the program, built once for all tests here.
func BuiltProgram(t testing.TB) string {
	t.Helper()
	path, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return path
}
