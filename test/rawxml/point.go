package rawxml

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// The default stretch is one second a point at 3 m/s.
const metresEverySecond = 3

func start() time.Time { return time.Date(2025, time.June, 14, 7, 30, 0, 0, time.UTC) }

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05Z") }

// point is a second t of a file: its values follow from t alone.
type point struct{ t int }

func (p point) heartRate() int    { return 120 + p.t%30 }
func (p point) watts() int        { return 200 + p.t%7 }
func (p point) cadence() int      { return 80 + p.t%5 }
func (p point) altitude() float64 { return 400 + 0.5*float64(p.t%20) }
func (p point) distance() int     { return metresEverySecond * p.t }
func (p point) latitude() float64 { return 46.5 + 0.00001*float64(p.t) }
func (p point) temperature() int  { return 15 + p.t%3 }

const longitude = 8.25

// truth collects what the points of one session hold.
type truth struct{ Session }

func newTruth(sport string, from time.Time) *truth {
	return &truth{Session{Sport: sport, Start: from, Channels: map[string]Sum{}}}
}

// take adds the named channels of a point, in the units of Lapkeep's columns.
func (tr *truth) take(p point, channels ...string) {
	tr.Records++
	for _, name := range channels {
		sum := tr.Channels[name]
		sum.Count++
		sum.Sum += columnValue(p, name)
		tr.Channels[name] = sum
	}
}

func columnValue(p point, channel string) int64 {
	switch channel {
	case "hr":
		return int64(p.heartRate())
	case "power":
		return int64(p.watts())
	case "cadence":
		return int64(10 * p.cadence())
	case "altitude":
		return int64(math.Round(100 * p.altitude()))
	case "distance":
		return int64(100 * p.distance())
	case "temp":
		return int64(10 * p.temperature())
	case "speed":
		return 1000 * metresEverySecond
	case "latitude":
		return semicircles(p.latitude())
	case "longitude":
		return semicircles(longitude)
	}
	panic("rawxml: no channel " + channel)
}

func semicircles(degrees float64) int64 { return int64(math.Round(degrees * (1 << 31) / 180)) }

func activity(name, text string, sessions ...*truth) Scenario {
	sc := Scenario{Name: name, Bytes: []byte(text), Truth: Truth{Kind: "activity"}}
	for _, s := range sessions {
		sc.Truth.Sessions = append(sc.Truth.Sessions, s.Session)
	}
	return sc
}

func other(name, kind, text string) Scenario {
	return Scenario{Name: name, Bytes: []byte(text), Truth: Truth{Kind: kind, Damaged: kind == "hostile"}}
}

// text joins lines; it keeps templates readable beside their arguments.
type text struct{ strings.Builder }

func (b *text) line(format string, args ...any) {
	fmt.Fprintf(b, format, args...)
	b.WriteByte('\n')
}
