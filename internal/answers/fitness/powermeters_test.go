package fitness_test

import (
	"strings"
	"testing"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// TestAnotherPowerMeterOfOneProduct is noted beside the values that it breaks.
func TestAnotherPowerMeterOfOneProduct(t *testing.T) {
	t.Parallel()
	const old, fresh = "favero Assioma DUO #1", "favero Assioma DUO #2"
	for name, c := range map[string]struct {
		then, now []string
		told      bool
	}{
		"another": {[]string{old, old}, []string{fresh, old, fresh}, true}, "the same": {[]string{old}, []string{old, old, fresh}, false},
		"unknown before": {nil, []string{fresh}, false}, "unknown now": {[]string{old}, nil, false},
	} {
		s := &answerstest.FitnessStore{}
		add := func(back int, meters []string) {
			for i, m := range meters {
				day := today - training.Day(back+i)
				s.Add(store.LoadInput{ID: training.ActivityID(day.String()), Sport: training.Cycling, Day: day, TimerS: 3600, NP: 200},
					map[string][]byte{derive.PowerMeter: derive.EncodeSource(m)})
			}
		}
		add(0, c.now)
		add(10, c.then)
		s.Add(store.LoadInput{ID: "x", Sport: training.Cycling, Day: today - 9, TimerS: 60}, nil)
		v := summarise(t, s, here, fitness.SummaryQuery{Kind: fitness.PeriodRange, Days: lastDays(7)})
		notes := strings.Join(phrasetest.Texts(v.Notes), " ")
		if got := strings.Contains(notes, "Assioma DUO #2 in 2 activities") &&
			strings.Contains(notes, "#1 in 2"); got != c.told || strings.Contains(notes, "meter") != c.told {
			t.Errorf("%s: %q", name, v.Notes)
		}
	}
}
