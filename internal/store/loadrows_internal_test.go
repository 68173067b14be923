package store

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"lapkeep/internal/training"
)

// Whatever is asked in whatever order, the rows of those days come back, and a
// long session reads no day often.
func TestLoadRowsAreThoseOfTheDays(t *testing.T) {
	t.Parallel()
	const history, asked = 7300, 2000
	var all []LoadInput
	for d := range training.Day(history) {
		for range d % 3 {
			all = append(all, LoadInput{Day: d})
		}
	}
	rng := rand.New(rand.NewPCG(4, 5)) //nolint:gosec // made data
	l, readDays := &loadRows{}, 0
	within := func(days training.DayRange) []LoadInput {
		return slices.DeleteFunc(slices.Clone(all), func(in LoadInput) bool { return !days.Contains(in.Day) })
	}
	read := func(days training.DayRange) ([]LoadInput, error) {
		rows := within(days)
		readDays += len(rows)
		return rows, nil
	}
	for i := range asked {
		to := training.Day(history - rng.IntN(1+i*history/asked) + 30)
		days := training.DayRange{From: to - training.Day(rng.IntN(90)), To: to}
		switch {
		case i == asked-1:
			days = training.DayRange{From: math.MinInt32, To: math.MaxInt32}
		case i%100 == 99:
			days = training.DayRange{From: days.To + 1, To: days.From} // none
		}
		got, err := l.of(days, read)
		if err != nil {
			t.Fatal(err)
		}
		if want := within(days); !slices.EqualFunc(got, want, func(a, b LoadInput) bool { return a.Day == b.Day }) {
			t.Fatalf("%v: %d rows, want %d", days, len(got), len(want))
		}
	}
	if most := len(all) + 2*fewLoadDays; readDays > most {
		t.Errorf("%d rows were read, want at most %d", readDays, most)
	}
}
