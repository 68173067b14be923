package normalise

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

// Recording makes the activity that a recording amounts to by itself: sport
// in our words, zone and day of the place, a name. Without zones positions
// are not looked up.
func Recording(rec *training.Recording, athlete training.Athlete, zones ZoneFinder) training.Activity {
	act := training.Activity{
		Sport:       Sport(rec.Sport),
		SubSport:    strings.ToLower(textclean.Line(rec.SubSport, textclean.NameRunes)),
		Start:       rec.Start.UTC(),
		Name:        textclean.Line(rec.Name, textclean.NameRunes),
		Description: textclean.Text(rec.Description, textclean.TextRunes),
	}
	place(&act, rec, athlete, zones)
	local := act.Start.In(act.Location())
	act.LocalDay = training.DayOf(local)
	if act.Name == "" {
		act.Name = Name(act.Sport, act.SubSport, local.Hour())
	}
	return act
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
func place(act *training.Activity, rec *training.Recording, athlete training.Athlete, zones ZoneFinder) {
	if zones != nil && act.SubSport != training.SubVirtual {
		if lat, lon, ok := firstPosition(&rec.Columns); ok {
			if name, ok := zones.Zone(lat, lon); ok && setZone(act, name) {
				act.ZoneSource = training.ZoneFromGPS
				return
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
		return
	}
	act.OffsetS, act.ZoneSource = homeOffset, training.ZoneFromAthlete
	if athlete.TimeZone != "" {
		act.Zone = home.String()
	}
}

func setZone(act *training.Activity, name string) bool {
	loc, err := time.LoadLocation(name)
	if err != nil {
		return false
	}
	act.Zone = name
	_, act.OffsetS = act.Start.In(loc).Zone()
	return true
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
