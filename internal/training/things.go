package training

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
)

// ThingKind is a kind of thing that services accept.
type ThingKind string

// These are the kinds, each of which may have its own home source.
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

// ThingKinds returns all kinds, most important first.
func ThingKinds() []ThingKind {
	return []ThingKind{
		ThingActivities, ThingCalendar, ThingWellness, ThingWorkouts, ThingGear, ThingSportSettings, ThingMessages,
		ThingCustomItems, ThingProfile,
	}
}

// HomeLocal is the home of things that are not sent to any service.
const HomeLocal = "local"

// Homes lists the home sources of individual kinds in the order of [ThingKinds], as in
// "calendar=intervals, workouts=local". A kind that is not listed uses the general home
// source.
type Homes string

// Of returns the home of a kind, or "" if it has none of its own.
func (h Homes) Of(k ThingKind) string {
	for part := range strings.SplitSeq(string(h), ", ") {
		if kind, home, _ := strings.Cut(part, "="); ThingKind(kind) == k {
			return home
		}
	}
	return ""
}

// With returns the homes with a new home for a kind; "" removes the kind's own home.
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

// HomeOf returns the service to which new things of a kind are also sent, or ""
// if there is none.
func (a *Athlete) HomeOf(k ThingKind) string {
	if home := cmp.Or(a.HomesOf.Of(k), a.HomeSource); home != HomeLocal {
		return home
	}
	return ""
}

// SetHome makes a service, or [HomeLocal], the home of the given kinds, or of
// everything if no kind is given.
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

// HomesText returns the homes in the form of the setting: first the general home, and
// then the homes of individual kinds.
func (a *Athlete) HomesText() string {
	all := []string{cmp.Or(a.HomeSource, HomeLocal), string(a.HomesOf)}
	return strings.Join(slices.DeleteFunc(all, func(s string) bool { return s == "" }), ", ")
}

// CustomItem is a chart, field, stream or set of zones that an athlete defined.
type CustomItem struct {
	ID          string `json:"id,omitempty"`
	Type        string `json:"type"` // in upper case, as the service writes it: INPUT_FIELD
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	Visibility  string `json:"visibility,omitempty"` // PRIVATE, FOLLOWERS or PUBLIC
	// Content is a JSON object whose members depend on the type.
	Content json.RawMessage `json:"content,omitempty"`
}
