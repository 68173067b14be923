package match

import (
	"maps"
	"strings"
	"time"

	"lapkeep/internal/metrics/power"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// ZoneFinder finds the IANA time zone of a position. ok is false if there is none.
type ZoneFinder interface {
	Zone(latDeg, lonDeg float64) (name string, ok bool)
}

// locator is a ZoneFinder that keeps loaded zones.
type locator interface {
	Location(name string) (*time.Location, error)
}

// Recording returns the activity that a recording forms by itself, with a sport in Lapkeep's
// terms, the local time zone and day, and a name. If zones is nil, positions are not looked up.
func Recording(rec *training.Recording, athlete training.Athlete, zones ZoneFinder) training.Activity {
	act := training.Activity{
		Sport:       Sport(rec.Sport),
		SubSport:    strings.ToLower(textclean.Line(rec.SubSport, textclean.NameRunes)),
		Start:       rec.Start.UTC(),
		Description: textclean.Text(rec.Description, textclean.TextRunes),
		Sets:        rec.Sets,
	}
	name(&act, rec, place(&act, rec, athlete, zones))
	return act
}

// Instants converts local times in recordings without a time zone to UTC. It
// uses the time zone of the first position, or else the athlete's time zone. The
// local day stays the same even if the athlete later changes their time zone.
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

// instant returns the time at which a clock in the zone shows the date and time that t has in UTC.
func instant(t time.Time, zone *time.Location) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), zone).UTC()
}

// name sets the local day and the name. If the recording has no name, the name
// depends on the time of day.
func name(act *training.Activity, rec *training.Recording, zone *time.Location) {
	local := act.Start.In(zone)
	act.LocalDay = training.DayOf(local)
	if act.Name = textclean.Line(rec.Name, textclean.NameRunes); act.Name == "" {
		act.Name = training.DefaultName(act.Sport, act.SubSport, local.Hour())
	}
}

// Sport parses the sport of a recording. An unknown word is kept.
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

// place sets the time zone of an activity from its position, or else from the offset in the
// file, or else to the athlete's time zone. The position of a virtual ride or run is not used.
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
			act.Zone = home.String() // the offset in the file agrees with the home time zone
		}
		return act.Location()
	}
	act.OffsetS, act.ZoneSource = homeOffset, training.ZoneFromAthlete
	if athlete.TimeZone != "" {
		act.Zone = home.String()
	}
	return act.Location()
}

// locate returns the time zone at a position, or nil if there is none.
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

// plausibleOffset reports whether an offset in seconds is a multiple of a
// quarter of an hour between UTC-12 and UTC+14.
func plausibleOffset(s int) bool { return s >= -12*3600 && s <= 14*3600 && s%900 == 0 }

// firstPosition returns the first plausible position in degrees. Some receivers
// write 0, 0 before they have a fix.
func firstPosition(c *training.Columns) (latDeg, lonDeg float64, ok bool) {
	for i := range c.Len() {
		if lat, lon, ok := c.Position(i); ok && (lat != 0 || lon != 0) {
			return lat, lon, true
		}
	}
	return 0, 0, false
}

// near is the maximum time between the starts of two recordings in one file that
// are assumed to be in the same place. A file may have tracks from several days.
const near = 24 * time.Hour

// Together returns the activities for the recordings of one file, using the statements
// on them. An activity without a position gets the time zone of the activity nearest
// in time, such as a pool swim before a ride or a treadmill run after it.
func Together(recs []*training.Recording, said []*training.Statement, athlete training.Athlete, zones ZoneFinder) []training.Activity {
	acts := make([]training.Activity, len(recs))
	for i, rec := range recs {
		if len(said) == len(recs) && said[i] != nil && said[i].SubSport == training.SubVirtual {
			as := *rec
			as.SubSport = training.SubVirtual
			rec = &as
		}
		acts[i] = Recording(rec, athlete, zones)
	}
	placed := make([]training.Activity, 0, len(acts))
	for i := range acts {
		if acts[i].ZoneSource == training.ZoneFromGPS {
			placed = append(placed, acts[i])
		}
	}
	for i := range acts {
		by, apart := -1, near
		for k := range placed {
			if d := placed[k].Start.Sub(acts[i].Start).Abs(); d < apart {
				by, apart = k, d
			}
		}
		if by < 0 || acts[i].ZoneSource == training.ZoneFromGPS {
			continue
		}
		as := acts[i]
		if !setZone(&as, placed[by].Zone) || as.ZoneSource == training.ZoneFromFile && as.OffsetS != acts[i].OffsetS {
			continue // files that are joined may come from different places
		}
		as.ZoneSource, acts[i] = training.ZoneFromGPS, as
		name(&acts[i], recs[i], acts[i].Location())
	}
	return acts
}

