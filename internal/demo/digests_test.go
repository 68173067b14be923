package demo

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lapkeep/internal/answers/digest"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/training"
)

// asked are the repeats that the text of a session asks for: how many, of what
// size in s or m, between which shares of the threshold.
type repeats struct {
	count, size int
	low, high   float64
}

var (
	setOf  = regexp.MustCompile(`(?m)^Main set (\d+)x\n- (.*)$`)
	stepOf = regexp.MustCompile(`(?:(\d+)m)?(?:(\d+)s)? ?(?:(\d+)mtr)? (?:ramp )?([\d.]+)(?:-([\d.]+))?%`)
)

// repeatsOf reads a text apart from the product's own reader.
func repeatsOf(k kind, text string) (out []repeats) {
	step := func(count, s string) {
		m := stepOf.FindStringSubmatch(s)
		n, _ := strconv.Atoi(count)
		minutes, _ := strconv.Atoi(m[1])
		seconds, _ := strconv.Atoi(m[2])
		metres, _ := strconv.Atoi(m[3])
		low, _ := strconv.ParseFloat(m[4], 64)
		high, err := strconv.ParseFloat(m[5], 64)
		if err != nil {
			high = low
		}
		out = append(out, repeats{n, 60*minutes + seconds + metres, min(low, high) / 100, max(low, high) / 100})
	}
	line := func(words string) string {
		_, rest, _ := strings.Cut(text, words)
		s, _, _ := strings.Cut(rest, "\n")
		return s
	}
	switch k {
	case ftpTest:
		step("1", line("Open up"))
		step("1", line("As even as you can"))
	case tempoRun:
		step("1", line("Firm and even"))
	case poolSwim:
		if strings.Contains(text, "Main set\n") {
			return []repeats{{4, 200, 0.97, 0.98}}
		}
		fallthrough
	case sweetSpot, threshold, vo2max, trackRun:
		m := setOf.FindStringSubmatch(text)
		step(m[1], m[2])
	}
	return out
}

// told are the repeats that a line tells of, with their level in W or m/s.
type told struct {
	count, size int
	level       float64
}

var toldOf = regexp.MustCompile(`^(?:(\d+)×)?(?:(\d+):(\d\d)min|(\d+)(s|min|m)) @(?:(\d+)W|(\d+):(\d\d)/(km|100m))`)

func toldIn(line string) (out []told) {
	for _, part := range strings.Split(line, " | ") {
		m := toldOf.FindStringSubmatch(part)
		if m == nil || m[5] == "m" && m[1] == "" { // "2400m @1:35/100m" is a whole swim
			continue
		}
		n := func(i int) int { x, _ := strconv.Atoi(m[i]); return x }
		x := told{count: max(1, n(1)), size: 60*n(2) + n(3) + n(4), level: float64(n(6))}
		if m[5] == "min" {
			x.size *= 60
		}
		if pace := 60*n(7) + n(8); pace > 0 {
			x.level = map[string]float64{"km": 1000, "100m": 100}[m[9]] / float64(pace)
		}
		out = append(out, x)
	}
	return out
}

// level returns the threshold of a session in W or m/s, as the athlete is on
// the day.
func (it Item) level() float64 {
	switch it.Sport {
	case training.Running:
		return it.on.thresholdMPS
	case training.Swimming:
		return it.on.cssMPS
	}
	return it.on.ftpW
}

// TestDigestsTellWhatWasPlanned: of every session of the two years the line has
// the repeats that its text asks for, by number, size and power or pace, and
// has none where it asks for none. The text is read here by itself, and the
// athlete's form on the day is the season's, not what was recorded.
func TestDigestsTellWhatWasPlanned(t *testing.T) {
	t.Parallel()
	p := Athlete(training.NewDay(2026, time.May, 20))
	i, all, right, structured, structuredRight := 0, 0, 0, 0, 0
	for it := range p.Items() {
		if it.kind == triathlon || it.on.noPower {
			continue
		}
		want := repeatsOf(it.kind, it.text)
		if i++; len(want) == 0 && i%3 > 0 { // a third of the others are enough
			continue
		}
		in := digestInput(t, p, it)
		line := digest.Line(&in).String()
		ok := tells(it, want, toldIn(line))
		if !ok {
			t.Logf("%s: %s, planned %v", it.ID, line, want)
		}
		all++
		if len(want) > 0 {
			structured++
		}
		if ok {
			right++
		}
		if ok && len(want) > 0 {
			structuredRight++
		}
	}
	t.Logf("%d of %d lines are right, %d of %d of sessions with repeats", right, all, structuredRight, structured)
	if all < 280 || structured < 150 {
		t.Errorf("only %d sessions, %d with repeats", all, structured)
	}
	const least = 0.98
	if float64(right) < least*float64(all) || float64(structuredRight) < least*float64(structured) {
		t.Errorf("%d of %d lines are right, %d of %d of sessions with repeats", right, all, structuredRight, structured)
	}
}

// tells compares what a line tells with what was planned: the size within 2 s
// or 2 %, the level within 3 % of the range that was asked for.
func tells(it Item, want []repeats, got []told) bool {
	if len(want) != len(got) {
		return false
	}
	for i, w := range want {
		g, level := got[i], it.level()
		if g.count != w.count || math.Abs(float64(g.size-w.size)) > max(2, 0.02*float64(w.size)) {
			return false
		}
		if g.level < 0.97*w.low*level || g.level > 1.03*w.high*level {
			return false
		}
	}
	return true
}

