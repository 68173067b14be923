package intervalsicu

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/client"
	"lapkeep/internal/training"
)

// ID is an id, which the service writes as a number for some things and as
// text for others.
type ID = client.ID

// Number parses an id as a number; the service requires numbers for events,
// workouts, folders, settings and items.
func Number(id string) (int64, error) {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil || n <= 0 {
		return 0, training.Errorf(training.KindInvalid, "%q is not an id of Intervals.icu.", id).
			WithFix("Give the number that a listing shows.")
	}
	return n, nil
}

// Patch maps an object's fields, by the service's names, to the values to set. A
// nil clears a field.
type Patch map[string]any

// text sets a string; an empty one clears the field.
func (p Patch) text(field, s string) {
	if s == "" {
		p[field] = nil
		return
	}
	p[field] = s
}

// number sets a number, rounded if the service stores only whole ones; zero
// clears the field.
func (p Patch) number(field string, x float64) {
	if x == 0 {
		p[field] = nil
		return
	}
	p[field] = x
}

func (p Patch) whole(field string, x float64) { p.number(field, math.Round(x)) }

// given removes the fields that a patch would clear, because a new thing has
// nothing to clear.
func (p Patch) given() Patch {
	for k, v := range p {
		if v == nil || v == false {
			delete(p, k)
		}
	}
	return p
}

// only returns the patch reduced to the named fields, which must be settable.
func only[F ~string](all map[F][]string, p Patch, what string, fields []F) (Patch, error) {
	if len(fields) == 0 {
		return p, nil
	}
	kept := Patch{}
	for _, f := range fields {
		names, ok := all[f]
		if !ok {
			return nil, training.Errorf(training.KindUnsupported, "Intervals.icu cannot set %s for %s.", f, what).
				WithFix("Leave the field out; it can be kept here.")
		}
		for _, n := range names {
			kept[n] = p[n]
		}
	}
	return kept, nil
}

// UTC parses a time in the service's form, with or without fractions. It
// returns the zero time if s is invalid.
func UTC(s string) time.Time {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05.999-0700", "2006-01-02T15:04:05"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC()
		}
	}
	return time.Time{}
}

// local parses a local time, ignoring any zone, which has no meaning there.
func local(s string) training.LocalTime {
	if len(s) > len("2006-01-02T15:04:05") {
		s = s[:len("2006-01-02T15:04:05")]
	}
	t, err := training.ParseLocalTime(s)
	if err != nil {
		return ""
	}
	return t
}

