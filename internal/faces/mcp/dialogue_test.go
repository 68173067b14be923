package mcp_test

import (
	"testing"

	"lapkeep/internal/faces/mcp/dialoguetest"
)

// TestDialogues replays the stories of testdata/dialogues.
func TestDialogues(t *testing.T) {
	t.Parallel()
	dialoguetest.Run(t, "testdata/dialogues", func(t *testing.T) dialoguetest.Story {
		return dialoguetest.Story{Serve: newServer(t, newFake()).ServeStdio}
	})
}
