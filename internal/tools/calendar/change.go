package calendar

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// These are the possible results of a write for an event.
const (
	statusCreated   = "created"
	statusUpdated   = "updated"
	statusUnchanged = "unchanged"
	statusDeleted   = "deleted"
)

// change is the change of one event: the new state of the athlete's own layer.
type change struct {
	id     string
	status string
	had    json.RawMessage // own fields from which the change was computed
	own    document.Own
	before *calendar.Event // nil for a new event
	after  *calendar.Event // nil for a deleted event
	// blind lists the changed fields whose stored values the caller may not see.
	// They count as changed, regardless of the stored values.
	blind []string
}

// kind is the kind of changes to events.
const kind = store.ChangeKind(document.Events)

// days returns the days that the change affects.
func (ch *change) days() training.DayRange {
	switch {
	case ch.after == nil:
		return ch.before.Days
	case ch.before == nil:
		return ch.after.Days
	}
	return training.DayRange{From: min(ch.before.Days.From, ch.after.Days.From), To: max(ch.before.Days.To, ch.after.Days.To)}
}

// amend computes the state of an event after a patch. It removes the fields in
// drop from the athlete's own layer. A zero document means a new event. hidden
// lists the fields that the caller may not see.
func amend(d document.Document, id string, p patch, hidden store.Withheld, drop ...string) (*change, error) {
	ch := &change{id: id, status: statusCreated, had: d.Own}
	if d.ID != "" {
		before, err := calendar.Show(d)
		if err != nil {
			return nil, err
		}
		ch.before, ch.status = &before, statusUpdated
	}
	own := map[string]json.RawMessage{}
	if len(d.Own) > 0 {
		if err := json.Unmarshal(d.Own, &own); err != nil {
			return nil, training.Errorf(training.KindCorrupt, "The event %s cannot be read: %w.", id, err)
		}
	}
	for _, key := range drop {
		delete(own, key)
	}
	for key, v := range p {
		b, err := json.Marshal(v)
		if err != nil {
			return nil, training.Errorf(training.KindInvalid, "%s cannot be stored: %w.", key, err)
		}
		own[key] = b
		if hidden.Hides(kind, argument(key)) {
			ch.blind = append(ch.blind, key)
		}
	}
	if _, anew := p[keyStructure]; !anew && len(ch.blind) > 0 {
		delete(own, keyStructure) // keeping it would reveal that the text is unchanged
	}
	fields, err := json.Marshal(own)
	if err != nil {
		return nil, err
	}
	if len(own) > 0 {
		ch.own.Fields = fields
	}
	if err := ch.finish(d, own); err != nil {
		return nil, err
	}
	if ch.same(p, drop) {
		ch.status = statusUnchanged
	}
	return ch, nil
}

// same reports whether a change has no visible effect.
func (ch *change) same(p patch, drop []string) bool {
	switch {
	case ch.before == nil || len(ch.blind) > 0:
		return false
	case sameJSON(ch.had, ch.own.Fields):
		return true
	}
	return len(drop) == 0 && ch.before.DoneBy == ch.after.DoneBy && !ch.otherSteps(p) &&
		maps.Equal(shownFields(ch.before), shownFields(ch.after))
}

// otherSteps reports whether the steps differ although their text is the same.
func (ch *change) otherSteps(p patch) bool {
	_, given := p[keyStructure]
	return given && !reflect.DeepEqual(ch.before.Steps(), ch.after.Steps())
}

// finish sets the event and the days that result from the change, and checks the event.
func (ch *change) finish(d document.Document, own map[string]json.RawMessage) error {
	d.ID, d.Own = ch.id, ch.own.Fields
	after, err := calendar.Show(d)
	if err != nil {
		return err
	}
	var before *training.CalendarEvent
	if ch.before != nil {
		before = &ch.before.CalendarEvent
	}
	if err := check(&after.CalendarEvent, before); err != nil {
		return err
	}
	after.Days = calendar.DaysOf(&after.CalendarEvent)
	if own[keyStart] != nil || own[keyEnd] != nil {
		ch.own.Days = after.Days
	}
	ch.after = &after
	return nil
}

func sameJSON(a, b json.RawMessage) bool {
	return bytes.Equal(canonical(a), canonical(b))
}

// canonical returns a JSON object with its members sorted.
func canonical(b json.RawMessage) []byte {
	var m map[string]json.RawMessage
	if json.Unmarshal(b, &m) != nil {
		return nil
	}
	out, err := json.Marshal(m)
	if err != nil {
		return nil
	}
	return out
}

