package apple

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

// stamp is a point in time with its UTC offset in seconds.
type stamp struct {
	unix   int64
	offset int32
}

func (s stamp) time() time.Time {
	return time.Unix(s.unix, 0).In(time.FixedZone("", int(s.offset)))
}

func (s stamp) day() training.Day { return dayOf(s.unix + int64(s.offset)) }

const daySeconds = 24 * 3600

// dayOf returns the day of a local time, given in seconds since 1970.
func dayOf(local int64) training.Day {
	d := local / daySeconds
	if local%daySeconds < 0 {
		d--
	}
	return training.Day(d) //nolint:gosec // of four-digit years
}

// clock parses times. It caches the last date, because most times in a file
// have the same date as the one before.
type clock struct {
	date [10]byte
	day  int64
}

// read parses a time such as "2024-01-31 10:00:00 -0700".
func (c *clock) read(b []byte) (s stamp, ok bool) {
	if len(b) != 25 || !written(b) {
		return s, false
	}
	if [10]byte(b[:10]) != c.date {
		t, err := time.Parse(time.DateOnly, string(b[:10]))
		if err != nil || t.Year() < 1970 {
			return s, false
		}
		c.date, c.day = [10]byte(b[:10]), t.Unix()
	}
	h, m, sec := two(b[11:]), two(b[14:]), two(b[17:])
	oh, om := two(b[21:]), two(b[23:])
	if h < 0 || h > 23 || m < 0 || m > 59 || sec < 0 || sec > 60 || oh < 0 || oh > 14 || om < 0 || om > 59 {
		return s, false
	}
	off := oh*3600 + om*60
	if b[20] == '-' {
		off = -off
	}
	return stamp{c.day + int64(h*3600+m*60+sec-off), int32(off)}, true //nolint:gosec // within a day
}

// written reports whether a time has the right separators.
func written(b []byte) bool {
	return b[10] == ' ' && b[13] == ':' && b[16] == ':' && b[19] == ' ' && (b[20] == '+' || b[20] == '-')
}

// two parses a two-digit number. It returns -1 if it is not one.
func two(b []byte) int {
	if b[0] < '0' || b[0] > '9' || b[1] < '0' || b[1] > '9' {
		return -1
	}
	return int(b[0]-'0')*10 + int(b[1]-'0')
}

// stage is a sleep stage as recorded by a source.
type stage uint8

const (
	inBed stage = iota
	awake
	asleep // the stage is not known
	core
	deep
	rem
	stages
)

var stageNames = map[string]stage{
	"InBed": inBed, "Awake": awake, "Asleep": asleep, "AsleepUnspecified": asleep,
	"AsleepCore": core, "AsleepDeep": deep, "AsleepREM": rem,
}

// stretch is one record of a night.
type stretch struct {
	start, end int64
	offset     int32 // UTC offset at the end
	from       sourceID
	stage      stage
}

// mostStretches is the maximum number of sleep records, which is enough for a lifetime.
const mostStretches = 1_000_000

// slept stores a record of sleep. It returns false if the record is unusable.
func (h *health) slept(e *element) bool {
	start, ok1 := h.clock.read(e.raw("startDate"))
	end, ok2 := h.clock.read(e.raw("endDate"))
	word := strings.TrimPrefix(e.text("value"), "HKCategoryValueSleepAnalysis")
	st, known := stageNames[word]
	if !ok1 || !ok2 || !known || end.unix <= start.unix || end.unix-start.unix > 2*daySeconds || len(h.nights) >= mostStretches {
		return false
	}
	h.nights = append(h.nights, stretch{start.unix, end.unix, end.offset, h.sources.of(e), st})
	return true
}

// apartS is the minimum time in s between two separate periods of sleep.
const apartS = 3 * 3600

// night is one period of sleep from one source.
type night struct {
	from       sourceID
	start, end int64 // without the time awake in bed before and after
	first      int32 // UTC offset at the start
	offset     int32
	seconds    [stages]int64
	asleepS    int64
}

func (n *night) day() training.Day { return dayOf(n.end + int64(n.offset)) }

