package calendar

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// fieldsIn holds the arguments that are common to creating and changing an event. Numbers
// and texts are pointers, to distinguish missing arguments from empty ones.
type fieldsIn struct {
	Time        *string             `json:"time,omitempty"`
	EndDate     tools.PlanDate      `json:"end_date,omitzero"`
	Category    string              `json:"category,omitempty" jsonschema:"workout, race_a, note …"`
	Sport       training.Discipline `json:"sport,omitzero"`
	Description *string             `json:"description,omitempty" jsonschema:"text; a workout's steps"`
	Steps       tools.JSON          `json:"steps,omitempty" jsonschema:"see help"`
	Duration    *float64            `json:"duration_s,omitempty"`
	Distance    *float64            `json:"distance_km,omitempty"`
	Load        *float64            `json:"load,omitempty"`
	Intensity   *float64            `json:"intensity_factor,omitempty"`
	Tags        []string            `json:"tags,omitempty"`
	Flags       []string            `json:"flags,omitempty" jsonschema:"see help"`
	More        map[string]string   `json:"more,omitempty" jsonschema:"load_target …; see help"`
}

// These are the names of fields in a stored event.
const (
	keyStart     = "start_local"
	keyEnd       = "end_local"
	keyStructure = "structure"
)

// valueKeys returns the maximum values of an event's less common numbers, by
// name. Arguments and stored fields have the same names.
func valueKeys() map[string]float64 {
	return map[string]float64{
		"load_target": 20_000, "time_target_s": 31 * 86400, "distance_target_km": 50_000, "max_training_time_s": 31 * 86400,
		"work_kj": 50_000, "carbs_g_per_h": load.MostCarbsGPerH, "fluid_ml_per_h": load.MostFluidMLPerH,
		"ftp_w": 700, "ctl": 300, "atl": 500, "ctl_days": 365, "atl_days": 365,
	}
}

// textKeys returns the maximum lengths of an event's less common texts, by name.
func textKeys() map[string]int {
	return map[string]int{"target": 10, "training_availability": 20, "color": 30, "sub_sport": 40}
}

// flagKeys lists the boolean fields of an event.
func flagKeys() []string {
	return []string{
		"athlete_cannot_edit", "for_week", "hide_from_athlete", "indoor", "not_on_fitness_chart",
		"show_as_note", "show_on_ctl_line",
	}
}

// patch holds changes to the athlete's own layer of an event, by the stored names of fields.
type patch map[string]any

// patch reads all arguments except dates, which depend on the stored event.
func (in *fieldsIn) patch() (patch, error) {
	p := patch{}
	text := func(key string, s *string, clean func(string, int) string, limit int) {
		if s != nil {
			p[key] = clean(*s, limit)
		}
	}
	number := func(key string, v *float64) {
		if v != nil {
			p[key] = *v
		}
	}
	text("description", in.Description, textclean.Text, textclean.TextRunes)
	number("moving_time_s", in.Duration)
	number("distance_km", in.Distance)
	number("load", in.Load)
	number("intensity_factor", in.Intensity)
	if in.Category != "" {
		c, err := categoryOf(in.Category)
		if err != nil {
			return nil, err
		}
		p["category"] = c
		if isRest(in.Category) || c == training.EventNote && isBusy(in.Category) {
			p["training_availability"] = training.Unavailable
		}
		if isTravel(in.Category) {
			p["training_availability"], in.Tags = training.AvailableLimited, append(in.Tags, calendar.TravelTag)
		}
	}
	if !in.Sport.IsZero() {
		p["sport"] = in.Sport.Sport
		if sub := in.Sport.Kept(); sub != "" {
			p["sub_sport"] = sub
		}
	}
	if in.Tags != nil {
		tags := tools.CleanTags(in.Tags)
		p["tags"] = tags[:min(len(tags), maxTags)]
	}
	return p, in.rarer(p)
}

const maxTags = 30

// rarer reads the arguments "more" and "flags".
func (in *fieldsIn) rarer(p patch) error {
	values := valueKeys()
	for name, text := range in.More {
		text = strings.TrimSpace(text)
		if most, ok := textKeys()[name]; ok {
			p[name] = textclean.Line(text, most)
			if name != "color" {
				p[name] = strings.ToLower(textclean.Line(text, most))
			}
			continue
		}
		if _, ok := values[name]; !ok {
			return training.Errorf(training.KindInvalid, "The argument more has no field %q.", name).
				WithFix("It takes %s.", strings.Join(moreKeys(), ", "))
		}
		v, err := parseValue(name, text)
		if err != nil {
			return err
		}
		p[name] = v
	}
	for _, name := range in.Flags {
		if !slices.Contains(flagKeys(), name) {
			return training.Errorf(training.KindInvalid, "%q is not a flag.", name).WithFix("The choices are: %s.", strings.Join(flagKeys(), ", "))
		}
	}
	if in.Flags != nil {
		for _, name := range flagKeys() {
			p[name] = slices.Contains(in.Flags, name)
		}
	}
	return nil
}

// moreKeys returns the keys that the argument "more" accepts.
func moreKeys() []string {
	out := slices.AppendSeq(slices.Collect(maps.Keys(valueKeys())), maps.Keys(textKeys()))
	slices.Sort(out)
	return out
}

// parseValue parses a number. If the name shows that the value is in seconds, it also
// parses a duration.
func parseValue(name, text string) (float64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if d, derr := time.ParseDuration(text); err != nil && derr == nil && strings.HasSuffix(name, "_s") {
		v, err = d.Seconds(), nil
	}
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, training.Errorf(training.KindInvalid, "%s cannot be %q.", name, text).WithFix("Give a number.")
	}
	return v, nil
}

