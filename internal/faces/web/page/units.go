package page

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// reader returns the person for whom the table of units formats the page's numbers.
func (p *Page) reader() i18n.Reader {
	return i18n.Reader{Miles: p.Miles, OnFoot: OnFoot(p.Doing), Swims: p.Doing == string(training.Swimming)}
}

// For returns a copy of the page that shows numbers in the way usual for a sport.
func (p *Page) For(sport string) *Page {
	out := *p
	out.Doing = sport
	return &out
}

// axisOf returns the factor and shift by which a chart converts a column to the
// reader's units; they are empty if it draws the tool's own numbers.
func (p *Page) axisOf(key string) (factor, shift string) {
	c := i18n.UnitOf(key).For(p.reader(), 0)
	if c.Factor == 1 && c.Shift == 0 {
		return "", ""
	}
	return strconv.FormatFloat(c.Factor, 'g', -1, 64), strconv.FormatFloat(c.Shift, 'g', -1, 64)
}

// StreamUnit returns the unit in which the stream chart shows a channel, the
// factor and shift that convert the channel's values to it, and the decimals. key
// is the key of a number in the metric unit, and base converts the channel's unit
// to that unit.
func (p *Page) StreamUnit(key string, base float64) (shown, factor, shift, decimals string) {
	c := i18n.UnitOf(key).For(p.reader(), 0)
	return c.Shown, strconv.FormatFloat(base*c.Factor, 'g', -1, 64), strconv.FormatFloat(c.Shift, 'g', -1, 64), strconv.Itoa(c.Decimals())
}

// lengths returns the units of a map's scale, the longer one first, each with the
// number of units per metre.
func (p *Page) lengths() string {
	long, perKm, _, _ := p.StreamUnit("distance_km", 1.0/1000)
	short, perM, _, _ := p.StreamUnit("altitude_m", 1)
	return strings.Join([]string{long, perKm, short, perM}, " ")
}

// states are the states in answers, with the CSS class of their colour and a mark with
// the same meaning.
var states = map[string]struct {
	word        i18n.Sentence
	class, mark string
}{
	"as_usual":      {"normal", "good", "●"},
	"within":        {"normal", "good", "●"},
	"mixed":         {"mixed", "warn", "◐"},
	"strained":      {"strained", "bad", "▲"},
	"red_flag":      {"red flag", "bad", "✕"},
	"sick":          {"sick", "bad", "✕"},
	"injured":       {"injured", "bad", "✕"},
	"holiday":       {"not available", "plain", "–"},
	"travel":        {"not available", "plain", "–"},
	"no_time":       {"not available", "plain", "–"},
	"above":         {"above normal", "warn", "▲"},
	"below":         {"below normal", "warn", "▼"},
	"done":          {"done", "good", "✓"},
	"completed":     {"done", "good", "✓"},
	"reached":       {"reached", "good", "✓"},
	"on_pace":       {"on pace", "good", "●"},
	"behind":        {"behind", "warn", "▼"},
	"feasible":      {"feasible", "good", "●"},
	"ambitious":     {"ambitious", "warn", "▲"},
	"not_advisable": {"not advisable", "bad", "✕"},
	"missed":        {"missed", "bad", "✕"},
	"upcoming":      {"planned", "plain", "○"},
	"partly":        {"partly done", "warn", "◐"},
	"moved":         {"moved", "plain", "→"},
	"changed":       {"changed", "plain", "△"},
	"excused":       {"excused", "plain", "–"},
	"deleted":       {"deleted", "plain", "–"},
	"unpaired":      {"not planned", "plain", "+"},
	"extra":         {"not planned", "plain", "+"},
	"":              {"not known", "plain", "–"},
}

// State translates a state in an answer, and returns the CSS class of its
// colour and a mark with the same meaning.
func (p *Page) State(name string) (word, class, mark string) {
	if s, ok := states[name]; ok {
		return s.word.In(p.Say), s.class, s.mark
	}
	return strings.ReplaceAll(name, "_", " "), "plain", "·"
}