// sleep adds to each day the nights that ended on it: of each source that measured more than
// the time in bed, the longest one.
func (h *health) sleep(w *wellness) {
	slices.SortFunc(h.nights, func(a, b stretch) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end), cmp.Compare(a.stage, b.stage))
	})
	nights := map[training.Day][]night{}
	for list := h.nights; len(list) > 0; {
		n := 1
		for end := list[0].end; n < len(list) && list[n].from == list[0].from && list[n].start-end < apartS; n++ {
			end = max(end, list[n].end)
		}
		one := nightOf(list[:n])
		list = list[n:]
		if one.asleepS == 0 {
			continue
		}
		nights[one.day()] = append(nights[one.day()], one)
	}
	for day, all := range nights {
		slices.SortStableFunc(all, func(a, b night) int {
			return cmp.Or(h.source(a.from).before(h.source(b.from)), cmp.Compare(b.asleepS, a.asleepS))
		})
		named := map[string]bool{}
		for i := range all {
			by := h.source(all[i].from).shown()
			if d := w.of(day, named, by); d != nil {
				all[i].put(d, by)
			}
		}
	}
}

// nightOf adds up the stages in one source's night. Overlapping records count only once.
func nightOf(list []stretch) night {
	n := night{from: list[0].from}
	var until [stages]int64
	asleepUntil := int64(0)
	for _, s := range list {
		n.seconds[s.stage] += overlapless(&until[s.stage], s)
		if s.stage == inBed {
			continue
		}
		if s.stage != awake {
			n.asleepS += overlapless(&asleepUntil, s)
		}
		if n.start == 0 || s.start < n.start {
			n.start, n.first = s.start, s.offset
		}
		if s.end > n.end {
			n.end, n.offset = s.end, s.offset
		}
	}
	return n
}

// overlapless returns the length of the part of a stretch that no earlier
// stretch covers. Stretches must be passed in order of their start.
func overlapless(until *int64, s stretch) int64 {
	d := max(0, s.end-max(s.start, *until))
	*until = max(*until, s.end)
	return d
}

func (n *night) put(d *training.WellnessDay, by string) {
	d.Put(training.WellnessSleepS, float64(n.asleepS), by)
	if n.seconds[core]+n.seconds[deep]+n.seconds[rem] > 0 {
		d.Put(training.WellnessSleepLightS, float64(n.seconds[core]), by)
		d.Put(training.WellnessSleepDeepS, float64(n.seconds[deep]), by)
		d.Put(training.WellnessSleepRemS, float64(n.seconds[rem]), by)
		d.Put(training.WellnessSleepAwakeS, float64(n.seconds[awake]), by)
	}
	if n.seconds[inBed] > 0 {
		d.Put(training.WellnessSleepInBedS, float64(n.seconds[inBed]), by)
	}
	d.Set(training.WellnessSleepStart, stamp{n.start, n.first}.time().Format(time.RFC3339), by)
	d.Set(training.WellnessSleepEnd, stamp{n.end, n.offset}.time().Format(time.RFC3339), by)
}

// recordings returns the recordings of a workout, one per leg.
func (h *health) recordings(ctx context.Context, w *workout, routes []*training.Recording) ([]*training.Recording, error) {
	legs := []leg{w.whole()}
	if w.several() {
		legs = w.legs
	}
	recs := make([]*training.Recording, 0, len(legs))
	for i := range legs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		recs = append(recs, h.recording(w, &legs[i], routes))
	}
	return recs, nil
}

// whole returns the workout as a single leg. If it has only one leg, that leg's
// values are included.
func (w *workout) whole() leg {
	l := w.leg
	l.values = training.Values{}
	if len(w.legs) == 1 {
		for m, v := range w.legs[0].values {
			l.values[m] = v
		}
	}
	for m, v := range w.values {
		l.values[m] = v
	}
	return l
}

// recording returns the recording of one leg of a workout.
func (h *health) recording(w *workout, l *leg, routes []*training.Recording) *training.Recording {
	r := &training.Recording{Format: "apple", DeviceValues: l.values, Device: deviceOf(w.device)}
	r.Sport = sportOf(w.word)
	if w.several() {
		r.Sport = l.sport()
	}
	r.SubSport = w.refined(r.Sport)
	offset := w.offset(l.start)
	r.OffsetS = &offset
	points := h.points(w, l, routes)
	var b reading.Builder
	for i := range points {
		b.Add(points[i])
	}
	b.Build(r, time.Unix(l.start.unix, 0))
	r.Start = time.Unix(l.start.unix, 0).UTC()
	r.ElapsedS = float64(l.end.unix - l.start.unix)
	r.Pauses = w.pauses(l)
	r.TimerS = reading.Timer(r.ElapsedS, r.Pauses)
	if l.start == w.start && l.end == w.end && w.durationS > 0 && w.durationS <= r.ElapsedS {
		r.TimerS = w.durationS
	}
	r.Laps = w.laps(l, r.Pauses)
	return r
}

