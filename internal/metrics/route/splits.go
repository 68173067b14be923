package route

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// SplitsVersion is the version of the rule of [Splits].
const SplitsVersion = 1

// The lengths of splits.
const (
	KilometreM = 1000.0
	MileM      = 1609.344
)

// maxSplits bounds what a broken distance can ask for.
const maxSplits = 10_000

// Split is one stretch of equal distance.
type Split struct {
	Span      training.Span
	DistanceM float64
	TimerS    float64
}

// Splits cuts a recording each lengthM of distance, at the first moment that
// each mark is reached, interpolated below the second; the last may be
// shorter.
func Splits(v *stream.View, lengthM float64) (splits []Split, missing i18n.Sentence) {
	if lengthM <= 0 {
		return nil, training.NoDistance
	}
	c := cutter{view: v, lengthM: lengthM}
	u, values := v.Usable(training.Distance), v.Columns.Data[training.Distance].Values
	for i, s := range v.Columns.TimeS {
		if u.Get(i) {
			c.reach(float64(s), float64(values[i])/100)
		}
	}
	switch {
	case c.rows < 2:
		return nil, training.NoDistance
	case c.distM > c.markM:
		c.cut(c.timeS, c.distM)
	case len(c.splits) == 0:
		return nil, "no distance was covered"
	}
	return c.splits, ""
}

// cutter follows distance over time, which never falls, and cuts at each mark.
type cutter struct {
	view    *stream.View
	lengthM float64

	rows         int
	startM       float64
	timeS, distM float64 // of the last row
	markS, markM float64 // of the last mark
	splits       []Split
}

// reach goes on to a row, past the marks before it.
func (c *cutter) reach(timeS, distM float64) {
	switch {
	case c.rows == 0:
		c.startM, c.markS, c.markM = distM, timeS, distM
	case distM < c.distM:
		return
	}
	for c.rows > 0 && distM > c.distM && len(c.splits) < maxSplits {
		mark := c.startM + float64(len(c.splits)+1)*c.lengthM
		if mark > distM {
			break
		}
		share := (mark - c.distM) / (distM - c.distM)
		c.cut(c.timeS+share*(timeS-c.timeS), mark)
	}
	c.timeS, c.distM = timeS, distM
	c.rows++
}

// cut ends a split.
func (c *cutter) cut(atS, markM float64) {
	span := training.Span{FromS: c.markS, ToS: atS}
	c.splits = append(c.splits, Split{Span: span, DistanceM: markM - c.markM, TimerS: c.view.TimerIn(span)})
	c.markS, c.markM = atS, markM
}
