package intervalsicu

import (
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/test/workoutcases"
)

// TestExamplesAreReadAsTheServiceReadsThem: the text of each example gives the
// steps of the service's document, unless it is one to be avoided, which has
// a fault here, or a step that the service drops.
func TestExamplesAreReadAsTheServiceReadsThem(t *testing.T) {
	t.Parallel()
	compared := 0
	for _, e := range workoutcases.Examples() {
		w, faults := steptext.Read(e.Text, e.Sport)
		theirs := structure([]byte(e.Doc), e.Text).Of(e.Text)
		diffs := workout.Differences(w.Steps, theirs)
		if len(diffs) > 0 && e.Avoid == "" && e.Unproven == "" && len(faults) == 0 {
			t.Errorf("%q (%s):\n%s\n%s", e.Text, e.Sport, strings.Join(phrasetest.Texts(diffs), "\n"), e.Doc)
		}
		if len(diffs) == 0 {
			compared++
		}
		if slices.ContainsFunc(faults, func(f workout.Fault) bool { return !f.Warning }) && e.Avoid == "" {
			t.Errorf("%q (%s): %v", e.Text, e.Sport, faults)
		}
	}
	if compared < 60 {
		t.Errorf("only %d are read alike", compared)
	}
}
