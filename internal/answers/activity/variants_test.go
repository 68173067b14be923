package activity_test

import (
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/training"
)

// entriesOf are the keys of the glossary's group that a title begins.
func entriesOf(t *testing.T, title string) []string {
	t.Helper()
	var out []string
	for _, g := range glossary.Groups() {
		if strings.HasPrefix(g.Title, title) {
			for _, e := range g.Entries {
				out = append(out, e.Key)
			}
		}
	}
	if len(out) == 0 {
		t.Fatalf("no group is called %q", title)
	}
	return out
}

// TestEveryMetricWithAFunctionIsAnswered: an entry that names its function is
// all that get_activity needs to give the metric, or say why it is missing.
func TestEveryMetricWithAFunctionIsAnswered(t *testing.T) {
	t.Parallel()
	d, seen := describe(t, answerstest.NewActivityStore(), answerstest.Ride, activity.SectionSummary), 0
	for _, e := range glossary.Entries() {
		if e.Of == nil {
			continue
		}
		seen++
		if _, ok := d.Summary[e.Key]; !ok && d.Missing[e.Key] == "" {
			t.Errorf("%s has neither value nor reason", e.Key)
		}
	}
	if seen == 0 {
		t.Error("no entry names its function")
	}
}

// TestEveryVariantCanBeAskedFor: what the page of metrics promises of other
// programs is in the section, and nothing is in the section that the page does
// not promise.
func TestEveryVariantCanBeAskedFor(t *testing.T) {
	t.Parallel()
	s, seen := answerstest.NewActivityStore(), map[string]bool{}
	s.Past = append(
		s.Past, training.ThresholdEntry{Key: training.KeyCP, Sport: training.Cycling, From: 1, Values: []float64{240}},
		training.ThresholdEntry{Key: training.KeyWPrime, Sport: training.Cycling, From: 1, Values: []float64{18000}},
	)
	for _, id := range []training.ActivityID{answerstest.Ride, answerstest.ActivityRun} {
		for key := range describe(t, s, id, activity.SectionVariants).Variants {
			seen[key] = true
		}
	}
	promised := entriesOf(t, "As other programs and devices")
	for _, key := range promised {
		if !seen[key] {
			t.Errorf("%s cannot be asked for", key)
		}
	}
	for key := range seen {
		if !slices.Contains(promised, key) {
			t.Errorf("%s is not on the page", key)
		}
	}
}

// TestEveryImpulseCanBeAskedFor is the same of the named impulses: each has a
// value or its reason in the section of load.
func TestEveryImpulseCanBeAskedFor(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	d := describe(t, s, answerstest.Ride, activity.SectionLoad)
	impulses := d.Load["impulses"].(activity.Facts)
	for _, key := range []string{heart.TRIMPEdwards, heart.TRIMPLucia, heart.TRIMPZonal, heart.TRIMPIndividual, string(training.MetricTrimp)} {
		if _, ok := impulses[key]; !ok && d.Missing["load."+key] == "" {
			t.Errorf("%s has neither value nor reason", key)
		}
	}
}

func TestVariantsSayWhatIsMissing(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	d := describe(t, s, answerstest.NoPower, activity.SectionVariants)
	if d.Missing["variants.normalized_power_w"] == "" || d.Variants["normalized_power_wahoo_w"] != nil {
		t.Errorf("without power: %v, missing %v", d.Variants, d.Missing)
	}
	d = describe(t, s, answerstest.Ride, activity.SectionVariants)
	if d.Missing["variants.w_prime_balance_min_euler_j"] != answers.NoCP {
		t.Errorf("without critical power: missing %v", d.Missing)
	}
	if d := describe(t, s, answerstest.ByHand, activity.SectionVariants); d.Missing["variants"] == "" {
		t.Errorf("typed in: missing %v", d.Missing)
	}
}
