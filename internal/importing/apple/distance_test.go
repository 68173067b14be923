package apple

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/training"
)

// gone returns a record of a distance.
func gone(kind, by, unit, value, from, to string) string {
	return fmt.Sprintf(`<Record type="HKQuantityTypeIdentifier%s" %s unit=%q startDate="2024-05-01 %s +0200" endDate="2024-05-01 %s +0200" value=%q/>`, kind, by, unit, from, to, value)
}

// part returns a leg of a workout without a stated total.
func part(kind, from, to string) string {
	return fmt.Sprintf(`<WorkoutActivity workoutActivityType="HKWorkoutActivityType%s" startDate="2024-05-01 %s +0200" endDate="2024-05-01 %s +0200"/>`, kind, from, to)
}

// TestDistanceOfRecords: a workout without a total has what the records of one
// device add up to within it, that of the one that wrote it.
func TestDistanceOfRecords(t *testing.T) {
	t.Parallel()
	watch := []string{
		gone("DistanceWalkingRunning", appleWatch, "km", "1.5", "08:00:00", "08:10:00"),
		gone("DistanceWalkingRunning", appleWatch, "m", "500", "08:10:00", "08:15:00"),
		gone("DistanceWalkingRunning", appleWatch, "mi", "1", "08:20:00", "08:30:00"),
	}
	phone := gone("DistanceWalkingRunning", ownPhone, "km", "9", "08:00:00", "08:55:00")
	for name, tt := range map[string]struct {
		workout string
		records []string
		km      float64
	}{
		"not twice by watch and phone":          {outdoors("Running", appleWatch), append(watch, phone), 3.609344},
		"of the device that wrote it":           {outdoors("Walking", ownPhone), append(watch, phone), 9},
		"of the best device, for a program":     {outdoors("Running", otherApp), append(watch, phone), 3.609344},
		"of the phone, where there is no other": {outdoors("Hiking", appleWatch), []string{phone}, 9},
		"the share of what reaches beyond": {
			outdoors("Running", appleWatch),
			[]string{
				gone("DistanceWalkingRunning", appleWatch, "km", "2", "07:50:00", "08:10:00"),
				gone("DistanceWalkingRunning", appleWatch, "km", "1", "08:50:00", "09:30:00"),
			},
			1.25,
		},
		"not what was before or after": {
			outdoors("Running", appleWatch),
			[]string{
				gone("DistanceWalkingRunning", appleWatch, "km", "2", "07:00:00", "07:59:00"),
				gone("DistanceWalkingRunning", appleWatch, "km", "2", "09:00:00", "09:10:00"),
			},
			0,
		},
		"not of another way": {outdoors("Cycling", appleWatch), watch, 0},
		"of a ride": {
			outdoors("Cycling", appleWatch),
			[]string{gone("DistanceCycling", appleWatch, "km", "20", "08:00:00", "08:55:00")},
			20,
		},
		"of a swim": {
			outdoors("Swimming", appleWatch),
			[]string{
				gone("DistanceSwimming", appleWatch, "m", "25", "08:00:00", "08:00:30"),
				gone("DistanceSwimming", appleWatch, "yd", "25", "08:01:00", "08:01:30"),
			},
			0.04786,
		},
		"not of a sport without": {outdoors("Yoga", appleWatch), watch, 0},
		"not where the workout has a total": {outdoors("Running", appleWatch,
			`<WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="5" unit="km"/>`), watch, 5},
		"not a record that lasts for hours": {
			outdoors("Running", appleWatch),
			[]string{gone("DistanceWalkingRunning", appleWatch, "km", "9", "07:00:00", "09:30:00")},
			0,
		},
		"in legs, each by its way": {
			outdoors("SwimBikeRun", appleWatch, part("Swimming", "08:00:00", "08:15:00"), part("Cycling", "08:15:00", "08:40:00")),
			[]string{
				gone("DistanceSwimming", appleWatch, "m", "700", "08:00:00", "08:15:00"),
				gone("DistanceCycling", appleWatch, "km", "12", "08:15:00", "08:40:00"),
			},
			12.7,
		},
	} {
		h := document(append(append([]string{}, tt.records...), tt.workout)...)
		w := h.workouts[0]
		h.measure(w)
		km := w.whole().values[training.MetricDistanceKM]
		for i := range w.legs {
			if w.several() {
				km += w.legs[i].values[training.MetricDistanceKM]
			}
		}
		if math.Abs(km-tt.km) > 1e-5 || h.odd != 0 {
			t.Errorf("%s: %v km, want %v; %d odd", name, km, tt.km, h.odd)
		}
		if _, said := w.entry().Values[training.MetricDistanceKM]; said && tt.km == 0 {
			t.Errorf("%s: a distance of nothing", name)
		}
	}
}

func TestDistancesThatCannotBe(t *testing.T) {
	t.Parallel()
	h := document(
		gone("DistanceWalkingRunning", appleWatch, "km", "-1", "08:00:00", "08:10:00"),
		gone("DistanceWalkingRunning", appleWatch, "km", "1e9", "08:00:00", "08:10:00"),
		gone("DistanceWalkingRunning", appleWatch, "parsec", "1", "08:00:00", "08:10:00"),
		gone("DistanceWalkingRunning", appleWatch, "km", "far", "08:00:00", "08:10:00"),
		gone("DistanceWalkingRunning", appleWatch, "km", "1", "08:10:00", "08:00:00"), outdoors("Running", appleWatch))
	if h.measure(h.workouts[0]); h.odd != 5 || len(h.workouts[0].values) > 0 {
		t.Errorf("%d odd, %v", h.odd, h.workouts[0].values)
	}
}

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

// crowd returns n workouts of a quarter of an hour, one an hour and by turns
// from each of the sources, which all have a sample before the first and after
// the last workout.
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
