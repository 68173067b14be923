package activities

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"lapkeep/internal/answers/limitedrows"
	"lapkeep/internal/i18n"
	"lapkeep/internal/importing"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/outbox"
)

// there describes a change to an activity on a service whose rows are limited. The journal
// must not contain data from the service, so it describes the change in the caller's words.
type there struct {
	at   limitedrows.Standing
	edit source.ActivityEdit
	// given holds the values of the fields that the caller gave.
	given   map[source.ActivityField]string
	behind  bool // the given text is appended to the existing one
	summary i18n.Sentence
}

// atService carries out an update of an activity on the service.
func (in *updateIn) atService(ctx context.Context, d Deps, c *tools.Call, at limitedrows.Standing) (*tools.WrittenOne, error) {
	if others := in.onlyHere(); len(others) > 0 {
		return nil, training.Errorf(training.KindUnsupported, "%s cannot save these fields: %s.", at.Title, strings.Join(others, ", ")).
			WithFix("Give name, description, sport, commute, indoor, gear or hide_from_home. Set the other fields on an activity that is stored " +
				"here.")
	}
	t := there{at: at, edit: at.Edit, given: map[source.ActivityField]string{}, summary: i18n.Sentencef("Edit %s on %s.", at.Ref, at.Title)}
	set := func(f source.ActivityField, given bool, said string) bool {
		if given {
			t.given[f] = said
		}
		return given
	}
	if set(source.FieldName, in.Name != nil, textclean.Line(or(in.Name), textclean.NameRunes)) {
		t.edit.Name = t.given[source.FieldName]
	}
	if set(source.FieldDescription, in.Description != nil, textclean.Text(or(in.Description), textclean.TextRunes)) {
		t.edit.Description = t.given[source.FieldDescription]
	}
	if set(source.FieldSport, !in.Sport.IsZero(), string(in.Sport.Sport)) {
		t.edit.Sport, t.edit.SubSport = in.Sport.Sport, in.Sport.Kept()
	}
	if set(source.FieldGear, in.Gear != nil, or(in.Gear)) {
		t.edit.GearID = or(in.Gear)
	}
	for f, flag := range map[source.ActivityField]struct{ given, to *bool }{
		source.FieldCommute: {in.Commute, &t.edit.Commute}, source.FieldIndoor: {in.Indoor, &t.edit.Indoor},
		source.FieldHideFromHome: {in.Hide, &t.edit.HideFromHome},
	} {
		if set(f, flag.given != nil, yesNo(or(flag.given))) {
			*flag.to = *flag.given
		}
	}
	return t.write(ctx, d, c)
}

func yesNo(x bool) string {
	if x {
		return "yes"
	}
	return "no"
}

func or[T any](x *T) (v T) {
	if x != nil {
		v = *x
	}
	return v
}

