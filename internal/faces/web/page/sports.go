package page

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"lapkeep/internal/training"
)

// Sport is a sport as the page calls it.
func (p *Page) Sport(name string) string {
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

// UsualSports are those that have thresholds before anything was recorded.
func UsualSports() []string { return []string{"cycling", "running", "swimming"} }

// OwnSports are the athlete's sports, what they do most first.
func OwnSports(ctx context.Context, p *Page) []string {
	done := Ask[Status](ctx, p, "get_status", nil).V.Data.BySport
	own := slices.DeleteFunc(Names(done), func(s string) bool { return s == string(training.Transition) })
	slices.SortStableFunc(own, func(a, b string) int { return cmp.Compare(Float(done[b]), Float(done[a])) })
	return own
}

// SportChoices are all sports and each of some, with the one that the address names.
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

// AskedSport is the sport that the address names; empty is all.
func (p *Page) AskedSport() string {
	if s := training.Sport(p.Query("sport")); slices.Contains(training.Sports(), s) {
		return string(s)
	}
	return ""
}

// sportClasses are the classes with a colour of their own.
func sportClasses() []string {
	return []string{"cycling", "running", "swimming", "strength", "walking", "rowing", "skiing"}
}

// otherSports is the class of what has no colour of its own.
const otherSports = "other"

// ClassName is a sport as the class of its colour. Sports that are alike share one.
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

// mostColors is how many sports one chart tells apart by colour.
const mostColors = 6

// SportClasses are the classes of sports that stand in one chart: each a colour of
// its own, the first ones theirs; those that are too many have that of other.
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
