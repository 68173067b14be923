package bodytest

import "fmt"

// pwxSports are words that TrainingPeaks' schema allows.
var pwxSports = map[string]string{"cycling": "Bike", "running": "Run", "walking": "Walk", "swimming": "Swim"}

// pwxLap is how long a segment is, in seconds.
const pwxLap = 300

// PWX is the body as TrainingPeaks' XML, as device agents write it: the start
// is the local time of the place without a zone, everything else is metric, and
// a stop counts in the duration and is named beside it.
func (b Body) PWX(title string) []byte {
	var t text
	sport := pwxSports[b.Sport]
	if sport == "" {
		sport = "Other"
	}
	elapsed := b.ElapsedS()
	t.str(`<?xml version="1.0" encoding="UTF-8"?><pwx xmlns="http://www.peaksware.com/PWX/1/0" version="1.0" creator="agent/1.0"><workout>` + "\n")
	t.str(fmt.Sprintf("<athlete><name>nobody</name><weight>70.0</weight></athlete><sportType>%s</sportType><title>%s</title><cmt>Felt &amp; good</cmt>", sport, Escape(title)))
	t.str("<device id=\"77\"><make>Timex</make><model>Run Trainer</model></device>\n")
	t.str(fmt.Sprintf("<time>%s</time>", b.local(b.FromS).Format("2006-01-02T15:04:05")))
	t.str(fmt.Sprintf("<summarydata><beginning>0.000</beginning><duration>%d.000</duration><durationstopped>%d.000</durationstopped><work>512</work><dist>%.2f</dist></summarydata>\n",
		elapsed, elapsed-b.TimerS(), b.DistanceM()))
	for n, from := 1, 0; from < elapsed; n, from = n+1, from+pwxLap {
		t.str(fmt.Sprintf("<segment><name>Lap "+
			"%d</name><summarydata><beginning>%d.000</beginning><duration>%d.000</duration><durationstopped>0.000</durationstopped></summarydata></segment>\n",
			n, from, min(pwxLap, elapsed-from)))
	}
	for _, p := range b.Points() {
		t.str(fmt.Sprintf("<sample><timeoffset>%d.000</timeoffset>", p.Second-b.FromS))
		if !b.NoHR {
			t.str(fmt.Sprintf("<hr>%d</hr>", p.HR))
		}
		t.str(fmt.Sprintf("<spd>%.3f</spd>", p.SpeedMS))
		if !b.NoPower {
			t.str(fmt.Sprintf("<pwr>%d</pwr>", p.PowerW))
		}
		t.str(fmt.Sprintf("<cad>%d</cad><dist>%.2f</dist>", p.Cadence, p.DistanceM))
		if !b.NoGPS {
			t.str(fmt.Sprintf("<lat>%.7f</lat><lon>%.7f</lon>", p.Lat, p.Lon))
		}
		t.str(fmt.Sprintf("<alt>%.1f</alt><temp>18.5</temp><extension><gps1_altitude>1886</gps1_altitude><hr>1</hr></extension></sample>\n", p.AltitudeM))
	}
	t.str("</workout></pwx>\n")
	return t.b
}
