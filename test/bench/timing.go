package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// series is how often something was measured.
type series []time.Duration

// quantile is the value below which the share q of the series lies.
func (s series) quantile(q float64) time.Duration {
	if len(s) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(s))
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}

func (s series) median() time.Duration { return s.quantile(0.5) }

func (s series) best() time.Duration { return s.quantile(0) }

// repeat measures f: batches that take at least a while each, so that the
// clock's own steps do not show, and one before them that does not count.
func (b *run) repeat(ctx context.Context, batches int, f func() error) (series, error) {
	const batch = 5 * time.Millisecond
	var s series
	for i := -1; i < batches; i++ {
		n, begin := 0, b.Now()
		for n == 0 || b.Now().Sub(begin) < batch {
			if err := f(); err != nil {
				return nil, err
			}
			n++
		}
		if i >= 0 {
			s = append(s, b.Now().Sub(begin)/time.Duration(n))
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// once measures one call of f.
func (b *run) once(f func() error) (time.Duration, error) {
	begin := b.Now()
	err := f()
	return b.Now().Sub(begin), err
}

// text shows three digits of a duration in the unit that fits.
func text(d time.Duration) string {
	for _, u := range []struct {
		unit time.Duration
		name string
	}{{time.Second, "s"}, {time.Millisecond, "ms"}, {time.Microsecond, "µs"}} {
		if d >= u.unit {
			return digits(float64(d)/float64(u.unit)) + " " + u.name
		}
	}
	return fmt.Sprintf("%d ns", d.Nanoseconds())
}

// digits shows a number with three digits.
func digits(x float64) string {
	switch {
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return strings.TrimSuffix(fmt.Sprintf("%.1f", x), ".0")
	}
	return fmt.Sprintf("%.2f", x)
}
