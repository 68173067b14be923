package wellness

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// words lists the fields that contain text.
var words = []training.WellnessField{
	training.WellnessSleepStart, training.WellnessSleepEnd, training.WellnessMenstrualPhase,
	training.WellnessMenstrualNext, training.WellnessComments,
}

// maxDays is the maximum number of days per call.
const maxDays = 31

type dayIn struct {
	Date   tools.Date        `json:"date,omitzero"`
	Values map[string]string `json:"values,omitempty" jsonschema:"e.g. weight_kg: 70.2"`
	Clear  []string          `json:"clear,omitempty" jsonschema:"values to clear"`
	Locked *bool             `json:"locked,omitempty" jsonschema:"no program may change this day"`
}

type updateIn struct {
	dayIn
	Days []dayIn `json:"days,omitempty" jsonschema:"for several days"`
}

func updateRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "update_wellness", Title: "Enter wellness", Toolset: toolset, Safety: tools.Write, Sends: true, Idempotent: true,
		Description: "Enters or corrects wellness values of up to 31 days: weight_kg, resting_hr_bpm, hrv_rmssd_ms, sleep_s, blood pressure, " +
			"food, comments; soreness, fatigue, stress, sleep_quality, mood, motivation 1 (best) to 4.",
		Input: func(s *jsonschema.Schema) { tools.Items(s, "days", 0, maxDays) },
	}, func(ctx context.Context, c *tools.Call, in updateIn) (tools.Written, error) {
		return update(ctx, d, c, &in)
	})
}

// edit is an edit of one day.
type edit struct {
	day     training.Day
	own     document.Own
	changes []journal.Change
	// hidden lists the values that the caller may not see. These fields count as
	// changed, regardless of their values, and are listed in told.
	hidden store.Withheld
	told   []string
	// defined holds the fields that the athlete defined.
	defined defined
}

// kind is the kind of changes to daily wellness.
const kind = store.ChangeKind(document.Wellness)

func update(ctx context.Context, d Deps, c *tools.Call, in *updateIn) (out tools.Written, err error) {
	days := in.Days
	if len(days) == 0 {
		days = []dayIn{in.dayIn}
	} else if len(in.Values) > 0 || len(in.Clear) > 0 || in.Locked != nil || !in.Date.IsZero() {
		return out, training.Errorf(training.KindInvalid, "Both days and the values of one day were given.").WithFix("Give one of the two.")
	}
	hidden, err := d.Journal.Withheld(ctx, c.Scope)
	if err != nil {
		return out, err
	}
	own, err := definedFields(ctx, d, c)
	if err != nil {
		return out, err
	}
	var edits []edit
	seen := map[training.Day]bool{}
	for i := range days {
		e, err := plan(ctx, d, c, edit{hidden: hidden, defined: own}, &days[i])
		if err != nil {
			return out, err
		}
		if seen[e.day] {
			return out, training.Errorf(training.KindInvalid, "%s appears twice.", e.day).WithFix("Give each day once.")
		}
		seen[e.day] = true
		if len(e.changes) > 0 {
			edits = append(edits, e)
		}
	}
	if len(edits) == 0 {
		return c.Unchanged("Nothing changed: these values already apply."), ctx.Err()
	}
	w := c.Write(summary(edits), map[string]string{})
	for _, e := range edits {
		w.Targets["wellness:"+e.day.String()] = ""
	}
	outcome, err := d.Journal.Do(ctx, w, func(tx *store.Tx) (journal.Effect, error) { return apply(tx, c.Scope.Athlete, edits) })
	out = c.Written(outcome)
	for i := range days {
		for _, name := range sortedKeys(days[i].Values) {
			out.Notes = append(out.Notes, tools.RedFlags(days[i].Values[name])...)
		}
	}
	return out, err
}

func summary(edits []edit) i18n.Sentence {
	if len(edits) == 1 {
		return i18n.Sentencef("Enter wellness values for %s.", edits[0].day)
	}
	return i18n.Sentencef("Enter wellness values for %d days from %s.", len(edits), edits[0].day)
}

func apply(tx *store.Tx, a training.AthleteID, edits []edit) (journal.Effect, error) {
	var effect journal.Effect
	for _, e := range edits {
		former, err := tx.PutOwn(a, document.Wellness, wellness.ID(e.day), e.own)
		if err != nil {
			return effect, err
		}
		effect.Changed = append(effect.Changed, journal.DocumentChanged{
			Collection: document.Wellness,
			ID:         wellness.ID(e.day), Before: former, Told: e.told,
		})
		effect.Changes = append(effect.Changes, e.changes...)
	}
	return effect, nil
}

// plan computes the athlete's own layer of a day.
func plan(ctx context.Context, d Deps, c *tools.Call, e edit, in *dayIn) (edit, error) {
	e.day = in.Date.Or(c.Today)
	if e.day > c.Today {
		return e, training.Errorf(training.KindInvalid, "%s is in the future; today is %s.", e.day, c.Today).WithFix("Plan with create_events.")
	}
	all := c.Whole()
	docs, err := d.Store.Documents(ctx, all, document.Wellness, document.Filter{ID: wellness.ID(e.day)})
	if err != nil {
		return e, err
	}
	who, err := d.Store.Athlete(ctx, all)
	if err != nil {
		return e, err
	}
	var before, said, own training.WellnessDay
	if len(docs) > 0 {
		sources := docs[0]
		sources.Own = nil
		if said, err = wellness.Shown(sources, who.WellnessOrder); err != nil {
			return e, err
		}
		if before, err = wellness.Shown(docs[0], who.WellnessOrder); err != nil {
			return e, err
		}
		if docs[0].Own != nil {
			if err := json.Unmarshal(docs[0].Own, &own); err != nil {
				return e, err
			}
		}
	}
	if before.Locked && (in.Locked == nil || *in.Locked) {
		return e, training.Errorf(training.KindConflict, "%s is locked.", e.day).WithFix("Pass locked: false with the values to unlock the day.")
	}
	own.Day = e.day
	if err := e.set(&own, before, in); err != nil {
		return e, err
	}
	opened := said.Locked && !own.Locked
	if own.Empty() && !own.Locked && !opened {
		return e, nil // nothing that the athlete entered is left
	}
	body, err := json.Marshal(own)
	if opened { // false is set explicitly, to override a source that locks the day
		body = append(body[:len(body)-1], `,"locked":false}`...)
	}
	e.own = document.Own{Fields: body, Days: training.DayRange{From: e.day, To: e.day}}
	return e, err
}

