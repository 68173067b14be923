package dashboard

import (
	"encoding/json"
	"math"
	"strings"
)

// lapBar is a lap in a box of 1000 by 60 units.
type lapBar struct{ name, x, y, width, height string }

// lapKey is what the height of laps says; empty where no lap has any of it.
func (a *activityView) lapKey() string {
	keys := present(a.Laps, []string{"avg_power_w", "avg_speed_kmh", "avg_hr_bpm"})
	if len(keys) == 0 {
		return ""
	}
	return keys[0]
}

// lapBars draws laps by power, or else by speed.
func (a *activityView) lapBars() (out []lapBar) {
	key := a.lapKey()
	total, top := 0.0, 0.0
	for _, l := range a.Laps {
		total += float(figure(l["duration_s"]))
		top = math.Max(top, float(figure(l[key])))
	}
	if key == "" || total <= 0 || top <= 0 {
		return nil
	}
	at := 0.0
	for _, l := range a.Laps {
		width := 1000 * float(figure(l["duration_s"])) / total
		height := 56 * float(figure(l[key])) / top
		out = append(out, lapBar{
			name: string(figure(l["lap"])), x: coordinate(at), y: coordinate(60 - height), width: coordinate(math.Max(1, width-2)),
			height: coordinate(height),
		})
		at += width
	}
	return out
}

// failure is the error of an answer that a whole page is about.
func (a answer[T]) failure() error { return a.cause }

// channelNames are what the chart calls its channels and units, with the factor
// and shift of each unit, as JSON: the script has no words of its own.
func (p *page) channelNames() string {
	speed, perMps, _ := p.streamUnit("avg_speed_kmh", 3.6)
	height, perM, _ := p.streamUnit("altitude_m", 1)
	heat, perC, from := p.streamUnit("avg_temp_c", 1)
	b, _ := json.Marshal(map[string][]string{ // texts
		"power": {p.say("Power"), "W"}, "hr": {p.say("Heart rate"), "bpm"}, "cadence": {p.say("Cadence"), "rpm"},
		"speed": {p.say("Speed"), speed, perMps}, "altitude": {p.say("Altitude"), height, perM},
		"temp": {p.say("Temperature"), heat, perC, from}, "time": {p.say("Time"), ""},
	})
	return strings.TrimSpace(string(b))
}
