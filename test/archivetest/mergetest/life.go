package mergetest

import (
	"fmt"
	"time"

	"lapkeep/test/archivetest/appletest"
	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/archivetest/garmintest"
	"lapkeep/test/archivetest/packtest"
	"lapkeep/test/archivetest/stravatest"
)

// Outing is one activity and the places where it is found.
type Outing struct {
	Start  time.Time
	Sport  string
	Strava string // Strava's number; "" if absent
	Garmin int64  // Garmin's number; 0 if absent
	Apple  int    // index of the workout; -1 if absent
	Loose  string // name of the device's file; "" if absent
	Power  bool   // at least one recording has power
}

// Life holds several archives of one athlete with the same outings: from the
// device, from the services that it sends to, and from a second watch.
type Life struct {
	Outings []Outing
	Strava  stravatest.Archive
	Garmin  garmintest.Archive
	Apple   *appletest.Export
	Loose   packtest.Files // files on the device
}

// NewLife makes n outings, one every second day.
func NewLife(seed uint64, n int) Life {
	var l Life
	var strava, garmin, apple []bodytest.Body
	var inStrava, inGarmin []int
	for i := range n {
		b := bodytest.Body{
			Start: time.Date(2024, 3, 15+2*i, 6, 10, 0, 0, time.UTC), Seed: seed*1_000_003 + uint64(i) + 1, Seconds: 1200 + i%5*60,
			Sport: []string{"cycling", "running"}[i%2], Serial: unitSerial, OffsetS: 3600, NoPower: i%2 == 1,
		}
		o := Outing{Start: b.Start, Sport: b.Sport, Apple: -1, Power: !b.NoPower}
		if i%6 == 4 {
			// The unit was at home: only the phone recorded the outing, for
			// Strava.
			b.Serial, b.NoPower, o.Power = 0, true, false
		} else {
			garmin, inGarmin = append(garmin, b), append(inGarmin, i)
			if i%4 == 0 {
				o.Loose = "GARMIN/Activity/" + b.Start.Format("2006-01-02-15-04-05") + ".fit"
				l.Loose.Add(o.Loose, b.FIT())
			}
		}
		if i%6 != 2 {
			strava, inStrava = append(strava, b), append(inStrava, i)
		}
		if i%3 == 0 {
			w := onWatch(b)
			w.FromS = 20
			o.Apple = len(apple)
			apple = append(apple, w)
		}
		l.Outings = append(l.Outings, o)
	}
	l.Strava = stravatest.Build(stravatest.Options{Seed: seed, Bodies: strava})
	l.Garmin = garmintest.Build(garmintest.Options{Seed: seed, Bodies: garmin, OffsetS: 3600})
	l.Apple = appletest.New(appletest.Options{Seed: seed, Bodies: apple})
	for i, at := range inStrava {
		l.Outings[at].Strava = l.Strava.Truth.Activities[i].ID
	}
	for i, at := range inGarmin {
		l.Outings[at].Garmin = l.Garmin.Truth.Activities[i].ID
	}
	return l
}

// String returns the time, the sport and the sources of an outing.
func (o Outing) String() string {
	return fmt.Sprintf("%s %s: Strava %q, Garmin %d, Apple %d, device %q", o.Start.Format(time.DateTime), o.Sport,
		o.Strava, o.Garmin, o.Apple, o.Loose)
}