// Manual is an activity that was entered by hand, without a recording. Zero fields
// are unknown. Values holds known metrics, such as distance, power and heart rate.
type Manual struct {
	Sport    training.Sport
	SubSport string
	Start    time.Time // its location determines the local day, unless Zone is set
	Zone     string    // IANA name
	Name     string
	// Description is the athlete's own text.
	Description string
	TimerS      float64
	ElapsedS    float64 // 0 means the same as TimerS
	Values      training.Values
	Tags        []string
	Race        bool
	Commute     bool
	GearID      string
	RPE         float64
	ManualLoad  float64
	CarbsG      float64
	FluidML     float64
	Sets        []training.StrengthSet
	// ExternalID has the form "source:id". A second entry with the same id is an update.
	ExternalID string
}

// NormalEntered returns the start time of an entry. If it has no time zone, it
// is in the athlete's time zone.
func NormalEntered(e *training.Entry, who training.Athlete) time.Time {
	switch {
	case e.Local:
		zone := who.Location()
		return instant(e.Start, zone).In(zone)
	case e.Start.Location() == time.Local: // the parsed offset happens to equal this machine's
		_, offset := e.Start.Zone()
		return e.Start.In(time.FixedZone("", offset))
	}
	return e.Start
}

// Activity returns the row for the activity, without an id.
func (m *Manual) Activity(who training.Athlete) training.Activity {
	act := training.Activity{
		Sport: Sport(m.Sport), SubSport: textclean.Line(m.SubSport, textclean.NameRunes), Start: m.Start.UTC(),
		Name:        textclean.Line(m.Name, textclean.NameRunes),
		Description: textclean.Text(m.Description, textclean.TextRunes),
		Tags:        m.Tags, Race: m.Race, Commute: m.Commute, GearID: m.GearID,
		PerceivedExertion: m.RPE, ManualLoad: m.ManualLoad, CarbsG: m.CarbsG, FluidML: m.FluidML, Sets: m.Sets,
		ZoneSource: training.ZoneFromAthlete,
	}
	if m.Zone == "" || !setZone(&act, m.Zone) {
		local := m.Start
		if local.Location() == time.UTC || local.Location() == time.Local {
			local = local.In(who.Location())
		}
		_, act.OffsetS = local.Zone()
		if name := local.Location().String(); name == who.TimeZone {
			act.Zone = name
		}
	}
	local := act.Start.In(act.Location())
	act.LocalDay = training.DayOf(local)
	if act.Name == "" {
		act.Name = training.DefaultName(act.Sport, act.SubSport, local.Hour())
	}
	return act
}

// Summary returns the entered values in the form of computed values.
func (m *Manual) Summary() store.Summary {
	v := maps.Clone(m.Values)
	elapsed := max(m.ElapsedS, m.TimerS)
	if m.TimerS > 0 {
		v = v.Put(training.MetricDurationS, m.TimerS)
	}
	if elapsed > 0 {
		v = v.Put(training.MetricElapsedTimeS, elapsed)
	}
	s := store.Summary{Values: v}
	if _, ok := v[training.MetricAvgHRBpm]; ok {
		s.HRSeconds = m.TimerS
	}
	if _, ok := v[training.MetricNormalizedPowerW]; ok {
		s.NPWindows = max(0, int(m.TimerS)-power.WindowS+1)
	}
	return s
}

// setZone sets the time zone with the given name. It returns false if there is no such time zone.
func setZone(act *training.Activity, name string) bool {
	loc, err := time.LoadLocation(name)
	if err != nil {
		return false
	}
	act.Zone = name
	_, act.OffsetS = act.Start.In(loc).Zone()
	return true
}

// Move moves an activity to a time zone that was found by source. It changes
// the offset, the day, and the name if that only describes the time of day.
func Move(act *training.Activity, zone *time.Location, source training.ZoneSource) {
	named := act.Name == training.DefaultName(act.Sport, act.SubSport, act.Start.In(act.Location()).Hour())
	local := act.Start.In(zone)
	act.Zone, act.ZoneSource = zone.String(), source
	_, act.OffsetS = local.Zone()
	act.LocalDay = training.DayOf(local)
	if named {
		act.Name = training.DefaultName(act.Sport, act.SubSport, local.Hour())
	}
}
