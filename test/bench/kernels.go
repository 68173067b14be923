package main

import (
	"context"
	"errors"
	"time"

	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/power"
)

// batches is how often a kernel is measured; its median counts.
const batches = 15

// longRideS is the ride that kernels run on.
const longRideS = 4 * hourS

var errKernel = errors.New("a kernel gave no result")

// kernels measures what is computed of one power series.
func (b *run) kernels(ctx context.Context) error {
	road, flat := roadPower(longRideS, 1), flatPower(longRideS)
	meanMax := func(watts []int32) func() error {
		return func() error {
			if e := curve.MeanMax(watts); len(e.Sums) != len(watts) {
				return errKernel
			}
			return nil
		}
	}
	for _, k := range []struct {
		what, goal string
		most       time.Duration
		f          func() error
	}{
		{"every-second mean-max of a 4 h ride, road", "≤ 3 ms", 3 * time.Millisecond, meanMax(road)},
		{"every-second mean-max of a 4 h ride, flat power", "≤ 15 ms", 15 * time.Millisecond, meanMax(flat)},
		{"normalized power of a 4 h ride", "≤ 60 µs", 60 * time.Microsecond, func() error {
			if _, ok := power.Normalized(road); !ok {
				return errKernel
			}
			return nil
		}},
	} {
		b.Report(k.what)
		s, err := b.repeat(ctx, b.times(batches), k.f)
		if err != nil {
			return err
		}
		b.add(measurement{
			What: k.what, Goal: k.goal, Result: text(s.median()), Met: s.median() <= k.most,
			Note: "one core; best " + text(s.best()),
		})
	}
	return nil
}
