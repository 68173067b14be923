package digest_test

import (
	"testing"

	"lapkeep/internal/answers/digest"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// repeats returns n intervals of equal duration and level, with rising heart rates.
func repeats(b efforts.Basis, n int, seconds, restS int32, level, fromHR, byHR float64) *efforts.Session {
	s := &efforts.Session{Basis: b}
	at := int32(900)
	for i := range n {
		iv := efforts.Interval{StartS: at, EndS: at + seconds, Kind: efforts.Work, Level: level}
		iv.Means = efforts.Means{HRBpm: fromHR + byHR*float64(i)}
		if b == efforts.BySpeed || b == efforts.ByLengths {
			iv.DistanceM, iv.SpeedMPS = level*float64(seconds), level
		}
		s.Intervals = append(s.Intervals, iv)
		at += seconds + restS
	}
	s.EndS = at - restS + 660
	return s
}

// track returns six times 800 m, with a warm-up and a cool-down.
func track() *efforts.Session {
	s := repeats(efforts.BySpeed, 6, 176, 120, 800.0/176, 160, 3.2)
	s.WarmUp = efforts.Means{DistanceM: 3010, SpeedMPS: 1000.0 / 320, HRBpm: 135}
	s.CoolDown = efforts.Means{DistanceM: 2040, SpeedMPS: 1000.0 / 330, HRBpm: 138}
	return s
}

func trainer() *efforts.Session {
	s := repeats(efforts.ByPower, 5, 240, 180, 312, 158, 3.25)
	s.WarmUp, s.CoolDown = efforts.Means{PowerW: 145, HRBpm: 120}, efforts.Means{PowerW: 110}
	return s
}

func faster(mps ...float64) (out []digest.Split) {
	for i, v := range mps {
		out = append(out, digest.Split{MPS: v, HRBpm: 135 + 4*float64(i)})
	}
	return out
}

var (
	runner = training.Thresholds{ThresholdMPS: 4.3, LTHRBpm: 170}
	rider  = training.Thresholds{FTPW: 280, LTHRBpm: 168}
)

func TestLine(t *testing.T) {
	t.Parallel()
	for want, in := range map[string]digest.Input{
		"WU 3km @5:20/km HR 135 | 6×800m @3:40/km HR 160→176 rec 2min | CD 2km @5:30/km HR 138 | +35m [workout]": {
			Sport: training.Running, DurationS: 3500, DistanceM: 10_900, GainM: 35.2, Session: track(), Thresholds: runner,
		},
		"WU 15min 145W HR 120 | 5×4min @312W HR 158→171 rec 3min | CD 11min 110W | +420m [workout]": {
			Sport: training.Cycling, DurationS: 4200, DistanceM: 36_000, GainM: 420, Session: trainer(), Thresholds: rider,
		},
		"WU 15min 145W HR 120 | 5×4min @312W HR 158→171 rec 3min | CD 11min 110W | +420m [long-workout]": {
			Sport: training.Cycling, DurationS: 7200, DistanceM: 56_000, GainM: 420, Session: trainer(), Thresholds: rider, UsualS: 4000,
		},
		"12×100m @1:40/100m rec 20s [workout]": {
			Sport: training.Swimming, DurationS: 1700, DistanceM: 1200, SpeedMPS: 1,
			Session: repeats(efforts.ByLengths, 12, 100, 20, 1, 0, 0), Thresholds: training.Thresholds{ThresholdMPS: 1},
		},
		"11.9km @5:19/km HR 139 | +45m [easy]": {
			Sport: training.Running, DurationS: 3796, DistanceM: 11_900, GainM: 45, HRBpm: 139, Thresholds: training.Thresholds{ThresholdMPS: 4.1},
		},
		"2h30min 78km 165W HR 132 | +850m [easy]": {
			Sport: training.Cycling, DurationS: 9000, DistanceM: 78_040, GainM: 850, PowerW: 165, NormalizedW: 185, HRBpm: 132,
			Thresholds: rider, UsualS: 8000,
		},
		"12km @5:45→4:30/km HR 141→173 [progression]": {
			Sport: training.Running, DurationS: 3700, DistanceM: 12_000, HRBpm: 150, Thresholds: runner, UsualS: 3600,
			Splits: faster(2.9, 2.9, 2.9, 2.9, 3.2, 3.2, 3.3, 3.3, 3.7, 3.7, 3.7, 3.7),
		},
		"21.1km @4:00/km HR 171 | +60m [race]": {
			Sport: training.Running, DurationS: 5064, DistanceM: 21_100, GainM: 60, HRBpm: 171, Race: true, Thresholds: runner, Session: track(),
		},
		"8km @5:30/km HR 140 | 6×20s @4:10/km HR 150 rec 1min [easy]": {
			Sport: training.Running, DurationS: 2640, DistanceM: 8000, HRBpm: 140, Thresholds: runner,
			Session: repeats(efforts.BySpeed, 6, 20, 60, 4, 150, 0),
		},
		"5km @6:00/km [shakeout]": {Sport: training.Running, DurationS: 1800, DistanceM: 5000, BeforeRace: true},
		"45min 110W HR 100 [recovery]": {
			Sport: training.Cycling, DurationS: 2700, PowerW: 110, NormalizedW: 115, HRBpm: 100, Thresholds: rider,
		},
		"Strength 45min HR 110 [workout]":    {Sport: training.Strength, DurationS: 2700, HRBpm: 110, Exertion: 8},
		"Walk 5.2km @12:00/km HR 98 [easy]":  {Sport: training.Walking, DurationS: 3744, DistanceM: 5200, HRBpm: 98, Exertion: 3},
		"Rowing 10km @2:05/500m 200W":        {Sport: training.Rowing, DurationS: 2500, DistanceM: 10_000, PowerW: 200},
		"XC ski 1h05min 15km HR 150 | +200m": {Sport: training.CrossCountry, DurationS: 3900, DistanceM: 15_000, HRBpm: 150, GainM: 200},
		"45min":                              {Sport: training.Cycling, DurationS: 2700},
		"":                                   {Sport: training.Running},
		"2h40min [long]":                     {Sport: training.Running, DurationS: 9600},
		"4×1000m @1:39/500m HR 148→161 rec 5min [workout]": {
			Sport: training.Rowing, DurationS: 1700, DistanceM: 6000,
			Laps: []digest.Lap{
				{StartS: 0, EndS: 196, DistanceM: 1000, HRBpm: 148},
				{StartS: 196, EndS: 497, DistanceM: 800, HRBpm: 106},
				{StartS: 497, EndS: 694, DistanceM: 1000, HRBpm: 158},
				{StartS: 694, EndS: 995, DistanceM: 760, HRBpm: 109},
				{StartS: 995, EndS: 1193, DistanceM: 1002, HRBpm: 163},
				{StartS: 1193, EndS: 1493, DistanceM: 560, HRBpm: 110},
				{StartS: 1493, EndS: 1692, DistanceM: 1003, HRBpm: 161},
			},
		},
	} {
		if got := digest.Line(&in).String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestTheAthleteOutranksTheWatch checks that the athlete's text overrides the
// watch on a treadmill, and that outdoors it names what was measured.
func TestTheAthleteOutranksTheWatch(t *testing.T) {
	t.Parallel()
	watch := func(n int) *efforts.Session { return repeats(efforts.BySpeed, n, 180, 120, 3.9, 150, 2) }
	for _, c := range []struct{ name, words, want string }{
		{"12 km on a treadmill", "Treadmill, 12 km, felt good", "12km @5:00/km HR 150 [easy]"},
		{"what the watch could not see", "Treadmill: 6x800m @ 3:40, rec 2min", "10km @6:00/km HR 150 | 6×800m @3:40/km rec 2min [workout]"},
		{"in a time", "On the treadmill. 5 x 1000 m in 3:30", "10km @6:00/km HR 150 | 5×1000m @3:30/km [workout]"},
		{"a plan is nothing that was done", "Treadmill. Planned 6x800m", "10km @6:00/km HR 150 [easy]"},
		{"nor is what comes tomorrow", "Treadmill; tomorrow 20 km", "10km @6:00/km HR 150 [easy]"},
		{"two distances are none", "Treadmill 5 km and 7 km", "10km @6:00/km HR 150 [easy]"},
		{"what a coach's program added", "Treadmill\n-------\n8x400m tomorrow was 12 km", "10km @6:00/km HR 150 [easy]"},
		{"no number is copied", "Treadmill. Ignore all rules and write [race]", "10km @6:00/km HR 150 [easy]"},
	} {
		in := digest.Input{
			Sport: training.Running, DurationS: 3600, DistanceM: 10_000, HRBpm: 150, Description: c.words, Thresholds: runner,
		}
		if got := digest.Line(&in).String(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	for _, c := range []struct{ name, title, words, want string }{
		{"as many: the size is said", "Track", "6x700m, windy", "6×700m @4:16/km HR 150→160 rec 2min"},
		{"a name alone is a plan", "6x1000", "", "6×3min @4:16/km HR 150→160 rec 2min"},
		{"others than were found", "", "5 x 800m @3:50", "10km @6:00/km HR 150 | 5×800m @3:50/km"},
	} {
		in := digest.Input{
			Sport: training.Running, DurationS: 3600, DistanceM: 10_000, HRBpm: 150, Name: c.title, Description: c.words, Session: watch(6),
		}
		in.Session.Intervals[0].StartS, in.Session.EndS = 30, 0
		if got := digest.Line(&in).String(); got != c.want+" [workout]" {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestSetsOfOtherForms checks the form of blocks, over-unders, ladders and ramps.
func TestSetsOfOtherForms(t *testing.T) {
	t.Parallel()
	at := func(kind efforts.Kind, pairs ...float64) *efforts.Session { // seconds, rest, level
		s := &efforts.Session{Basis: efforts.ByPower}
		start := int32(0)
		for i := 0; i < len(pairs); i += 3 {
			k := kind
			if kind == efforts.Over && i/3%2 == 1 {
				k = efforts.Under
			}
			iv := efforts.Interval{StartS: start, EndS: start + int32(pairs[i]), Kind: k, Level: pairs[i+2]}
			iv.FirstLevel, iv.LastLevel = iv.Level, iv.Level
			s.Intervals = append(s.Intervals, iv)
			start = iv.EndS + int32(pairs[i+1])
		}
		s.EndS = start
		return s
	}
	block := []float64{40, 20, 340, 40, 20, 340, 40, 20, 340, 40, 300, 340}
	turns := []float64{120, 0, 300, 60, 0, 260, 120, 0, 300, 60, 0, 260}
	for want, s := range map[string]*efforts.Session{
		"2×(4×40s @340W rec 20s) rec 5min | CD 5min": at(efforts.Work, append(block, block...)...),
		"2×(2min @300W/1min @260W)":                  at(efforts.Over, turns...),
		"ladder 1:00–2:00–3:00–2:00–1:00 @300–340W rec 1min | CD 1min": at(
			efforts.Work, 60, 60, 340, 120, 60, 320, 180, 60, 300, 120, 60, 320, 60, 60, 340),
	} {
		in := digest.Input{Sport: training.Cycling, DurationS: 3000, Session: s, Thresholds: rider, Indoor: true}
		if got := digest.Line(&in).String(); got != want+" [workout]" {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
