package oracle

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/muktihari/fit/decoder"
	"github.com/muktihari/fit/profile/mesgdef"
	"github.com/muktihari/fit/profile/typedef"

	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/testdata"
	"lapkeep/internal/training"
)

// bikeKg is taken for every bicycle of the collection: no recording says it.
const bikeKg = "bike_kg=8.5"

// estimated is the error of the estimated power beside a meter, as shares of
// what the meter measured.
type estimated struct {
	rides  int
	ride   differences // of the average of a ride
	five   differences // of each five minutes
	hill   differences // of each climb of 3 % and more
	leastW float64     // five minutes below it are rolling, not riding
}

// estimates compares every ride on a road whose recording has a meter, speed,
// the altitude of a barometer and the rider's weight. The estimate knows none of
// its power, cadence or wind.
func estimates(t *testing.T) *estimated {
	t.Helper()
	e := &estimated{leastW: 50}
	sessions(t, func(r row, v *stream.View) {
		kind, why := power.KindOf(v.Recording.SubSport)
		if v.Recording.Sport != training.Cycling || why != "" || kind != power.Road || v.Recording.TimerS < power.ComparedS ||
			!v.Has(training.Power) || route.ReliefOf(v).Kind() != route.Barometric {
			return
		}
		kg := riderKg(t, r["file"])
		if kg == 0 {
			return
		}
		setup, err := power.ParseSetup(bikeKg)
		if err != nil {
			t.Fatal(err)
		}
		air := power.Air{TempC: math.NaN()}
		if c, _, ok := v.MeanOf(training.Temperature); ok {
			air.TempC = c / training.Temperature.Scale()
		}
		got, why := power.PowerEstimateOf(v, setup.Ride(kind, kg), air)
		if why != "" || got.NoAvg != "" {
			t.Logf("%s: %s %s", r["file"], why, got.NoAvg)
			return
		}
		if got.AvgW < power.ComparedW {
			return
		}
		e.rides++
		e.add(t, r, v, got)
	})
	return e
}

func (e *estimated) add(t *testing.T, r row, v *stream.View, got *power.Estimate) {
	t.Helper()
	half := halfOf(t, r)
	measured, _, _ := v.MeanOf(training.Power)
	e.ride = append(e.ride, difference{math.Abs(got.AvgW-measured) / measured, half})
	t.Logf("%-60.60s %4.0f W, measured %4.0f W, descents %2.0f %%", r["file"], got.AvgW, measured, got.DescentPct)
	compare := func(to *differences, span training.Span) {
		m, _, ok := v.MeanIn(training.Power, span)
		if g, known := got.In(span); ok && known && m >= e.leastW {
			*to = append(*to, difference{math.Abs(g-m) / m, half})
		}
	}
	const fiveS = 300
	for from := 0.0; from+fiveS <= v.Recording.ElapsedS; from += fiveS {
		if span := (training.Span{FromS: from, ToS: from + fiveS}); v.TimerIn(span) == fiveS {
			compare(&e.five, span)
		}
	}
	climbs, _ := route.Climbs(v)
	for _, c := range climbs {
		if c.GradePct() >= power.HillPct {
			compare(&e.hill, c.Span)
		}
	}
}

// riderKg is the rider's weight by the recording itself, 0 where it has none.
func riderKg(t *testing.T, name string) float64 {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(testdata.Dir(t), "fit", name))
	if err != nil {
		t.Fatal(err)
	}
	kg := 0.0
	for dec := decoder.New(bytes.NewReader(data), decoder.WithIgnoreChecksum()); dec.Next(); {
		file, err := dec.Decode()
		if err != nil {
			break
		}
		for i := range file.Messages {
			if m := &file.Messages[i]; m.Num == typedef.MesgNumUserProfile {
				if x := mesgdef.NewUserProfile(m).WeightScaled(); x >= 20 && x <= 300 {
					kg = x
				}
			}
		}
	}
	return kg
}

// parts are the three comparisons with what the product says of each.
func (e *estimated) parts() []struct {
	name string
	all  differences
	said power.Error
} {
	return []struct {
		name string
		all  differences
		said power.Error
	}{
		{"average of a ride", e.ride, power.OfRide()},
		{"five minutes of 50 W and more", e.five, power.OfFiveMinutes()},
		{"a climb of 3 % and more", e.hill, power.OfClimb()},
	}
}

// TestEstimatedPowerIsAsFarOffAsItSays: the error that stands beside an
// estimate is the one measured here, to a percent or two.
func TestEstimatedPowerIsAsFarOffAsItSays(t *testing.T) {
	t.Parallel()
	e := estimates(t)
	if e.rides < 10 {
		t.Skipf("only %d rides to compare with", e.rides)
	}
	for _, p := range e.parts() {
		median, nine := p.all.median()*100, p.all.within(0.9)*100
		if median > p.said.HalfPct+0.5 || median < p.said.HalfPct-2 || nine > p.said.NinePct+0.5 || nine < p.said.NinePct-3 {
			t.Errorf("%s: %d with a median error of %.1f %%, nine of ten within %.1f %%; said is %+v", p.name, len(p.all), median, nine, p.said)
		}
	}
}

// estimatedTable is the part of the report on the estimate.
func estimatedTable(t *testing.T) string {
	t.Helper()
	e := estimates(t)
	var b strings.Builder
	fmt.Fprintf(&b, `
## Power that no meter measured

Lapkeep estimates the power of a ride from speed, altitude and weights (Martin et al. 1998). Here it is held against the meters
of %d rides on roads that have a barometer and the rider's weight. The estimate sees neither power nor cadence nor wind; the
bicycle is taken for 8.5 kg, position and tyres for the defaults. Who rode in a group is not known: those are in it.
The error is that of the mean, as a share of what was measured.

| Of | Compared | Median error | Nine of ten within | First half | Second half | Said beside it |
|---|---|---|---|---|---|---|
`, e.rides)
	for _, p := range e.parts() {
		fmt.Fprintf(&b, "| %s | %d | %.1f %% | %.1f %% | %s | %.0f and %.0f %% |\n",
			p.name, len(p.all), p.all.median()*100, p.all.within(0.9)*100, p.all.halves(), p.said.HalfPct, p.said.NinePct)
	}
	return b.String()
}