func or[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

func lower(s string) string { return strings.ToLower(s) }
func upper(s string) string { return strings.ToUpper(s) }

// unless returns s, a value of an enumeration, or "" if s is the default.
func unless(standard, s string) string {
	if s == standard {
		return ""
	}
	return lower(s)
}

func wireDay(s string) *training.Day {
	t := local(s)
	if t == "" {
		return nil
	}
	d := t.Day()
	return &d
}

// Event holds the fields that we read from a calendar entry.
type Event struct {
	ID          ID     `json:"id"`
	ExternalID  string `json:"external_id"`
	Category    string `json:"category"`
	Name        string `json:"name"`
	Description string `json:"description"`
	Start       string `json:"start_date_local"`
	End         string `json:"end_date_local"`
	Type        string `json:"type"`
	Indoor      bool   `json:"indoor"`

	MovingS   float64         `json:"moving_time"`
	DistanceM float64         `json:"distance"`
	Load      float64         `json:"icu_training_load"`
	Joules    float64         `json:"joules"`
	AboveFTP  float64         `json:"joules_above_ftp"`
	Intensity float64         `json:"icu_intensity"` // percent
	Target    string          `json:"target"`
	Doc       json.RawMessage `json:"workout_doc"`

	CarbsPerH    float64 `json:"carbs_per_hour"`
	LoadTarget   float64 `json:"load_target"`
	TimeTarget   float64 `json:"time_target"`
	DistTarget   float64 `json:"distance_target"`
	ForWeek      bool    `json:"for_week"`
	Availability string  `json:"training_availability"`
	MaxTime      float64 `json:"max_training_time"`

	FTP     float64 `json:"icu_ftp"`
	CTL     float64 `json:"icu_ctl"`
	ATL     float64 `json:"icu_atl"`
	CTLDays float64 `json:"ctl_days"`
	ATLDays float64 `json:"atl_days"`

	Color      string   `json:"color"`
	Tags       []string `json:"tags"`
	AsNote     bool     `json:"show_as_note"`
	OnLine     bool     `json:"show_on_ctl_line"`
	OffChart   bool     `json:"not_on_fitness_chart"`
	Hidden     bool     `json:"hide_from_athlete"`
	CannotEdit bool     `json:"athlete_cannot_edit"`

	PlanFolder  ID     `json:"plan_folder_id"`
	PlanWorkout ID     `json:"plan_workout_id"`
	PlanApplied string `json:"plan_applied"`
	PlanName    string `json:"plan_name"` // not in the OpenAPI document, but seen in responses
	CreatedBy   ID     `json:"created_by_id"`
	Updated     string `json:"updated"`
	PushErrors  []struct {
		Service string `json:"service"`
		Message string `json:"message"`
	} `json:"push_errors"`
	rest json.RawMessage // see [training.CalendarEvent.Rest]
}

// Read converts the event, with distance in km, work in kJ, and intensity as a fraction.
func (e *Event) Read() training.CalendarEvent {
	out := training.CalendarEvent{
		ID: string(e.ID), ExternalID: e.ExternalID, Category: training.EventCategory(lower(e.Category)), Name: e.Name, Description: e.Description,
		Start: local(e.Start), End: e.end(), Indoor: e.Indoor,
		MovingTimeS: e.MovingS, DistanceKm: e.DistanceM / 1000, Load: e.Load, WorkKJ: e.Joules / 1000,
		AboveFTPKJ: e.AboveFTP / 1000, Intensity: e.Intensity / 100,
		Target: unless("AUTO", e.Target), Structure: structure(e.Doc, e.Description),
		CarbsGPerH: e.CarbsPerH, LoadTarget: e.LoadTarget, TimeTargetS: e.TimeTarget, DistanceTargetKm: e.DistTarget / 1000, ForWeek: e.ForWeek,
		Availability: training.Availability(lower(e.Availability)), MaxTimeS: e.MaxTime,
		Color: e.Color, Tags: e.Tags, ShowAsNote: e.AsNote, ShowOnFitnessLine: e.OnLine, NotOnFitnessChart: e.OffChart,
		HideFromAthlete: e.Hidden, CannotEdit: e.CannotEdit, CreatedBy: string(e.CreatedBy), Updated: UTC(e.Updated),
		Rest: e.rest,
		Plan: training.PlanRef{ID: string(e.PlanFolder), Name: e.PlanName, Workout: string(e.PlanWorkout), Applied: UTC(e.PlanApplied)},
	}
	out.Sport, out.SubSport = Sport(e.Type)
	// Every event has these values of the fitness model, but only events of these
	// categories set them.
	switch out.Category {
	case training.EventSetFTP:
		out.FTPW = e.FTP
	case training.EventSetFitness:
		out.CTL, out.ATL = e.CTL, e.ATL
	case training.EventFitnessDays:
		out.CTLDays, out.ATLDays = e.CTLDays, e.ATLDays
	}
	for _, p := range e.PushErrors {
		out.PushErrors = append(out.PushErrors, strings.Trim(p.Service+": "+p.Message, ": "))
	}
	return out
}

// end returns the event's end. It is empty for a one-day event, whose end on the service is
// the following midnight.
func (e *Event) end() training.LocalTime {
	start, end := local(e.Start), local(e.End)
	if start == "" || end == "" || end <= midnight(start.Day()+1) {
		return ""
	}
	return end
}

func midnight(d training.Day) training.LocalTime { return training.LocalTimeOf(d.Time(time.UTC)) }

// EventPatch returns the event in the service's form: all fields that can be set,
// or the named ones. The service accepts neither a workout's steps, which it parses
// from the description, nor work and intensity, which it computes.
func EventPatch(e training.CalendarEvent, fields ...string) (Patch, error) {
	kind, err := typeOf(e.Sport, e.SubSport)
	if err != nil {
		return nil, err
	}
	p := Patch{
		"category": upper(string(e.Category)), "start_date_local": string(e.Start), "end_date_local": endOf(e), "indoor": e.Indoor,
		"for_week": e.ForWeek, "show_as_note": e.ShowAsNote, "show_on_ctl_line": e.ShowOnFitnessLine, "not_on_fitness_chart": e.NotOnFitnessChart,
		"hide_from_athlete": e.HideFromAthlete, "athlete_cannot_edit": e.CannotEdit, "tags": tags(e.Tags), "target": automatic(e.Target),
	}
	for name, s := range map[string]string{
		"external_id": e.ExternalID, "name": e.Name, "description": e.Description, "type": kind, "color": e.Color,
		"training_availability": upper(string(e.Availability)),
	} {
		p.text(name, s)
	}
	p.number("distance", e.DistanceKm*1000)
	p.number("distance_target", e.DistanceTargetKm*1000)
	p.number("icu_ctl", e.CTL)
	p.number("icu_atl", e.ATL)
	for name, x := range map[string]float64{
		"moving_time": e.MovingTimeS, "icu_training_load": e.Load, "load_target": e.LoadTarget, "time_target": e.TimeTargetS,
		"max_training_time": e.MaxTimeS, "carbs_per_hour": e.CarbsGPerH, "icu_ftp": e.FTPW, "ctl_days": e.CTLDays, "atl_days": e.ATLDays,
	} {
		p.whole(name, x)
	}
	if len(fields) == 0 {
		onlyMeant(p, e.Category)
		return p, nil
	}
	return only(eventFields, p, "an event", fields)
}

// NewEvent returns the body of a request that creates an event.
func NewEvent(e training.CalendarEvent) (Patch, error) {
	p, err := EventPatch(e)
	if err != nil {
		return nil, err
	}
	if e.End == "" {
		delete(p, "end_date_local")
	}
	if e.Target == "" { // a new event has the automatic target by default
		delete(p, "target")
	}
	p.rest(e.Rest, restFields)
	if e.CarbsGPerH == 0 { // the stored event is from before the field had a name here
		p.rest(e.Rest, []string{"carbs_per_hour"})
	}
	return p.given(), nil
}

// onlyMeant removes fields that only other categories have.
func onlyMeant(p Patch, c training.EventCategory) {
	for field, of := range map[string]training.EventCategory{
		"icu_ftp": training.EventSetFTP, "icu_ctl": training.EventSetFitness, "icu_atl": training.EventSetFitness,
		"ctl_days": training.EventFitnessDays, "atl_days": training.EventFitnessDays,
	} {
		if c != of {
			delete(p, field)
		}
	}
}

// endOf returns the end of the event to send. Without an end, the service would
// keep the former length.
func endOf(e training.CalendarEvent) any {
	switch {
	case e.End != "":
		return string(e.End)
	case e.Start != "":
		return string(midnight(e.Start.Day() + 1))
	}
	return nil
}

func automatic(target string) string {
	if target == "" {
		return "AUTO"
	}
	return upper(target)
}

func tags(t []string) []string {
	if t == nil {
		return []string{}
	}
	return t
}

// eventFields maps the JSON names of fields of [training.CalendarEvent] to the fields that
// can be set on the service.
var eventFields = map[string][]string{
	"external_id": {"external_id"}, "category": {"category"}, "name": {"name"}, "description": {"description"},
	"start_local": {"start_date_local"}, "end_local": {"end_date_local"}, "sport": {"type"}, "sub_sport": {"type"}, "indoor": {"indoor"},
	"moving_time_s": {"moving_time"}, "distance_km": {"distance"}, "load": {"icu_training_load"}, "target": {"target"},
	"load_target": {"load_target"}, "carbs_g_per_h": {"carbs_per_hour"},
	"time_target_s": {"time_target"}, "distance_target_km": {"distance_target"}, "for_week": {"for_week"},
	"training_availability": {"training_availability"}, "max_training_time_s": {"max_training_time"}, "ftp_w": {"icu_ftp"},
	"ctl": {"icu_ctl"}, "atl": {"icu_atl"}, "ctl_days": {"ctl_days"}, "atl_days": {"atl_days"}, "color": {"color"}, "tags": {"tags"},
	"show_as_note": {"show_as_note"}, "show_on_ctl_line": {"show_on_ctl_line"}, "not_on_fitness_chart": {"not_on_fitness_chart"},
	"hide_from_athlete": {"hide_from_athlete"}, "athlete_cannot_edit": {"athlete_cannot_edit"},
}

// Figures holds values, other than the load, that the service computes.
type Figures struct {
	CTL          *float64 `json:"icu_ctl"`
	ATL          *float64 `json:"icu_atl"`
	TRIMP        *float64 `json:"trimp"`
	SessionRPE   *float64 `json:"session_rpe"`
	Decoupling   *float64 `json:"decoupling"`
	Efficiency   *float64 `json:"icu_efficiency_factor"`
	Variability  *float64 `json:"icu_variability_index"`
	PowerHR      *float64 `json:"icu_power_hr"`
	Polarization *float64 `json:"polarization_index"`
	AboveFTP     *float64 `json:"icu_joules_above_ftp"`
	CarbsUsed    *float64 `json:"carbs_used"`
	Balance      *float64 `json:"avg_lr_balance"`
	Stride       *float64 `json:"average_stride"`
	MinTemp      *float64 `json:"min_temp"`
	MaxTemp      *float64 `json:"max_temp"`
	PowerMeter   string   `json:"power_meter"`
}

// mostSummaries is the maximum number of an activity's interval summaries.
const mostSummaries = 20

// figures converts the service's computed values of the activity.
func (a *Activity) figures() training.Figures {
	const kilo = 1000
	f := training.Figures{
		CTL: or(a.CTL), ATL: or(a.ATL), TRIMP: or(a.TRIMP), SessionRPE: or(a.SessionRPE), DecouplingPct: or(a.Decoupling),
		EfficiencyFactor: or(a.Efficiency), VariabilityIndex: or(a.Variability), PowerHRRatio: or(a.PowerHR), Polarization: or(a.Polarization),
		WorkAboveFTPKJ: or(a.AboveFTP) / kilo, CaloriesKcal: or(a.Calories), CarbsUsedG: or(a.CarbsUsed), BalancePct: or(a.Balance),
		StrideM: or(a.Stride), AvgTempC: a.AvgTemp, MinTempC: a.MinTemp, MaxTempC: a.MaxTemp,
		PowerMeter: textclean.Line(a.PowerMeter, textclean.NameRunes),
	}
	for _, words := range a.Summary[:min(len(a.Summary), mostSummaries)] {
		f.Intervals = append(f.Intervals, textclean.Line(words, textclean.NameRunes))
	}
	return f
}
