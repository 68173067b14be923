package stream

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"lapkeep/internal/training"
)

// Way describes the distance of a whole recording and where it comes from.
type Way struct {
	M      float64 // 0 if unknown
	RowsM  float64 // the sum of the rows
	TotalM float64 // the device's own total; 0 if it has none or an impossible one
	BaseM  float64 // the counter's value before the recording
	From   WaySource
}

// WaySource is the source of a recording's distance.
type WaySource int

// These are the sources of a distance.
const (
	// WayRows is the sum of the rows.
	WayRows WaySource = iota
	// WayScaled is the device's total, with the rows scaled to it, because indoors
	// nothing is more accurate than the distance that the athlete corrected.
	WayScaled
	// WayTotal is the device's total, if rows are missing for part of the time or
	// have no distance.
	WayTotal
)

const (
	// mostScale is the maximum ratio of a corrected total to the sum of the rows, or of
	// that sum to the total.
	mostScale = 2
	// mostUnseen is the maximum share of the time for which rows may be missing if the
	// other rows are to represent the whole.
	mostUnseen = 0.05
)

// settleWay chooses between the sum of the rows and the device's total.
func (v *View) settleWay() {
	w := &v.Way
	w.TotalM = v.totalM()
	v.after = v.ending()
	w.RowsM, _ = v.DistanceIn(training.Span{ToS: math.Inf(1)})
	w.M = w.RowsM
	indoors := training.IndoorSub(v.Recording.SubSport) || v.Recording.SubSport == training.SubPool
	right := w.TotalM < w.RowsM*mostScale && w.TotalM > w.RowsM/mostScale
	unseen, lacking := v.unseenS(), w.TotalM-w.RowsM
	switch {
	case w.TotalM <= 0:
	case w.RowsM <= 0:
		w.M, w.From = w.TotalM, WayTotal
	case right && (indoors || v.summed()) && (lacking < 0 || unseen <= v.Recording.TimerS*mostUnseen):
		v.scaleWay(w.TotalM/w.RowsM, indoors)
		w.M, w.From = w.TotalM, WayScaled
	case unseen > mostTailS && lacking > 0 && lacking*1000 <= unseen*float64(v.fastestMMS()):
		w.M, w.From = w.TotalM, WayTotal
	}
}

// summed reports whether the distance is summed up from speeds.
func (v *View) summed() bool {
	return slices.Contains(v.Derived, training.Distance) && !v.Recording.Columns.Has(training.Latitude)
}

// fastestMMS returns the speed limit of the sport, or the general one.
func (v *View) fastestMMS() int32 { return cmp.Or(MaxSpeedMMS(v.Recording.Sport), jumpMMS) }

// totalM returns the device's own distance in m, or 0 if there is none, or if it could
// not be covered in the time.
func (v *View) totalM() float64 {
	m, timerS := v.Recording.DeviceValues[training.MetricDistanceKM]*1000, v.Recording.TimerS
	if v.unit || timerS <= 0 || m > float64(v.fastestMMS())/1000*timerS {
		return 0
	}
	return m
}

// unseenS returns the timer time in s for which no row gives a distance: before
// the first row, unless the counter includes it, and after the last.
func (v *View) unseenS() float64 {
	first, last := -1, -1
	u := v.usable[training.Distance]
	for from, to := u.Run(0, v.Columns.Len()); from < to; from, to = u.Run(to, v.Columns.Len()) {
		if last = to - 1; first < 0 {
			first = from
		}
	}
	if first < 0 {
		return v.Recording.TimerS
	}
	from, to := float64(v.Columns.TimeS[first]), float64(v.Columns.TimeS[last])
	if v.Columns.Data[training.Distance].Values[first] > 0 {
		from = 0
	}
	return v.Recording.TimerS - v.TimerIn(training.Span{FromS: from, ToS: to}) - v.after.seconds
}

// scaleWay scales distance, and speed if speed is set, by a factor.
func (v *View) scaleWay(factor float64, speed bool) {
	for _, ch := range [...]training.Channel{training.Distance, training.Speed} {
		if !v.Columns.Has(ch) || ch == training.Speed && !speed {
			continue
		}
		col := v.own(ch)
		for i, x := range col.Values {
			col.Values[i] = int32(min(math.Round(float64(x)*factor), math.MaxInt32))
		}
	}
	v.after.cmS *= factor
}

