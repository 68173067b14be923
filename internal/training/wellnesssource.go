package training

import (
	"slices"
	"strings"
	"unicode"
)

// WellnessGroup is a group of wellness fields whose values on one day come from a single source.
type WellnessGroup string

// These are the groups, each of which has its own order of sources.
const (
	WellnessSleep     WellnessGroup = "sleep"
	WellnessHRV       WellnessGroup = "hrv"
	WellnessRestingHR WellnessGroup = "resting_hr"
	WellnessStepCount WellnessGroup = "steps"
	WellnessWeight    WellnessGroup = "weight"
)

// WellnessGroups returns the groups in the order in which they are listed.
func WellnessGroups() []WellnessGroup {
	return []WellnessGroup{WellnessSleep, WellnessHRV, WellnessRestingHR, WellnessStepCount, WellnessWeight}
}

// Group returns the group of a field, or "" for a field outside all groups.
func (f WellnessField) Group() WellnessGroup {
	switch f {
	case WellnessSleepS, WellnessSleepDeepS, WellnessSleepLightS, WellnessSleepRemS, WellnessSleepAwakeS, WellnessSleepInBedS,
		WellnessSleepScore, WellnessSleepStart, WellnessSleepEnd:
		return WellnessSleep
	case WellnessHRVRmssdMs, WellnessHRVSdnnMs, WellnessBaevskyIndex: // two measures of one thing, and what follows from them
		return WellnessHRV
	case WellnessRestingHRBpm:
		return WellnessRestingHR
	case WellnessSteps:
		return WellnessStepCount
	case WellnessWeightKg, WellnessBodyFatPct:
		return WellnessWeight
	}
	return ""
}

// Leads reports whether a source with the field counts for its group before one without: a
// score without a duration is not a night.
func (f WellnessField) Leads() bool { return f == WellnessSleepS || f == WellnessWeightKg }

// BySource reports whether values of the field from two sources cannot be compared, because each
// source has its own rule, its own sensor or its own time of measuring.
func (f WellnessField) BySource() bool {
	switch f {
	case WellnessReadiness, WellnessDeviceStress, WellnessEnergyHigh, WellnessEnergyLow, WellnessVO2Max, WellnessVO2MaxRunning,
		WellnessVO2MaxCycling, WellnessSleepingHRBpm, WellnessRespirationPerM, WellnessSpO2Pct:
		return true
	}
	return f.Group() != ""
}

// WellnessByAthlete is the source of values that the athlete entered. They count before those of
// all other sources.
const WellnessByAthlete = "athlete"

// usualSources returns the default order of sources. First come devices that are worn at night, by how
// close to a strap they measure (ring and band, then watches); then a sensor under the mattress;
// then phones and what they collect from unknown devices; and last the services that only copy what
// a device measured, because the device's own value is never older or rounder than the copy.
func usualSources() []string {
	return []string{
		"oura", "whoop", "garmin", "polar", "coros", "suunto", "fitbit", "samsung", "withings", "apple", "health_connect", "iphone",
		"intervals", "igpsport", "strava",
	}
}

// usualOrder returns the default order of sources in a group.
func usualOrder(g WellnessGroup) []string {
	var first []string
	switch g {
	case WellnessHRV, WellnessRestingHR:
		// The athlete takes these measurements on waking, lying still, with a strap or the camera.
		first = []string{"hrv4training", "elitehrv"}
	case WellnessStepCount:
		// A wrist counts steps all day; a ring or a band is often set to count none.
		first = []string{"garmin", "polar", "coros", "suunto", "fitbit", "samsung", "apple"}
	case WellnessWeight:
		// A scale measures; watches and services repeat what was typed into them.
		first = []string{"withings", "garmin", "fitbit"}
	}
	return append(first, usualSources()...)
}

// WellnessSources returns the names of all sources in the default order.
func WellnessSources() []string { return usualOrder(WellnessHRV) }

// WellnessOrder lists, for some groups, the sources that come before those in the default order,
// the best first: "sleep=oura,garmin; hrv=polar".
type WellnessOrder string