// Compliance returns a session's compliance band as a word, a CSS class and a mark.
func (p *Page) Compliance(band efforts.Band) (word, class, mark string) {
	switch band {
	case efforts.Green:
		return p.Say("as planned"), "good", "✓"
	case efforts.Yellow:
		return p.Say("slightly off"), "warn", "◐"
	case efforts.Red:
		return p.Say("far off"), "bad", "✕"
	}
	return "", "plain", ""
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
	return Word(p, map[string]i18n.Sentence{"power": "Power", "hr": "Heart rate", "pace": "Pace"}, kind, Clean(kind))
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

// Sport returns the name of a sport on the pages, with its sub-sport.
func (p *Page) Sport(name string) string {
	if sport, kind, refined := strings.Cut(name, "/"); refined {
		return p.Say("%s (%s)", p.Sport(sport), p.sportKind(kind))
	}
	if known, ok := tools.AllNames().Sports[name]; ok || name == "" {
		return known.In(p.Say)
	}
	return tools.Humanized(name)
}

// sportKinds are the names of sub-sports.
var sportKinds = map[string]i18n.Sentence{
	training.SubIndoor:    "indoors",
	training.SubVirtual:   "virtual",
	training.SubTrail:     "trail",
	training.SubTrack:     "track",
	training.SubRoad:      "road",
	training.SubGravel:    "gravel",
	training.SubMountain:  "mountain bike",
	training.SubPool:      "pool",
	training.SubOpenWater: "open water",
}

func (p *Page) sportKind(kind string) string {
	return Word(p, sportKinds, kind, strings.ReplaceAll(kind, "_", " "))
}

// UsualSports returns the sports that have thresholds before anything is
// recorded.
func UsualSports() []string { return []string{"cycling", "running", "swimming"} }

// OwnSports returns the athlete's sports, the most frequent first.
func OwnSports(ctx context.Context, p *Page) []string {
	return sportsOf(Ask[athlete.StatusView](ctx, p, "get_status", nil).V.Data.BySport)
}

// Own is what the athlete has recorded: the sports, the most frequent first, the one in the
// address, and the first day.
type Own struct {
	Sport  string
	Sports []string
	First  training.Day
}

// FindOwn asks what the athlete has recorded, and notes whether there is anything.
func (p *Page) FindOwn(ctx context.Context) Own {
	status := Ask[athlete.StatusView](ctx, p, "get_status", nil)
	p.Found(status)
	return Own{p.AskedSport(), sportsOf(status.V.Data.BySport), Or(status.V.Data.First)}
}

// sportsOf returns the counted sports, the most frequent first.
func sportsOf(done map[training.Sport]int) []string {
	own := slices.DeleteFunc(Names(done), func(s string) bool { return s == string(training.Transition) })
	slices.SortStableFunc(own, func(a, b string) int { return cmp.Compare(done[training.Sport(b)], done[training.Sport(a)]) })
	return own
}

// FindData asks whether anything is recorded, for a page with an empty part.
func (p *Page) FindData(ctx context.Context) {
	p.Found(Ask[athlete.StatusView](ctx, p, "get_status", nil))
}

// Found notes whether anything is recorded.
func (p *Page) Found(status Answer[athlete.StatusView]) {
	p.NoData = status.Err == nil && status.V.Data.Activities == 0
}

// Availability returns how much the athlete can train, if it is less than usual.
func (p *Page) Availability(a training.Availability) string {
	switch a {
	case training.AvailableLimited:
		return p.Say("limited availability")
	case training.Unavailable:
		return p.Say("not available")
	}
	return ""
}

// SportChoices returns the choices for all sports together and for each of the athlete's own
// sports, and the chosen one.
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

// AskedSport returns the sport in the address; empty means all.
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

// MostZones is the number of colours for zones.
const MostZones = 7

// mostColors is the maximum number of sports that one chart distinguishes by colour.
const mostColors = 6

// SportClasses returns the CSS classes of the sports in one chart. Each sport gets its own
// colour, its usual one if that is free. When the colours run out, the remaining sports
// share the colour of "other".
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

// OnFoot reports whether the sport is done on foot, so its speed is shown as pace and its
// cadence in steps.
func OnFoot(sport string) bool { return training.Sport(sport).OnFoot() }

// FastKey returns the key of the number that shows how fast a session of a sport was, which
// is pace or speed, or "" for a sport without movement.
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

// climbless lists the sports in which nobody climbs: a barometer then measures only weather
// and depth.
var climbless = []string{"strength", "yoga", "fitness", "swimming", "diving"}

// Unread returns the numbers that are not shown for a sport: all speeds and paces
// except the usual one (pace and speed for boats).
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