// baseCM returns the value of the counter at the start of the recording. If the
// distance of the first row belongs to the recording, it is 0; if the counter began
// in another leg, it is that whole distance. The device's total decides between the
// two; without a total, it depends on whether the distance is possible in the time.
func (v *View) baseCM(col *training.Column, b *budget, row int) int64 {
	first, last := int64(col.Values[row]), int64(0)
	for i := len(col.Values) - 1; i >= 0 && last == 0; i-- {
		if col.Valid.Get(i) && v.Running.Get(i) {
			last = int64(col.Values[i])
		}
	}
	total := int64(v.totalM() * training.Distance.Scale())
	counted := max(total-last, last-total) <= max(total-(last-first), last-first-total)
	if total <= 0 || last <= first {
		counted = b.allows(first, int64(v.Columns.TimeS[row]))
	}
	if counted {
		return 0
	}
	return first
}

// breakSlackCM is the maximum distance in cm by which a counter lags behind when the timer stops.
const breakSlackCM = 25_00

// overBreak reports whether a distance grew while the timer was stopped, that is, by more
// than the running time between the two rows can explain. Such a distance is left out,
// like its time.
func (v *View) overBreak(from, to int, stepCM, limitMMS int64) bool {
	if stepCM <= breakSlackCM || !v.pausedBetween(from, to) {
		return false
	}
	ran := v.TimerIn(training.Span{FromS: float64(v.Columns.TimeS[from]), ToS: float64(v.Columns.TimeS[to])})
	return float64(stepCM) > breakSlackCM+ran*float64(limitMMS)/10
}

// budget limits the growth of a distance to what the speed limit allows for the time
// since it last grew, plus the slack that is left.
type budget struct {
	limitMMS int64
	raw      int64 // the last believed distance in cm
	left     int64 // cm
	grew     int64 // time in s at which the distance last grew
}

func (b *budget) allows(raw, timeS int64) bool {
	step := raw - b.raw
	return step >= -slackCM && step <= b.left+b.limitMMS*max(1, timeS-b.grew)/10
}

func (b *budget) take(raw, timeS int64) {
	if step := raw - b.raw; step != 0 {
		b.left = min(slackCM, b.left+b.limitMMS*max(1, timeS-b.grew)/10-max(0, step))
		b.grew = timeS
	}
	b.raw = raw
}

// cleanDistance removes the leaps of an accumulated distance.
func (v *View) cleanDistance(limitMMS int64) {
	col := &v.Columns.Data[training.Distance]
	if !v.Columns.Has(training.Distance) || v.Silent[training.Distance] != "" {
		return
	}
	b := budget{limitMMS: limitMMS, left: slackCM}
	var cut *training.Column
	shift, last := int64(0), -1
	for i := 0; i < len(col.Values); i++ {
		if !col.Valid.Get(i) || !v.Running.Get(i) {
			continue
		}
		raw, now := int64(col.Values[i]), int64(v.Columns.TimeS[i])
		broken := last >= 0 && v.overBreak(last, i, raw-b.raw, limitMMS)
		off := !broken && !b.allows(raw, now)
		if cut == nil && (broken || off) {
			cut = v.own(training.Distance)
		}
		if off {
			if back := v.returnsTo(&b, col, i); back > 0 {
				for ; i < back; i++ {
					v.drop(training.Distance, cut, i)
				}
				i--
				continue
			}
		}
		switch {
		case last < 0:
			shift = -v.baseCM(col, &b, i)
			v.Way.BaseM = float64(-shift) / training.Distance.Scale()
			b.raw, b.left, b.grew = raw, 0, now
		case broken:
			shift += b.raw - raw
			b.raw, b.grew = raw, now
		case off:
			v.Leaps[training.Distance].Count++
			v.Leaps[training.Distance].CM += max(raw-b.raw, b.raw-raw)
			shift += b.raw - raw
			b.raw, b.left, b.grew = raw, 0, now
		}
		b.take(raw, now)
		if cut == nil && shift != 0 {
			cut = v.own(training.Distance)
		}
		last = i
		if cut != nil {
			cut.Values[i] = int32(min(max(raw+shift, math.MinInt32), math.MaxInt32))
		}
	}
}

