package trial

import (
	"math"
	"slices"
	"time"

	"lapkeep/internal/demo"
	"lapkeep/internal/training"
)

// asked is when the questions are asked: a Thursday, noon where the athlete
// lives.
var asked = time.Date(2026, time.August, 20, 10, 0, 0, 0, time.UTC)

// book is all that the answers are computed from: the generator's recordings
// and thresholds, what the trial itself entered, and, for what rests on load,
// the load that the server tells of each activity.
type book struct {
	plan  demo.Plan
	all   []*outing
	today training.Day
	loads map[training.Day]float64 // told, by day
	told  map[string]float64       // the same by day and sport
	facts map[string]any
}

// absent is the fact that something is not known: an answer must say so.
type absent struct{}

func newBook() *book {
	b := &book{today: training.DayOf(asked), facts: map[string]any{}}
	b.plan = demo.Athlete(b.today)
	b.all = outings(b.plan)
	return b
}

func (b *book) put(name string, v any) {
	if _, twice := b.facts[name]; twice {
		panic("two facts are called " + name)
	}
	b.facts[name] = v
}

func day(month time.Month, d int) training.Day { return training.NewDay(2026, month, d) }

// those are the outings that a choice accepts, in order of time.
func (b *book) those(from, to training.Day, sport training.Sport) (out []*outing) {
	for _, o := range b.all {
		if o.Day >= from && o.Day <= to && (sport == "" || o.sport == sport) {
			out = append(out, o)
		}
	}
	return out
}

// of is the only outing of a day and sport.
func (b *book) of(d training.Day, sport training.Sport) *outing {
	found := b.those(d, d, sport)
	if len(found) != 1 {
		panic("not one outing on " + d.String())
	}
	return found[0]
}

func (b *book) last(sport training.Sport) *outing {
	found := b.those(0, b.today, sport)
	return found[len(found)-1]
}

func total(of []*outing, what func(*outing) float64) float64 {
	sum := 0.0
	for _, o := range of {
		sum += what(o)
	}
	return sum
}

func km(o *outing) float64    { return o.km }
func hours(o *outing) float64 { return o.rec.TimerS / 3600 }

func days(of []*outing) (out []string) {
	for _, o := range of {
		if d := o.Day.String(); !slices.Contains(out, d) {
			out = append(out, d)
		}
	}
	return out
}

// newest turns a list round: answers begin with the latest.
func newest[T any](list []T) []T {
	out := slices.Clone(list)
	slices.Reverse(out)
	return out
}

func most(of []*outing, what func(*outing) float64) *outing {
	return slices.MaxFunc(of, func(a, b *outing) int { return int(math.Copysign(1, what(a)-what(b))) })
}

// threshold is the last value that a day had, by the plain list.
func (b *book) threshold(key training.ThresholdKey, sport training.Sport, on training.Day) float64 {
	found := math.NaN()
	for _, e := range b.plan.Thresholds {
		if e.Key == key && e.Sport == sport && e.From <= on {
			found = e.Values[0]
		}
	}
	return found
}

// The days of the questions.
var (
	year         = day(time.January, 1)
	june, july   = day(time.June, 1), day(time.July, 1)
	august       = day(time.August, 1)
	lastWeek     = day(time.August, 10)
	thisWeek     = day(time.August, 17)
	saturday     = day(time.August, 15)
	sunday       = day(time.August, 16)
	tuesday      = day(time.August, 18)
	yesterday    = day(time.August, 19)
	trackDay     = day(time.August, 9)
	poolDay      = day(time.August, 13)
	triathlonDay = day(time.July, 12)
)

// ofRecordings fills in what follows from recordings, thresholds and entries.
func (b *book) ofRecordings() {
	for _, chapter := range []func(){
		b.recent, b.volumes, b.intensity, b.bests, b.estimates, b.settings, b.rides, b.runs, b.swims, b.races, b.notes,
		b.calendar, b.writes, b.wellness, b.gear, b.timed, b.missing, b.status,
	} {
		chapter()
	}
}
