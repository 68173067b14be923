package terminal_test

import (
	"os/exec"
	"strings"
	"testing"
)

// TestItDiesWithUs, killed in the middle, though it hears no hangup.
func TestItDiesWithUs(t *testing.T) {
	t.Parallel()
	c := program("holder")
	holder := exec.CommandContext(t.Context(), c.Path)
	holder.Env = c.Environ
	out, err := holder.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := holder.Start(); err != nil {
		t.Fatal(err)
	}
	child := strings.TrimPrefix(read(t, out).until("deaf"), "deaf ")
	if err := holder.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = holder.Wait()
	gone(t, child)
}
