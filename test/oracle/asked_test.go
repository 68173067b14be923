package oracle

import (
	"fmt"
	"strings"
	"testing"

	"lapkeep/internal/training"
)

// askedRates are the rates that are asked on recordings that nobody has seen,
// in percent. Those here are shown against them and may be below.
func askedRates() map[string]float64 {
	return map[string]float64{
		"avg_power": 82, "lap " + string(training.MetricAvgPowerW): 85, "distance_m": 88, "avg_speed": 88, "running avg_cadence": 85,
	}
}

// askedTallies are those rates over the devices of all makers.
func askedTallies(t *testing.T) []tally {
	t.Helper()
	var out []tally
	for _, c := range fieldChecks() {
		l := tally{field: c.column, rule: c.rule}
		c.count(t, &l, anyones)
		out = append(out, l)
	}
	for _, c := range valueChecks() {
		l := tally{field: c.scope + " " + string(c.metric), rule: c.rule}
		c.count(t, &l, anyones)
		out = append(out, l)
	}
	checks := storedChecks()
	stored := make([]tally, len(checks))
	for i, c := range checks {
		stored[i] = tally{field: c.field, rule: c.rule}
	}
	countStored(t, checks, stored, anyones)
	return withAsked(append(out, stored...))
}

// withAsked keeps those whose rate is asked.
func withAsked(all []tally) []tally {
	var out []tally
	for _, l := range all {
		if _, ok := askedRates()[l.field]; ok {
			out = append(out, l)
		}
	}
	return out
}

// askedLine is a line of the table of asked rates.
func askedLine(l tally) string {
	asked, got := askedRates()[l.field], 100*float64(l.hits)/float64(l.n)
	return fmt.Sprintf("| %s | %d of %d | %.1f %% | %s | %s | %.0f %% | %s |\n",
		l.field, l.hits, l.n, got, l.first(), l.shownSecond(), asked, reachedOrBelow(got >= asked))
}

func reachedOrBelow(reached bool) string {
	if reached {
		return "reached"
	}
	return "**below**"
}

// askedTable is the rates and times in zones that are asked, over all makers.
func askedTable(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(askedPreface)
	for _, l := range askedTallies(t) {
		b.WriteString(askedLine(l))
	}
	for i, asked := range []float64{0.0012, 0.009} {
		c := zoneChecks()[i]
		d := c.shares(t)
		fmt.Fprintf(&b, "| time in another %s zone, median | %d | %.2f %% | %s | %.2f %% | %s |\n",
			c.kind, len(d), d.median()*100, d.halves(), asked*100, reachedOrBelow(d.median() <= asked))
	}
	return b.String()
}

const askedPreface = `
## What is asked on recordings that nobody has seen

The same rules over the devices of all makers, against the rates that are
asked of them on recordings outside this collection. Below is said, not hidden:
where a maker's rule is not known, it is not known here either.

| Field | Equal | Rate | First half | Second half | Asked | |
|---|---|---|---|---|---|---|
`

// TestAskedRatesHaveTheirRows: each is counted, and none over nothing.
func TestAskedRatesHaveTheirRows(t *testing.T) {
	t.Parallel()
	got := askedTallies(t)
	if len(got) != len(askedRates()) {
		t.Errorf("%d rows for %d rates", len(got), len(askedRates()))
	}
	for _, l := range got {
		if l.n < 10 {
			t.Errorf("%s over %d", l.field, l.n)
		}
	}
}
