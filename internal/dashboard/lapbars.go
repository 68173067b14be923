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

// channelNames are what the chart calls its channels and units, as JSON: the
// script has no words of its own.
func (p *page) channelNames() string {
	b, _ := json.Marshal(map[string][2]string{ // texts
		"power": {p.say("Power"), "W"}, "hr": {p.say("Heart rate"), "bpm"}, "cadence": {p.say("Cadence"), "rpm"},
		"speed": {p.say("Speed"), p.speedUnit()}, "altitude": {p.say("Altitude"), p.heightUnit()}, "temp": {p.say("Temperature"), "°C"},
		"time": {p.say("Time"), ""},
	})
	return strings.TrimSpace(string(b))
}

func (p *page) speedUnit() string {
	if p.miles {
		return "mph"
	}
	return "km/h"
}

func (p *page) heightUnit() string {
	if p.miles {
		return "ft"
	}
	return "m"
}
