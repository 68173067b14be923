package match

import (
	"strings"
	"time"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// ZoneFinder names the IANA zone of a position; ok is false at a place that
// has none.
type ZoneFinder interface {
	Zone(latDeg, lonDeg float64) (name string, ok bool)
}

// locator is a ZoneFinder that keeps the zones that it has read.
type locator interface {
	Location(name string) (*time.Location, error)
}

// Recording makes the activity that a recording amounts to by itself: sport
// in our words, zone and day of the place, a name. Without zones positions
// are not looked up.
func Recording(rec *training.Recording, athlete training.Athlete, zones ZoneFinder) training.Activity {
	act := training.Activity{
		Sport:       Sport(rec.Sport),
		SubSport:    strings.ToLower(textclean.Line(rec.SubSport, textclean.NameRunes)),
		Start:       rec.Start.UTC(),
		Description: textclean.Text(rec.Description, textclean.TextRunes),
	}
	name(&act, rec, place(&act, rec, athlete, zones))
	return act
}

// Instants gives recordings that know only the clock of the place their instants:
// by the zone of their first position, else by the athlete's. The day stays what
// the clock showed, whatever zone the athlete names later.
func Instants(recs []*training.Recording, athlete training.Athlete, zones ZoneFinder) {
	for _, rec := range recs {
		if !rec.LocalStart {
			continue
		}
		zone := athlete.Location()
		if lat, lon, ok := firstPosition(&rec.Columns); ok && zones != nil {
			if there := locate(zones, lat, lon); there != nil {
				zone = there
			}
		}
		rec.Start, rec.LocalStart = instant(rec.Start, zone), false
		_, offset := rec.Start.In(zone).Zone()
		rec.OffsetS = &offset
	}
}

// instant is when a clock in the zone shows what a time says in UTC.
func instant(t time.Time, zone *time.Location) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), zone).UTC()
}

// name sets the day in the activity's zone, and a name by its hour if the
// recording has none.
func name(act *training.Activity, rec *training.Recording, zone *time.Location) {
	local := act.Start.In(zone)
	act.LocalDay = training.DayOf(local)
	if act.Name = textclean.Line(rec.Name, textclean.NameRunes); act.Name == "" {
		act.Name = training.DefaultName(act.Sport, act.SubSport, local.Hour())
	}
}

// Sport reads a sport as recordings write it; an unknown word is kept.
func Sport(s training.Sport) training.Sport {
	if known, ok := training.ParseSport(string(s)); ok {
		return known
	}
	w := strings.ToLower(textclean.Line(string(s), textclean.NameRunes))
	if w == "" {
		return training.Other
	}
	return training.Sport(strings.ReplaceAll(w, " ", "_"))
}

// place finds the zone of an activity: by position, else by the file's own
// offset, else the athlete's. A virtual course lies where nobody was.
func place(act *training.Activity, rec *training.Recording, athlete training.Athlete, zones ZoneFinder) *time.Location {
	if zones != nil && act.SubSport != training.SubVirtual {
		if lat, lon, ok := firstPosition(&rec.Columns); ok {
			if loc := locate(zones, lat, lon); loc != nil {
				act.Zone, act.ZoneSource = loc.String(), training.ZoneFromGPS
				_, act.OffsetS = act.Start.In(loc).Zone()
				return loc
			}
		}
	}
	home := athlete.Location()
	_, homeOffset := act.Start.In(home).Zone()
	if rec.OffsetS != nil && plausibleOffset(*rec.OffsetS) {
		act.OffsetS, act.ZoneSource = *rec.OffsetS, training.ZoneFromFile
		if homeOffset == act.OffsetS && athlete.TimeZone != "" {
			act.Zone = home.String() // the file agrees with the zone at home
		}
		return act.Location()
	}
	act.OffsetS, act.ZoneSource = homeOffset, training.ZoneFromAthlete
	if athlete.TimeZone != "" {
		act.Zone = home.String()
	}
	return act.Location()
}

// locate is the zone at a position, nil if there is none that is known.
func locate(zones ZoneFinder, lat, lon float64) *time.Location {
	name, ok := zones.Zone(lat, lon)
	if !ok {
		return nil
	}
	load := time.LoadLocation
	if l, ok := zones.(locator); ok {
		load = l.Location
	}
	loc, err := load(name)
	if err != nil {
		return nil
	}
	return loc
}

// plausibleOffset accepts whole quarters of an hour from UTC-12 to UTC+14.
func plausibleOffset(s int) bool { return s >= -12*3600 && s <= 14*3600 && s%900 == 0 }

// firstPosition is the first position in degrees that a receiver can mean:
// 0, 0 is what some write before they have a fix.
func firstPosition(c *training.Columns) (latDeg, lonDeg float64, ok bool) {
	for i := range c.Len() {
		lat, ok1 := c.At(training.Latitude, i)
		lon, ok2 := c.At(training.Longitude, i)
		if ok1 && ok2 && (lat != 0 || lon != 0) {
			return float64(lat) / training.Latitude.Scale(), float64(lon) / training.Longitude.Scale(), true
		}
	}
	return 0, 0, false
}
