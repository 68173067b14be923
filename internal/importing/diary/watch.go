package diary

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/muktihari/fit/proto"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/training"
)

// WatchForm recognises and reads the files in which a Garmin watch keeps days and nights: its
// folders Monitor, Sleep, HRVStatus and Metrics, or the files of a day that Garmin Connect hands out.
type WatchForm struct{}

// garminSource is the source of the values.
const garminSource = "garmin"

// IsSingle reports that a file can be read by itself.
func (WatchForm) IsSingle() {}

// watchTypes lists the types of files that are read: three of monitoring, metrics, sleep, HRV.
var watchTypes = []byte{15, 28, 32, 44, 49, 68}

// Top returns the folder that contains the folders of the watch.
func (f WatchForm) Top(e *listing.Entry) (string, bool) {
	folder := folderOf(e)
	switch base := strings.ToLower(path.Base(folder)); base {
	case "monitor", "sleep", "hrvstatus", "metrics":
		folder = folder[:len(folder)-len(base)-1]
	}
	return folder, f.is(e)
}

func (WatchForm) is(e *listing.Entry) bool {
	if e.Sift != nil || !strings.EqualFold(path.Ext(e.Rel), ".fit") {
		return false
	}
	head, err := e.File.Head(listing.HeadBytes)
	if err != nil {
		return false
	}
	typ, ok := fit.TypeOf(head)
	return ok && slices.Contains(watchTypes, typ)
}

// Emit yields the days of all files. A file without values is left to the walk, which says what it is.
func (f WatchForm) Emit(x *listing.Export) {
	x.Return()
	w := &watch{g: newGroup(x, "Garmin"), counts: map[counter]count{}, stress: map[training.Day]*course{}}
	var unplaced []*recorded
	for name := range x.Parts() {
		e, ok := x.Part(name)
		if !ok || !e.Readable() || !f.is(&e) {
			continue
		}
		r := &recorded{}
		if x.Context().Err() != nil {
			return
		}
		err := r.read(x, &e)
		if err == nil && r.empty() {
			continue
		}
		x.Use(name)
		r.file = len(w.g.items)
		if !w.g.file(&e, func() error { return err }) {
			return
		}
		if w.zones = append(w.zones, r.zones...); len(r.zones) > 0 {
			w.place(r)
			continue
		}
		unplaced = append(unplaced, r)
	}
	for _, r := range unplaced { // the other files tell where the athlete was
		w.place(r)
	}
	w.finish()
	w.g.yield()
}

// recorded is what one file says.
type recorded struct {
	file   int
	zones  zones
	counts []counted
	values []measured
	stress []measured // energy is in the field body_energy_high
	levels []measured // stages of sleep, each of which ends at its time
	sleep  struct {
		from, to time.Time
		score    float64
	}
}

func (r *recorded) empty() bool {
	return len(r.counts)+len(r.values)+len(r.stress)+len(r.levels) == 0 && r.sleep.from.IsZero()
}

// counted is a running total of the local day for one kind of movement.
type counted struct {
	at       time.Time
	activity int64
	steps    float64
	kcal     float64
}

// measured is one value at a time.
type measured struct {
	at    time.Time
	field training.WellnessField
	value float64
}

// These are numbers of messages.
const (
	numMonitoring = 55
	numInfo       = 103
	numResting    = 211
	numStress     = 227
	numMaxMet     = 229
	numSleepInfo  = 273
	numSleepLevel = 275
	numSleepEnd   = 276
	numAssessment = 346
	numHRV        = 370
)

const fieldTimestamp = 253

func (r *recorded) read(x *listing.Export, e *listing.Entry) error {
	data, err := x.Table(e)
	if err != nil {
		return err
	}
	last := uint32(0)
	_, err = fit.Messages(x.Context(), data, func(m *proto.Message) {
		if at := fit.FieldTime(m, fieldTimestamp); at >= fit.FirstDate {
			last = at
		}
		r.message(m, &last)
	})
	return err
}

// fitTime returns a FIT time, or the zero time if it is not a date.
func fitTime(s uint32) time.Time {
	const epoch = 631065600 // 1989-12-31
	if s < fit.FirstDate {
		return time.Time{}
	}
	return time.Unix(int64(s)+epoch, 0).UTC()
}

