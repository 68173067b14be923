package app

import (
	"fmt"
	"os"
	"runtime/debug"
	"testing"
)

// scratch is the folder of what is made once for all tests.
var scratch string

// TestMain lets the collector run less often: dozens of programs share this
// process, and it took a sixth of the processor's time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	dir, err := os.MkdirTemp("", "lapkeep-app-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	scratch = dir
	code := m.Run()
	if err := os.RemoveAll(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}