// digestInput returns the input of a line, as an import would store it.
func digestInput(t *testing.T, p Plan, it Item) digest.Input {
	t.Helper()
	rec := it.Recordings()[0]
	act := training.Activity{
		Sport: it.Sport, SubSport: rec.SubSport, Name: it.Name, Description: it.Description, Race: it.Race, Start: it.Start, LocalDay: it.Day,
	}
	sum, derived := derive.Single(act, "r", rec)
	v := sum.Values
	in := digest.Input{
		Sport: it.Sport, Indoor: act.Indoor(), Race: it.Race, Name: it.Name, Description: it.Description,
		DurationS: v[training.MetricDurationS], DistanceM: 1000 * v[training.MetricDistanceKM], GainM: v[training.MetricElevationGainM],
		PowerW: v[training.MetricAvgPowerW], NormalizedW: v[training.MetricNormalizedPowerW], HRBpm: v[training.MetricAvgHRBpm],
		SpeedMPS: v[training.MetricAvgSpeedKMH] / 3.6, Exertion: it.PerceivedExertion, Thresholds: p.Thresholds.At(it.Sport.Plain(), it.Day),
	}
	for _, d := range derived {
		var err error
		var cut []summary.Lap
		switch d.Kind {
		case derive.Intervals:
			in.Session, err = derive.DecodeIntervals(d.Data)
		case derive.Laps:
			cut, err = derive.DecodeLaps(d.Data)
			in.Laps = digest.LapsOf(cut)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return in
}

func TestOffsetFollowsTheClocksOfEurope(t *testing.T) {
	t.Parallel()
	zone, err := time.LoadLocation("Europe/Zurich")
	if err != nil {
		t.Skip("no time zone data")
	}
	for day := training.NewDay(2024, time.January, 1); day < training.NewDay(2030, time.January, 1); day++ {
		noon := day.Time(time.UTC).Add(12 * time.Hour)
		_, want := time.Date(noon.Year(), noon.Month(), noon.Day(), 12, 0, 0, 0, zone).Zone()
		if got := offset(noon); got != want {
			t.Fatalf("offset on %s is %d, want %d", day, got, want)
		}
	}
}

func TestRoutesClose(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		out := rapid.SampledFrom([]float64{0, flatM, flatM + climbM}).Draw(t, "way out")
		length := 4*out + rapid.Float64Range(1500, 90_000).Draw(t, "length")
		r := newRoute(rapid.Uint64Range(0, 50).Draw(t, "number"), length, rapid.Float64Range(0, 4).Draw(t, "hills"), newLead(out))
		first, last := r.at(0), r.at(length*(1-1e-9))
		if math.Hypot(first.northM-last.northM, first.eastM-last.eastM) > 1 || math.Abs(first.altM-last.altM) > 1 {
			t.Fatalf("from %+v to %+v", first, last)
		}
		way := 0.0
		before := first
		for m := 0.0; m < length; m += length / 4000 {
			p := r.at(m)
			way += math.Hypot(p.northM-before.northM, p.eastM-before.eastM)
			if math.Abs(p.altM-before.altM) > 0.25*length/4000+1 {
				t.Fatalf("a step from %+v to %+v", before, p)
			}
			if math.Abs(p.grade) > 0.25 || p.altM < 300 {
				t.Fatalf("a wall or a lake at %g m: %+v", m, p)
			}
			before = p
		}
		if math.Abs(way/length-1) > 0.03 {
			t.Fatalf("%g m of way on a loop of %g m", way, length)
		}
	})
}

func TestLapsByHandEndThoseByDistance(t *testing.T) {
	t.Parallel()
	l := lapCutter{everyM: 1000}
	l.reach(1000, 200)
	l.cut(300, "manual", "active")
	l.reach(2000, 400)
	laps := l.finish(500, []training.Span{{FromS: 100, ToS: 150}})
	want := []training.Lap{
		{EndS: 200, ElapsedS: 200, TimerS: 150, Trigger: "distance"},
		{StartS: 200, EndS: 300, ElapsedS: 100, TimerS: 100, Trigger: "manual"},
		{StartS: 300, EndS: 500, ElapsedS: 200, TimerS: 200, Trigger: "session_end", Intensity: "active"},
	}
	if len(laps) != len(want) {
		t.Fatalf("%d laps", len(laps))
	}
	for i, w := range want {
		g := laps[i]
		if g.StartS != w.StartS || g.EndS != w.EndS || g.TimerS != w.TimerS || g.Trigger != w.Trigger || g.Intensity != w.Intensity {
			t.Errorf("lap %d is %+v, want %+v", i, g, w)
		}
	}
}

func TestFormIsLostAndFoundAgain(t *testing.T) {
	t.Parallel()
	s := newSeason(training.NewDay(2026, time.August, 20))
	if got := s.lost(s.breakFrom + breakDays); got < 0.7 {
		t.Errorf("the break costs %g", got)
	}
	if got := s.lost(s.breakFrom - 1); got > 0.2 {
		t.Errorf("%g is lost before the break", got)
	}
	if a, b := s.lost(s.illness+7), s.lost(s.illness+60); b > a/3 {
		t.Errorf("of %g lost by the illness %g is left two months later", a, b)
	}
}

func BenchmarkTwoYears(b *testing.B) {
	for b.Loop() {
		for it := range Athlete(training.NewDay(2026, time.August, 20)).Items() {
			it.Recordings()
		}
	}
}
