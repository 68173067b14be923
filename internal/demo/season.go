package demo

import (
	"math"
	"time"

	"lapkeep/internal/training"
)

// season holds the days on which the athlete's story turns.
type season struct {
	from, born                         training.Day // the first day, and the one on which the story was told
	until                              training.Day // the last day that has happened
	breakFrom                          training.Day // Monday; two weeks without training
	illness                            training.Day // Monday; a week in bed
	granFondo, halfMarathon, triathlon training.Day // races, on Sundays
	next                               training.Day // the race to come, on a Sunday in three to four weeks
	runPod                             training.Day // runs have power from here on
}

// breakDays is how long the autumn break lasts.
const breakDays = 14

func newSeason(today training.Day) season {
	s := season{born: today, until: today}
	s.from = (today - 740).WeekStart(time.Monday)
	s.breakFrom = latest(today-42, time.Monday, time.November, 1)
	s.illness = latest(today-35, time.Monday, time.February, 3)
	s.halfMarathon = latest(today-14, time.Sunday, time.October, 3)
	s.triathlon = latest(today-7, time.Sunday, time.July, 12)
	s.granFondo = latest(today, time.Sunday, time.June, 20)
	if s.granFondo < s.triathlon { // one summer, one big race
		s.granFondo = latest(s.granFondo-300, time.Sunday, time.June, 20)
	}
	s.next = (today + 21 + 6).WeekStart(time.Sunday)
	s.runPod = today - 300
	return s
}

// latest is the last day, not after limit, that is the first such weekday on
// or after a date of any year.
func latest(limit training.Day, weekday time.Weekday, month time.Month, day int) training.Day {
	for year := limit.Time(time.UTC).Year(); ; year-- {
		d := training.NewDay(year, month, day)
		d += training.Day((int(weekday) - int(d.Weekday()) + 7) % 7)
		if d <= limit {
			return d
		}
	}
}

func (s season) resting(monday training.Day) bool {
	return monday >= s.breakFrom && monday < s.breakFrom+breakDays
}

// raceIn is the race of the week that begins on monday, 0 if there is none.
func (s season) raceIn(monday training.Day) (kind, bool) {
	switch monday + 6 {
	case s.granFondo:
		return granFondo, true
	case s.halfMarathon:
		return halfMarathon, true
	case s.triathlon:
		return triathlon, true
	case s.next:
		return tenK, true
	}
	return 0, false
}

// form holds the athlete's abilities on a day. Only a dated threshold tells them to anyone.
type form struct {
	ftpW         float64
	thresholdMPS float64 // running
	cssMPS       float64
	weightKg     float64
}

func (s season) formOn(day training.Day) form {
	progress := min(1, float64(day-s.from)/float64(s.born-s.from))
	// Best in the middle of July, worst in the middle of January.
	yearly := math.Cos(2 * math.Pi * float64(day.Time(time.UTC).YearDay()-196) / 365.25)
	lost := s.lost(day)
	return form{
		ftpW:         209 + 36*progress + 6*yearly - 14*lost,
		thresholdMPS: 3.72 + 0.26*progress + 0.05*yearly - 0.12*lost,
		cssMPS:       1.13 + 0.10*progress - 0.02*lost,
		weightKg:     63.6 - 2.2*progress - 0.7*yearly,
	}
}

// lost is the share of form that the break and the illness cost, fading over
// the weeks after them.
func (s season) lost(day training.Day) float64 {
	sum := 0.0
	for _, e := range []struct {
		from       training.Day
		days       float64
		cost, fade float64
	}{{s.breakFrom, breakDays, 0.8, 40}, {s.illness, 7, 0.6, 21}} {
		since := float64(day - e.from)
		switch {
		case since < 0:
		case since < e.days:
			sum += e.cost * since / e.days
		default:
			sum += e.cost * math.Exp(-(since-e.days)/e.fade)
		}
	}
	return sum
}

// Heart rates stay the same over the two years, but for the one at rest.
const (
	maxHRBpm    = 187
	rideLTHRBpm = 168
	runLTHRBpm  = 172
)

func (s season) thresholds() training.History {
	var h training.History
	put := func(k training.ThresholdKey, sport training.Sport, from training.Day, v float64) {
		h = append(h, training.ThresholdEntry{Key: k, Sport: sport, From: from, Values: []float64{v}})
	}
	put(training.KeyMaxHR, "", s.from, maxHRBpm)
	put(training.KeyRestHR, "", s.from, 52)
	put(training.KeyRestHR, "", s.from+240, 50)
	put(training.KeyRestHR, "", s.from+520, 48)
	put(training.KeyLTHR, "", s.from, rideLTHRBpm)
	put(training.KeyLTHR, training.Cycling, s.from, rideLTHRBpm)
	put(training.KeyLTHR, training.Running, s.from, runLTHRBpm)
	put(training.KeyLTHR, training.Swimming, s.from, 160)
	for day := s.from; day <= s.until; day += 120 {
		f := s.formOn(day)
		put(training.KeyThresholdPace, training.Running, day, math.Round(f.thresholdMPS*100)/100)
		put(training.KeyThresholdPace, training.Swimming, day, math.Round(f.cssMPS*100)/100)
	}
	for day := s.from; day <= s.until; day += 56 {
		put(training.KeyWeight, "", day, math.Round(s.formOn(day).weightKg*10)/10)
	}
	put(training.KeyFTP, training.Running, s.runPod, math.Round(runPower(s.formOn(s.runPod).thresholdMPS, 0, s.formOn(s.runPod).weightKg)))
	for index := 0; ; index++ {
		monday := s.from + training.Day(7*index)
		if monday > s.until {
			return h
		}
		for _, slot := range s.week(index, monday) {
			if day := monday + training.Day(slot.weekday); slot.kind == ftpTest && day <= s.until {
				put(training.KeyFTP, training.Cycling, day, math.Round(s.formOn(day).ftpW))
			}
		}
	}
}
