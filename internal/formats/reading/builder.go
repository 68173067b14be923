package reading

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Builder collects the points of one recording.
type Builder struct {
	points   []Point
	breaks   []time.Time // first point after each break
	broken   bool
	stops    []stop // as stated in the file
	anyOrder bool
	timeless int
	absurd   int
}

// Expect makes room for n points, so that a long recording is not held twice
// while the slice grows.
func (b *Builder) Expect(n int) { b.points = slices.Grow(b.points, n) }

// Add adds a point. A point without a time is counted and dropped.
func (b *Builder) Add(p Point) {
	if p.Time.IsZero() {
		b.timeless++
		return
	}
	if b.broken && len(b.points) > 0 {
		b.breaks = append(b.breaks, p.Time)
	}
	b.broken = false
	b.points = append(b.points, p)
}

// Break begins a new segment.
func (b *Builder) Break() { b.broken = true }

// Pause adds a pause of the timer. If a file states pauses, gaps do not count as pauses.
func (b *Builder) Pause(from, to time.Time) { b.stops = append(b.stops, stop{from, to}) }

// stop is a period during which the timer was stopped.
type stop struct{ from, to time.Time }

// AnyOrder allows points in any order, for formats whose files are not sorted.
func (b *Builder) AnyOrder() { b.anyOrder = true }

// Refuse counts an impossible value.
func (b *Builder) Refuse() { b.absurd++ }

// Len returns the number of points.
func (b *Builder) Len() int { return len(b.points) }

// Timeless returns the number of points without a time.
func (b *Builder) Timeless() int { return b.timeless }

const far = 30 * 24 * time.Hour

// settle sorts the points and drops those with impossible times.
func (b *Builder) settle() (warnings []string) {
	if b.timeless > 0 {
		warnings = append(warnings, string(i18n.Sentencef("%d points have no time and were dropped.", b.timeless)))
	}
	if b.absurd > 0 {
		warnings = append(warnings,
			string(i18n.Sentencef("%d values were unreadable or impossible and were dropped.", b.absurd)))
	}
	if len(b.points) == 0 {
		return warnings
	}
	middle := b.points[len(b.points)/2].Time
	before := len(b.points)
	b.points = slices.DeleteFunc(b.points, func(p Point) bool { return p.Time.Sub(middle).Abs() > far })
	if n := before - len(b.points); n > 0 {
		warnings = append(warnings, string(i18n.Sentencef("%d points are weeks away from the others and were dropped.", n)))
	}
	byTime := func(x, y Point) int { return x.Time.Compare(y.Time) }
	if !slices.IsSortedFunc(b.points, byTime) {
		slices.SortStableFunc(b.points, byTime)
		if !b.anyOrder {
			warnings = append(warnings, string(i18n.Sentence("The clock goes backwards in the recording; the points were put in order of time.")))
		}
	}
	return warnings
}

// Build fills the recording's start, times, columns and pauses. The start is a
// whole second: that of the given start, or of the first point if start is zero,
// after that point, or weeks before it.
func (b *Builder) Build(r *training.Recording, start time.Time) {
	r.Warnings = append(r.Warnings, b.settle()...)
	if len(b.points) > 0 {
		first := b.points[0].Time
		if start.IsZero() || first.Before(start) || first.Sub(start) > far {
			start = first
		}
	}
	r.Start = start.Truncate(time.Second).UTC()
	c := &r.Columns
	b.reserve(c)
	for i := range b.points {
		p := &b.points[i]
		t := int32(p.Time.Sub(r.Start) / time.Second)
		if n := c.Len(); n == 0 || c.TimeS[n-1] != t {
			c.TimeS = append(c.TimeS, t)
		}
		row := c.Len() - 1
		for set := p.present; set != 0; set &= set - 1 {
			ch := training.Channel(bits.TrailingZeros32(set))
			c.Put(ch, row, p.values[ch])
		}
	}
	c.Pad()
	if n := c.Len(); n > 0 {
		r.ElapsedS = float64(c.TimeS[n-1])
	}
	if r.Pauses = b.stopped(r); len(b.stops) == 0 {
		r.Pauses = b.pauses(c, r.Start)
	}
}

// stopped returns the pauses stated in the file, limited to the recording and
// without overlaps.
func (b *Builder) stopped(r *training.Recording) (out []training.Span) {
	slices.SortFunc(b.stops, func(x, y stop) int { return x.from.Compare(y.from) })
	held := 0.0
	for _, s := range b.stops {
		from := max(held, math.Floor(s.from.Sub(r.Start).Seconds()))
		to := min(r.ElapsedS, math.Floor(s.to.Sub(r.Start).Seconds()))
		if from < to {
			out, held = append(out, training.Span{FromS: from, ToS: to}), to
		}
	}
	return out
}

// reserve makes room for one row per point in the columns.
func (b *Builder) reserve(c *training.Columns) {
	n, present := len(b.points), uint32(0)
	for i := range b.points {
		present |= b.points[i].present
	}
	c.TimeS = slices.Grow(c.TimeS, n)
	for ; present != 0; present &= present - 1 {
		col := &c.Data[bits.TrailingZeros32(present)]
		col.Values, col.Valid = slices.Grow(col.Values, n), slices.Grow(col.Valid, (n+63)/64)
	}
}

