//go:build e2e

package trial

import (
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

// question is one of questions.yaml.
type question struct {
	Group, Lang, Ask string
	// English is a client's translation of a question in another language.
	English string
	// Search is the search of an assistant that sees no tool yet, written by
	// somebody who had seen none.
	Search string
	// Tools lists the tools that a client may call first.
	Tools []string
	// Call and With are how it asks for the answer.
	Call, With string
	// Then are the arguments of a second call, whose answer stands under then.
	Then string
	// Answer says by the name of a fact where it stands.
	Answer map[string]string
	// Known is why the answer is wrong today.
	Known string
}

func readQuestions(t *testing.T) []question {
	t.Helper()
	b, err := os.ReadFile("questions.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var out []question
	if err := yaml.Load(b, &out, yaml.WithKnownFields()); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestQuestionsAreManyAndSpread: what the trial claims to ask.
func TestQuestionsAreManyAndSpread(t *testing.T) {
	t.Parallel()
	questions := readQuestions(t)
	langs, groups := map[string]int{}, map[string]int{}
	seen := map[string]bool{}
	for _, q := range questions {
		langs[q.Lang]++
		groups[q.Group]++
		if seen[q.Ask] || len(q.Answer) == 0 || len(q.Tools) == 0 || q.Search == "" || (q.Lang == "en") != (q.English == "") {
			t.Errorf("%q is asked twice, or lacks its tools, its answer, its search or its English", q.Ask)
		}
		seen[q.Ask] = true
	}
	if len(questions) < 120 || len(langs) != 5 || len(groups) != len(chapters()) {
		t.Errorf("%d questions in %d languages and %d groups", len(questions), len(langs), len(groups))
	}
	for lang, n := range langs {
		if n < 12 {
			t.Errorf("%d questions in %s", n, lang)
		}
	}
	for group := range groups {
		if !slices.ContainsFunc(chapters(), func(c chapter) bool { return c.group == group }) {
			t.Errorf("group %s has no heading", group)
		}
	}
}

// chapter is a group as the page shows it.
type chapter struct{ group, heading string }

func chapters() []chapter {
	return []chapter{
		{"recent", "Recent training"},
		{"load", "Load and form"},
		{"bests", "Bests and curves"},
		{"zones", "Zones and intensity"},
		{"activity", "One activity"},
		{"running", "Running pace"},
		{"swim", "Swimming"},
		{"calendar", "Calendar and planning"},
		{"wellness", "Wellness"},
		{"devices", "Several devices"},
		{"strength", "Strength training"},
		{"gear", "Gear"},
		{"segments", "Segments and climbs"},
		{"races", "Races"},
		{"compare", "Comparisons"},
		{"settings", "Settings and thresholds"},
		{"missing", "What is missing"},
		{"status", "Service and state"},
	}
}

const (
	// gateM is how far from the ends of a segment a rider may pass, and
	// segmentShare by how much the way between may be longer or shorter.
	gateM, segmentShare = 25.0, 0.03
)

// effort is a time over the segment.
type effort struct {
	day      training.Day
	seconds  float64
	avgPower float64
}

// timed puts down how often the athlete's climb was ridden, and how fast: from
// the row next to its start to the row next to its end, in each ride.
func (b *book) timed() {
	climb := b.plan.Segments()[0]
	cut := b.of(climb.Ride.Day, training.Cycling)
	from, to := cut.rowAt(climb.FromKm*1000), cut.rowAt(climb.ToKm*1000)
	var all []effort
	for _, o := range b.those(0, b.today, training.Cycling) {
		if o.series(training.Latitude) == nil {
			continue
		}
		for row := 0; row >= 0; {
			var e effort
			if e, row = o.over(cut, from, to, row); row >= 0 {
				all = append(all, e)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b effort) int { return int(math.Copysign(1, a.seconds-b.seconds)) })
	here := 0
	for i, e := range all {
		if e.day == saturday {
			here = i + 1
		}
	}
	b.put("segment_count", float64(len(all)))
	b.put("segment_best_s", all[0].seconds)
	b.put("segment_best_day", all[0].day.String())
	b.put("segment_best_w", all[0].avgPower)
	b.put("segment_rank", float64(here))
}

// rowAt returns the first row at a distance.
func (o *outing) rowAt(metres float64) int {
	return slices.IndexFunc(o.series(training.Distance), func(d float64) bool { return d >= metres })
}

// away returns how far a row is from one of another outing, in m.
func (o *outing) away(row int, of *outing, at int) float64 {
	const perDegree = 6_371_000 * math.Pi / 180
	lat, lon := o.series(training.Latitude)[row], o.series(training.Longitude)[row]
	north, east := lat-of.series(training.Latitude)[at], lon-of.series(training.Longitude)[at]
	return math.Hypot(north, east*math.Cos(lat*math.Pi/180)) * perDegree
}

// next returns the row that passes a place next, from a row on: the nearest of
// those that are near; negative if none is.
func (o *outing) next(of *outing, at, row int) int {
	best := -1
	for ; row < len(o.series(training.Latitude)); row++ {
		switch d := o.away(row, of, at); {
		case d <= gateM && (best < 0 || d < o.away(best, of, at)):
			best = row
		case best >= 0 && !(d <= 2*gateM):
			return best
		}
	}
	return best
}

// over returns the next time over the segment from a row on, and the row after
// it; negative if there is none.
func (o *outing) over(of *outing, from, to, row int) (effort, int) {
	d, long := o.series(training.Distance), of.series(training.Distance)[to]-of.series(training.Distance)[from]
	for {
		begin := o.next(of, from, row)
		if begin < 0 {
			return effort{}, -1
		}
		end := o.next(of, to, begin)
		if end >= 0 && math.Abs(d[end]-d[begin]-long) <= segmentShare*long {
			sum, n := 0.0, 0.0
			for _, w := range o.series(training.Power)[begin:end] {
				if !math.IsNaN(w) {
					sum, n = sum+w, n+1
				}
			}
			times := o.rec.Columns.TimeS
			return effort{o.Day, float64(times[end] - times[begin]), sum / n}, end
		}
		for row = begin; row < len(d) && o.away(row, of, from) <= 2*gateM; row++ {
		}
		if row == len(d) {
			return effort{}, -1
		}
	}
}

// leg is a line of a workout's text: for some seconds or metres from one share
// of threshold to another.
type leg struct{ seconds, metres, from, to float64 }

var (
	legLine    = regexp.MustCompile(`^- (?:.* )?(?:([0-9]+)h)?(?:([0-9]+)m)?(?:([0-9]+)s)? (ramp )?([0-9.]+)(?:-([0-9.]+))?%( Pace)?( [0-9-]+rpm)?$`)
	wayLine    = regexp.MustCompile(`^- (?:.* )?([0-9.]+)(km|mtr) ([0-9.]+)(?:-([0-9.]+))?% Pace(?: [0-9]+s rest)?$`)
	repeatLine = regexp.MustCompile(`([0-9]+)x$`)
)

// legs reads a text with its repeats written out; nil if it has another line.
func legs(text string) (out []leg) {
	for part := range strings.SplitSeq(text, "\n\n") {
		var block []leg
		times := 1
		for line := range strings.SplitSeq(part, "\n") {
			if !strings.HasPrefix(line, "- ") {
				if m := repeatLine.FindStringSubmatch(line); m != nil {
					times = int(figure(m[1]))
				}
				continue
			}
			l, ok := legOf(line)
			if !ok {
				return nil
			}
			block = append(block, l)
		}
		for range times {
			out = append(out, block...)
		}
	}
	return out
}

func legOf(line string) (leg, bool) {
	if m := legLine.FindStringSubmatch(line); m != nil {
		l := leg{seconds: 3600*figure(m[1]) + 60*figure(m[2]) + figure(m[3]), from: figure(m[5]) / 100, to: figure(m[6]) / 100}
		return l.evened(m[4] != ""), l.seconds > 0
	}
	if m := wayLine.FindStringSubmatch(line); m != nil {
		l := leg{metres: figure(m[1]), from: figure(m[3]) / 100, to: figure(m[4]) / 100}
		if m[2] == "km" {
			l.metres *= 1000
		}
		return l.evened(false), true
	}
	return leg{}, false
}

// figure returns a number, 0 where there is none.
func figure(s string) float64 {
	x, _ := strconv.ParseFloat(s, 64)
	return x
}

// evened returns a range at its middle, unless it is a ramp.
func (l leg) evened(ramp bool) leg {
	if l.to == 0 {
		l.to = l.from
	}
	if !ramp {
		l.from = (l.from + l.to) / 2
		l.to = l.from
	}
	return l
}

// loadOfText returns TSS by normalized power of a ride, by normalized speed of
// a run, and by the cube of its mean pace without rests of a swim; 0 without a
// measure.
func (b *book) loadOfText(e training.CalendarEvent) float64 {
	all, on := legs(e.Description), e.Start.Day()
	if e.Sport == training.Cycling {
		ftp := b.threshold(training.KeyFTP, e.Sport, on)
		var watts []float64
		for _, l := range all {
			for i := range int(l.seconds) {
				watts = append(watts, ftp*(l.from+(l.to-l.from)*(float64(i)+0.5)/l.seconds))
			}
		}
		np, windows := naive.NPGarmin(watts, nil)
		return naive.TSS(np, ftp, windows)
	}
	seconds, metres, mps := 0.0, 0.0, b.threshold(training.KeyThresholdPace, e.Sport, on)
	var speeds []float64
	for _, l := range all {
		if pace := mps * (l.from + l.to) / 2; l.metres > 0 {
			l.seconds = l.metres / pace
		} else {
			l.metres = l.seconds * pace
		}
		for i := range int(math.Round(l.seconds)) {
			speeds = append(speeds, mps*(l.from+(l.to-l.from)*(float64(i)+0.5)/l.seconds))
		}
		seconds, metres = seconds+l.seconds, metres+l.metres
	}
	switch {
	case seconds == 0:
		return 0
	case e.Sport == training.Swimming:
		share := metres / seconds / mps
		return 100 * seconds / 3600 * share * share * share
	}
	normalized, _ := naive.NPGarmin(speeds, nil)
	return 100 * seconds / 3600 * normalized / mps * normalized / mps
}
