package activity

import (
	"strconv"

	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// charts are the curves of the channels, in their order.
func charts(p *page.Page, sport training.Sport, names []string, c *training.Columns, a *across) (out []chart) {
	for _, name := range names {
		ch, _ := training.ParseChannel(name)
		x := chartOf(p, sport, ch)
		v := a.curve(c, ch, x.factor, x.shift)
		if v == nil {
			continue
		}
		x.scale(ch, v)
		out = append(out, *x)
	}
	return out
}

// chartOf is a chart without its curve.
func chartOf(p *page.Page, sport training.Sport, ch training.Channel) *chart {
	x := &chart{class: ch.String(), name: channelName(p, ch)}
	key, base := "", 1.0
	switch ch {
	case training.Altitude:
		key, x.note = "altitude_m", p.Say("above the lowest place shown")
	case training.Speed:
		if x.paceM = paceM(p, sport); x.paceM > 0 {
			x.name, x.unit, x.factor = p.Say("Pace"), p.Number(paceKey(sport), "60").Unit, 1
			return x
		}
		key, base = "speed_kmh", 3.6
	case training.Power:
		key = "power_w"
	case training.HeartRate:
		key = "hr_bpm"
	case training.Cadence:
		if key = "cadence_rpm"; sport == training.Running {
			key, base = "cadence_spm", 2
		}
	}
	unit, factor, shift := p.StreamUnit(key, base)
	x.unit = unit
	x.factor, _ = strconv.ParseFloat(factor, 64) // written by the page
	x.shift, _ = strconv.ParseFloat(shift, 64)
	return x
}

func channelName(p *page.Page, ch training.Channel) string {
	switch ch {
	case training.Altitude:
		return p.Say("Altitude")
	case training.Speed:
		return p.Say("Speed")
	case training.Power:
		return p.Say("Power")
	case training.HeartRate:
		return p.Say("Heart rate")
	}
	return p.Say("Cadence")
}

// paceKey is the pace of a sport that is told by it, paceM for how many metres.
func paceKey(sport training.Sport) string {
	switch sport {
	case training.Running:
		return "pace_s_per_km"
	case training.Swimming:
		return "pace_s_per_100m"
	}
	return ""
}

func paceM(p *page.Page, sport training.Sport) float64 {
	metric := map[string]float64{"pace_s_per_km": 1000, "pace_s_per_100m": 100}[paceKey(sport)]
	switch {
	case !p.Miles:
		return metric
	case sport == training.Swimming:
		return metric * i18n.MPerYard
	}
	return metric * i18n.KmPerMile
}

// scale draws the curve: heights from the lowest, which tells no height above
// the sea, a heart rate from below its lowest, the rest from 0.
func (x *chart) scale(ch training.Channel, v *curve) {
	low, high := 0.0, v.high
	switch ch {
	case training.Altitude:
		v.lower()
		high = v.high
	case training.HeartRate:
		low = 10 * float64(int(v.low/10)-1)
	}
	high = max(high+(high-low)*0.08, low+1)
	x.line, x.area = v.paths(low, high)
	if x.paceM > 0 {
		x.ups = paces(high, x.paceM)
		return
	}
	x.ups = ups(low, high)
}

// lower has the curve begin at 0.
func (v *curve) lower() {
	for _, line := range v.lines {
		for i := range line {
			line[i].y -= v.low
		}
	}
	v.low, v.high = 0, v.high-v.low
}
