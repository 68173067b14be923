package bodytest

import (
	"fmt"
	"time"
)

// FITLOG is the body as SportTracks exports it: instants in UTC, a track in
// seconds since its own start, distance only where there is no position, and
// the stops in a clock of their own. The category is the athlete's own word.
func (b Body) FITLOG(name, category string) []byte {
	var t text
	t.str("\ufeff" + `<?xml version="1.0" encoding="utf-8"?>` + "\n" +
		`<FitnessWorkbook xmlns="http://www.zonefivesoftware.com/xmlschemas/FitnessLogbook/v2"><AthleteLog><Athlete Id="1" Name="nobody" />` + "\n")
	t.str(b.fitlogActivity(name, category))
	t.str("</AthleteLog></FitnessWorkbook>\n")
	return t.b
}

func (b Body) fitlogActivity(name, category string) string {
	var t text
	began := stamp(b.Began())
	t.str(fmt.Sprintf("<Activity StartTime=%q Id=\"%d\"><Metadata Source=\"Forerunner 305\" Created=%q Modified=%q />",
		began, b.Seed, began, began))
	t.str(fmt.Sprintf("<Name>%s</Name><Duration TotalSeconds=\"%d\" /><Distance TotalMeters=\"%.2f\" /><Calories "+
		"TotalCal=\"210\" /><Notes>first\nsecond</Notes>\n",
		Escape(name), b.TimerS(), b.DistanceM()))
	half := b.ElapsedS() / 2
	t.str(fmt.Sprintf("<Laps><Lap StartTime=%q DurationSeconds=\"%d\"><Calories TotalCal=\"104\" /></Lap><Lap "+
		"StartTime=%q DurationSeconds=\"%d\"><Calories TotalCal=\"106\" /></Lap></Laps>\n",
		began, half, stamp(b.Began().Add(time.Duration(half)*time.Second)), b.TimerS()-half))
	t.str(fmt.Sprintf("<Weather Conditions=\"Clear\" Temp=\"11.8\" /><Category Id=\"2\" Name=\"%s\" /><Location "+
		"Name=\"Hill\" /><Track StartTime=%q>\n", Escape(category), began))
	for _, p := range b.Points() {
		t.str(fmt.Sprintf("<pt tm=\"%d\"", p.Second-b.FromS))
		if b.NoGPS {
			t.str(fmt.Sprintf(" dist=\"%.2f\"", p.DistanceM))
		} else {
			t.str(fmt.Sprintf(" lat=\"%.7f\" lon=\"%.7f\" ele=\"%.1f\"", p.Lat, p.Lon, p.AltitudeM))
		}
		if !b.NoHR {
			t.str(fmt.Sprintf(" hr=\"%d\" cadence=\"%d\"", p.HR, p.Cadence))
		}
		if !b.NoPower {
			t.str(fmt.Sprintf(" power=\"%d\"", p.PowerW))
		}
		t.str(" />\n")
	}
	t.str("</Track>")
	if b.AutoPause {
		t.str(fmt.Sprintf("<TrackClock><Pause EndTime=%q StartTime=%q /></TrackClock>", stamp(b.At(b.StandTo)), stamp(b.At(b.StandFrom))))
	}
	t.str("<DistanceMarkers><Marker dist=\"1000\" /></DistanceMarkers></Activity>\n")
	return string(t.b)
}
