package app

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets the collector run less often: dozens of programs share this
// process, and it took a sixth of the processor's time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
