package stream

import (
	"cmp"
	"math"
	"slices"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Limits holds the highest plausible values of single rows. A zero field means the
// default for the recording's sport.
type Limits struct {
	PowerW   int32 // default 2500 W; a higher power is a spike
	HRBpm    int32 // default 240 bpm
	SpeedMMS int32 // mm/s; default by sport, see [MaxSpeedMMS]
}

const (
	defaultPowerW = 2500
	defaultHRBpm  = 240
)

// MaxSpeedMMS returns the speed in mm/s above which a reading in a sport is
// rejected, or 0 for a sport without a limit. On wheels and skis, it is above the speed
// of descents; on foot and in water, it is above that of the fastest sprints.
func MaxSpeedMMS(s training.Sport) int32 {
	switch s {
	case training.Cycling:
		return 36_000
	case training.Running, training.Walking, training.Hiking:
		return 12_500
	case training.Swimming:
		return 3_000
	case training.Rowing, training.Paddling:
		return 9_000
	case training.CrossCountry, training.Skating:
		return 25_000
	case training.AlpineSki:
		return 70_000
	default:
		return 0
	}
}

func (l Limits) withDefaults(s training.Sport) Limits {
	if l.PowerW <= 0 {
		l.PowerW = defaultPowerW
	}
	if l.HRBpm <= 0 {
		l.HRBpm = defaultHRBpm
	}
	if l.SpeedMMS <= 0 {
		l.SpeedMMS = cmp.Or(MaxSpeedMMS(s), jumpMMS)
	}
	return l
}

// mask sets the usable rows of every channel, which are valid, recorded while the timer
// ran, and within the limits. Straps send 0 if they measure no heart rate, so 0 means
// missing rather than a spike.
func (v *View) mask(l Limits) {
	allRunning := v.Running.Count() == v.Columns.Len()
	for ch := range training.NumChannels {
		col := v.Columns.Data[ch]
		if !col.Present() || v.Silent[ch] != "" {
			continue
		}
		v.usable[ch] = col.Valid
		if !allRunning {
			v.usable[ch] = and(col.Valid, v.Running)
		}
	}
	v.bound(training.Power, 0, l.PowerW)
	v.bound(training.HeartRate, 1, l.HRBpm)
	v.bound(training.Speed, 0, l.SpeedMMS)
	v.loneSpeeds(l.SpeedMMS / 2)
}

// loneSpeeds masks a speed that exceeds those in the rows before and after it by more than
// the given amount, because nobody is that fast for a single moment.
func (v *View) loneSpeeds(above int32) {
	u, values, times := v.usable[training.Speed], v.Columns.Data[training.Speed].Values, v.Columns.TimeS
	own := false
	for i := 1; i+1 < len(values); i++ {
		x := values[i] - above
		if x <= values[i-1] || x <= values[i+1] || !u.Get(i-1) || !u.Get(i) || !u.Get(i+1) || times[i+1]-times[i-1] > loneSpeedS {
			continue
		}
		if !own {
			u, own = append(training.Bitmap(nil), u...), true
			v.usable[training.Speed] = u
		}
		u.Clear(i)
		v.Masked[training.Speed]++
	}
}

// loneSpeedS is the longest time in s between the rows around a lone speed.
const loneSpeedS = 4

func and(a, b training.Bitmap) training.Bitmap {
	out := make(training.Bitmap, min(len(a), len(b)))
	for i := range out {
		out[i] = a[i] & b[i]
	}
	return out
}

// bound masks the rows of ch below low or above high, and counts those above high.
func (v *View) bound(ch training.Channel, low, high int32) {
	own := false
	values := v.Columns.Data[ch].Values
	for i, x := range values {
		if x >= low && x <= high || !v.usable[ch].Get(i) {
			continue
		}
		if !own {
			v.usable[ch] = append(training.Bitmap(nil), v.usable[ch]...)
			own = true
		}
		v.usable[ch].Clear(i)
		if x > high {
			v.Masked[ch]++
		}
	}
}

// most is the highest known value over a number of seconds.
type most struct{ seconds, value float64 }

// limits holds the best efforts of a kind over increasing times, and the margin
// allowed for a tailwind, a current, a descent or fins.
type limits struct {
	margin float64
	best   []most
}

var (
	// There are no records for power. These are the best values in the table of power
	// profiles (A. Coggan: 11.5 W/kg over a minute, 7.6 over five minutes, 6.4 over an hour)
	// for 100 kg. For longer times, they are three quarters and half of the last value.
	power = limits{1.1, []most{{60, 1150}, {300, 760}, {3600, 640}, {14_400, 480}, {dayS, 320}}}

	// Speeds are in m/s, from the records as of 2024.

	// Alpine descents at 90 km/h; the hour, 56.792 km (UCI, 2022); 24 hours,
	// 1026.2 km (WUCA, 2021); across America in 7 d 15 h (2014).
	cycling = limits{1.3, []most{{600, 25}, {3600, 15.78}, {dayS, 11.88}, {660_000, 7.3}}}
	// 400 m, 1500 m, 10,000 m, the hour (21.33 km) and the marathon of World
	// Athletics; 24 hours (319.6 km) and six days (1036.8 km) of IAU and GOMU.
	onFoot = limits{1.25, []most{{43, 9.3}, {206, 7.28}, {1571, 6.37}, {3600, 5.93}, {7235, 5.83}, {dayS, 3.7}, {6 * dayS, 2}}}
	// 1500 m (World Aquatics) and 10 km in open water; 24 hours in a pool.
	swimming = limits{1.6, []most{{60, 2.2}, {870, 1.72}, {6480, 1.55}, {dayS, 1.2}}}
	// The eight over 2000 m (World Rowing); 24 hours down a river.
	rowing = limits{1.4, []most{{318, 6.28}, {3600, 5.8}, {dayS, 5.5}}}
	// A sprint and 50 km of the World Cup; 24 hours on a loop (483 km).
	skiing = limits{1.5, []most{{180, 9}, {6480, 7.7}, {dayS, 5.6}}}
	// 10,000 m and the hour on ice (ISU); 24 hours on wheels.
	skating = limits{1.3, []most{{750, 13.3}, {3600, 11.8}, {dayS, 6.8}}}

	// Ascents are in metres per hour: up stairs, the vertical kilometre on foot
	// (28:53, 2014), an hour on a bike, an everesting (8848 m in 6:40) and 24
	// hours on a bike (29,623 m).
	ascents = limits{1.1, []most{{120, 2300}, {1733, 2077}, {3600, 1850}, {24_000, 1330}, {dayS, 1235}}}
)

func speeds(s training.Sport) limits {
	switch s {
	case training.Cycling:
		return cycling
	case training.Running, training.Walking, training.Hiking:
		return onFoot
	case training.Swimming:
		return swimming
	case training.Rowing, training.Paddling:
		return rowing
	case training.CrossCountry:
		return skiing
	case training.Skating:
		return skating
	default: // in all other sports, lifts, sails or engines may carry people
		return limits{}
	}
}

// PowerW returns the power in W that nobody can exceed over the given seconds.
func PowerW(seconds float64) float64 { return power.at(seconds) }

// AscentMPH returns the climbing speed in metres per hour that nobody can exceed
// over the given seconds.
func AscentMPH(seconds float64) float64 { return ascents.at(seconds) }

// TSS returns the load that nobody can exceed over the given seconds. It is the load of
// 16 hours at threshold, which allows for a threshold that is set far too low, or of the
// whole time at threshold if that is more.
func TSS(seconds float64) float64 {
	const hours, perHour = 16, 100
	return perHour * max(hours, seconds/3600)
}

// next returns the index of the first known best over at least the given seconds, or -1
// if there is none.
func (l limits) next(seconds float64) int {
	return slices.IndexFunc(l.best, func(b most) bool { return seconds <= b.seconds })
}

// allow reports whether a value is within the limit over the given seconds. A value
// below the next known best needs no logarithm.
func (l limits) allow(value, seconds float64) bool {
	i := l.next(seconds)
	return i >= 0 && value <= l.margin*l.best[i].value || value <= l.at(seconds)
}

// at returns the limit over the given seconds, interpolated over the logarithm of
// time. Outside the known times, it returns the limit for the nearest one.
func (l limits) at(seconds float64) float64 {
	i := l.next(seconds)
	switch {
	case len(l.best) == 0:
		return 0
	case i < 0:
		return l.margin * l.best[len(l.best)-1].value
	case i == 0:
		return l.margin * l.best[0].value
	}
	a, b := l.best[i-1], l.best[i]
	share := math.Log(seconds/a.seconds) / math.Log(b.seconds/a.seconds)
	return l.margin * (a.value + share*(b.value-a.value))
}

// PlausibleVersion is the version of the limits of human performance.
const PlausibleVersion = 2

// Session holds the values to check. Zero fields are unknown.
type Session struct {
	Sport     training.Sport
	TimerS    float64
	DistanceM float64
	// PowerW is the normalized power, or the mean if there is none.
	PowerW float64
}

// shortestS is the shortest time in s that is checked. For shorter times, the
// limits of single rows are better.
const shortestS = 60

const dayS = 86_400

// Speed returns the reason why the session's distance is impossible, or "" if it is
// possible. A distance without a duration is compared with the limit of a day.
func (s Session) Speed() i18n.Sentence {
	seconds := s.TimerS
	if seconds <= 0 {
		seconds = dayS
	}
	known := speeds(s.Sport)
	if seconds < shortestS || len(known.best) == 0 || known.allow(s.DistanceM/seconds, seconds) {
		return ""
	}
	const kmhPerMPS, metresPerKM = 3.6, 1000
	return i18n.Sentencef("%s in %s is beyond what a person can do in the sport (%s at most)",
		i18n.Measured("%.1f ", s.DistanceM/metresPerKM, i18n.Kilometres()), spoken(seconds),
		i18n.Measured("%.1f ", known.at(seconds)*kmhPerMPS, i18n.KilometresPerHour()))
}

// Power returns the reason why the session's power is impossible, or "" if it is possible.
func (s Session) Power() i18n.Sentence {
	if s.TimerS <= 0 {
		return ""
	}
	return Power(s.PowerW, s.TimerS)
}

// Power returns the reason why a power over the given seconds is impossible, or ""
// if it is possible.
func Power(watts, seconds float64) i18n.Sentence {
	if seconds < shortestS || power.allow(watts, seconds) {
		return ""
	}
	return i18n.Sentencef("%.0f W over %s is beyond what a person can do (%.0f W at most)", watts, spoken(seconds), PowerW(seconds))
}

// Climb returns the reason why nobody can climb gainM metres in the given seconds,
// or "" if it is possible. Possible causes are a jump in altitude, a lift or a car.
func Climb(gainM, seconds float64) i18n.Sentence {
	const hourS = 3600
	if seconds <= 0 || ascents.allow(gainM*hourS/seconds, seconds) {
		return ""
	}
	return i18n.Sentencef("%s of climbing in %s is beyond what a person can do (%s an hour at most)",
		i18n.Measured("%.0f ", gainM, i18n.Metres()), spoken(seconds),
		i18n.Measured("%.0f ", AscentMPH(seconds), i18n.Metres()))
}

// Doubt returns the first reason why the session is impossible, or "" if it is
// possible.
func (s Session) Doubt() i18n.Sentence {
	if why := s.Speed(); why != "" {
		return why
	}
	return s.Power()
}

// LoadBound returns the reason why a training stress score over the given seconds is impossible,
// or "" if it is possible. The cause is a wrong threshold or an error in the recording.
func LoadBound(tss, seconds float64) i18n.Sentence {
	if limit := TSS(seconds); !(tss <= limit) {
		return i18n.Sentencef("a load of %.0f is beyond what a person can do; check the recording and its threshold", tss)
	}
	return ""
}

// Day returns the reason why tss, the sum of a day's training stress scores over
// the given seconds in total, cannot be from one person, or "" if it can.
func Day(tss, seconds float64) i18n.Sentence {
	if limit := TSS(seconds); !(tss <= limit) {
		return i18n.Sentencef("the loads of its day add up to %.0f, more than a person can do (%.0f at most); check for duplicate "+
			"recordings, and check the thresholds", tss, limit)
	}
	return ""
}

func spoken(seconds float64) string {
	return (time.Duration(seconds) * time.Second).String()
}

// Line is y = Slope·x + Intercept with standard errors, which are 0 if there
// are only two points.
type Line struct {
	Slope, Intercept     float64
	SlopeSE, InterceptSE float64
	SEE                  float64 // standard error of the estimate, in units of y
}

// Least fits a line to y over x. It returns false if there are fewer than two
// different values of x.
func Least(x, y []float64) (Line, bool) {
	n := float64(len(x))
	if len(x) < 2 || len(x) != len(y) {
		return Line{}, false
	}
	mx, my := Mean(x), Mean(y)
	var xx, xy float64
	for i := range x {
		xx += (x[i] - mx) * (x[i] - mx)
		xy += (x[i] - mx) * (y[i] - my)
	}
	if xx == 0 {
		return Line{}, false
	}
	l := Line{Slope: xy / xx}
	l.Intercept = my - l.Slope*mx
	if len(x) > 2 {
		rss := 0.0
		for i := range x {
			r := y[i] - l.Slope*x[i] - l.Intercept
			rss += r * r
		}
		l.SEE = math.Sqrt(rss / (n - 2))
		l.SlopeSE = l.SEE / math.Sqrt(xx)
		l.InterceptSE = l.SEE * math.Sqrt(1/n+mx*mx/xx)
	}
	return l, true
}

// Mean returns the arithmetic mean of x, or NaN if x is empty.
func Mean[T int32 | float64](x []T) float64 {
	sum := 0.0
	for _, v := range x {
		sum += float64(v)
	}
	return sum / float64(len(x))
}
