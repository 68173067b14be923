package activity

import (
	"math"
	"strconv"
	"strings"

	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/i18n"
	"lapkeep/internal/picture"
	"lapkeep/internal/training"
)

// The box in which a curve is drawn, and its number of values: a chart for
// others is a picture, and each value is the mean of several measurements.
const (
	boxWidth  = 1000.0
	boxHeight = 100.0
	buckets   = 360
	// gapShare is the width at which a gap is drawn, whatever its length.
	gapShare = 0.012
)

// chart is one curve with the marks on its scale.
type chart struct {
	name, unit, note string
	class            string
	line, area       string // paths
	ups              []mark
	factor, shift    float64 // convert a channel's unit to the shown one
	paceM            float64 // if set, shown as the time for this many metres
}

// mark is a value on a scale and its position, in percent.
type mark struct{ at, text string }

// across is the horizontal axis that the charts of a page share.
type across struct {
	at    []float64 // each row's position, in metres or seconds; NaN for cut rows
	total float64
	marks []mark
	unit  string
	gaps  []mark
	ways  []stretch
}

// axis returns the axis of the visible part: metres from its start, or seconds
// if there are no positions. Every gap is drawn with the same width, whatever
// its length.
func (r *remains) axis(p *page.Page, c *training.Columns) *across {
	a := &across{at: make([]float64, c.Len()), ways: r.stretches}
	for i := range a.at {
		a.at[i] = math.NaN()
	}
	shown := 0.0
	value := func(i int) float64 { return float64(c.TimeS[i]) }
	if r.tracked {
		value = func(i int) float64 { return r.alongM[i] }
	}
	for _, s := range r.stretches {
		shown += value(s.to-1) - value(s.from)
	}
	gap, starts := gapShare*shown, make([]float64, len(r.stretches))
	for k, s := range r.stretches {
		if k > 0 {
			a.total += gap
		}
		starts[k] = a.total
		for i := s.from; i < s.to; i++ {
			a.at[i] = a.total + value(i) - value(s.from)
		}
		a.total = a.at[s.to-1]
	}
	if a.total <= 0 {
		return nil
	}
	for _, from := range starts[min(1, len(starts)):] {
		a.gaps = append(a.gaps, mark{at: percent((from - gap) / a.total), text: percent(gap / a.total)})
	}
	a.mark(p, r.tracked, starts, gap, shown)
	return a
}

// mark writes round values of the displayed quantity.
func (a *across) mark(p *page.Page, isWay bool, starts []float64, gap, shown float64) {
	step, per := picture.RoundTime(shown/5), 1.0
	text := func(v float64) string { return i18n.Clock(v) }
	if isWay {
		a.unit, per = lengthUnit(p, shown)
		step = picture.Round(shown / per / 6)
		text = plain
	}
	for n := 0.0; n*step*per <= shown*0.97; n++ {
		at, k := n*step*per, 0
		for k+1 < len(starts) && at > starts[k+1]-float64(k+1)*gap {
			k++
		}
		a.marks = append(a.marks, mark{percent((at + float64(k)*gap) / a.total), text(n * step)})
	}
}

// curve is a channel along the axis, in shown units, with one line per stretch.
type curve struct {
	lines     [][]place // x from 0 to 1
	low, high float64
}

func (a *across) curve(c *training.Columns, ch training.Channel, factor, shift float64) *curve {
	out := &curve{low: math.Inf(1), high: math.Inf(-1)}
	for _, s := range a.ways {
		line := a.means(c, ch, s)
		for i := range line {
			line[i].y = line[i].y*factor + shift
			out.low, out.high = min(out.low, line[i].y), max(out.high, line[i].y)
		}
		if len(line) > 1 {
			out.lines = append(out.lines, line)
		}
	}
	if len(out.lines) == 0 {
		return nil
	}
	return out
}

// means returns the means of a stretch's buckets that have a value.
func (a *across) means(c *training.Columns, ch training.Channel, s stretch) (out []place) {
	bucket, n := -1, 0.0
	for i := s.from; i < s.to; i++ {
		v, ok := c.At(ch, i)
		if !ok {
			continue
		}
		x, y := a.at[i]/a.total, float64(v)/ch.Scale()
		if b := int(x * buckets); b != bucket {
			bucket, n = b, 0
			out = append(out, place{})
		}
		n++
		last := &out[len(out)-1]
		last.x, last.y = last.x+(x-last.x)/n, last.y+(y-last.y)/n
	}
	return out
}

// paths draws the curve between two values.
func (v *curve) paths(low, high float64) (line, area string) {
	var l, f strings.Builder
	for _, points := range v.lines {
		for i, p := range points {
			pen := "L"
			if i == 0 {
				pen = "M"
				f.WriteString("M" + page.Coordinate(boxWidth*p.x) + " " + page.Coordinate(boxHeight))
			}
			y := min(1, max(0, (p.y-low)/(high-low)))
			at := page.Coordinate(boxWidth*p.x) + " " + page.Coordinate(boxHeight*(1-y))
			l.WriteString(pen + at)
			f.WriteString("L" + at)
		}
		f.WriteString("L" + page.Coordinate(boxWidth*points[len(points)-1].x) + " " + page.Coordinate(boxHeight) + "Z")
	}
	return l.String(), f.String()
}

// ups returns a few round values between low and high.
func ups(low, high float64) (out []mark) {
	step := picture.Round((high - low) / 3.2)
	for n := math.Ceil(low / step); n*step <= high; n++ {
		if at := (n*step - low) / (high - low); at < 0.94 {
			out = append(out, mark{percent(1 - at), plain(n * step)})
		}
	}
	return out
}

// paces returns round paces on a scale of speed, the roundest first, as long as
// they are far enough apart.
func paces(high float64, perM float64) (out []mark) {
	var taken []float64
	for _, step := range []float64{60, 30, 10} {
		for s := math.Ceil(perM/high/step) * step; perM/s > 0.3*high; s += step {
			at, free := perM/s/high, true
			for _, t := range taken {
				free = free && math.Abs(t-at) > 0.2
			}
			if free && at < 0.94 {
				taken, out = append(taken, at), append(out, mark{percent(1 - at), i18n.Clock(s)})
			}
		}
	}
	return out
}

func percent(share float64) string { return strconv.FormatFloat(100*share, 'f', 2, 64) + "%" }

func plain(v float64) string { return strconv.FormatFloat(math.Round(1000*v)/1000, 'f', -1, 64) }

// niceBelow returns the greatest of 1, 2 and 5 times a power of ten that is at
// most v.
func niceBelow(v float64) float64 {
	ten := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range []float64{5, 2} {
		if m*ten <= v {
			return m * ten
		}
	}
	return ten
}

// lengthUnit returns the unit for a length, and its size in metres.
func lengthUnit(p *page.Page, metres float64) (unit string, per float64) {
	switch {
	case p.Miles && metres < 300:
		return "yd", i18n.MPerYard
	case p.Miles:
		return "mi", 1000 * i18n.KmPerMile
	case metres < 1000:
		return "m", 1
	}
	return "km", 1000
}
