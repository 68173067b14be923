package dashboard

import (
	"maps"
	"slices"
)

func shared(m map[string]bool) []string { return slices.Sorted(maps.Keys(m)) }

// sharing is what may be kept from assistants, in words.
func (p *page) sharing(key string) string {
	switch key {
	case "position":
		return p.say("Where you were")
	case "weight":
		return p.say("Your weight")
	case "notes":
		return p.say("Your notes")
	case "cycle":
		return p.say("Your menstrual cycle")
	}
	return key
}

func (p *page) unitsName(units string) string {
	if units == "imperial" {
		return p.say("Miles and feet")
	}
	return p.say("Kilometres and metres")
}