// set applies the given values to the athlete's own layer, and notes the changes.
func (e *edit) set(own *training.WellnessDay, before training.WellnessDay, in *dayIn) error {
	given := map[training.WellnessField]bool{}
	for _, name := range sortedKeys(in.Values) {
		f, err := e.defined.find(name)
		if err != nil {
			return err
		}
		if given[f] {
			return training.Errorf(training.KindInvalid, "%s is given twice.", f).WithFix("Give each field once.")
		}
		given[f] = true
		if err := e.put(own, before, f, in.Values[name]); err != nil {
			return err
		}
	}
	for _, name := range in.Clear {
		f, err := e.defined.find(name)
		if err != nil {
			return err
		}
		if given[f] {
			return tools.SetAndCleared(string(f))
		}
		if e.hidden.Hides(kind, string(f)) {
			return tools.NotShared(string(f))
		}
		_, number := own.Numbers[f]
		_, word := own.Words[f]
		if !number && !word {
			return training.Errorf(training.KindInvalid, "The athlete entered no %s on %s.", f, e.day).
				WithFix("Only your own values can be cleared; to correct a value from a device or service, enter another value.")
		}
		e.note(f, shown(before, f), "")
		delete(own.Numbers, f)
		delete(own.Words, f)
	}
	if in.Locked != nil && *in.Locked != before.Locked {
		e.note("locked", strconv.FormatBool(before.Locked), strconv.FormatBool(*in.Locked))
		own.Locked = *in.Locked
	}
	return nil
}

func (e *edit) note(f training.WellnessField, before, after string) {
	e.changes = append(e.changes, journal.Change{
		Of: kind, Target: "wellness:" + e.day.String(), Field: string(f),
		Before: i18n.Name(before), After: i18n.Name(after),
	})
}

const athlete = "athlete"

// put sets one value.
func (e *edit) put(own *training.WellnessDay, before training.WellnessDay, f training.WellnessField, v string) error {
	was, blind := shown(before, f), e.hidden.Hides(kind, string(f))
	if blind {
		e.told = append(e.told, string(f))
	}
	if slices.Contains(words, f) || e.defined.words(f) {
		text, err := wording(f, v)
		if err != nil {
			return err
		}
		if text == before.Words[f].Text && !blind {
			return nil
		}
		own.Set(f, text, athlete)
		e.note(f, was, text)
		return nil
	}
	x, err := number(f, v)
	if err != nil {
		return err
	}
	if n, ok := before.Numbers[f]; ok && n.Value == x && !blind {
		return nil
	}
	own.Put(f, x, athlete)
	e.note(f, was, strconv.FormatFloat(x, 'g', -1, 64))
	return nil
}

func number(f training.WellnessField, v string) (float64, error) {
	x, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
	if err != nil {
		return 0, training.Errorf(training.KindInvalid, "%s is a number, not %q.", f, tools.Clip(v)).WithFix("%s", upTo(f)).
			Of(string(f), "Give a number.")
	}
	if lowest, highest, ok := f.Range(); ok && !(x >= lowest && x <= highest) {
		return 0, training.Errorf(training.KindInvalid, "%g is not a possible %s.", x, f).WithFix("Check the unit: %s.", scale(f)).
			Of(string(f), string(i18n.Sentencef("Check the unit: %s.", scale(f))))
	}
	return x, nil
}

var phases = []string{"period", "follicular", "ovulating", "luteal", "none"}

func wording(f training.WellnessField, v string) (string, error) {
	s := strings.TrimSpace(v)
	if s == "" {
		return "", training.Errorf(training.KindInvalid, "%s is empty.", f).WithFix("To remove text, name its field in clear.")
	}
	switch f {
	case training.WellnessMenstrualPhase, training.WellnessMenstrualNext:
		s = strings.ToLower(s)
		if !slices.Contains(phases, s) {
			return "", training.Errorf(training.KindInvalid, "%q is not a phase.", tools.Clip(s)).WithFix("Give one of %s.",
				strings.Join(phases, ", "))
		}
	case training.WellnessSleepStart, training.WellnessSleepEnd:
		if _, err := time.Parse(time.RFC3339, s); err != nil {
			return "", training.Errorf(training.KindInvalid, "%q is not a time.", tools.Clip(s)).WithFix("Write it as 2026-05-01T22:40:00+02:00.")
		}
	default:
		s = textclean.Text(s, textclean.TextRunes)
	}
	return s, nil
}

// shown returns a field of a day as text.
func shown(d training.WellnessDay, f training.WellnessField) string {
	if n, ok := d.Numbers[f]; ok {
		return strconv.FormatFloat(n.Value, 'g', -1, 64)
	}
	return d.Words[f].Text
}

func sortedKeys(m map[string]string) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
