package activity

import (
	"encoding/json"
	"slices"
	"strings"

	views "lapkeep/internal/answers/activity"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"
)

// drawn is a channel that the stream chart can draw.
type drawn struct {
	ch    training.Channel // of recordings
	name  string           // its name in /columns
	asked string           // its name in get_activity_streams
	key   string           // its column in that answer
	title string
	// shown is a key in the displayed unit, and base converts the channel's own
	// unit to that unit. unit is used where no key has one.
	shown string
	base  float64
	unit  string
	// usual channels are drawn at the start, the others once switched on.
	usual bool
}

// drawable returns the channels that can be drawn, in order from top to bottom.
func drawable(p *page.Page) []drawn {
	usual := func(ch training.Channel, key, title string, base float64) drawn {
		return drawn{ch: ch, name: ch.String(), asked: ch.String(), key: key, title: title, shown: key, base: base, usual: true}
	}
	other := func(ch training.Channel, asked, key, title, unit string) drawn {
		return drawn{ch: ch, name: ch.String(), asked: asked, key: key, title: title, shown: key, base: 1, unit: unit}
	}
	steps := other(training.StepLength, "step_length", "step_length_mm", p.Say("Step length"), "")
	steps.shown, steps.base = "avg_step_length_cm", 0.1 // as in the summary and the laps
	return []drawn{
		usual(training.Power, "power_w", p.Say("Power"), 1),
		usual(training.HeartRate, "hr_bpm", p.Say("Heart rate"), 1),
		usual(training.Cadence, "cadence_rpm", p.Say("Cadence"), 1),
		usual(training.Speed, "speed_kmh", p.Say("Speed"), 3.6),
		usual(training.Altitude, "altitude_m", p.Say("Altitude"), 1),
		usual(training.Temperature, "temp_c", p.Say("Temperature"), 1),
		other(training.LeftBalance, "left_balance", "left_balance_pct", p.Say("Left balance"), ""),
		other(training.RespirationRate, "respiration", "respiration_per_min", p.Say("Respiration"), p.Say("breaths/min")),
		other(training.CoreTemperature, "core_temp", "core_temp_c", p.Say("Core temperature"), ""),
		steps,
		other(training.GroundContact, "contact_time", "ground_contact_ms", p.Say("Ground contact time"), ""),
		other(training.GroundContactBalance, "contact_balance", "ground_contact_balance_pct", p.Say("Ground contact balance"), ""),
		other(training.VerticalOscillation, "oscillation", "vertical_oscillation_mm", p.Say("Vertical oscillation"), ""),
	}
}

// channels returns the drawable channels that a recording of the activity has.
// A sport with pace has no speed.
func (a *Activity) channels(p *page.Page) (out []drawn) {
	for _, d := range drawable(p) {
		if d.name == training.Speed.String() && page.FastKey(a.Sport) != "avg_speed_kmh" {
			continue
		}
		if a.records(d.ch) {
			out = append(out, d)
		}
	}
	return out
}

// channelList returns the names of channels: all, or only those not shown at
// first.
func channelList(all []drawn, otherOnly bool) string {
	var names []string
	for _, d := range all {
		if !otherOnly || !d.usual {
			names = append(names, d.name)
		}
	}
	return strings.Join(names, ",")
}

// others returns the channels that are drawn only once the reader switches them
// on.
func (a *Activity) others(p *page.Page) string {
	names := channelList(a.channels(p), true)
	if a.figure("gap_s_per_km") != "" {
		names = strings.TrimPrefix(names+","+gapName, ",")
	}
	return names
}

// Channels that the chart requests from the tool, because no recording has them in this
// form.
const (
	gapName  = "gap"
	paceName = "pace"
)

// derived returns the channels that the chart asks the tool for: the pace if
// the sport uses it, the speed if only distance or positions were recorded, and
// the grade-adjusted pace.
func (a *Activity) derived() string {
	var out []string
	speed := a.records(training.Speed)
	way := a.records(training.Distance) || a.records(training.Latitude)
	switch fast := page.FastKey(a.Sport); {
	case strings.Contains(fast, paceName) && (speed || way):
		out = append(out, paceName)
	case fast == "avg_speed_kmh" && !speed && way:
		out = append(out, training.Speed.String())
	}
	if a.figure("gap_s_per_km") != "" {
		out = append(out, gapName)
	}
	return strings.Join(out, ",")
}

// records reports whether a recording of the activity has a channel.
func (a *Activity) records(ch training.Channel) bool {
	return slices.ContainsFunc(a.Recordings, func(r views.Facts) bool {
		if all, ok := r["channels"].([]string); ok {
			return slices.Contains(all, ch.String())
		}
		all, _ := r["channels"].([]any) // of an answer that was read from JSON
		return slices.Contains(all, any(ch.String()))
	})
}

// pace returns the pace channel, and the number of metres that the pace refers
// to.
func (a *Activity) pace(p *page.Page) (drawn, string) {
	key, metres := "pace_s_per_km", "1000"
	if a.Sport == "swimming" {
		key, metres = "pace_s_per_100m", "100"
	}
	return drawn{name: paceName, asked: paceName, key: key, title: p.Say("Pace"), shown: key, base: 1}, metres
}

// channelNames returns, as JSON, the chart's names of channels and units, and
// the factor and shift that convert a column to the shown unit, and its decimals. For pace it
// also has the distance in metres that the pace refers to.
func (a *Activity) channelNames(p *page.Page) string {
	out := map[string][]string{}
	pace, metres := a.pace(p)
	gap := drawn{name: gapName, title: p.Label("gap_s_per_km"), shown: "gap_s_per_km", base: 1}
	for _, d := range append(drawable(p), gap, pace) {
		if d.name == training.Speed.String() && !a.records(d.ch) {
			d.base = 1 // the tool's column is in this unit
		}
		unit, factor, shift, decimals := p.StreamUnit(d.shown, d.base)
		if d.unit != "" {
			unit = d.unit
		}
		out[d.name] = []string{d.title, unit, factor, shift, decimals}
	}
	out[paceName] = append(out[paceName], metres)
	b, _ := json.Marshal(out) // strings can always be marshalled
	return string(b)
}
