package match

import (
	"maps"
	"time"

	"lapkeep/internal/metrics/power"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Manual is an activity that was typed in, without a recording. Zero fields
// are unknown; Values carries what is known of distance, power, heart rate …
type Manual struct {
	Sport    training.Sport
	SubSport string
	Start    time.Time // an instant; its location gives the local day unless Zone is set
	Zone     string    // IANA
	Name     string
	// Description is the athlete's own text.
	Description string
	TimerS      float64
	ElapsedS    float64 // 0: TimerS
	Values      training.Values
	Tags        []string
	Race        bool
	Commute     bool
	GearID      string
	RPE         float64
	ManualLoad  float64
	CarbsG      float64 // eaten on the way
	FluidML     float64 // drunk on the way
	// ExternalID is "source:id" and makes a second call an update of the first.
	ExternalID string
}

// NormalEntered is when an entry began: where the source knew no more than the clock,
// at that time in the athlete's zone.
func NormalEntered(e *training.Entry, who training.Athlete) time.Time {
	switch {
	case e.Local:
		zone := who.Location()
		return instant(e.Start, zone).In(zone)
	case e.Start.Location() == time.Local: // what parsing makes of an offset that is this machine's too
		_, offset := e.Start.Zone()
		return e.Start.In(time.FixedZone("", offset))
	}
	return e.Start
}

// Activity is its row, without an id.
func (m *Manual) Activity(who training.Athlete) training.Activity {
	act := training.Activity{
		Sport: Sport(m.Sport), SubSport: textclean.Line(m.SubSport, textclean.NameRunes), Start: m.Start.UTC(),
		Name:        textclean.Line(m.Name, textclean.NameRunes),
		Description: textclean.Text(m.Description, textclean.TextRunes),
		Tags:        m.Tags, Race: m.Race, Commute: m.Commute, GearID: m.GearID,
		PerceivedExertion: m.RPE, ManualLoad: m.ManualLoad, CarbsG: m.CarbsG, FluidML: m.FluidML, ZoneSource: training.ZoneFromAthlete,
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

// Summary gives the entered values as if they had been derived.
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

// setZone takes a zone by its name, and says whether there is one.
func setZone(act *training.Activity, name string) bool {
	loc, err := time.LoadLocation(name)
	if err != nil {
		return false
	}
	act.Zone = name
	_, act.OffsetS = act.Start.In(loc).Zone()
	return true
}
