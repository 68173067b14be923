//go:build e2e && unix

package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAnAssistantFindsTheHome: one that reads a file of its folder gets it in the
// home, once, and not where its own settings name the home already; the others are
// told of.
func TestAnAssistantFindsTheHome(t *testing.T) {
	t.Parallel()
	p := withProgram(t)
	file := filepath.Join(p.user, ".lapkeep", ".mcp.json")
	start := func(program string) string {
		path := filepath.Join(p.work, program)
		writeText(t, path, "#!/bin/sh\n")
		if err := os.Chmod(path, 0o700); err != nil {
			t.Fatal(err)
		}
		out := newWatched()
		_, _, stop := showingTo(t, p, out, "--addr", "127.0.0.1:0", "--terminal", path)
		stop()
		return out.String()
	}
	if said := start("claude"); !strings.Contains(said, "Claude Code finds Lapkeep through the file "+file) {
		t.Error(said)
	}
	first := readText(t, file)
	if !strings.Contains(first, filepath.Base(p.installed)) || !strings.Contains(first, `"serve"`) {
		t.Error(first)
	}
	if said := start("claude"); strings.Contains(said, "finds Lapkeep") || readText(t, file) != first {
		t.Errorf("%s %s", said, readText(t, file))
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	p.must(t, "mcp", "install", "claude-code")
	if said := start("claude"); strings.Contains(said, "finds Lapkeep") {
		t.Error(said)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("its own settings have the home, and the file was written")
	}
	if said := start("copilot"); !strings.Contains(said, "Copilot CLI is not connected to Lapkeep yet. Run: lapkeep mcp install copilot-cli") {
		t.Error(said)
	}
	if said := start("my-own"); !strings.Contains(said, "Lapkeep does not know my-own.") {
		t.Error(said)
	}
}
