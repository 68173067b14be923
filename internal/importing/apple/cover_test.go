package apple

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/training"
)

// calledOff is a context that ends at the nth look at it.
type calledOff struct {
	context.Context
	looks, after int
}

func (c *calledOff) Err() error {
	if c.looks++; c.looks > c.after {
		return context.Canceled
	}
	return nil
}

// crowd is n workouts of a quarter of an hour, one an hour and by turns from
// each of the sources, which all have a sample before the first and after the
// last workout.
func crowd(n, sources int) *health {
	var lines []string
	for i := range sources {
		for _, at := range []string{"2000-01-01 00:00:00 +0000", "2040-01-01 00:00:00 +0000"} {
			lines = append(lines, quantityOf("HeartRate", fmt.Sprintf(`sourceName="s%d"`, i), "count/min", "99", at))
		}
	}
	for i := range n {
		hour := fmt.Sprintf("2020-%02d-%02d %02d", 1+i/24/28, 1+i/24%28, i%24)
		lines = append(lines, workoutAt("Running", fmt.Sprintf(`sourceName="s%d"`, i%sources), hour+":00:00 +0000", hour+":15:00 +0000"))
	}
	return document(lines...)
}

// TestManyWorkoutsOfManySources looks at each sample once, not once a workout,
// and ends at once when it is called off.
func TestManyWorkoutsOfManySources(t *testing.T) {
	t.Parallel()
	const sources = 50
	h := crowd(500, sources)
	ctx := &calledOff{Context: t.Context(), after: 1 << 30}
	got, err := h.recorded(ctx)
	if err != nil || len(got) != 500 || slices.Contains(got, true) {
		t.Fatalf("%v, %v", got, err)
	}
	if ctx.looks != sources { // one block each
		t.Errorf("%d blocks were unpacked, want %d", ctx.looks, sources)
	}
	list := make([]*outing, len(h.workouts))
	for i, w := range h.workouts {
		list[i] = &outing{workout: w, position: i}
	}
	for name, f := range map[string]func(context.Context) error{
		"streams": func(ctx context.Context) error { _, err := h.recorded(ctx); return err },
		"twins":   func(ctx context.Context) error { return h.twins(ctx, list) },
		"file":    func(ctx context.Context) error { _, err := h.recordings(ctx, h.workouts[0], nil); return err },
	} {
		for _, after := range []int{0, 3} {
			ctx := &calledOff{Context: t.Context(), after: after}
			err := f(ctx)
			if name == "file" && after > 0 { // of one leg
				continue
			}
			if !errors.Is(err, context.Canceled) || ctx.looks != after+1 {
				t.Errorf("%s: %v after %d looks, called off at %d", name, err, ctx.looks, after+1)
			}
		}
	}
}

// TestCoverAndTwinsAreThoseOfASearch compares with looking at everything.
func TestCoverAndTwinsAreThoseOfASearch(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		h := document()
		for i := range 3 {
			s := &samples{}
			for _, at := range rapid.SliceOfN(rapid.Int64Range(-5*daySeconds, 60*daySeconds), 0, 3).Draw(t, "samples") {
				s.add(at, 1)
			}
			h.series[seriesKey{training.HeartRate, sourceID(i)}] = s
		}
		h.rank()
		var list []*outing
		for i := range rapid.IntRange(0, 12).Draw(t, "workouts") {
			w := &workout{from: sourceID(i % 3)}
			w.start.unix = rapid.Int64Range(-5*daySeconds, 60*daySeconds).Draw(t, "start")
			w.end.unix = w.start.unix + rapid.Int64Range(0, longestS).Draw(t, "length")
			h.workouts = append(h.workouts, w)
			list = append(list, &outing{workout: w, position: i})
		}
		got, err := h.recorded(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for i, w := range h.workouts {
			if want := h.seriesOf(training.HeartRate, w.from, &w.leg) != nil; got[i] != want {
				t.Errorf("%+v is %v, want %v", w.leg, got[i], want)
			}
		}
		if err := h.twins(context.Background(), list); err != nil {
			t.Fatal(err)
		}
		var kept []*outing
		slices.SortFunc(list, h.richer)
		for _, o := range list {
			var want *outing
			if i := slices.IndexFunc(kept, func(k *outing) bool { return k.from != o.from && oneOuting(k.workout, o.workout) }); i >= 0 {
				want = kept[i]
			} else {
				kept = append(kept, o)
			}
			if o.sameAs != want {
				t.Errorf("%+v is of %+v, want %+v", o.leg, o.sameAs, want)
			}
		}
	})
}