// offset returns the UTC offset in seconds. If the workout has no time zone, it
// is the phone's offset at the time of the export.
func (w *workout) offset(at stamp) int {
	if zone, err := time.LoadLocation(w.zone); err == nil && w.zone != "" {
		_, off := time.Unix(at.unix, 0).In(zone).Zone()
		return off
	}
	return int(at.offset)
}

// deviceOf parses Apple's description of a device.
func deviceOf(words string) training.Device {
	d := training.Device{Product: property(words, "name"), Software: property(words, "software")}
	if d.Product == "Apple Watch" && property(words, "hardware") != "" {
		d.Product += " " + property(words, "hardware")
	}
	if maker := property(words, "manufacturer"); maker != "" && !strings.HasPrefix(maker, "Apple") {
		d.Manufacturer = maker
	}
	return d
}

// points returns the track and the samples of a leg, in order of time.
func (h *health) points(w *workout, l *leg, routes []*training.Recording) (all []reading.Point) {
	for _, r := range routes {
		for i, t := range r.Columns.TimeS {
			p := reading.Point{Time: r.Start.Add(time.Duration(t) * time.Second)}
			if u := p.Time.Unix(); u < l.start.unix || u > l.end.unix {
				continue
			}
			for _, ch := range []training.Channel{training.Latitude, training.Longitude, training.Altitude, training.Speed} {
				if v, ok := r.Columns.At(ch, i); ok {
					p.Set(ch, float64(v)/ch.Scale())
				}
			}
			all = append(all, p)
		}
	}
	for ch := range training.NumChannels {
		s := h.seriesOf(ch, w.from, l)
		s.each(l.start.unix, l.end.unix, func(at, v int64) bool {
			p := reading.Point{Time: time.Unix(at, 0).UTC()}
			p.Set(ch, float64(v)/ch.Scale())
			all = append(all, p)
			return true
		})
	}
	slices.SortStableFunc(all, func(a, b reading.Point) int { return a.Time.Compare(b.Time) })
	return all
}

// seriesOf returns the samples of a channel in a leg, from the source that
// wrote the workout, or else from the best source that has samples.
func (h *health) seriesOf(ch training.Channel, from sourceID, l *leg) *samples {
	if s := h.series[seriesKey{ch, from}]; s.any(l.start.unix, l.end.unix) {
		return s
	}
	for _, s := range h.ranked[ch] {
		if s.any(l.start.unix, l.end.unix) {
			return s
		}
	}
	return nil
}

// pauses returns the spans of a leg in which the workout was paused.
func (w *workout) pauses(l *leg) (out []training.Span) {
	events := slices.Clone(w.events)
	slices.SortStableFunc(events, func(a, b event) int { return cmp.Compare(a.at, b.at) })
	since := int64(0)
	end := func(at int64) {
		if from, to := max(since, l.start.unix), min(at, l.end.unix); since > 0 && to > from {
			out = append(out, training.Span{FromS: float64(from - l.start.unix), ToS: float64(to - l.start.unix)})
		}
		since = 0
	}
	for _, e := range events {
		switch e.word {
		case "Pause", "MotionPaused":
			if since == 0 {
				since = e.at
			}
		case "Resume", "MotionResumed":
			end(e.at)
		}
	}
	end(l.end.unix)
	return out
}

// laps returns the laps of a leg. A lap ends where the athlete pressed the button.
func (w *workout) laps(l *leg, pauses []training.Span) (out []training.Lap) {
	elapsed := float64(l.end.unix - l.start.unix)
	cuts := []float64{0, elapsed}
	for _, e := range w.events {
		if e.word != "Lap" {
			continue
		}
		for _, s := range []float64{float64(e.at - l.start.unix), float64(e.at-l.start.unix) + float64(int64(e.lastS+0.5))} {
			if s > 0 && s < elapsed {
				cuts = append(cuts, s)
			}
		}
	}
	slices.Sort(cuts)
	if cuts = slices.Compact(cuts); len(cuts) < 3 {
		return nil
	}
	for i := 1; i < len(cuts); i++ {
		lap := training.Lap{StartS: cuts[i-1], EndS: cuts[i], ElapsedS: cuts[i] - cuts[i-1], Trigger: "manual"}
		if i == len(cuts)-1 {
			lap.Trigger = "session_end"
		}
		lap.TimerS = lap.ElapsedS
		for _, p := range pauses {
			lap.TimerS -= max(0, min(p.ToS, lap.EndS)-max(p.FromS, lap.StartS))
		}
		out = append(out, lap)
	}
	return out
}
