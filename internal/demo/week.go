package demo

import (
	"time"

	"lapkeep/internal/training"
)

// kind is the kind of a day's training.
type kind int

const (
	sweetSpot kind = iota + 1
	threshold
	vo2max
	ftpTest
	ergRide
	spin
	endurance
	hillyRide
	groupRide
	easyRun
	hillRun
	tempoRun
	trackRun
	longRun
	poolSwim
	openSwim
	strength
	granFondo
	halfMarathon
	triathlon
	tenK
)

// slot is one activity of a week; weekday counts from Monday.
type slot struct {
	weekday int
	kind    kind
	volume  float64 // 1 is the athlete's usual length
	session string  // of the library, in place of the athlete's own
	planned bool    // it stands in the calendar, so in round numbers
	more    int     // repetitions
}

// on is a session of the athlete's own.
func on(weekday int, k kind, volume float64) slot {
	return slot{weekday: weekday, kind: k, volume: volume}
}

// phase holds the sessions of a part of the year.
type phase struct {
	key    []kind // the Tuesday's session, in turn
	long   []kind // the Saturday's
	volume float64
}

func phaseOf(m time.Month) phase {
	switch m {
	case time.November, time.December, time.January:
		return phase{[]kind{sweetSpot, ergRide, sweetSpot}, []kind{ergRide, endurance, endurance}, 1.02}
	case time.February, time.March:
		return phase{[]kind{sweetSpot, threshold, threshold}, []kind{endurance, endurance, hillyRide}, 1.14}
	case time.April, time.May:
		return phase{[]kind{vo2max, threshold, vo2max}, []kind{endurance, hillyRide, endurance}, 1.3}
	case time.June, time.July, time.August:
		return phase{[]kind{vo2max, threshold, groupRide}, []kind{hillyRide, endurance, groupRide}, 1.32}
	default:
		return phase{[]kind{threshold, sweetSpot, groupRide}, []kind{endurance, hillyRide, endurance}, 1.14}
	}
}

// testEvery is how many weeks lie between two tests of threshold power.
const testEvery = 12

// week lists the athlete's sessions in the week that begins on monday, the
// index-th of the plan, in order of time.
func (s season) week(index int, monday training.Day) []slot {
	week := s.usual(index, monday)
	if !s.calendar().Contains(monday) {
		return week
	}
	for i := range week {
		week[i].planned = true
	}
	if monday > s.born {
		return s.ahead(index, monday, week)
	}
	return week
}

// usual is the week by the time of the year and what came between.
func (s season) usual(index int, monday training.Day) []slot {
	if s.resting(monday) {
		return nil
	}
	if monday == s.illness {
		return []slot{on(0, easyRun, 0.6)}
	}
	month := (monday + 3).Time(time.UTC).Month()
	if race, ok := s.raceIn(monday); ok {
		return []slot{on(1, spin, 1), on(2, easyRun, 0.8), on(3, poolSwim, 0.7), on(5, spin, 0.7), on(6, race, 1)}
	}
	if s.resting(monday-7) || monday == s.illness+7 {
		return []slot{on(1, spin, 1), on(3, easyRun, 0.8), on(5, endurance, 0.6), on(6, easyRun, 1)}
	}
	if index%4 == 3 {
		return []slot{on(1, spin, 1.1), on(2, easyRun, 0.8), on(4, poolSwim, 0.8), on(5, endurance, 0.65), on(6, easyRun, 1.1)}
	}
	return buildWeek(index, month)
}

// buildWeek is one of three weeks of work, each a little longer than the one
// before.
func buildWeek(index int, month time.Month) []slot {
	p := phaseOf(month)
	volume := p.volume * (0.94 + 0.06*float64(index%4))
	key := on(1, p.key[index%len(p.key)], volume)
	if index%testEvery == 0 {
		key = on(1, ftpTest, 1)
	}
	winter, summer := month <= time.February || month == time.December, month >= time.June && month <= time.September
	week := []slot{key, on(2, []kind{easyRun, hillRun, tempoRun}[index%3], volume)}
	if winter && index%4 < 2 && index%8 < 4 {
		week = append([]slot{on(0, strength, 1)}, week...)
	}
	swim := on(3, poolSwim, volume)
	if summer && index%2 == 0 {
		swim.kind = openSwim
	}
	week = append(week, swim)
	if index%8 == 2 {
		week = append(week, on(4, spin, 1))
	}
	week = append(week, on(5, p.long[index%len(p.long)], volume))
	last := on(6, longRun, volume)
	if index%5 == 4 {
		last.kind = trackRun
	}
	return append(week, last)
}
