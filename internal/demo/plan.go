package demo

import (
	"bytes"
	"fmt"
	"iter"
	"math"
	"strings"
	"time"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/training"
)

// ID is the id of the demo athlete.
const ID training.AthleteID = "demo"

// Plan is the demo athlete with all their data.
type Plan struct {
	Athlete training.Athlete
	// Thresholds holds the dated thresholds; the first ones apply from the first activity on.
	Thresholds training.History
	// Days is the range from the first to the last day with an activity.
	Days   training.DayRange
	season season
	now    time.Time // the zero value means the end of the last day
}

// Athlete returns the demo athlete as of today, the last day with activities.
func Athlete(today training.Day) Plan {
	s := newSeason(today)
	return Plan{
		Athlete: training.Athlete{
			ID: ID, Name: "Demo Athlete", Sex: training.Female, BirthYear: today.Time(time.UTC).Year() - 37,
			TimeZone: "Europe/Zurich", WeekStart: time.Monday, Units: training.MetricUnits, Language: "en", Demo: true,
			Sharing: training.Sharing{Position: true, Weight: true, Notes: true, Cycle: true, Sets: true, Food: true, Glucose: true},
		},
		Thresholds: s.thresholds(),
		Days:       training.DayRange{From: s.from, To: today},
		season:     s,
	}
}

// Until returns the same athlete at a later time, with the activities since
// then. Earlier data stays the same.
func (p Plan) Until(now time.Time) Plan {
	p.now = now
	p.Days.To = max(p.Days.To, training.DayOf(now.In(p.Athlete.Location())))
	p.season.until = p.Days.To
	p.Thresholds = p.season.thresholds()
	return p
}

// happened reports whether an activity is over at the time of the plan.
func (p Plan) happened(it Item) bool {
	if p.now.IsZero() || it.Day < p.Days.To-1 {
		return p.Days.Contains(it.Day)
	}
	end := it.Start
	for _, r := range it.Recordings() {
		end = end.Add(time.Duration(r.ElapsedS * float64(time.Second)))
	}
	return p.Days.Contains(it.Day) && !end.After(p.now)
}

// Items yields every activity in order of time.
func (p Plan) Items() iter.Seq[Item] {
	return func(yield func(Item) bool) {
		k := newKit(p.season)
		for it := range p.plain() {
			it.Gear, it.Weather = k.take(it), it.weather()
			it.CarbsG, it.FluidML = it.fuel()
			if !yield(it) {
				return
			}
		}
	}
}

// plain yields the activities without gear, weather and fuel. These are added later,
// because they depend on other activities.
func (p Plan) plain() iter.Seq[Item] {
	return func(yield func(Item) bool) {
		for index := 0; ; index++ {
			monday := p.season.from + training.Day(7*index)
			if monday > p.Days.To {
				return
			}
			for _, slot := range p.season.week(index, monday) {
				item := p.season.item(monday+training.Day(slot.weekday), slot)
				if p.happened(item) && !yield(item) {
					return
				}
			}
		}
	}
}

// Item is one activity with the athlete's description. [Item.Recordings] generates its seconds.
type Item struct {
	// ID is the same each time for the same day: demo-2025-06-14-long-ride.
	ID    string
	Day   training.Day
	Start time.Time // UTC
	Sport training.Sport

	Name, Description string
	// Note is a remark that the athlete added later; it is often empty.
	Note string
	Tags []string
	Race bool
	// PerceivedExertion is a rating from 1 to 10.
	PerceivedExertion float64
	// CarbsG and FluidML are the carbohydrate and fluid taken during the activity, or 0
	// if they were not noted.
	CarbsG, FluidML float64
	// Gear holds the gear ids of each session, beginning with the main item.
	Gear [][]string
	// Weather is the weather at that place and time; nil for indoor activities.
	Weather training.Values

	kind kind
	text string // text with the session's steps; empty for a triathlon
	work recorder
	on   conditions
}

// FileName returns the file name that a device would give the activity.
func (it Item) FileName() string { return strings.TrimPrefix(it.ID, "demo-") + ".fit" }

