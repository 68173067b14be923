package outbox

import (
	"errors"
	"strings"
	"testing"

	"lapkeep/internal/training"
)

// TestWhatWaitsSaysWhenItIsSent, unless the athlete has to allow it first.
func TestWhatWaitsSaysWhenItIsSent(t *testing.T) {
	t.Parallel()
	for kind, told := range map[training.Kind]bool{training.KindUnavailable: true, training.KindForbidden: false} {
		if text := later(training.Errorf(kind, "It is not there.")); strings.Contains(text, sentLater) != told ||
			!strings.HasPrefix(text, "It is not there.") {
			t.Errorf("%s: %s", kind, text)
		}
	}
	if text := later(errors.New("a defect")); text == "" || strings.Contains(text, "defect") || strings.Contains(text, sentLater) {
		t.Error(text)
	}
}
