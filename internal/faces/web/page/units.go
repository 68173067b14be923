package page

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/training"
)

// converted returns the unit in which the reader has a number of another one; it
// is empty if that is the tool's.
func (p *Page) converted(u i18n.FieldUnit) (out i18n.Converted) {
	switch {
	case p.OnFoot && u.Steps.Shown != "":
		return u.Steps
	case p.Miles:
		return u.Miles
	}
	return out
}

// axisOf returns the factor and shift by which a chart converts a column to the
// reader's units; empty if it draws the tool's own numbers.
func (p *Page) axisOf(key string) (factor, shift string) {
	c := p.converted(i18n.UnitOf(key))
	if c.Shown == "" {
		return "", ""
	}
	return strconv.FormatFloat(c.Factor, 'g', -1, 64), strconv.FormatFloat(c.Shift, 'g', -1, 64)
}

// StreamUnit returns the unit in which the stream chart shows a channel, and the
// factor and shift that convert the channel's values to it. key is the key of a
// number in the metric unit, and base converts the channel's unit to that unit.
func (p *Page) StreamUnit(key string, base float64) (shown, factor, shift string) {
	u := i18n.UnitOf(key)
	shown, by, more := u.Shown, base, 0.0
	if c := p.converted(u); c.Shown != "" {
		shown, by, more = c.Shown, base*c.Factor, c.Shift
	}
	return shown, strconv.FormatFloat(by, 'g', -1, 64), strconv.FormatFloat(more, 'g', -1, 64)
}

// lengths returns the units of a map's scale, the long one first, each with its
// number per metre.
func (p *Page) lengths() string {
	long, perKm, _ := p.StreamUnit("distance_km", 1.0/1000)
	short, perM, _ := p.StreamUnit("altitude_m", 1)
	return strings.Join([]string{long, perKm, short, perM}, " ")
}

// State translates a state in an answer, and returns the CSS class of its
// colour and a mark with the same meaning.
func (p *Page) State(name string) (word, class, mark string) {
	switch name {
	case "as_usual", "within":
		return p.Say("normal"), "good", "●"
	case "mixed":
		return p.Say("mixed"), "warn", "◐"
	case "strained":
		return p.Say("strained"), "bad", "▲"
	case "above":
		return p.Say("above normal"), "warn", "▲"
	case "below":
		return p.Say("below normal"), "warn", "▼"
	case "done", "completed":
		return p.Say("done"), "good", "✓"
	case "reached":
		return p.Say("reached"), "good", "✓"
	case "on_pace":
		return p.Say("on pace"), "good", "●"
	case "behind":
		return p.Say("behind"), "warn", "▼"
	case "missed":
		return p.Say("missed"), "bad", "✕"
	case "upcoming":
		return p.Say("planned"), "plain", "○"
	case "partly":
		return p.Say("partly done"), "warn", "◐"
	case "moved":
		return p.Say("moved"), "plain", "→"
	case "changed":
		return p.Say("changed"), "plain", "△"
	case "excused":
		return p.Say("excused"), "plain", "–"
	case "deleted":
		return p.Say("deleted"), "plain", "–"
	case "unpaired", "extra":
		return p.Say("not planned"), "plain", "+"
	case "":
		return p.Say("not known"), "plain", "–"
	}
	return strings.ReplaceAll(name, "_", " "), "plain", "·"
}

// Compliance returns a session's compliance band as a word, a CSS class and a mark.
func (p *Page) Compliance(band string) (word, class, mark string) {
	switch band {
	case "green":
		return p.Say("as planned"), "good", "✓"
	case "yellow":
		return p.Say("slightly off"), "warn", "◐"
	case "red":
		return p.Say("far off"), "bad", "✕"
	}
	return "", "plain", ""
}

