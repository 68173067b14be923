package calendar

import (
	"math"
	"strconv"
	"strings"

	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/platform/textclean"
)

// cardLoad is the load of an entry, done or else planned; none where the entry is
// measured by it already.
func cardLoad(p *page.Page, e page.Event, metric string) page.Measure {
	if metric == "load" {
		return page.Measure{}
	}
	if e.Done != nil && e.Done.Load != "" {
		return p.Number("load", e.Done.Load)
	}
	if e.Planned != nil {
		return p.Number("load", e.Planned.Load)
	}
	return page.Measure{}
}

// bar is a step in a drawing of 100 by 12 units.
type bar struct{ x, y, width, height string }

// The units of the drawing, and the share of a threshold that fills it.
const (
	drawnWidth, drawnHeight = 100, 12
	fullPct                 = 130
	unknownPct              = 50 // a step that says no share
)

// stepBars are the steps of a session in their order, as wide as they are long and as
// high as they are hard; none where they are not all of time or all of way.
func stepBars(e page.Event) (out []bar) {
	if len(e.Steps.Block) != len(e.Steps.Length) || len(e.Steps.Target) != len(e.Steps.Length) || len(e.Steps.Times) != len(e.Steps.Length) {
		return nil
	}
	var long, shares []float64
	all, unit := 0.0, ""
	for i := 0; i < len(e.Steps.Length); {
		end := i
		for end < len(e.Steps.Block) && e.Steps.Block[end] == e.Steps.Block[i] {
			end++
		}
		for range max(1, e.Steps.Times[i]) {
			for k := i; k < end; k++ {
				s, of := stepLength(e.Steps.Length[k])
				if s <= 0 || len(long) > drawnWidth || unit != "" && of != unit {
					return nil
				}
				unit, long, shares, all = of, append(long, s), append(shares, share(e.Steps.Target[k])), all+s
			}
		}
		i = end
	}
	x := 0.0
	text := func(f float64) string { return strconv.FormatFloat(f, 'f', 2, 64) }
	for i, s := range long {
		width, height := s/all*drawnWidth, math.Min(shares[i]/fullPct, 1)*drawnHeight
		out = append(out, bar{text(x), text(drawnHeight - height), text(width), text(height)})
		x += width
	}
	return out
}

// stepLength reads 4:00, 1:04:00 and 400 m; another length is 0.
func stepLength(text string) (length float64, unit string) {
	if way, of, ok := strings.Cut(text, " "); ok {
		length, err := strconv.ParseFloat(way, 64)
		if err != nil || of != "m" && of != "km" {
			return 0, ""
		}
		return length, of
	}
	if !strings.Contains(text, ":") {
		return 0, ""
	}
	for part := range strings.SplitSeq(text, ":") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return 0, ""
		}
		length = length*60 + float64(n)
	}
	return length, "s"
}

var percents = textclean.LazyRegexp(`(\d+(?:\.\d+)?)(?:–(\d+(?:\.\d+)?))? %`)

// share is the middle of the percents that a target names.
func share(target string) float64 {
	m := percents.Get().FindStringSubmatch(target)
	if m == nil {
		return unknownPct
	}
	low, _ := strconv.ParseFloat(m[1], 64)
	if m[2] == "" {
		return low
	}
	high, _ := strconv.ParseFloat(m[2], 64)
	return (low + high) / 2
}
