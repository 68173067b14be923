package outbox

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// TestWhatWaitsSaysWhenItIsSent, unless the athlete has to allow it first.
func TestWhatWaitsSaysWhenItIsSent(t *testing.T) {
	t.Parallel()
	for kind, told := range map[training.Kind]bool{training.KindUnavailable: true, training.KindForbidden: false} {
		if text := i18n.Sentence(later(training.Errorf(kind, "It is not there."))).String(); strings.Contains(text, sentLater) != told ||
			!strings.HasPrefix(text, "It is not there.") {
			t.Errorf("%s: %s", kind, text)
		}
	}
	if text := later(errors.New("a defect")); text == "" || strings.Contains(text, "defect") || strings.Contains(text, sentLater) {
		t.Error(text)
	}
}

// TestEachTryWaitsLonger, up to an hour.
func TestEachTryWaitsLonger(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	p := &delivery{Box: New(Options{Now: func() time.Time { return now }})}
	var got []float64
	for range 10 {
		p.pause(source.Failure{Fault: source.Unavailable}, errors.New("down"))
		got = append(got, p.row.NextAt.Sub(now).Minutes())
	}
	if d := cmp.Diff([]float64{0.5, 0.5, 1, 2, 4, 8, 16, 32, 60, 60}, got); d != "" {
		t.Error(d)
	}
}
