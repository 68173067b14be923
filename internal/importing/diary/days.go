package diary

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// rule says how the values of one day are combined.
type rule uint8

const (
	latest rule = iota
	sum
	mean
	most
	least
	running // the highest total of each kind of movement, added up
)

// slot identifies one value of a day from one device or app; from may be empty.
type slot struct {
	day   training.Day
	field training.WellnessField
	from  string
}

// tally combines the values of a slot.
type tally struct {
	rule  rule
	n     int
	value float64 // for a mean, the sum
	at    time.Time
}

// days collects the values of days.
type days struct {
	source  string // maker
	tallies map[slot]*tally
	nights  map[training.Day]night
	stages  map[string]map[training.WellnessField]float64 // from a table of stages, by the id of the night
	zones   zones
	asOf    time.Time // the latest time in the data
	// odd counts rows that cannot be read, and beyond values that are impossible.
	odd, beyond int
	lost        int // rows whose time has no zone
	// file is the number of the file that is being read, and last that of the last file about each day.
	file int
	last map[training.Day]int
}

func newDays(source string) *days {
	return &days{
		source: source, tallies: map[slot]*tally{}, nights: map[training.Day]night{}, last: map[training.Day]int{},
		stages: map[string]map[training.WellnessField]float64{},
	}
}

// stage adds a stage to the night with an id. It returns false if the stage cannot be.
func (d *days) stage(id string, f training.WellnessField, length time.Duration) bool {
	if length < 0 || length > 24*time.Hour || len(d.stages) >= mostSlots {
		return false
	}
	if d.stages[id] == nil {
		d.stages[id] = map[training.WellnessField]float64{}
	}
	if f != "" {
		d.stages[id][f] += length.Seconds()
	}
	return true
}

// staged returns the stages of a night. If it has some, a stage that is missing took no time.
func (d *days) staged(id string) map[training.WellnessField]float64 {
	out := d.stages[id]
	if out == nil {
		return map[training.WellnessField]float64{}
	}
	if out[deepF]+out[lightF]+out[remF] > 0 {
		for _, f := range []training.WellnessField{deepF, lightF, remF, awakeF} {
			out[f] += 0
		}
	}
	return out
}

// mostSlots limits the memory used for a file that is not a real export: 60 fields for a lifetime.
const mostSlots = 1_500_000

// put adds a value that was measured at a time. It ignores zero, which stands for nothing
// measured; only the lowest level of stress is zero.
func (d *days) put(day training.Day, f training.WellnessField, from string, by rule, v float64, at time.Time) {
	low, high, _ := f.Range()
	if v == 0 && f != training.WellnessDeviceStress {
		return
	}
	if !(v >= 0 && v <= high) || v < low && by != sum || !known(day) || len(d.tallies) >= mostSlots {
		d.beyond++
		return
	}
	d.seen(day, at)
	t := d.tallies[slot{day, f, from}]
	if t == nil {
		t = &tally{rule: by}
		d.tallies[slot{day, f, from}] = t
	}
	switch {
	case by == sum, by == mean:
		t.value += v
	case t.n == 0, by == latest && !at.Before(t.at), (by == most || by == running) && v > t.value, by == least && v < t.value:
		t.value, t.at = v, at
	}
	t.n++
}

// known reports whether a day can be one of a device; one that was never set shows another.
func known(day training.Day) bool {
	const from, to = 7305, 47482 // 1990 and 2100
	return day >= from && day < to
}

func (d *days) seen(day training.Day, at time.Time) {
	d.last[day] = max(d.last[day], d.file)
	if at.After(d.asOf) {
		d.asOf = at
	}
}

// clockZone is the offset of the local clock at a time.
type clockZone struct {
	at      time.Time
	offsetS int
}

type zones []clockZone

// local returns a time with the offset that is known nearest to it. It returns false if none is known near it.
func (z zones) local(t time.Time) (time.Time, bool) {
	const far = 14 * 24 * time.Hour
	if len(z) == 0 || t.IsZero() {
		return t, false
	}
	near := slices.MinFunc(z, func(a, b clockZone) int { return cmp.Compare(a.at.Sub(t).Abs(), b.at.Sub(t).Abs()) })
	return t.In(time.FixedZone("", near.offsetS)), near.at.Sub(t).Abs() <= far
}

// total returns the combined value.
func (t *tally) total() float64 {
	if t.rule == mean {
		return t.value / float64(t.n)
	}
	return t.value
}

// night is one night of sleep, as one device or app measured it. A field of numbers that is
// missing was not measured.
type night struct {
	day        training.Day // on which the athlete wakes; 0 means that of the end
	start, end time.Time    // with the local offset, or zero
	from       string
	// numbers holds the stages, in s, and other measurements of the night.
	numbers map[training.WellnessField]float64
}

// shortestS and longestS limit a night. Less is a nap, or minutes that were taken for seconds.
const shortestS, longestS = 15 * 60, 20 * 3600

var stageFields = []training.WellnessField{training.WellnessSleepDeepS, training.WellnessSleepLightS, training.WellnessSleepRemS}

// sleep adds a night. If a day already has one, the longer is kept.
func (d *days) sleep(n night) {
	asleep := n.numbers[training.WellnessSleepS]
	if asleep == 0 {
		for _, f := range stageFields {
			asleep += n.numbers[f]
		}
	}
	bed := n.numbers[training.WellnessSleepInBedS]
	if n.end.After(n.start) && !n.start.IsZero() {
		if n.day == 0 {
			n.day = training.DayOf(n.end)
		}
		bed = cmp.Or(bed, n.end.Sub(n.start).Seconds())
	}
	const tolerance = 60
	length := cmp.Or(asleep, bed)
	switch {
	case length < shortestS:
		return
	case !known(n.day) || length > longestS || bed > 0 && asleep > bed+tolerance:
		d.beyond++
		return
	}
	put(n.numbers, training.WellnessSleepS, asleep)
	put(n.numbers, training.WellnessSleepInBedS, bed)
	at := n.end
	if at.IsZero() {
		at = n.day.Time(time.UTC)
	}
	d.seen(n.day, at)
	if former, ok := d.nights[n.day]; ok && former.length() >= n.length() {
		return
	}
	d.nights[n.day] = n
}

