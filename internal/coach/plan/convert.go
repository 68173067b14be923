package plan

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/training"
)

// ToFolder is a plan as a folder of workouts with a day each, counted from the
// Monday of its first week. What is on its way to a library has no ids; its race
// and its strength exercises become the words of their sessions.
func (p *Plan) ToFolder() (training.WorkoutFolder, []training.LibraryWorkout) {
	days := p.Days()
	f := training.WorkoutFolder{Plan: true, Name: p.Name, Description: p.Notes, StartDay: &days.From, Weeks: (days.Days() + 6) / 7}
	var out []training.LibraryWorkout
	for s := range p.Sessions {
		e, ok := p.Event("", s)
		if !ok {
			continue
		}
		n := int(s.Day - days.From)
		w := training.LibraryWorkout{
			ID: s.ID, Name: e.Name, Description: e.Description, Structure: e.Structure, Sport: s.Sport, SubSport: s.SubSport, Indoor: s.Indoor,
			MovingTimeS: s.DurationS, DistanceKm: s.DistanceKm, Load: s.Load, PlanDay: &n,
		}
		if s.Type != "" {
			w.Tags = []string{string(s.Type)}
		}
		if w.Sport == "" {
			w.Sport = training.Other
		}
		out = append(out, w)
	}
	return f, out
}

// OfFolder is the text of a plan whose sessions are the workouts of a folder,
// from a day on. Those without a day of the plan are left out.
func OfFolder(f *training.WorkoutFolder, workouts []training.LibraryWorkout, start training.Day) string {
	var b strings.Builder
	b.WriteString("plan_name: " + yamlText(f.Name) + "\n")
	monday := start.WeekStart(time.Monday)
	b.WriteString("plan_start_date: " + monday.String() + "\n")
	if f.Description != "" {
		b.WriteString("notes: " + yamlText(f.Description) + "\n")
	}
	sport := commonSport(workouts)
	if sport != "" {
		b.WriteString("sport: " + string(sport) + "\n")
	}
	b.WriteString("weeks:\n")
	sorted := slices.DeleteFunc(slices.Clone(workouts), func(w training.LibraryWorkout) bool { return w.PlanDay == nil || *w.PlanDay < 0 })
	slices.SortStableFunc(sorted, func(a, b training.LibraryWorkout) int { return *a.PlanDay - *b.PlanDay })
	week, number := training.Day(-1), 0
	for i := range sorted {
		day := start + training.Day(*sorted[i].PlanDay)
		for w := day.WeekStart(time.Monday); w != week; {
			week = max(week+7, monday)
			number++
			fmt.Fprintf(&b, "  - week_number: %d\n    week_start_date: %s\n", number, week)
			if w == week {
				b.WriteString("    sessions:\n")
			}
		}
		session(&b, &sorted[i], day, sport)
	}
	return b.String()
}

// session writes one session of a week.
func session(b *strings.Builder, w *training.LibraryWorkout, day training.Day, plan training.Sport) {
	b.WriteString("      - day_of_week: " + day.Weekday().String() + "\n")
	line := func(key, value string) { b.WriteString("        " + key + ": " + value + "\n") }
	if at := slices.IndexFunc(w.Tags, func(tag string) bool { return slices.Contains(Types(), tag) }); at >= 0 {
		line(keyType, w.Tags[at])
	} else {
		line(keyType, string(Quality))
	}
	line(keyName, yamlText(w.Name))
	if w.Sport != plan && w.Sport != "" {
		line(keySport, string(w.Sport))
	}
	if w.Indoor {
		line("indoor", "true")
	}
	if w.DistanceKm > 0 {
		line(keyDistance, workout.Decimals(w.DistanceKm, 4))
	}
	if w.MovingTimeS > 0 {
		line(keyMinutes, workout.Decimals(w.MovingTimeS/60, 4))
	}
	if w.Load > 0 {
		line(keyLoad, workout.Decimals(w.Load, 2))
	}
	if w.Description == "" {
		return
	}
	key := keyDescription
	if len(w.Structure.Of(w.Description)) > 0 || strings.HasPrefix(w.Description, "- ") || strings.Contains(w.Description, "\n- ") {
		key = keyWorkout
	}
	line(key, block(w.Description))
}

// commonSport is the sport of all workouts, empty for several.
func commonSport(all []training.LibraryWorkout) training.Sport {
	for i := range all {
		if all[i].Sport != all[0].Sport {
			return ""
		}
	}
	if len(all) == 0 {
		return ""
	}
	return all[0].Sport
}

// yamlText is a text as YAML takes it whatever is in it: a string of JSON is one.
func yamlText(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		return `""`
	}
	return string(b)
}

// block is a text of several lines as a person reads it, where YAML keeps it so.
func block(s string) string {
	plain := strings.Contains(s, "\n") && s == strings.TrimSpace(s) &&
		!strings.ContainsFunc(s, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) })
	if !plain {
		return yamlText(s)
	}
	return "|-\n          " + strings.ReplaceAll(s, "\n", "\n          ")
}