// Label returns the label of a number: the pages' own, or else the one in the
// glossary.
func (p *Page) Label(key string) string {
	if section, part, ok := strings.Cut(key, "."); ok { // a part of a section of an answer
		return p.Say("%s: %s", p.Label(section), p.Label(part))
	}
	if words, ok := p.labelsAll()[key]; ok {
		return words
	}
	if e, ok := glossary.Find(key); ok {
		return p.Glossed(e.Title)
	}
	key = strings.TrimSuffix(key, i18n.UnitOf(key).Suffix)
	if key == "" {
		return ""
	}
	return strings.ToUpper(key[:1]) + strings.ReplaceAll(key[1:], "_", " ")
}

// labelsAll returns the labels of the pages. They are built once per page,
// whose parts may request them concurrently.
func (p *Page) labelsAll() map[string]string {
	if p.labelled != nil {
		return p.labelled()
	}
	all := p.labels()
	maps.Copy(all, p.daysLabels())
	maps.Copy(all, p.shapeLabels())
	return all
}

func (p *Page) splitsLabel() string {
	if p.Miles {
		return p.Say("Splits by mile")
	}
	return p.Say("Splits by kilometre")
}

func (p *Page) labels() map[string]string {
	return map[string]string{
		"avg_power_w": p.Say("Average power"), "normalized_power_w": p.Say("Normalized power"), "max_power_w": p.Say("Highest power"),
		"avg_hr_bpm": p.Say("Average heart rate"), "max_hr_bpm": p.Say("Maximum heart rate"), "avg_cadence_rpm": p.Say("Average cadence"),
		"avg_cadence_spm": p.Say("Steps per minute"), "avg_speed_kmh": p.Say("Average speed"), "max_speed_kmh": p.Say("Maximum speed"),
		"distance_km": p.Say("Distance"), "duration_s": p.Say("Time"), "moving_time_s": p.Say("Moving time"),
		"elapsed_time_s": p.Say("Elapsed time"), "elevation_gain_m": p.Say("Climb"), "elevation_loss_m": p.Say("Descent"),
		"tss": p.Say("Load"), "load": p.Say("Load"), "intensity_factor": p.Say("Intensity"), "work_kj": p.Say("Work"),
		"calories_kcal": p.Say("Calories"), "pace_s_per_km": p.Say("Pace"), "gap_s_per_km": p.Say("Graded pace"),
		"decoupling_pct": p.Say("Decoupling"), "variability_index": p.Say("Variability"), "efficiency_factor": p.Say("Efficiency"),
		"avg_power_w_per_kg": p.Say("Power to weight"), "avg_temp_c": p.Say("Temperature"), "perceived_exertion": p.Say("Perceived exertion"),
		"ctl": p.Say("Fitness"), "atl": p.Say("Fatigue"), "tsb": p.Say("Form"), "ramp_per_week": p.Say("Ramp"), "ftp_w": p.Say("FTP"),
		"lthr_bpm": p.Say("Threshold heart rate"), "weight_kg": p.Say("Weight"), "resting_hr_bpm": p.Say("Resting heart rate"),
		"hrv_rmssd_ms": p.Say("HRV (rMSSD)"), "sleep_s": p.Say("Sleep"), "steps": p.Say("Steps"), "mood": p.Say("Mood"),
		"fatigue": p.Say("Tiredness"), "soreness": p.Say("Soreness"), "sleep_deep_s": p.Say("Deep sleep"), "sleep_rem_s": p.Say("REM sleep"),
		"sleep_light_s": p.Say("Light sleep"), "sleep_awake_s": p.Say("Awake"), "max_cadence_rpm": p.Say("Maximum cadence"),
		"threshold_pace_s_per_km": p.Say("Threshold pace"), "css_s_per_100m": p.Say("CSS"), "pace_s_per_100m": p.Say("Pace"),
		"css_pace_s_per_100m": p.Say("CSS"), "carbs_g": p.Say("Carbohydrate intake"), "fluid_ml": p.Say("Fluid intake"),
		"estimated_calories_kcal": p.Say("Calories (estimated)"), "ngp_s_per_km": p.Say("Normalized graded pace"),
		"gap_decoupling_pct": p.Say("Decoupling of graded pace"), "pace_decoupling_pct": p.Say("Decoupling of pace"),
		"graded_efficiency_factor": p.Say("Efficiency (graded)"), "start_offset_s": p.Say("Starts at"), "splits": p.splitsLabel(),
		"avg_ground_contact_ms": p.Say("Ground contact time"), "avg_vertical_oscillation_mm": p.Say("Vertical oscillation"),
		"avg_strokes_per_min": p.Say("Strokes per minute"),
		"hr_recovery_60s_bpm": p.Say("Heart rate recovery"), "stress": p.Say("Stress"), "lap": p.Say("Lap"), "split": p.Say("Split"),
		"critical_power_w": p.Say("Critical power"), "w_prime_j": p.Say("Work above critical power (W′)"),
	}
}

