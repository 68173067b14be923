package demo

import (
	"bytes"
	"fmt"
	"iter"
	"strings"
	"time"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/training"
)

// ID is the demo athlete's.
const ID training.AthleteID = "demo"

// Plan is the demo athlete with everything that there is of them.
type Plan struct {
	Athlete training.Athlete
	// Thresholds are dated; the first ones hold from the first activity on.
	Thresholds training.History
	// Days are the first and the last day with an activity.
	Days   training.DayRange
	season season
	now    time.Time // zero is the end of the last day
}

// Athlete is the demo athlete on a day, which is the last that has happened.
func Athlete(today training.Day) Plan {
	s := newSeason(today)
	return Plan{
		Athlete: training.Athlete{
			ID: ID, Name: "Demo Athlete", Sex: training.Female, BirthYear: today.Time(time.UTC).Year() - 37,
			TimeZone: "Europe/Zurich", WeekStart: time.Monday, Units: training.MetricUnits, Language: "en", Demo: true,
			Sharing: training.Sharing{Position: true, Weight: true, Notes: true, Cycle: true},
		},
		Thresholds: s.thresholds(),
		Days:       training.DayRange{From: s.from, To: today},
		season:     s,
	}
}

// Until is the same athlete at a later time: what was done by then is added,
// and nothing of before changes.
func (p Plan) Until(now time.Time) Plan {
	p.now = now
	p.Days.To = max(p.Days.To, training.DayOf(now.In(p.Athlete.Location())))
	p.season.until = p.Days.To
	p.Thresholds = p.season.thresholds()
	return p
}

// happened reports whether an activity is over.
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

// Items is every activity in order of time.
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

// plain are the activities without what follows from the others, and from what
// the athlete says.
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

// Item is one activity in the athlete's own words. Its seconds are made by
// [Item.Recordings].
type Item struct {
	// ID is stable for the day it lies on: demo-2025-06-14-long-ride.
	ID    string
	Day   training.Day
	Start time.Time // UTC
	Sport training.Sport

	Name, Description string
	// Note is a remark that the athlete added later, often empty.
	Note string
	Tags []string
	Race bool
	// PerceivedExertion is 1 to 10.
	PerceivedExertion float64
	// CarbsG and FluidML are what was eaten and drunk on the way, 0 if nobody
	// noted it.
	CarbsG, FluidML float64
	// Gear are the ids of each session's gear, the main one first.
	Gear [][]string
	// Weather is that of the place and the hours; nil indoors.
	Weather training.Values

	kind kind
	text string // of the session; empty for a triathlon
	work recorder
	on   conditions
}

// FileName is the name a device's file of it would have.
func (it Item) FileName() string { return strings.TrimPrefix(it.ID, "demo-") + ".fit" }

// Recordings makes the activity's recording, or the five of a triathlon.
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

// FIT is the activity as a device would have written it.
func (it Item) FIT() ([]byte, error) {
	var b bytes.Buffer
	if err := fit.Write(&b, it.Recordings()); err != nil {
		return nil, fmt.Errorf("demo activity %s: %w", it.ID, err)
	}
	return b.Bytes(), nil
}
