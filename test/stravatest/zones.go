package stravatest

import (
	"fmt"
	"time"
	_ "time/tzdata" // the emulator's zones are the same on every machine
)

// place is where a ride starts, and the zone that the service names there.
type place struct {
	zone     string
	lat, lng float64
}

func places() []place {
	return []place{
		{"Europe/Berlin", 52.5163, 13.3777},
		{"America/Los_Angeles", 37.8331, -122.4834},
		{"Asia/Kolkata", 12.9716, 77.5946},
		{"Australia/Sydney", -33.8568, 151.2153},
		{"Pacific/Chatham", -43.9535, -176.5597},
		{"America/Sao_Paulo", -23.5505, -46.6333},
	}
}

func location(zone string) *time.Location {
	l, err := time.LoadLocation(zone)
	if err != nil {
		panic(err) // the zones are linked in
	}
	return l
}

// zoneName is a zone as the service writes it: its offset is the one of winter,
// all year.
func zoneName(zone string) string {
	l := location(zone)
	_, january := time.Date(2026, 1, 1, 0, 0, 0, 0, l).Zone()
	_, july := time.Date(2026, 7, 1, 0, 0, 0, 0, l).Zone()
	standard, sign := min(january, july), '+'
	if standard < 0 {
		standard, sign = -standard, '-'
	}
	return fmt.Sprintf("(GMT%c%02d:%02d) %s", sign, standard/3600, standard/60%60, zone)
}

// falseUTC is local wall time with the Z that it has at the service.
func falseUTC(t time.Time, zone *time.Location) string {
	return t.In(zone).Format("2006-01-02T15:04:05") + "Z"
}

func utc(t time.Time) string { return t.UTC().Format(time.RFC3339) }

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }
