package tools

import (
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Toolset is a group of tools that are offered together.
type Toolset struct {
	Name  string
	About string   // what it is for, in a line
	More  []string // its tools that are not offered yet
}

// abouts say what a toolset is for to a model that does not see its tools.
func abouts() map[string]string {
	return map[string]string{
		"account":    "thresholds and settings, connecting services, sync, undo",
		"activities": "compare, search intervals, enter, import, export, notes, wrong sensor data",
		"calendar":   "copy events, put a training plan into the calendar",
		"coach":      "the coach's memory, session logs, personas, digests, body map",
		"custom":     "the athlete's own charts, fields, streams and zones",
		"fitness":    "load, curves, records, estimates, race predictions",
		"gear":       "bikes, shoes, parts, their wear and reminders",
		"goals":      "goals by week, month, year and season, and what they need",
		"plans":      "training plans by weeks: write, edit, read them; how they are followed",
		"research":   "search and fetch for deep research",
		"routes":     "routes that were ridden or run, and their export",
		"segments":   "segments at services, own times and rankings",
		"settings":   "dated thresholds and zones of a sport",
		"wellness":   "sleep, HRV, weight and mood; entering them",
		"workouts":   "the library of workouts",
	}
}

// More lists the toolsets with tools that can be offered and are not yet.
func (t *Table) More() []Toolset {
	of := map[string][]string{}
	for _, r := range t.within {
		if _, offered := t.at[r.Name]; !offered {
			of[r.Toolset] = append(of[r.Toolset], r.Name)
		}
	}
	var out []Toolset
	for _, name := range t.Toolsets() {
		if len(of[name]) > 0 {
			out = append(out, Toolset{Name: name, About: abouts()[name], More: of[name]})
		}
	}
	return out
}

// Within is the table of all that can be offered: what the configuration
// allows, or what is offered where nothing widens that.
func (t *Table) Within() *Table {
	if t.within == nil {
		return t
	}
	return t.offering(t.within)
}

// Widened is the table with the tools of another toolset, as far as they can
// be offered. It says which toolset was meant.
func (t *Table) Widened(toolset string) (*Table, Toolset, error) {
	name := snake(toolset)
	if err := t.known([]string{name}); err != nil {
		return nil, Toolset{}, err
	}
	var rows []Row
	for _, r := range t.Within().rows {
		if _, offered := t.at[r.Name]; offered || r.Toolset == name || name == AllSets || name == DefaultSet && r.Default {
			rows = append(rows, r)
		}
	}
	wide, set := t.offering(rows), Toolset{Name: name, About: abouts()[name]}
	for _, r := range rows {
		if _, offered := t.at[r.Name]; !offered {
			set.More = append(set.More, r.Name)
		}
	}
	return wide, set, nil
}

// known refuses names of toolsets that there are not.
func (t *Table) known(sets []string) error {
	all := append(t.Toolsets(), DefaultSet, AllSets)
	for _, name := range sets {
		if slices.Contains(all, name) {
			continue
		}
		e := training.Errorf(training.KindInvalid, "There is no toolset %q.", Clip(name))
		if near := i18n.Nearest(name, all); near != "" {
			return e.WithFix("Did you mean %s? There are %s.", near, listWords(all, ""))
		}
		return e.WithFix("There are %s.", listWords(all, ""))
	}
	return nil
}