// remove computes the deletion of an event. A service's values stay in the layer below
// the athlete's, and are shown again after an undo. For an event that a training plan
// created, the deletion is remembered, so that the plan does not create it again.
func remove(e calendar.Event) *change {
	ch := &change{id: e.ID, status: statusDeleted, had: e.Document.Own, before: &e}
	if len(e.Document.Statements) > 0 || e.Plan.Workout != "" {
		ch.own = document.Own{Fields: e.Document.Own, Deleted: true}
		if slices.Contains(e.Own, keyStart) || slices.Contains(e.Own, keyEnd) {
			ch.own.Days = e.Days
		}
	}
	return ch
}

// told lists the changes for people, field by field.
func (ch *change) told() []journal.Change {
	switch {
	case ch.before == nil:
		return []journal.Change{ch.one("event", "", called(ch.after))}
	case ch.after == nil:
		return []journal.Change{ch.one("event", called(ch.before), statusDeleted)}
	}
	before, after := spokenFields(ch.before), spokenFields(ch.after)
	var out []journal.Change
	keys := slices.AppendSeq(slices.Collect(maps.Keys(after)), maps.Keys(before))
	keys = append(keys, ch.blind...)
	slices.Sort(keys)
	for _, key := range slices.Compact(keys) {
		if before[key] != after[key] || slices.Contains(ch.blind, key) {
			out = append(out, ch.one(argument(key), i18n.Name(textclean.Text(before[key], toldRunes)),
				i18n.Name(textclean.Text(after[key], toldRunes))))
		}
	}
	if len(ch.blind) == 0 && before["description"] == after["description"] && !reflect.DeepEqual(ch.before.Steps(), ch.after.Steps()) {
		out = append(out, ch.one("steps", "as they were", "changed in details that the text does not show"))
	}
	if ch.before.DoneBy != ch.after.DoneBy {
		out = append(out, ch.one("done_by", pairing(ch.before), pairing(ch.after)))
	}
	return out
}

// one returns the change of a single field, with values in words.
func (ch *change) one(field string, before, after i18n.Sentence) journal.Change {
	c := journal.Change{Of: kind, Target: ch.id, Field: field, Before: before, After: after}
	if ch.before != nil && ch.before.Category.Race() || ch.after != nil && ch.after.Category.Race() {
		c.Gravity = journal.Race
	}
	return c
}

// pairing describes the pairing of an event without naming the activity, which
// the caller may not be allowed to see.
func pairing(e *calendar.Event) i18n.Sentence {
	if e.DoneBy == "" || e.DoneBy == calendar.Unpaired {
		return i18n.Sentence(e.DoneBy)
	}
	if slices.Contains(e.Own, "done_by") {
		return "the athlete's choice of activity"
	}
	return "the calendar's choice of activity"
}

// These are the maximum numbers of characters of a text in changes for people.
const (
	shownRunes = 100
	toldRunes  = 500
)

// argument returns the name of the argument that sets a stored field.
func argument(key string) string {
	switch key {
	case keyStart:
		return "date"
	case keyEnd:
		return "end_date"
	case "moving_time_s":
		return "duration_s"
	}
	return key
}

// spokenFields returns the fields of an event as people read them: a day without its midnight, and a plan by name.
func spokenFields(e *calendar.Event) map[string]string {
	out := shownFields(e)
	if _, ok := out["plan"]; ok {
		out["plan"] = cmp.Or(e.Plan.Name, e.Plan.ID)
	}
	if day, ok := strings.CutSuffix(out[keyStart], "T00:00:00"); ok {
		out[keyStart] = day
	}
	return out
}

// shownFields returns the fields of an event as texts.
func shownFields(e *calendar.Event) map[string]string {
	b, err := json.Marshal(e.CalendarEvent)
	if err != nil {
		return nil
	}
	var raw map[string]json.RawMessage
	if json.Unmarshal(b, &raw) != nil {
		return nil
	}
	out := map[string]string{}
	for key, v := range raw {
		var text string
		if json.Unmarshal(v, &text) != nil {
			text = string(v)
		}
		if key == keyEnd && strings.HasSuffix(text, "T00:00:00") { // the end is midnight after the last day
			text = (training.LocalTime(text).Day() - 1).String()
		}
		out[key] = text
	}
	delete(out, "id")
	delete(out, "done_by")
	delete(out, "rest")
	delete(out, keyStructure) // the structure is derived from the text
	return out
}

// called describes an event in sentences for people.
func called(e *calendar.Event) i18n.Sentence {
	out := i18n.Sentencef("%s %s %s", when(e), kindOf(e), textclean.Line(e.Name, shownRunes))
	if e.MovingTimeS > 0 {
		out = i18n.Sentencef("%s, %g min", out, e.MovingTimeS/60)
	}
	if e.DistanceKm > 0 {
		out = i18n.Sentencef("%s, %s", out, i18n.Measured("%g ", e.DistanceKm, i18n.Kilometres()))
	}
	if e.Load > 0 {
		out = i18n.Sentencef("%s, load %g", out, e.Load)
	}
	return out
}