// Recordings generates the activity's recording, or the five of a triathlon.
func (it Item) Recordings() []*training.Recording {
	recs := it.work.record(it.on)
	for i, r := range recs {
		offset := it.on.offsetS
		r.Format, r.OffsetS, r.SessionIndex, r.Sessions = training.FormatFIT, &offset, i, len(recs)
		r.Name, r.Description = it.Name, it.Description
		r.Device = training.Device{Manufacturer: "development", Product: "Demo", Serial: "20240229", Software: "1.00"}
		for m, x := range summarise(r, training.Span{ToS: r.ElapsedS + 1}) {
			r.DeviceValues = r.DeviceValues.Put(m, x)
		}
		for k := range r.Laps {
			r.Laps[k].Device = summarise(r, training.Span{FromS: r.Laps[k].StartS, ToS: r.Laps[k].EndS})
		}
	}
	return recs
}

// FIT returns the activity as a FIT file, as a device would have written it.
func (it Item) FIT() ([]byte, error) {
	var b bytes.Buffer
	if err := fit.Write(&b, it.Recordings()); err != nil {
		return nil, fmt.Errorf("demo activity %s: %w", it.ID, err)
	}
	return b.Bytes(), nil
}

// strain describes the influence of previous days on a morning, and what happens on the day itself.
type strain struct {
	fresh     float64 // fitness minus fatigue, in TSS a day
	yesterday float64 // TSS of the day before
	running   float64 // km on the day itself
	races     bool    // there is a race on the day itself
	ill       float64 // 1 on the worst day
}

// mostly is the TSS of a triathlon, for which there is no text from which it could be computed.
const mostly = 190

// strains returns the strain of each day from the first to the last day so far.
// The load of a session is computed from its text.
func (p Plan) strains() []strain {
	out := make([]strain, p.Days.Days()+1)
	cost := make([]float64, len(out))
	for it := range p.plain() {
		i := it.Day - p.Days.From
		cost[i] += it.load(p.Thresholds)
		out[i].running += it.runKm()
		out[i].races = out[i].races || it.Race
	}
	const fitnessDays, fatigueDays, usual = 42, 7, 45
	fitness, fatigue := float64(usual), float64(usual)
	for i := range out {
		out[i].fresh = fitness - fatigue
		out[i].ill = p.season.sick(p.Days.From + training.Day(i))
		if i > 0 {
			out[i].yesterday = cost[i-1]
		}
		fitness += (cost[i] - fitness) * (1 - math.Exp(-1.0/fitnessDays))
		fatigue += (cost[i] - fatigue) * (1 - math.Exp(-1.0/fatigueDays))
	}
	return out
}

func (it Item) load(h training.History) float64 {
	if it.text == "" {
		return mostly
	}
	w, _ := steptext.Read(it.text, it.Sport) // a test reads every text
	takes := w.Takes(efforts.Day{Sport: it.Sport, Thresholds: h.At(it.Sport.Plain(), it.Day)}, load.Rules{Sex: training.Female})
	if takes.Load > 0 {
		return takes.Load
	}
	const perHour = 40 // TSS per hour of strength training
	return takes.DurationS / 3600 * perHour
}

// sick returns the severity of the illness on a day, from 0 to 1. It starts two mornings
// before the week of illness, peaks with the fever, and fades over the following weeks.
func (s season) sick(day training.Day) float64 {
	course := [...]float64{0.45, 0.5, 0.55, 0.9, 1, 0.9, 0.75, 0.6, 0.45, 0.33}
	switch since := int(day-s.illness) + 2; {
	case since < 0:
		return 0
	case since < len(course):
		return course[since]
	default:
		return course[len(course)-1] * math.Pow(0.75, float64(since-len(course)+1))
	}
}

// Goals returns the athlete's goals by id.
func (p Plan) Goals() map[string]training.Goal {
	year := p.season.born.Time(time.UTC).Year()
	season := training.DayRange{From: training.NewDay(year, time.April, 1), To: training.NewDay(year, time.September, 30)}
	if p.season.born < season.From { // in winter, use last year's season
		season.From, season.To = training.NewDay(year-1, time.April, 1), training.NewDay(year-1, time.September, 30)
	}
	return map[string]training.Goal{
		"demo-goal-week": {Name: "Weekly hours", Measure: training.GoalDurationH, Target: 6, Period: training.GoalWeek},
		"demo-goal-month": {
			Name: "Monthly running", Measure: training.GoalDistanceKm, Target: 110, Period: training.GoalMonth, Sport: training.Running.Plain(),
		},
		"demo-goal-year": {
			Name: "Yearly riding", Measure: training.GoalDistanceKm, Target: 4000, Period: training.GoalYear, Sport: training.Cycling.Plain(),
		},
		"demo-goal-summer": {
			Name: "Summer climbing", Measure: training.GoalElevationGainM, Target: 20_000, Period: training.GoalSeason,
			From: season.From, To: season.To,
		},
	}
}
