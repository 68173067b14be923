package archive

import (
	"strings"
	"time"

	"lapkeep/internal/importing/listing"
	"lapkeep/internal/training"
)

// garminDiary gathers what the tables say of days.
type garminDiary struct {
	days map[training.Day]*training.WellnessDay
	// at is when the values were measured that later ones replace, and asleep
	// how long the night was that is kept.
	at     map[slot]string
	asleep map[training.Day]float64
	zone   func(time.Time) (*time.Location, bool)
}

func newDiary(zone func(time.Time) (*time.Location, bool)) *garminDiary {
	return &garminDiary{days: map[training.Day]*training.WellnessDay{}, at: map[slot]string{}, asleep: map[training.Day]float64{}, zone: zone}
}

type slot struct {
	day   training.Day
	field training.WellnessField
}

// tables are the kinds of tables, by what their names begin or end with.
var tables = []struct {
	kind string
	read func(*archived, *listing.Entry, *garminDiary) error
}{
	{"udsfile_", readInto((*garminDiary).daily)},
	{"_sleepdata", readInto((*garminDiary).sleep)},
	{"_healthstatusdata", readInto((*garminDiary).health)},
	{"_userbiometrics", readInto((*garminDiary).body)},
	{"metricsmaxmetdata_", readInto((*garminDiary).oxygen)},
	{"trainingreadinessdto_", readInto((*garminDiary).readiness)},
	{menstrual, readInto((*garminDiary).cycle)},
}

func wellnessTables() (kinds []string) {
	for _, t := range tables {
		kinds = append(kinds, t.kind)
	}
	return kinds
}

func readInto[T any](take func(*garminDiary, *T)) func(*archived, *listing.Entry, *garminDiary) error {
	return func(a *archived, e *listing.Entry, d *garminDiary) error {
		return read(a, e, "", func(row T) { take(d, &row) })
	}
}

// days yields the days, a year at a time, the newest first. Tables that could
// not be read come with their reasons.
func (a *archived) days() bool {
	d := newDiary(a.summaries.index().offsetAt)
	for i := range a.wellness {
		e := &a.wellness[i]
		if !e.Readable() {
			if !a.Yield(a.item(e)) {
				return false
			}
			continue
		}
		for _, t := range tables {
			if !isTable(strings.ToLower(e.Rel), t.kind) {
				continue
			}
			if err := t.read(a, e, d); err != nil {
				it := a.item(e)
				if it.Err = err; !a.Yield(it) {
					return false
				}
			}
		}
	}
	return a.years(d)
}

func (a *archived) years(d *garminDiary) bool {
	all := make([]training.WellnessDay, 0, len(d.days))
	for _, w := range d.days {
		if all = append(all, *w); !w.Empty() {
			a.as(w.Day.Time(time.UTC))
		}
	}
	return a.Days(GarminSource, a.asOf, all)
}

func (d *garminDiary) day(of training.Day) *training.WellnessDay {
	w := d.days[of]
	if w == nil {
		w = &training.WellnessDay{Day: of}
		d.days[of] = w
	}
	return w
}

// put keeps a value that a living person can have. Zero is what stands where
// nothing was measured.
func (d *garminDiary) put(of training.Day, f training.WellnessField, v float64) {
	if low, high, ok := f.Range(); v > 0 && ok && v >= low && v <= high {
		d.day(of).Put(f, v, GarminSource)
	}
}

// later says whether a value measured at a time, in words that sort by it, is
// to replace the one that is there.
func (d *garminDiary) later(of training.Day, f training.WellnessField, at string) bool {
	s := slot{of, f}
	if former, ok := d.at[s]; ok && at < former {
		return false
	}
	d.at[s] = at
	return true
}