// when returns the day of an event for a sentence, or its range if it lasts several days.
func when(e *calendar.Event) any {
	if e.Days.Days() > 1 {
		return e.Days
	}
	return e.Days.From
}

// version returns a text that changes whenever anything that the approval of a write
// depends on changes.
func version(d *document.Document) string {
	b, err := json.Marshal(d)
	if err != nil {
		return "unreadable"
	}
	return training.Fingerprint(b)
}

// idOf derives an id from a seed and a number. The same event in the same call always
// gets the same id, so that an approval applies to the events that were shown.
func idOf(seed string, n int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", seed, n))
	return "e" + base32.NewEncoding("abcdefghjkmnpqrstvwxyz0123456789").WithPadding(base32.NoPadding).EncodeToString(sum[:6])[:9]
}

func kindOf(e *calendar.Event) i18n.Word {
	switch e.Category {
	case training.EventRaceA:
		return "race of priority A"
	case training.EventRaceB:
		return "race of priority B"
	case training.EventRaceC:
		return "race of priority C"
	}
	return i18n.Word(strings.ReplaceAll(string(e.Category), "_", " "))
}

const (
	maxDurationS  = 14 * 86400
	maxDistanceKm = 5000
	maxLoad       = 2000
	maxIntensity  = 2
)

// check returns an error if the changed event has a problem. Problems that the event
// had before the change do not prevent other changes; they may come from a service.
func check(after, before *training.CalendarEvent) error {
	var had []string
	if before != nil {
		for _, p := range problems(before) {
			had = append(had, p.Error())
		}
	}
	for _, p := range problems(after) {
		if !slices.Contains(had, p.Error()) {
			return p
		}
	}
	return nil
}

// problems returns all problems of an event.
func problems(e *training.CalendarEvent) []error {
	var out []error
	about := ""
	wrong := func(bad bool, fix i18n.Sentence, format string, args ...any) {
		if bad {
			out = append(out, training.Errorf(training.KindInvalid, format, args...).WithFix("%s", fix).Of(about, string(fix)))
		}
	}
	about = "name"
	wrong(strings.TrimSpace(e.Name) == "", "Give name.", "The event has no name.")
	about = "date"
	wrong(e.Start == "", "Give date.", "The event has no date.")
	about = ""
	if e.Start != "" && e.End != "" {
		wrong(e.End <= e.Start, "Give an end_date on or after date, or clear it.",
			"The event would end on %s, before it begins on %s.", e.End.Day(), e.Start.Day())
	}
	about = "sport"
	wrong(e.Category.Race() && e.Sport == "", "Give sport; use other for several.", "A race needs a sport.")
	about = ""
	wrong(!slices.Contains([]string{"", "power", "hr", "pace"}, strings.ToLower(e.Target)),
		"Give power, hr or pace, or leave it out for automatic.", "%q is not a target.", e.Target)
	wrong(!slices.Contains([]training.Availability{
		"", training.AvailableAsUsual, training.AvailableLimited,
		training.Unavailable,
	}, e.Availability),
		"Give normal, limited or unavailable.", "%q is not a valid training_availability.", e.Availability)
	for _, v := range numbers(e) {
		about = v.name
		wrong(!(v.value >= 0 && v.value <= v.most), i18n.Sentencef("Give a number from 0 to %g.", v.most), "%s cannot be %g.", v.name, v.value)
	}
	return out
}

// number is a value of an event and its maximum.
type number struct {
	name        string
	value, most float64
}

func numbers(e *training.CalendarEvent) []number {
	most := valueKeys()
	return []number{
		{"duration_s", e.MovingTimeS, maxDurationS},
		{"distance_km", e.DistanceKm, maxDistanceKm},
		{"load", e.Load, maxLoad},
		{"intensity_factor", e.Intensity, maxIntensity},
		{"load_target", e.LoadTarget, most["load_target"]},
		{"time_target_s", e.TimeTargetS, most["time_target_s"]},
		{"distance_target_km", e.DistanceTargetKm, most["distance_target_km"]},
		{"max_training_time_s", e.MaxTimeS, most["max_training_time_s"]},
		{"work_kj", e.WorkKJ, most["work_kj"]},
		{"carbs_g_per_h", e.CarbsGPerH, most["carbs_g_per_h"]},
		{"fluid_ml_per_h", e.FluidMLPerH, most["fluid_ml_per_h"]},
		{"ftp_w", e.FTPW, most["ftp_w"]},
		{"ctl", e.CTL, most["ctl"]},
		{"atl", e.ATL, most["atl"]},
		{"ctl_days", e.CTLDays, most["ctl_days"]},
		{"atl_days", e.ATLDays, most["atl_days"]},
	}
}
