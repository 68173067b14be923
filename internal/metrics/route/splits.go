package route

import (
	"math"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// SplitsVersion is the version of the rule in [Splits].
const SplitsVersion = 1

// These are the lengths of splits in m.
const (
	KilometreM = 1000.0
	MileM      = 1609.344
)

// maxSplits limits the number of splits if the distance is wrong.
const maxSplits = 10_000

// Split is one stretch of equal distance.
type Split struct {
	Span      training.Span
	DistanceM float64
	TimerS    float64
}

// Splits cuts a recording at every multiple of lengthM metres, at the first moment at
// which it is reached, interpolated within a second. The last split may be shorter.
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

// cutter cuts a recording at each mark of distance. It ignores rows in which
// distance falls.
type cutter struct {
	view    *stream.View
	lengthM float64

	rows         int
	startM       float64
	timeS, distM float64 // time and distance of the last row
	markS, markM float64 // time and distance of the last mark
	splits       []Split
}

// reach moves on to a row and cuts at the marks that lie before it.
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

// ProfilePoints is the number of parts of equal distance in a profile.
const ProfilePoints = 64

const (
	// leastProfileM is the shortest distance in m with a profile.
	leastProfileM = 1000.0
	// leastShare is the minimum share of the parts that must have an altitude.
	leastShare = 0.9
)

// profileOf returns the mean altitude in dm in each part of the distance, and the
// distance in m, which is 0 if unknown. A few empty parts are interpolated.
func profileOf(v *stream.View) (dm []int32, metres float64) {
	if !v.Has(training.Distance) {
		return nil, 0
	}
	last, ok := int32(0), false
	for i := v.Columns.Len() - 1; i >= 0 && !ok; i-- {
		last, ok = v.At(training.Distance, i)
	}
	metres = float64(last) / training.Distance.Scale()
	if metres < leastProfileM || !v.Has(training.Altitude) {
		return nil, metres
	}
	var sum, count [ProfilePoints]float64
	for i := range v.Columns.TimeS {
		alt, ok := v.At(training.Altitude, i)
		if !ok {
			continue
		}
		if cm, ok := v.At(training.Distance, i); ok && cm >= 0 && cm <= last {
			k := min(ProfilePoints-1, int(int64(cm)*ProfilePoints/int64(last)))
			sum[k] += float64(alt)
			count[k]++
		}
	}
	filled, before := 0, -1
	dm = make([]int32, ProfilePoints)
	for k := range dm {
		if count[k] == 0 {
			continue
		}
		filled++
		dm[k] = int32(math.Round(sum[k] / count[k] / 10))
		bridge(dm, before, k)
		before = k
	}
	if float64(filled) < leastShare*ProfilePoints {
		return nil, metres
	}
	for k := before + 1; k < ProfilePoints; k++ {
		dm[k] = dm[before]
	}
	return dm, metres
}

// bridge fills the parts between two known ones; before is -1 at the start.
func bridge(dm []int32, before, k int) {
	for i := before + 1; i < k; i++ {
		if before < 0 {
			dm[i] = dm[k]
			continue
		}
		share := float64(i-before) / float64(k-before)
		dm[i] = int32(math.Round(float64(dm[before]) + share*float64(dm[k]-dm[before])))
	}
}

// Profile is a profile minus its mean, in m.
type Profile [ProfilePoints]float64

// ProfileOf returns the profile of altitudes in dm, or false if their number is wrong.
func ProfileOf(dm []int32) (p Profile, ok bool) {
	if len(dm) != ProfilePoints {
		return p, false
	}
	sum := int64(0)
	for _, a := range dm {
		sum += int64(a)
	}
	mean := float64(sum) / 10 / ProfilePoints
	for i, a := range dm {
		p[i] = float64(a)/10 - mean
	}
	return p, true
}

// SpreadM returns the mean deviation of the altitude from its mean, in m.
func (p *Profile) SpreadM() float64 {
	sum := 0.0
	for _, a := range p {
		sum += math.Abs(a)
	}
	return sum / ProfilePoints
}

// Likeness returns the similarity of two profiles, from 0 to 1: 1 minus the ratio of
// their mean difference to the larger spread. It is 0 if both are flat.
func (p *Profile) Likeness(q *Profile) float64 {
	spread := max(p.SpreadM(), q.SpreadM())
	if spread <= 0 {
		return 0
	}
	sum := 0.0
	for i := range p {
		sum += math.Abs(p[i] - q[i])
	}
	return max(0, 1-sum/ProfilePoints/spread)
}