// message stores a message. last is the last full time in the file.
func (r *recorded) message(m *proto.Message, last *uint32) {
	at := fitTime(fit.FieldTime(m, fieldTimestamp))
	add := func(num byte, f training.WellnessField, scale float64) {
		if v, ok := fit.Int(m, num); ok && v > 0 && !at.IsZero() {
			r.values = append(r.values, measured{at, f, float64(v) * scale})
		}
	}
	switch m.Num {
	case numInfo:
		r.zone(at, fit.FieldTime(m, 0))
	case numMonitoring:
		r.monitoring(m, last)
	case numResting:
		add(1, restingF, 1)
	case numHRV:
		const parts = 128
		add(1, rmssdF, 1.0/parts)
	case numMaxMet:
		const tenth = 0.1
		add(2, map[byte]training.WellnessField{
			1: training.WellnessVO2MaxRunning, 2: training.WellnessVO2MaxCycling, 0xFF: training.WellnessVO2Max,
		}[fit.Code[byte](m, 5)], tenth)
	case numStress:
		r.stressed(m)
	case numSleepInfo:
		r.zone(at, fit.FieldTime(m, 2))
		r.sleep.from = at
	case numSleepEnd:
		r.sleep.to = at
	case numAssessment:
		if v, ok := fit.Int(m, 6); ok {
			r.sleep.score = float64(v)
		}
	case numSleepLevel:
		if v, ok := fit.Int(m, 0); ok && !at.IsZero() {
			r.levels = append(r.levels, measured{at, map[int64]training.WellnessField{1: awakeF, 2: lightF, 3: deepF, 4: remF}[v], 0})
		}
	}
}

// zone stores the offset of the local clock. Offsets are whole quarters of an hour.
func (r *recorded) zone(at time.Time, local uint32) {
	const quarter, most = 15 * time.Minute, 15 * time.Hour
	there := fitTime(local)
	if offset := there.Sub(at).Round(quarter); !at.IsZero() && !there.IsZero() && offset.Abs() <= most {
		r.zones = append(r.zones, clockZone{at, int(offset.Seconds())})
	}
}

// monitoring stores the running totals of a kind of movement. Most messages state only the low
// 16 bits of their time.
func (r *recorded) monitoring(m *proto.Message, last *uint32) {
	at := *last
	if low, ok := fit.Int(m, 26); ok && at != 0 {
		full := at&^0xFFFF | uint32(low)&0xFFFF //nolint:gosec // 16 bits
		if full < at {
			full += 1 << 16
		}
		*last, at = full, full
	}
	activity, ok := fit.Int(m, 5)
	if both, isBoth := fit.Int(m, 24); !ok && isBoth {
		activity, ok = both&0x1F, true
	}
	if !ok || fitTime(at).IsZero() {
		return
	}
	c := counted{at: fitTime(at), activity: activity}
	const running, walking = 1, 6
	if v, ok := fit.Int(m, 3); ok && (activity == running || activity == walking) {
		c.steps = float64(v) // half cycles
	}
	if v, ok := fit.Int(m, 19); ok {
		c.kcal = float64(v)
	}
	if c.steps > 0 || c.kcal > 0 {
		r.counts = append(r.counts, c)
	}
}

// stressed stores a level of stress and of energy. Negative levels are codes.
func (r *recorded) stressed(m *proto.Message) {
	at := fitTime(fit.FieldTime(m, 1))
	if at.IsZero() {
		at = fitTime(fit.FieldTime(m, fieldTimestamp))
	}
	if v, ok := fit.Int(m, 0); ok && v >= 0 && !at.IsZero() {
		r.stress = append(r.stress, measured{at, training.WellnessDeviceStress, float64(v)})
	}
	if v, ok := fit.Int(m, 3); ok && v >= 0 && !at.IsZero() {
		r.stress = append(r.stress, measured{at, training.WellnessEnergyHigh, float64(v)})
	}
}

// watch collects what the files of a watch say.
type watch struct {
	g      *group
	zones  zones
	counts map[counter]count
	stress map[training.Day]*course
}

// counter identifies the running total of one kind of movement on a day.
type counter struct {
	day      training.Day
	activity int64
}

// count is the highest total, because a day is in several files.
type count struct {
	steps, kcal float64
	at          time.Time
	file        int
}

// course is the course of stress and energy over a day.
type course struct {
	sum, n, high, low float64
	first, last       time.Time
	file              int
}

// part returns the days of a part for a file.
func (w *watch) part(name string, file int) *days {
	d := w.g.part(garminSource, name)
	d.file = file
	return d
}

