package setup

import (
	"maps"
	"slices"

	"lapkeep/internal/faces/web/page"
)

func shared(m map[string]bool) []string { return slices.Sorted(maps.Keys(m)) }

// sharing is what may be kept from assistants, in words.
func sharing(p *page.Page, key string) string {
	switch key {
	case "position":
		return p.Say("Where you were")
	case "weight":
		return p.Say("Your weight")
	case "notes":
		return p.Say("Your notes")
	case "cycle":
		return p.Say("Your menstrual cycle")
	}
	return key
}

func unitsName(p *page.Page, units string) string {
	if units == "imperial" {
		return p.Say("Miles and feet")
	}
	return p.Say("Kilometres and metres")
}
