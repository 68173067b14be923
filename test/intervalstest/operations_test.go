package intervalstest

import (
	"slices"
	"testing"
)

// TestEveryOperationIsServed keeps the emulator whole: whatever the document
// has, it answers.
func TestEveryOperationIsServed(t *testing.T) {
	t.Parallel()
	s := New(t, Options{Empty: true})
	var ids []string
	for _, op := range s.world.Contract.Operations {
		ids = append(ids, op.ID)
		if s.handlers[op.ID] == nil {
			t.Errorf("%s %s (%s) is not served", op.Method, op.Path, op.ID)
		}
	}
	for id := range s.handlers {
		if !slices.Contains(ids, id) {
			t.Errorf("%s is served and is no operation", id)
		}
	}
	if len(ids) != 148 {
		t.Errorf("%d operations, want 148", len(ids))
	}
}