// AllTime is the period of all days, as tools read it.
const AllTime = "all"

// Ranges returns the periods that charts offer, as tools read them and as pages
// show them.
func (p *Page) Ranges() [][2]string {
	return [][2]string{
		{"last 42 days", p.Say("6 weeks")},
		{"last 90 days", p.Say("3 months")},
		{"last 182 days", p.Say("6 months")},
		{"last 365 days", p.Say("1 year")},
		{AllTime, p.Say("All time")},
	}
}

// ZoneKind returns the title of a kind of zones.
func (p *Page) ZoneKind(kind string) string {
	switch kind {
	case "power":
		return p.Say("Power")
	case "hr":
		return p.Say("Heart rate")
	case "pace":
		return p.Say("Pace")
	}
	return Clean(kind)
}

// Names returns the names of the counted sports, sorted.
func Names(counted map[training.Sport]int) []string {
	var out []string
	for s := range counted {
		out = append(out, string(s))
	}
	slices.Sort(out)
	return out
}

// Sport returns the name of a sport on the pages, with its refinement.
func (p *Page) Sport(name string) string {
	if sport, kind, refined := strings.Cut(name, "/"); refined {
		return p.Say("%s (%s)", p.Sport(sport), p.sportKind(kind))
	}
	switch name {
	case "cycling":
		return p.Say("Ride")
	case "running":
		return p.Say("Run")
	case "swimming":
		return p.Say("Swim")
	case "strength":
		return p.Say("Strength")
	case "transition":
		return p.Say("Transition")
	case "walking":
		return p.Say("Walk")
	case "hiking":
		return p.Say("Hike")
	case "rowing":
		return p.Say("Row")
	case "paddling":
		return p.Say("Paddle")
	case "cross_country_skiing":
		return p.Say("Cross-country ski")
	case "alpine_skiing":
		return p.Say("Alpine ski")
	case "skating":
		return p.Say("Skate")
	case "yoga":
		return p.Say("Yoga")
	case "fitness":
		return p.Say("Gym")
	case "diving":
		return p.Say("Dive")
	case "other":
		return p.Say("Other sports")
	case "":
		return ""
	}
	return strings.ToUpper(name[:1]) + strings.ReplaceAll(name[1:], "_", " ")
}

// sportKind returns the name of a refinement of a sport.
func (p *Page) sportKind(kind string) string {
	switch kind {
	case training.SubIndoor:
		return p.Say("indoors")
	case training.SubVirtual:
		return p.Say("virtual")
	case training.SubTrail:
		return p.Say("trail")
	case training.SubTrack:
		return p.Say("track")
	case training.SubRoad:
		return p.Say("road")
	case training.SubGravel:
		return p.Say("gravel")
	case training.SubMountain:
		return p.Say("mountain bike")
	case training.SubPool:
		return p.Say("pool")
	case training.SubOpenWater:
		return p.Say("open water")
	}
	return strings.ReplaceAll(kind, "_", " ")
}

// UsualSports returns the sports that have thresholds before anything is
// recorded.
func UsualSports() []string { return []string{"cycling", "running", "swimming"} }

