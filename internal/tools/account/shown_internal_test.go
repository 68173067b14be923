package account

import (
	"strings"
	"testing"

	"lapkeep/internal/analysis/connected"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/platform/phrase/phrasetest"
)

// TestFailuresNameNoActivities: some are hidden from whoever reads this.
func TestFailuresNameNoActivities(t *testing.T) {
	t.Parallel()
	box := &connected.Outbox{
		Failed:   3,
		Failures: []phrase.Sentence{"update activity hidden1: no", "create message n1: no", "update event e1: no"},
	}
	v := unnamed(connected.View{Outbox: box})
	if got := strings.Join(phrasetest.Texts(v.Outbox.Failures), "; "); got != "update event e1: no" ||
		v.Outbox.Failed != 3 || len(box.Failures) != 3 {
		t.Errorf("told %q of %d; left %q", got, v.Outbox.Failed, box.Failures)
	}
	if unnamed(connected.View{}).Outbox != nil {
		t.Error("a service without an outbox got one")
	}
}