// place puts what a file says on local days.
func (w *watch) place(r *recorded) {
	former := w.zones
	if len(r.zones) > 0 {
		w.zones = r.zones
	}
	defer func() { w.zones = former }()
	lost := 0
	for _, c := range r.counts {
		t, ok := w.zones.local(c.at.Add(-time.Second)) // the last total of a day is at midnight
		if !ok {
			lost++
			continue
		}
		key := counter{training.DayOf(t), c.activity}
		n := w.counts[key]
		n.steps, n.kcal, n.file = max(n.steps, c.steps), max(n.kcal, c.kcal), max(n.file, r.file)
		if t.After(n.at) {
			n.at = t
		}
		w.counts[key] = n
	}
	for _, v := range r.values {
		t, ok := w.zones.local(v.at)
		if !ok {
			lost++
			continue
		}
		part := map[training.WellnessField]string{rmssdF: "hrv", restingF: "resting_hr"}[v.field]
		w.part(cmp.Or(part, "metrics"), r.file).put(training.DayOf(t), v.field, "", latest, v.value, t)
	}
	w.placeStress(r)
	w.night(r)
	if lost > 0 && r.file < len(w.g.items) {
		w.g.items[r.file].Skip = noZone
	}
}

// noZone is the reason why a file is not read if no file near it tells the zone.
const noZone = "Its times have no zone. Import it together with the watch's folder Monitor, which tells the zone."

func (w *watch) placeStress(r *recorded) {
	for _, v := range r.stress {
		t, ok := w.zones.local(v.at)
		if !ok {
			continue
		}
		day := training.DayOf(t)
		c := w.stress[day]
		if c == nil {
			c = &course{first: t, last: t, low: -1}
			w.stress[day] = c
		}
		if t.Before(c.first) {
			c.first = t
		}
		if t.After(c.last) {
			c.last = t
		}
		c.file = max(c.file, r.file)
		if v.field == training.WellnessDeviceStress {
			c.sum, c.n = c.sum+v.value, c.n+1
			continue
		}
		if c.high = max(c.high, v.value); c.low < 0 || v.value < c.low {
			c.low = v.value
		}
	}
}

// night adds the night of a file. Some watches write only the times awake, and none of the stages.
func (w *watch) night(r *recorded) {
	slices.SortStableFunc(r.levels, func(a, b measured) int { return a.at.Compare(b.at) })
	from, to := r.sleep.from, r.sleep.to
	if n := len(r.levels); n > 0 {
		if from.IsZero() {
			from = r.levels[0].at
		}
		if to.IsZero() {
			to = r.levels[n-1].at
		}
	}
	start, ok1 := w.zones.local(from)
	end, ok2 := w.zones.local(to)
	if !ok1 || !ok2 || !end.After(start) {
		return
	}
	stages, before := map[training.WellnessField]float64{deepF: 0, lightF: 0, remF: 0, awakeF: 0}, from
	for _, l := range r.levels {
		if l.at.After(before) {
			if l.field != "" {
				stages[l.field] += l.at.Sub(before).Seconds()
			}
			before = l.at
		}
	}
	n := night{start: start, end: end, numbers: map[training.WellnessField]float64{}}
	if stages[deepF]+stages[lightF]+stages[remF] > 0 {
		maps.Copy(n.numbers, stages)
	}
	put(n.numbers, training.WellnessSleepScore, r.sleep.score)
	w.part("sleep", r.file).sleep(n)
}

// finish adds the totals of days.
func (w *watch) finish() {
	for key, n := range w.counts {
		d := w.part("monitor", n.file)
		for f, v := range map[training.WellnessField]float64{stepsF: n.steps, training.WellnessActiveKcal: n.kcal} {
			d.put(key.day, f, "", sum, v, n.at)
		}
	}
	const nearlyWhole = 16 * time.Hour // less is not yet the day's
	for day, c := range w.stress {
		if c.last.Sub(c.first) < nearlyWhole {
			continue
		}
		d := w.part("stress", c.file)
		if c.n > 0 {
			d.put(day, training.WellnessDeviceStress, "", latest, c.sum/c.n, c.last)
		}
		if c.low >= 0 {
			d.put(day, training.WellnessEnergyHigh, "", latest, c.high, c.last)
			d.put(day, training.WellnessEnergyLow, "", latest, c.low, c.last)
		}
	}
}