const (
	breakGap  = 5  // s between segments
	silentGap = 30 // s within a segment
	timesUsed = 10 // as a multiple of the usual interval
)

// pauses returns the gaps that count as pauses of the timer.
func (b *Builder) pauses(c *training.Columns, start time.Time) []training.Span {
	usual := usualInterval(c)
	var out []training.Span
	breaks := b.breaks
	slices.SortFunc(breaks, time.Time.Compare)
	for i := 1; i < c.Len(); i++ {
		from, to := c.TimeS[i-1], c.TimeS[i]
		broken := false
		for len(breaks) > 0 && int32(breaks[0].Sub(start)/time.Second) <= to {
			broken = broken || int32(breaks[0].Sub(start)/time.Second) > from
			breaks = breaks[1:]
		}
		gap := to - from
		if broken && gap > breakGap || gap > max(silentGap, timesUsed*usual) && !passed(c, i) {
			out = append(out, training.Span{FromS: float64(from), ToS: float64(to)})
		}
	}
	return out
}

const (
	besideS  = 60  // s before and after a gap over which the speed is measured
	leastMPS = 0.5 // m/s above which the athlete is not resting
	slower   = 0.5 // as a multiple of the slower of the speeds before and after the gap
	faster   = 1.5 // as a multiple of the faster one
)

// passed reports whether the athlete moved through the gap before a row about as
// fast as before and after it, as in a tunnel without reception.
func passed(c *training.Columns, row int) bool {
	first, last := row-1, row
	for first > 0 && c.TimeS[row-1]-c.TimeS[first-1] <= besideS {
		first--
	}
	for last+1 < c.Len() && c.TimeS[last+1]-c.TimeS[row] <= besideS {
		last++
	}
	gap, ok := speed(c, row-1, row)
	before, okBefore := speed(c, first, row-1)
	after, okAfter := speed(c, row, last)
	if !okBefore {
		before = after
	}
	if !okAfter {
		after = before
	}
	return ok && (okBefore || okAfter) && gap >= max(leastMPS, slower*min(before, after)) && gap <= faster*max(before, after)
}

// speed returns the mean speed in m/s from one row to a later one, from their
// distances or their positions. It returns false if they have neither.
func speed(c *training.Columns, from, to int) (mps float64, ok bool) {
	seconds := float64(c.TimeS[to] - c.TimeS[from])
	a, okA := c.At(training.Distance, from)
	b, okB := c.At(training.Distance, to)
	if okA && okB && seconds > 0 {
		return float64(b-a) / training.Distance.Scale() / seconds, true
	}
	lat1, lon1, okA := c.Position(from)
	lat2, lon2, okB := c.Position(to)
	return training.MetresBetween(lat1, lon1, lat2, lon2) / seconds, okA && okB && seconds > 0
}

// usualInterval returns the median time between rows in s.
func usualInterval(c *training.Columns) int32 {
	n := c.Len()
	if n < 2 {
		return 1
	}
	gaps := make([]int32, n-1)
	for i := range gaps {
		gaps[i] = c.TimeS[i+1] - c.TimeS[i]
	}
	slices.SortFunc(gaps, cmp.Compare[int32])
	return gaps[len(gaps)/2]
}

// Timer returns the elapsed time without the pauses, in seconds.
func Timer(elapsed float64, pauses []training.Span) float64 {
	for _, p := range pauses {
		elapsed -= p.ToS - p.FromS
	}
	return max(0, elapsed)
}

// Timed sets the times of a built recording. timerS is the timer time stated in
// its file, or 0.
func Timed(r *training.Recording, timerS float64) {
	byPoints := Timer(r.ElapsedS, r.Pauses)
	rounding := r.ElapsedS*0.02 + 2 // the last point is shortly before the end
	switch {
	case r.Columns.Len() == 0:
		r.TimerS, r.ElapsedS = max(0, timerS), max(0, timerS)
	case timerS <= 0:
		r.TimerS = byPoints
	case timerS > r.ElapsedS+rounding:
		r.TimerS = byPoints
		r.Warnings = append(r.Warnings,
			string(i18n.Sentencef("The file states %.0f s but its points cover %.0f s; using the points.", timerS, r.ElapsedS)))
	default:
		r.TimerS, r.ElapsedS = timerS, max(r.ElapsedS, timerS)
	}
}

// Laps returns the stretches between marks (in seconds since the start) as
// laps, or nil if there is only one.
func Laps(r *training.Recording, marks []float64, trigger string) (out []training.Lap) {
	cuts := []float64{0, r.ElapsedS}
	for _, at := range marks {
		if at = math.Floor(at); at > 0 && at < r.ElapsedS {
			cuts = append(cuts, at)
		}
	}
	slices.Sort(cuts)
	if cuts = slices.Compact(cuts); len(cuts) < 3 {
		return nil
	}
	for i := 1; i < len(cuts); i++ {
		lap := training.Lap{StartS: cuts[i-1], EndS: cuts[i], ElapsedS: cuts[i] - cuts[i-1], Trigger: trigger}
		lap.TimerS = lap.ElapsedS
		for _, p := range r.Pauses {
			lap.TimerS -= max(0, min(p.ToS, lap.EndS)-max(p.FromS, lap.StartS))
		}
		out = append(out, lap)
	}
	return out
}
