package account

import (
	"strings"
	"testing"

	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/i18n"
	"lapkeep/internal/i18n/phrasetest"
)

// TestFailuresNameNoActivities: some are hidden from whoever reads this.
func TestFailuresNameNoActivities(t *testing.T) {
	t.Parallel()
	box := &servicevalues.Outbox{
		Failed:   3,
		Failures: []i18n.Sentence{"update activity hidden1: no", "create message n1: no", "update event e1: no"},
	}
	v := unnamed(servicevalues.ConnectedView{Outbox: box})
	if got := strings.Join(phrasetest.Texts(v.Outbox.Failures), "; "); got != "update event e1: no" ||
		v.Outbox.Failed != 3 || len(box.Failures) != 3 {
		t.Errorf("told %q of %d; left %q", got, v.Outbox.Failed, box.Failures)
	}
	if unnamed(servicevalues.ConnectedView{}).Outbox != nil {
		t.Error("a service without an outbox got one")
	}
}