// dates sets the start and end in p. A moved event keeps its time of day and
// its length, unless the arguments change them.
func (in *fieldsIn) dates(p patch, date tools.PlanDate, was *training.CalendarEvent) error {
	if !date.Set && in.Time == nil && !in.EndDate.Set {
		return nil
	}
	day, clock := date.Day, "00:00:00"
	if was.Start != "" {
		if !date.Set {
			day = was.Start.Day()
		}
		clock = string(was.Start[11:])
	}
	if in.Time != nil {
		t, err := parseClock(*in.Time)
		if err != nil {
			return err
		}
		clock = t
	}
	p[keyStart] = training.LocalTime(day.String() + "T" + clock)
	switch {
	case in.EndDate.Set && in.EndDate.Day < day:
		return training.Errorf(training.KindInvalid, "end_date (%s) is before date (%s).", in.EndDate.Day, day).
			WithFix("Give the last day of the event, or leave end_date out.")
	case in.EndDate.Set:
		p[keyEnd] = training.LocalTime((in.EndDate.Day + 1).String() + "T00:00:00")
	case was.End != "" && was.Start != "":
		p[keyEnd] = shifted(was.End, day-was.Start.Day())
	}
	return nil
}

// shifted moves a time by a number of days, keeping the time of day.
func shifted(t training.LocalTime, days training.Day) training.LocalTime {
	return training.LocalTime((t.Day() + days).String() + string(t[10:]))
}

func parseClock(s string) (string, error) {
	for _, layout := range []string{"15:04", "15:04:05", "15.04", "3:04pm", "3pm"} {
		if t, err := time.Parse(layout, strings.ToLower(strings.ReplaceAll(s, " ", ""))); err == nil {
			return t.Format("15:04:05"), nil
		}
	}
	if strings.TrimSpace(s) == "" {
		return "00:00:00", nil
	}
	return "", training.Errorf(training.KindInvalid, "%q is not a time of day.", s).WithFix("Write it as 07:30, on the athlete's clock.").
		Of("time", "Write it as 07:30, on the athlete's clock.")
}

// steps sets the steps in p, and returns sentences about parts that may have
// been misread. Only the texts of workouts are parsed. The steps are stored
// next to the text, because some assistants may not read the text.
func (in *fieldsIn) steps(c *tools.Call, at string, p patch, was *training.CalendarEvent) ([]i18n.Sentence, error) {
	category, given := p["category"].(training.EventCategory)
	if !given {
		category = was.Category
	}
	if len(in.Steps) == 0 && category != training.EventWorkout {
		return nil, nil
	}
	sport := in.Sport.Sport
	if sport == "" {
		sport = was.Sport
	}
	a, err := tools.Amend(c, at, in.Steps, in.Description, was.Description, sport)
	if err != nil {
		return nil, err
	}
	if len(a.Structure.Steps) > 0 {
		p["description"], p[keyStructure] = a.Text, a.Structure
	}
	return a.Sentences(), nil
}

func categoryWord(text string) string {
	return strings.NewReplacer("-", "_", " ", "_").Replace(strings.ToLower(strings.TrimSpace(text)))
}

// isRest reports whether a category stands for a day without training. Such a day is
// stored as a holiday on which the athlete is unavailable.
func isRest(text string) bool {
	return slices.Contains([]string{"rest", "rest_day", "day_off", "days_off", "time_off", "off"}, categoryWord(text))
}

// isTravel reports whether a category means a journey. It is stored as a holiday with a tag, on
// which the athlete can train less.
func isTravel(text string) bool {
	return slices.Contains([]string{"travel", "trip", "business_trip", "travelling", "traveling"}, categoryWord(text))
}

// isBusy reports whether a category means days without time for training. It is stored as a note
// on which the athlete is unavailable.
func isBusy(text string) bool {
	return slices.Contains([]string{"no_time", "busy", "unavailable", "not_available"}, categoryWord(text))
}

// categoryOf parses a category as people and services write them.
func categoryOf(text string) (training.EventCategory, error) {
	w := training.EventCategory(categoryWord(text))
	switch w {
	case "", "session", "training":
		return training.EventWorkout, nil
	case "race":
		return training.EventRaceA, nil
	case "goal":
		return training.EventTarget, nil
	case "vacation":
		return training.EventHoliday, nil
	case "ill":
		return training.EventSick, nil
	case "injury":
		return training.EventInjured, nil
	case "phase":
		return training.EventPlan, nil
	}
	switch {
	case isRest(text), isTravel(text):
		return training.EventHoliday, nil
	case isBusy(text):
		return training.EventNote, nil
	case slices.Contains(training.EventCategories(), w):
		return w, nil
	}
	return "", training.Errorf(training.KindInvalid, "%q is not an event category.", text).
		WithFix("The categories are %s; list_events with help categories explains them.",
			strings.Join(training.Texts(training.EventCategories()), ", "))
}

// categories parses the categories in a filter. "race" stands for all kinds of races.
func categories(texts []string) ([]training.EventCategory, error) {
	var out []training.EventCategory
	for _, t := range texts {
		if w := strings.ToLower(strings.TrimSpace(t)); w == "race" || w == "races" {
			out = append(out, training.EventRaceA, training.EventRaceB, training.EventRaceC)
			continue
		}
		c, err := categoryOf(t)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}