// OwnSports returns the athlete's sports, the most frequent first.
func OwnSports(ctx context.Context, p *Page) []string {
	done := Ask[athlete.StatusView](ctx, p, "get_status", nil).V.Data.BySport
	own := slices.DeleteFunc(Names(done), func(s string) bool { return s == string(training.Transition) })
	slices.SortStableFunc(own, func(a, b string) int { return cmp.Compare(done[training.Sport(b)], done[training.Sport(a)]) })
	return own
}

// SportChoices returns the choice of all sports and of each in own, and the
// chosen one.
func SportChoices(p *Page, own []string, chosen string) [][2]string {
	out := [][2]string{{"", p.Say("All sports")}}
	if chosen != "" && !slices.Contains(own, chosen) {
		own = append(slices.Clone(own), chosen)
	}
	for _, s := range own {
		out = append(out, [2]string{s, p.Sport(s)})
	}
	return out
}

// AskedSport returns the sport in the address; empty for all.
func (p *Page) AskedSport() string {
	sport, sub, ok := training.ParseRefined(p.Query("sport"))
	if !ok {
		return ""
	}
	return training.DisciplineOf(sport, sub).String()
}

// sportClasses returns the CSS classes that have their own colour.
func sportClasses() []string {
	return []string{"cycling", "running", "swimming", "strength", "walking", "rowing", "skiing"}
}

// otherSports is the class for sports without their own colour.
const otherSports = "other"

// ClassName returns the CSS class for the colour of a sport. Similar sports
// share one.
func ClassName(sport string) string {
	switch training.Sport(sport) {
	case training.Hiking:
		return "walking"
	case training.Paddling:
		return "rowing"
	case training.CrossCountry, training.AlpineSki, training.Skating:
		return "skiing"
	}
	if slices.Contains(sportClasses(), sport) {
		return sport
	}
	return otherSports
}

// mostColors is the most sports that one chart distinguishes by colour.
const mostColors = 6

// SportClasses returns the CSS classes of the sports in one chart: each gets
// its own colour, the usual one if it is free; when the colours run out, the
// rest share that of "other".
func SportClasses(sports []string) map[string]string {
	out, free := map[string]string{}, sportClasses()
	take := func(sport, class string) {
		if i := slices.Index(free, class); i >= 0 && len(out) < mostColors {
			out[sport], free = class, slices.Delete(free, i, i+1)
		}
	}
	for _, s := range sports {
		take(s, ClassName(s))
	}
	for _, s := range sports {
		if out[s] == "" && s != string(training.Other) {
			take(s, free[0])
		}
	}
	for _, s := range sports {
		out[s] = cmp.Or(out[s], otherSports)
	}
	return out
}

// OnFoot reports whether the steps of a sport are counted.
func OnFoot(sport string) bool {
	return slices.Contains([]string{"running", "walking", "hiking"}, sport)
}

// FastKey returns the number that shows how fast a sport was: pace or speed, ""
// for one without a way.
func FastKey(sport string) string {
	switch {
	case sport == "swimming":
		return "pace_s_per_100m"
	case OnFoot(sport):
		return "pace_s_per_km"
	case slices.Contains(climbless, sport):
		return ""
	}
	return "avg_speed_kmh"
}

// climbless are the sports in which nobody climbs: in them a barometer measures
// weather and depth.
var climbless = []string{"strength", "yoga", "fitness", "swimming", "diving"}

// Unread returns the numbers that are not shown for a sport: of speed and pace
// all but the usual one (in a boat pace and speed).
func Unread(sport string) []string {
	out := []string{"pace_s_per_km", "pace_s_per_100m", "avg_speed_kmh", "max_speed_kmh"}
	switch fast := FastKey(sport); {
	case sport == "rowing" || sport == "paddling":
		out = out[1:2]
	case fast == "avg_speed_kmh":
		out = out[:2]
	case fast != "":
		out = slices.DeleteFunc(out, func(k string) bool { return k == fast })
	}
	if slices.Contains(climbless, sport) {
		out = append(out, "elevation_gain_m", "elevation_loss_m")
	}
	return out
}