// onlyHere returns the names of the given arguments that services with limited rows do not accept.
func (in *updateIn) onlyHere() (names []string) {
	for name, given := range map[string]bool{
		"tags": in.Tags != nil, "add_tags": in.AddTags != nil, "race": in.Race != nil, "more_gear": in.MoreGear != nil,
		"perceived_exertion": in.RPE != nil, "feel": in.Feel != nil, "carbs_g": in.Carbs != nil, "fluid_ml": in.Fluid != nil,
		"manual_load": in.Load != nil, "intervals": in.Marked != nil, "sets": in.Sets != nil,
		"hidden_from_models": in.Hidden != nil, "clear": in.Clear != nil, "send_to": in.SendTo != "",
	} {
		if given {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// describeThere appends a text to the description on the service, unless it is already there.
func (in *addNoteIn) describeThere(ctx context.Context, d Deps, c *tools.Call, at limitedrows.Standing) (*noteWritten, error) {
	if in.Target != targetDescription {
		return nil, training.Errorf(training.KindUnsupported,
			"For an activity on %s, text can only be appended to its description.", at.Title).
			WithFix("Set target to description, or give the id of an activity that is here.")
	}
	whole := at.Edit.Description
	if strings.Contains("\n\n"+whole+"\n\n", "\n\n"+in.Text+"\n\n") {
		return nil, training.Errorf(training.KindConflict, "The description of %s already contains this text.", at.Ref).
			WithFix("Write another text, or none.")
	}
	t := there{
		at: at, edit: at.Edit, given: map[source.ActivityField]string{source.FieldDescription: in.Text},
		behind: true, summary: i18n.Sentencef("Add to the description of %s on %s.", at.Ref, at.Title),
	}
	if t.edit.Description = in.Text; whole != "" {
		t.edit.Description = whole + "\n\n" + in.Text
	}
	if at.Shared && utf8.RuneCountInString(t.edit.Description) > textclean.TextRunes {
		return nil, training.Errorf(training.KindInvalid, "The description would be longer than %d characters.", textclean.TextRunes).
			WithFix("Write less.")
	}
	out, err := t.write(ctx, d, c)
	if err != nil {
		return nil, err
	}
	return &noteWritten{WrittenOne: *out}, nil
}

// write sends the change to the service through the outbox.
func (t *there) write(ctx context.Context, d Deps, c *tools.Call) (*tools.WrittenOne, error) {
	name, _, _ := strings.Cut(t.at.Ref, ":")
	changed := journal.ApartChanged{Of: store.ChangeActivity, Source: name, ID: t.at.ID, Fields: outbox.Fields{}, From: outbox.Fields{}}
	was, now, err := t.fields(source.Name(name))
	if err != nil {
		return nil, err
	}
	var changes []journal.Change
	var stands []i18n.Sentence
	for _, f := range slices.Sorted(maps.Keys(t.given)) {
		if !source.TakesField(t.at.Service, f) {
			return nil, training.Errorf(training.KindUnsupported, "%s does not allow programs to set %s.", t.at.Title, f).WithFix("Leave it out.")
		}
		for _, n := range namesOf(f) {
			if outbox.SameValue(was[n], now[n]) {
				continue
			}
			changed.Fields[n], changed.From[n] = orNull(now[n]), orNull(was[n])
			if n != string(f) {
				continue
			}
			changes = append(changes, t.told(f, n, now[n]))
			if f != source.FieldDescription || t.at.Shared {
				stands = append(stands, i18n.Sentencef("%s has %s %q now.", t.at.Title, n, outbox.Shown(was[n])))
			}
		}
	}
	if len(changed.Fields) == 0 {
		return nil, training.Errorf(training.KindInvalid, "There is nothing to change.").
			WithFix("Give at least one field whose value differs from what get_activity shows.")
	}
	w := c.Write(t.summary, map[string]string{t.at.Ref: t.at.Version})
	out, err := c.Do(ctx, d.Journal, w, t.at.Ref, false, func(*store.Tx) (journal.Effect, error) {
		return journal.Effect{Changes: changes, Changed: []journal.Changed{changed}}, nil
	})
	if err != nil {
		return nil, err
	}
	out.LocalDate, out.TimeZone = t.at.Day, t.at.Zone
	if c.DryRun { // the result of a dry run is only shown, not stored
		out.Notes = append(out.Notes, stands...)
	}
	return out, nil
}

// saidBefore is shown instead of the service's value before a change, which
// must not appear in questions or the journal.
const saidBefore i18n.Sentence = "its earlier value, which is kept separate"

// told describes the change of a field in the caller's words. For a yes/no field, the new
// value implies the old one.
func (t *there) told(f source.ActivityField, name string, now json.RawMessage) journal.Change {
	c := journal.Change{
		Of: store.ChangeActivity, Target: t.at.Ref, Field: name,
		Before: saidBefore, After: i18n.Name(cmp.Or(t.given[f], "none")),
	}
	if is := string(now); is == "true" || is == "false" {
		c.Before = i18n.Name(yesNo(is == "false"))
	}
	if t.behind {
		c.After = i18n.Sentencef("its earlier value, then %s", c.After)
	}
	return c
}

func orNull(v json.RawMessage) json.RawMessage {
	if v == nil {
		return json.RawMessage("null")
	}
	return v
}

// namesOf returns the names of the arguments for a field.
func namesOf(f source.ActivityField) []string {
	if f == source.FieldSport {
		return []string{"sport", "sub_sport"}
	}
	return []string{string(f)}
}

// fields returns the current fields on the service, and the fields as they should become.
// Gear is identified by local ids.
func (t *there) fields(n source.Name) (was, now outbox.Fields, err error) {
	for _, of := range []struct {
		edit source.ActivityEdit
		to   *outbox.Fields
	}{{t.at.Edit, &was}, {t.edit, &now}} {
		if id := strings.TrimPrefix(of.edit.GearID, n.Ref("")); id != "" && id != "none" {
			of.edit.GearID = n.Ref(id)
		} else {
			of.edit.GearID = ""
		}
		b, err := json.Marshal(of.edit)
		if err == nil {
			err = json.Unmarshal(b, of.to)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	return was, now, nil
}

// manualIn is an activity that is entered by hand.
type manualIn struct {
	Sport       training.Discipline `json:"sport"`
	Start       string              `json:"start" jsonschema:"e.g. 2026-05-01T07:30"`
	TimeZone    string              `json:"time_zone,omitempty"`
	Duration    float64             `json:"duration_s" jsonschema:"without pauses"`
	Name        string              `json:"name,omitempty"`
	Description string              `json:"description,omitempty"`
	Distance    *float64            `json:"distance_km,omitempty"`
	AvgPower    *float64            `json:"avg_power_w,omitempty"`
	NP          *float64            `json:"normalized_power_w,omitempty"`
	AvgHR       *float64            `json:"avg_hr_bpm,omitempty"`
	MaxHR       *float64            `json:"max_hr_bpm,omitempty"`
	Gain        *float64            `json:"elevation_gain_m,omitempty"`
	Calories    *float64            `json:"calories_kcal,omitempty"`
	RPE         float64             `json:"perceived_exertion,omitempty"`
	Carbs       float64             `json:"carbs_g,omitempty"`
	Fluid       float64             `json:"fluid_ml,omitempty"`
	Load        float64             `json:"manual_load,omitempty"`
	Sets        string              `json:"sets,omitempty" jsonschema:"e.g. Squat 3x5 100kg RPE 8"`
	Tags        []string            `json:"tags,omitempty"`
	Race        bool                `json:"race,omitempty"`
	Commute     bool                `json:"commute,omitempty"`
	Gear        string              `json:"gear,omitempty" jsonschema:"gear id"`
	ExternalID  string              `json:"external_id,omitempty" jsonschema:"your own id for it"`
}

// externalSource is the prefix for external ids that callers choose, so that
// they never collide with the ids of a service.
const externalSource = "manual"

// manual converts the arguments to a manual activity.
func (in *manualIn) manual(c *tools.Call) (importing.Manual, error) {
	if err := load.CheckFuel(in.Carbs, in.Fluid, in.Duration); err != nil {
		return importing.Manual{}, err
	}
	start, zone, err := in.start(c)
	if err != nil {
		return importing.Manual{}, err
	}
	m := importing.Manual{
		Sport: in.Sport.Sport, SubSport: in.Sport.Kept(), Start: start, Zone: zone,
		Name:        textclean.Line(in.Name, textclean.NameRunes),
		Description: textclean.Text(in.Description, textclean.TextRunes),
		TimerS:      in.Duration, Tags: tools.CleanTags(in.Tags), Race: in.Race, Commute: in.Commute,
		GearID: in.Gear, RPE: in.RPE, ManualLoad: in.Load, CarbsG: in.Carbs, FluidML: in.Fluid,
	}
	if in.ExternalID != "" {
		m.ExternalID = externalSource + ":" + strings.TrimPrefix(in.ExternalID, externalSource+":")
	}
	for metric, v := range map[training.Metric]*float64{
		training.MetricDistanceKM: in.Distance, training.MetricAvgPowerW: in.AvgPower,
		training.MetricNormalizedPowerW: in.NP, training.MetricAvgHRBpm: in.AvgHR, training.MetricMaxHRBpm: in.MaxHR,
		training.MetricElevationGainM: in.Gain, training.MetricCaloriesKcal: in.Calories,
	} {
		if v != nil {
			m.Values = m.Values.Put(metric, *v)
		}
	}
	if in.Sets != "" {
		m.Sets, err = setsOf(in.Sets)
	}
	return m, err
}

// start returns the start time, and the time zone that determines the local day.
func (in *manualIn) start(c *tools.Call) (time.Time, string, error) {
	loc := c.Location
	if in.TimeZone != "" {
		var err error
		if loc, err = time.LoadLocation(in.TimeZone); err != nil || in.TimeZone == "Local" {
			return time.Time{}, "", training.Errorf(training.KindInvalid, "%q is not a time zone.", in.TimeZone).
				WithFix("Give an IANA name such as Europe/Berlin.")
		}
	}
	start, err := parseStart(in.Start, loc)
	if err != nil {
		return time.Time{}, "", err
	}
	if start.After(c.Now) {
		return time.Time{}, "", training.Errorf(training.KindInvalid, "%s is in the future.", in.Start).
			WithFix("Plan with create_events; enter only what was done.")
	}
	return start, loc.String(), nil
}

var startLayouts = []string{"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04"}

func parseStart(s string, loc *time.Location) (time.Time, error) {
	s = strings.TrimSpace(s)
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return t.In(loc), nil
	}
	for _, layout := range startLayouts {
		if t, err := time.ParseInLocation(layout, s, loc); err == nil {
			return t, nil
		}
	}
	return time.Time{}, training.Errorf(training.KindInvalid, "%q is not a start time.", s).
		WithFix("Write it as 2026-05-01T07:30 in the athlete's zone, or with an offset.")
}
