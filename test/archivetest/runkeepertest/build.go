// Package runkeepertest makes Runkeeper's archive: a table of activities and a
// GPX file for each one with a track, with their expected contents. It is for
// tests only, is made from a seed, and knows nothing of any importer.
//
// Its form is that of published archives: the table has local times without a
// zone, and kilometres or miles by the athlete's setting. The tracks are in
// UTC, without a type, and are named after their local start.
package runkeepertest

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/archivetest/packtest"
)

// Options shape an export; the zero value is a small metric one in today's
// form.
type Options struct {
	Seed       uint64
	Activities int       // 6 if 0
	Seconds    int       // of a typical one; 300 if 0
	From       time.Time // the first; 2024-03-01 05:30 UTC if zero. The others follow daily
	OffsetS    int       // local time minus UTC; 3,600 if 0
	Miles      bool
	Old        bool // without activity ids and friends
	NoTracks   bool // recorded without a phone
}

func (o Options) withDefaults() Options {
	if o.Activities == 0 {
		o.Activities = 6
	}
	if o.Seconds == 0 {
		o.Seconds = 300
	}
	if o.OffsetS == 0 {
		o.OffsetS = 3600
	}
	if o.From.IsZero() {
		o.From = time.Date(2024, 3, 1, 5, 30, 0, 0, time.UTC)
	}
	return o
}

// Activity holds the values of one row.
type Activity struct {
	File      string // of its track; "" without one
	Start     time.Time
	Local     time.Time // local time as if it were UTC
	Type      string
	Notes     string
	DurationS int
	DistanceM float64 // rounded to a hundredth of the table's unit
	AvgHR     int     // 0 is unknown
	Calories  float64
	ClimbM    float64
}

// Archive is an export before it is packed.
type Archive struct {
	packtest.Files
	Activities []Activity
}

var kinds = []struct{ word, sport string }{
	{"Running", "running"},
	{"Cycling", "cycling"},
	{"Walking", "walking"},
	{"Running", "running"},
	{"Strength Training", "other"},
}

// Build makes an export. The same options give the same bytes.
func Build(o Options) Archive {
	o = o.withDefaults()
	var a Archive
	for n := range o.Activities {
		kind := kinds[n%len(kinds)]
		b := bodytest.Body{
			Start: o.From.Add(time.Duration(n) * 24 * time.Hour), Seed: o.Seed*1_000_003 + uint64(n) + 1,
			Seconds: o.Seconds + 10*n, Sport: kind.sport, NoHR: true,
		}
		act := Activity{
			Start: b.Start, Local: b.Start.Add(time.Duration(o.OffsetS) * time.Second), Type: kind.word, DurationS: b.Seconds,
			DistanceM: o.rounded(b.DistanceM()), Calories: 300 + float64(n), ClimbM: o.climb(12.5 + float64(n)),
		}
		if n%2 == 0 {
			act.AvgHR = 140 + n
		}
		if n%3 == 0 {
			act.Notes = fmt.Sprintf("Easy, with \"strides\" %d", n)
		}
		if n%4 != 3 && kind.sport != "other" && !o.NoTracks {
			act.File = act.Local.Format("2006-01-02-150405") + ".gpx"
			a.Add(act.File, track(b, act))
		}
		if kind.sport == "other" {
			act.DistanceM, act.ClimbM = 0, 0
		}
		a.Activities = append(a.Activities, act)
	}
	a.Add("cardioActivities.csv", o.table(a.Activities))
	a.Add("measurements.csv", []byte("Date,Type,Value\n2024-03-01,Weight,70\n"))
	return a
}

// track returns a GPX file as Runkeeper writes it: only the name contains the
// sport.
func track(b bodytest.Body, act Activity) []byte {
	data := b.GPX(act.Type + " " + act.Local.Format("1/2/06 3:04 pm"))
	data = bytes.Replace(data, []byte("<type>"+b.Sport+"</type>"), nil, 1)
	return bytes.Replace(data, []byte(`creator="archive"`), []byte(`creator="Runkeeper - http://www.runkeeper.com"`), 1)
}

const (
	mile = 1609.344
	foot = 0.3048
)

// rounded returns a distance in m, rounded as in the table.
func (o Options) rounded(m float64) float64 {
	unit := 1000.0
	if o.Miles {
		unit = mile
	}
	return float64(int(100*m/unit+0.5)) / 100 * unit
}

func (o Options) climb(m float64) float64 {
	if o.Miles {
		return float64(int(100*m/foot+0.5)) / 100 * foot
	}
	return m
}

func (o Options) table(all []Activity) []byte {
	var s strings.Builder
	km, speed, climb, unit, height := "km", "km/h", "m", 1000.0, 1.0
	if o.Miles {
		km, speed, climb, unit, height = "mi", "mph", "ft", mile, foot
	}
	if !o.Old {
		s.WriteString("Activity Id,")
	}
	fmt.Fprintf(&s, "Date,Type,Route Name,Distance (%s),Duration,Average Pace,Average Speed (%s),Calories "+
		"Burned,Climb (%s),Average Heart Rate (bpm),", km, speed, climb)
	if !o.Old {
		s.WriteString("Friend's Tagged,")
	}
	s.WriteString("Notes,GPX File\n")
	for n := len(all) - 1; n >= 0; n-- { // newest first
		act := all[n]
		if !o.Old {
			fmt.Fprintf(&s, "c9627fed-%04d,", n)
		}
		distance := act.DistanceM / unit
		fmt.Fprintf(&s, "%s,%s,,%.2f,%s,6:00,%.2f,%.1f,", act.Local.Format("2006-01-02 15:04:05"), act.Type, distance, clock(act.DurationS),
			3600*distance/float64(act.DurationS), act.Calories)
		if act.ClimbM > 0 {
			fmt.Fprintf(&s, "%.2f", act.ClimbM/height)
		}
		s.WriteByte(',')
		if act.AvgHR > 0 {
			fmt.Fprint(&s, act.AvgHR)
		}
		s.WriteByte(',')
		if !o.Old {
			s.WriteString(",")
		}
		if act.Notes != "" {
			s.WriteString(`"` + strings.ReplaceAll(act.Notes, `"`, `""`) + `"`)
		}
		s.WriteString("," + act.File + "\n")
	}
	return []byte(s.String())
}

// clock returns a duration as in the table, without hours if there are none.
func clock(s int) string {
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
