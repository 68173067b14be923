package training

import (
	"cmp"
	"slices"
	"strings"
)

// ThingKind is a kind of things that services take.
type ThingKind string

// The kinds, each of which may have a home source of its own.
const (
	ThingActivities    ThingKind = "activities"
	ThingCalendar      ThingKind = "calendar"
	ThingWellness      ThingKind = "wellness"
	ThingWorkouts      ThingKind = "workouts"
	ThingGear          ThingKind = "gear"
	ThingSportSettings ThingKind = "sport settings"
	ThingMessages      ThingKind = "messages"
	ThingCustomItems   ThingKind = "custom items"
	ThingProfile       ThingKind = "profile"
)

// ThingKinds are all of them, the most wanted first.
func ThingKinds() []ThingKind {
	return []ThingKind{
		ThingActivities, ThingCalendar, ThingWellness, ThingWorkouts, ThingGear, ThingSportSettings, ThingMessages,
		ThingCustomItems, ThingProfile,
	}
}

// HomeLocal is the home of things that go to no service.
const HomeLocal = "local"

// Homes are the home sources of single kinds, in the order of [ThingKinds]:
// "calendar=intervals, workouts=local". A kind that is not named has that of
// everything.
type Homes string

// Of is the home of a kind, empty if it has none of its own.
func (h Homes) Of(k ThingKind) string {
	for part := range strings.SplitSeq(string(h), ", ") {
		if kind, home, _ := strings.Cut(part, "="); ThingKind(kind) == k {
			return home
		}
	}
	return ""
}

// With has a home for a kind, none of its own if it is empty.
func (h Homes) With(k ThingKind, home string) Homes {
	var parts []string
	for _, other := range ThingKinds() {
		at := h.Of(other)
		if other == k {
			at = home
		}
		if at != "" {
			parts = append(parts, string(other)+"="+at)
		}
	}
	return Homes(strings.Join(parts, ", "))
}

// HomeOf is the service that new things of a kind go to besides staying here;
// empty is none.
func (a *Athlete) HomeOf(k ThingKind) string {
	if home := cmp.Or(a.HomesOf.Of(k), a.HomeSource); home != HomeLocal {
		return home
	}
	return ""
}

// SetHome makes a service, or [HomeLocal], the home of some kinds; without
// kinds it is that of everything.
func (a *Athlete) SetHome(home string, kinds ...ThingKind) {
	if len(kinds) == 0 {
		a.HomeSource, a.HomesOf = home, ""
	}
	for _, k := range kinds {
		own := home
		if home == cmp.Or(a.HomeSource, HomeLocal) {
			own = ""
		}
		a.HomesOf = a.HomesOf.With(k, own)
	}
}

// HomesText are the homes as they are set: that of everything, then those of
// single kinds.
func (a *Athlete) HomesText() string {
	all := []string{cmp.Or(a.HomeSource, HomeLocal), string(a.HomesOf)}
	return strings.Join(slices.DeleteFunc(all, func(s string) bool { return s == "" }), ", ")
}