// asleepAt returns the day of the night during which a time lies.
func (d *days) asleepAt(t time.Time) (training.Day, bool) {
	for day := training.DayOf(t); day <= training.DayOf(t)+1; day++ {
		if n := d.nights[day]; !n.start.IsZero() && !t.Before(n.start) && !t.After(n.end) {
			return day, true
		}
	}
	return 0, false
}

// stretch is a period in one stage of sleep, or without a stage in bed.
type stretch struct {
	start, end time.Time
	stage      training.WellnessField
	from       string
}

// nightsOf joins stages into nights. Stages of one source less than three hours apart belong
// to one night, and overlaps count once.
func nightsOf(all []stretch) (out []night) {
	const apart = 3 * time.Hour
	slices.SortStableFunc(all, func(a, b stretch) int {
		return cmp.Or(cmp.Compare(a.from, b.from), a.start.Compare(b.start), a.end.Compare(b.end))
	})
	var until time.Time
	for _, s := range all {
		if s.stage == bedF {
			continue
		}
		last := len(out) - 1
		if last < 0 || out[last].from != s.from || s.start.Sub(out[last].end) > apart {
			out = append(out, night{start: s.start, end: s.end, from: s.from, numbers: map[training.WellnessField]float64{}})
			last, until = last+1, s.start
		}
		n := &out[last]
		if s.start.Before(until) {
			s.start = until
		}
		if s.end.After(s.start) {
			n.numbers[s.stage] += s.end.Sub(s.start).Seconds()
			until = s.end
		}
		if s.end.After(n.end) {
			n.end = s.end
		}
	}
	return out
}

func put(of map[training.WellnessField]float64, f training.WellnessField, v float64) {
	if v > 0 {
		of[f] = v
	}
}

func (n *night) length() float64 {
	return cmp.Or(n.numbers[training.WellnessSleepS], n.numbers[training.WellnessSleepInBedS])
}

// all returns the days, newest first. It may be called once.
func (d *days) all() []training.WellnessDay {
	out := map[training.Day]*training.WellnessDay{}
	on := func(day training.Day) *training.WellnessDay {
		if out[day] == nil {
			out[day] = &training.WellnessDay{Day: day}
		}
		return out[day]
	}
	for s, t := range d.best() {
		if low, high, _ := s.field.Range(); t.total() < low || t.total() > high {
			d.beyond++
			continue
		}
		on(s.day).Put(s.field, t.total(), d.named(s.from))
	}
	for day, n := range d.nights {
		w := on(day)
		for f, v := range n.numbers {
			if low, high, _ := f.Range(); v < low || v > high {
				d.beyond++
				continue
			}
			w.Put(f, v, d.named(n.from))
		}
		if !n.start.IsZero() {
			w.Set(training.WellnessSleepStart, n.start.Format(time.RFC3339), d.named(n.from))
			w.Set(training.WellnessSleepEnd, n.end.Format(time.RFC3339), d.named(n.from))
		}
	}
	list := make([]training.WellnessDay, 0, len(out))
	for _, day := range slices.Backward(slices.Sorted(maps.Keys(out))) {
		if !out[day].Empty() {
			list = append(list, *out[day])
		}
	}
	return list
}

// best returns the tallies of the one device or app that counts for each value of a day. The
// kinds of movement of a running total are not devices: they are added up.
func (d *days) best() map[slot]*tally {
	chosen, totals := map[slot]string{}, map[slot]*tally{}
	for s, t := range d.tallies {
		of := slot{day: s.day, field: s.field}
		if t.rule == running {
			if totals[of] == nil {
				totals[of] = &tally{}
			}
			totals[of].value += t.value
			continue
		}
		former, ok := chosen[of]
		if !ok {
			chosen[of] = s.from
			continue
		}
		before := d.tallies[slot{s.day, s.field, former}]
		more := cmp.Compare(t.n, before.n)
		if t.rule == sum {
			more = cmp.Compare(t.value, before.value)
		}
		if more > 0 || more == 0 && s.from < former {
			chosen[of] = s.from
		}
	}
	for of, from := range chosen {
		of.from = from
		totals[of] = d.tallies[of]
	}
	return totals
}

// named returns a source with the device or app.
func (d *days) named(from string) string {
	if from, _, _ = strings.Cut(from, "\x00"); from == "" {
		return d.source
	}
	return d.source + "/" + from
}

// leftOut counts the rows and values that were left out.
type leftOut struct{ odd, beyond, lost int }

func (l *leftOut) add(d *days) {
	l.odd, l.beyond, l.lost = l.odd+d.odd, l.beyond+d.beyond, l.lost+d.lost
}

// words returns a sentence on what was left out, or "".
func (l *leftOut) words() string {
	var rows, values, zone i18n.Sentence
	if l.lost > 0 {
		zone = i18n.Sentencef("%d of its values have a time without a zone; they were left out.", l.lost)
	}
	if l.odd > 0 {
		rows = i18n.Sentencef("%d of its rows could not be read; they were left out.", l.odd)
	}
	if l.beyond > 0 {
		values = i18n.Sentencef("%d of its values are impossible; they were left out.", l.beyond)
	}
	return string(i18n.InARow(rows, values, zone))
}