// Of returns the sources that come first in a group.
func (o WellnessOrder) Of(g WellnessGroup) []string {
	for part := range strings.SplitSeq(string(o), "; ") {
		if name, list, _ := strings.Cut(part, "="); list != "" && WellnessGroup(name) == g {
			return strings.Split(list, ",")
		}
	}
	return nil
}

// With returns the order with another list for a group; an empty list restores the default order.
func (o WellnessOrder) With(g WellnessGroup, sources ...string) WellnessOrder {
	var parts []string
	for _, other := range WellnessGroups() {
		list := o.Of(other)
		if other == g {
			list = sources
		}
		if len(list) > 0 {
			parts = append(parts, string(other)+"="+strings.Join(list, ","))
		}
	}
	return WellnessOrder(strings.Join(parts, "; "))
}

// Rank returns the place of a source in a group; the source with the lowest counts. An unknown
// source comes last. A source "via/origin", such as "apple/Oura", has the place of its origin if
// that is listed, and else that of the way by which it came.
func (o WellnessOrder) Rank(g WellnessGroup, source string) int {
	if source == WellnessByAthlete {
		return -1
	}
	own := o.Of(g)
	if i := placeIn(own, source); i >= 0 {
		return i
	}
	usual := usualOrder(g)
	if i := placeIn(usual, source); i >= 0 {
		return len(own) + i
	}
	return len(own) + len(usual)
}

func placeIn(list []string, source string) int {
	via, origin, _ := strings.Cut(source, "/")
	for _, name := range []string{source, origin, via} {
		if i := slices.IndexFunc(list, func(s string) bool { return strings.EqualFold(s, name) }); i >= 0 {
			return i
		}
	}
	return -1
}

// These limit one list of the order.
const (
	mostPreferred = 8
	originBytes   = 40
)

// usualOrderWord restores the default order.
const usualOrderWord = "default"

// Change returns the order after a change such as "hrv=oura,garmin; sleep=default". A list without
// a group applies to all groups.
func (o WellnessOrder) Change(text string) (WellnessOrder, error) {
	out := o
	for part := range strings.SplitSeq(text, ";") {
		name, list, found := strings.Cut(strings.TrimSpace(part), "=")
		groups := WellnessGroups()
		if found {
			g := WellnessGroup(strings.ToLower(strings.TrimSpace(name)))
			if !slices.Contains(groups, g) {
				return o, orderFix(Errorf(KindInvalid, "%q has no order of sources.", name))
			}
			groups = []WellnessGroup{g}
		} else {
			list = name
		}
		sources, err := sourceList(list)
		if err != nil {
			return o, err
		}
		for _, g := range groups {
			out = out.With(g, sources...)
		}
	}
	return out, nil
}

func sourceList(list string) (out []string, err error) {
	if strings.EqualFold(strings.TrimSpace(list), usualOrderWord) {
		return nil, nil
	}
	for s := range strings.SplitSeq(list, ",") {
		via, origin, two := strings.Cut(strings.TrimSpace(s), "/")
		s = strings.ToLower(via)
		if two {
			s += "/" + origin
		}
		odd := strings.ContainsFunc(origin, unicode.IsControl) || strings.Contains(origin, "=") || len(origin) > originBytes
		switch {
		case odd, two && origin == "", placeIn(WellnessSources(), strings.ToLower(via)) < 0:
			return nil, orderFix(Errorf(KindInvalid, "%q is not a source of wellness.", via))
		case slices.Contains(out, s):
			return nil, orderFix(Errorf(KindInvalid, "%s is given twice.", s))
		}
		out = append(out, s)
	}
	if len(out) > mostPreferred {
		return nil, orderFix(Errorf(KindInvalid, "%d sources are too many for one list.", len(out)))
	}
	return out, nil
}

func orderFix(e *Error) error {
	return e.WithFix("Write for example hrv=oura,garmin; sleep=default. The groups are %s. The sources are %s.",
		strings.Join(Texts(WellnessGroups()), ", "), strings.Join(WellnessSources(), ", "))
}