// returnsTo returns the row soon after i at which the distance jumps back to the
// previous one, or 0 if there is none.
func (v *View) returnsTo(b *budget, col *training.Column, i int) int {
	off := *b
	off.raw, off.grew, off.left = int64(col.Values[i]), int64(v.Columns.TimeS[i]), slackCM
	for j, n := i+1, 0; j < len(col.Values) && n < returnRows; j++ {
		if !col.Valid.Get(j) {
			continue
		}
		n++
		raw, now := int64(col.Values[j]), int64(v.Columns.TimeS[j])
		if !off.allows(raw, now) && b.allows(raw, now) {
			return j
		}
		off.raw, off.grew = raw, now
	}
	return 0
}

// DistanceIn returns the distance in m covered in a span according to the rows,
// interpolated at its ends. It returns false if it is unknown.
func (v *View) DistanceIn(span training.Span) (float64, bool) {
	if !v.Has(training.Distance) {
		return 0, false
	}
	a, okA := v.distanceAt(span.FromS)
	b, okB := v.distanceAt(span.ToS)
	return max(0, b-a) / training.Distance.Scale(), okA && okB
}

// distanceAt returns the distance in cm at a moment. Before the first row with a
// distance it is 0; after the last one it includes the estimate of [View.ending].
func (v *View) distanceAt(t float64) (float64, bool) {
	times := v.Columns.TimeS
	i := sort.Search(len(times), func(i int) bool { return float64(times[i]) >= t })
	after, before := i, i-1
	for after < len(times) && !v.Usable(training.Distance).Get(after) {
		after++
	}
	for before >= 0 && !v.Usable(training.Distance).Get(before) {
		before--
	}
	d := v.Columns.Data[training.Distance].Values
	switch {
	case before < 0 && after >= len(times):
		return 0, false
	case before < 0:
		return 0, true
	case after >= len(times):
		return float64(d[before]) + v.after.until(t), true
	}
	x, y := float64(times[before]), float64(times[after])
	share := (t - x) / max(1, y-x)
	return float64(d[before]) + math.Min(1, share)*float64(d[after]-d[before]), true
}

// mostTailS is the maximum time in s after the last row over which the speed of that row
// is extrapolated.
const mostTailS = 10

// mostUnwrittenS is the maximum time in s for which the counter may have continued after
// the last row, regardless of the times in the file. Some devices write every other
// second, and the clock of an older device loses seconds at every pause.
const mostUnwrittenS = 3

// tail describes the distance after the last row, while the timer was still running.
type tail struct {
	fromS   float64 // time of the last row with a distance
	seconds float64
	cmS     float64
}

// ending returns the distance after the last row: devices continue to count until the timer
// stops, and may not write a row for that. The device's total is the same counter, read at the
// end; it is used if the speed of the last row explains the difference. Otherwise, the distance
// is the speed of the last row times the whole seconds until the timer first stopped. An end
// within a second of the last row adds nothing, because that second belongs to that row.
func (v *View) ending() tail {
	i := v.Columns.Len() - 1
	for i >= 0 && !v.Usable(training.Distance).Get(i) {
		i--
	}
	if i < 0 {
		return tail{}
	}
	mms, ok := v.At(training.Speed, i)
	if !ok {
		return tail{}
	}
	l := tail{fromS: float64(v.Columns.TimeS[i]), cmS: float64(mms) / 10}
	if left := v.stopsAfter(l.fromS) - l.fromS; left > 1 && left <= mostTailS {
		l.seconds = math.Floor(left)
	}
	lacking := v.Way.TotalM*training.Distance.Scale() - float64(v.Columns.Data[training.Distance].Values[i])
	if v.Way.TotalM > 0 && lacking >= 0 && lacking <= l.cmS*max(l.seconds, mostUnwrittenS) {
		l.seconds = max(1, l.seconds)
		l.cmS = lacking / l.seconds
	}
	return l
}

// Tail returns the time in s and the distance in m after the last row with a
// distance, while the timer was still running.
func (v *View) Tail() (seconds, metres float64) {
	return v.after.seconds, v.after.cmS * v.after.seconds / training.Distance.Scale()
}

// until returns the distance in cm covered after the last row up to a moment.
func (l tail) until(t float64) float64 {
	return l.cmS * max(0, min(l.seconds, t-l.fromS))
}
