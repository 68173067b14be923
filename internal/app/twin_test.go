//go:build e2e

package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/derive"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// kept lists what a home keeps from assistants; homes with different values are
// otherwise alike.
type kept struct {
	weight float64 // 0 for none
	words  string  // empty for none
	east   int32   // by how much all positions lie further east, where ways are as long, in units of 180/2^31 degrees
	hidden string  // name of the hidden ride
	load   int     // of the hidden ride
}

// keptByTwins returns three athletes who differ in what they do not share
// alone. What one keeps is asked of all of them.
func keptByTwins() []kept {
	return []kept{
		{weight: 70.4, words: "Quarrelled with the coach.", hidden: "Secret training", load: 300},
		{
			weight: 58.9, words: "Knee hurts again, told nobody. " + strings.Repeat("Really. ", 1100), east: 1 << 24,
			hidden: "Job interview", load: 10,
		},
		{hidden: "Clinic", load: 80},
	}
}

// newTwin returns a subject who shares nothing and keeps k to herself.
func newTwin(t *testing.T, k kept) *subject {
	t.Helper()
	a := &subject{person: newPerson(t)}
	a.random = rand.NewChaCha8([32]byte{})
	a.settle(t)
	err := a.DB.Write(t.Context(), func(tx *store.Tx) error {
		who, err := a.DB.Athlete(t.Context(), a.Scope())
		if err != nil {
			return err
		}
		who.Sharing = training.Sharing{}
		if err := tx.PutAthlete(who); err != nil {
			return err
		}
		return errors.Join(k.weigh(tx, a), k.speak(tx, a), k.hide(tx, a), k.days(tx, a), k.events(tx, a), k.places(t, tx, a))
	})
	if err != nil {
		t.Fatal(err)
	}
	a.follow(t)
	return a
}

// weigh replaces the weight that every subject has.
func (k kept) weigh(tx *store.Tx, a *subject) error {
	first := training.DayOf(may)
	if err := tx.DeleteThreshold(a.Athlete, training.ThresholdEntry{Key: training.KeyWeight, From: mayFirst()}); err != nil {
		return err
	}
	if k.weight == 0 {
		return nil
	}
	return errors.Join(
		tx.PutThreshold(a.Athlete, training.ThresholdEntry{
			Key: training.KeyWeight, From: first + training.Day(k.weight),
			Values: []float64{k.weight},
		}),
		tx.PutThreshold(a.Athlete, training.ThresholdEntry{
			Key:  training.KeyWeight,
			From: training.DayOf(noon) + training.Day(k.weight), Values: []float64{k.weight + 1},
		}))
}

// mayFirst returns since when the subject's thresholds hold.
func mayFirst() training.Day {
	d, err := training.ParseDay("2026-05-01")
	if err != nil {
		panic(err)
	}
	return d
}

// speak stores words about an activity, and sets of strength training.
func (k kept) speak(tx *store.Tx, a *subject) error {
	if k.words == "" {
		return nil
	}
	text, err := json.Marshal(k.words)
	if err != nil {
		return err
	}
	_, err = tx.SetOverride(a.Athlete, training.ActivityID(a.ids[0]), "description", text)
	sets, _ := json.Marshal([]training.StrengthSet{{Exercise: k.words[:9], Reps: 3, LoadKg: k.weight}})
	_, lifted := tx.SetOverride(a.Athlete, training.ActivityID(a.ids[0]), "sets", sets)
	return errors.Join(err, lifted, tx.PutNote(a.Athlete, store.Note{
		ID: "n1", Activity: training.ActivityID(a.ids[0]), Target: "local", Author: "athlete", Text: k.words, At: may,
	}))
}

// hide hides a ride.
func (k kept) hide(tx *store.Tx, a *subject) error {
	for field, value := range map[string]any{
		"hidden_from_models": true, "name": k.hidden, "description": k.words,
		"manual_load": k.load, "tags": []string{k.hidden},
	} {
		b, err := json.Marshal(value)
		if err != nil {
			return err
		}
		if _, err := tx.SetOverride(a.Athlete, training.ActivityID(a.ids[6]), field, b); err != nil {
			return err
		}
	}
	return nil
}

// days returns wellness, as the athlete and a service say it.
func (k kept) days(tx *store.Tx, a *subject) error {
	for back := range training.Day(3) {
		day := training.DayOf(noon) - back
		own, said := training.WellnessDay{Day: day}, training.WellnessDay{Day: day}
		own.Put(training.WellnessSoreness, 2, "athlete")
		said.Put(training.WellnessRestingHRBpm, 48, "intervals")
		if k.weight != 0 {
			own.Put(training.WellnessWeightKg, k.weight, "athlete")
			own.Set(training.WellnessComments, k.words, "athlete")
			own.Put(training.WellnessGlucoseMmolL, k.weight/12, "athlete")
			said.Put(training.WellnessEatenKcal, 40*k.weight, "cronometer")
			said.Put(training.WellnessCarbsG, 4*k.weight, "cronometer")
			said.Put(training.WellnessBodyFatPct, k.weight/5, "intervals")
			said.Put(training.WellnessWeightKg, k.weight+0.5, "intervals")
		}
		fields, err := json.Marshal(own)
		if err != nil {
			return err
		}
		days := training.DayRange{From: day, To: day}
		if _, err := tx.PutOwn(a.Athlete, document.Wellness, wellness.ID(day), document.Own{Fields: fields, Days: days}); err != nil {
			return err
		}
		if _, err := tx.PutStatement(a.Athlete, document.Statement{
			Collection: document.Wellness, ID: wellness.ID(day), Days: days, Source: "intervals", AsOf: noon, Body: said,
		}); err != nil {
			return err
		}
	}
	return nil
}

// events returns a workout and a note of a service's, and one of the athlete's.
func (k kept) events(tx *store.Tx, a *subject) error {
	day := training.DayOf(noon) + 2
	days := training.DayRange{From: day, To: day}
	for id, c := range map[string]training.EventCategory{
		"intervals:1": training.EventWorkout,
		"intervals:2": training.EventNote, "plain": training.EventWorkout,
	} {
		e := training.CalendarEvent{
			ID: strings.TrimPrefix(id, "intervals:"), Category: c, Name: "Of the coach", Description: k.words,
			Start: training.LocalTime(day.String() + "T00:00:00"),
			Sport: training.Cycling, MovingTimeS: 3600,
			Structure: training.StructureOf(k.words, []training.WorkoutStep{{Text: k.words, DurationS: 600}}),
		}
		if e.Description == "" {
			e.Structure = training.StructureOf("x", []training.WorkoutStep{{DurationS: 600}})
			e.Description = "x"
		}
		if id == "plain" {
			fields, err := json.Marshal(e)
			if err != nil {
				return err
			}
			if _, err := tx.PutOwn(a.Athlete, document.Events, id, document.Own{Fields: fields, Days: days}); err != nil {
				return err
			}
			continue
		}
		if _, err := tx.PutStatement(a.Athlete, document.Statement{
			Collection: document.Events, ID: id, Days: days, Source: "intervals", AsOf: noon,
			Body: e,
		}); err != nil {
			return err
		}
	}
	return nil
}

// moved moves the points of a way.
func (k kept) moved(points []training.RoutePoint) {
	for i := range points {
		points[i].LonDeg += float64(k.east) * 180 / (1 << 31)
	}
}

// places move every position, and the place that is kept from assistants.
func (k kept) places(t *testing.T, tx *store.Tx, a *subject) error {
	zone := training.PrivacyZone{Name: k.hidden, LatDeg: 52 + float64(k.load)/100, LonDeg: 13, RadiusM: 500}
	fields, err := json.Marshal(zone)
	if err != nil {
		return err
	}
	if _, err := tx.PutOwn(a.Athlete, document.PrivacyZones, "zone", document.Own{Fields: fields}); err != nil {
		return err
	}
	for _, id := range a.ids {
		if err := k.move(t, tx, a, training.ActivityID(id)); err != nil {
			return err
		}
	}
	loop := a.loop(t)
	k.moved(loop.Points)
	if fields, err = json.Marshal(loop); err != nil {
		return err
	}
	_, err = tx.PutOwn(a.Athlete, document.Routes, "lake-loop", document.Own{Fields: fields})
	for id, fields := range a.parts(t) {
		var s training.Segment
		err = errors.Join(err, json.Unmarshal(fields, &s))
		k.moved(s.Points)
		moved, merr := json.Marshal(s)
		_, perr := tx.PutOwn(a.Athlete, document.Segments, id, document.Own{Fields: moved})
		err = errors.Join(err, merr, perr)
	}
	return err
}

// move shifts the recordings of an activity to another place.
func (k kept) move(t *testing.T, tx *store.Tx, a *subject, id training.ActivityID) error {
	recs, err := a.DB.Recordings(t.Context(), a.Scope(), id)
	if err != nil {
		return err
	}
	for i := range recs {
		cols, err := a.DB.Stream(t.Context(), a.Scope(), id, store.AllChannels)
		if err != nil || !cols.Has(training.Latitude) {
			return err
		}
		for row := range cols.Len() {
			if v, ok := cols.At(training.Longitude, row); ok {
				cols.Put(training.Longitude, row, v+k.east)
			}
		}
		r := recs[i]
		r.Recording.Columns, r.Recording.Description = *cols, k.words
		err = tx.PutRecording(a.Athlete, store.NewRecording{
			ID: r.ID, Origin: r.Origin, Original: r.Original, Audience: r.Audience, RunID: r.RunID, Recording: &r.Recording,
		})
		// What was derived is of the same recordings, so nothing else has it be
		// derived anew.
		err = errors.Join(err, tx.PutPrimitive(a.Athlete,
			store.Primitive{Activity: id, Kind: derive.Report, InputHash: "moved", Data: []byte("{}")}))
		if err != nil {
			return err
		}
	}
	return nil
}

// twinCalls returns calls of one tool that come near to what is kept: its
// example, its example about each activity, and what could be tried out to
// learn it.
func twinCalls(t *testing.T, a *subject, r tools.Row, all []kept) []string {
	t.Helper()
	example := a.own(exampleOf(r.Name))
	out := []string{example, "{}"}
	if r.Input().Properties["id"] != nil {
		for _, id := range append([]string{a.ids[6], "plain", "intervals:1", "intervals:2", "zone", "lake-loop"}, a.ids[:4]...) {
			out = append(out, string(args(t, r, example, "id", id)))
		}
	}
	if text := map[string]string{"search": "query", "list_activities": "text"}[r.Name]; text != "" {
		for _, k := range all {
			out = append(out, string(args(t, r, "{}", text, "coach")), string(args(t, r, "{}", text, "knee")),
				string(args(t, r, "{}", text, k.hidden)))
		}
	}
	out = append(out, near(a, r.Name, all)...)
	if r.Safety == tools.Read {
		return out
	}
	for i, n := 0, len(out); i < n; i++ {
		out = append(out, dry(t, r, out[i]))
	}
	for _, c := range slicesOf(out) {
		if r.Input().Properties["clear"] == nil {
			break
		}
		for _, f := range []string{"weight_kg", "comments", "description", "body_fat_pct", "protein_g"} {
			out = append(out, dry(t, r, string(args(t, r, c, "clear", []string{f}))))
		}
	}
	return out
}

func slicesOf(all []string) []string { return append([]string(nil), all...) }

// near returns calls with values that some of the twins have already.
func near(a *subject, tool string, all []kept) []string {
	id := a.ids[0]
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	for _, k := range all {
		words, err := json.Marshal(k.words)
		if err != nil {
			panic(err)
		}
		day := mayFirst() + training.Day(k.weight)
		switch tool {
		case "update_wellness":
			say(`{"values":{"weight_kg":"%g"}}`, max(k.weight, 40))
			say(`{"values":{"weight_kg":"%g","soreness":"3"}}`, max(k.weight, 40)+0.5)
			say(`{"values":{"comments":"%s"}}`, "Quarrelled with the coach.")
			say(`{"values":{"blood_glucose_mmol_l":"%g","carbohydrates_g":"%g"}}`, max(k.weight, 40)/12, 4*max(k.weight, 40))
			say(`{"clear":["weight_kg"]}`)
			say(`{"clear":["comments"]}`)
			say(`{"clear":["weight_kg"],"locked":true}`)
		case "update_athlete_settings":
			say(`{"weight_kg":%g}`, max(k.weight, 40))
			say(`{"weight_kg":%g,"effective_from":"%s"}`, max(k.weight, 40), day)
			say(`{"clear":["weight_kg"],"effective_from":"%s"}`, day)
			say(`{"clear":["weight_kg"],"effective_from":"2026-05-03"}`)
		case "update_activity":
			say(`{"id":%q,"description":%s}`, id, words)
			say(`{"id":%q,"clear":["description"]}`, id)
			say(`{"id":%q,"description":"","rpe":4}`, id)
		case "add_activity_note":
			say(`{"id":%q,"target":"description","text":"More."}`, id)
			say(`{"id":%q,"target":"description","text":"%s"}`, id, strings.Repeat("More. ", 300))
		case "update_event":
			for _, e := range []string{"plain", "intervals:1", "intervals:2"} {
				say(`{"id":%q,"description":%s}`, e, words)
				say(`{"id":%q,"description":"x","load":50}`, e)
				say(`{"id":%q,"clear":["description"]}`, e)
				say(`{"id":%q,"duration_s":3600}`, e)
			}
		case "duplicate_events", "delete_events":
			say(`{"ids":["plain","intervals:1"]}`)
		case "list_events":
			say(`{"range":"2026-08-15..2026-09-15"}`)
		case "list_activities":
			say(`{"sort":"load","limit":50}`)
			say(`{"fields":["name","description","tss","weight_kg","calories_kcal"],"limit":50}`)
		case "get_activity":
			say(`{"id":%q,"sections":["summary","device","laps","zones","notes","climbs","load"]}`, id)
		case "get_activity_streams":
			say(`{"id":%q,"channels":["gps","power"]}`, id)
		case "export_activity":
			for _, f := range []string{"fit", "tcx", "gpx", "original"} {
				say(`{"id":%q,"format":%q}`, id, f)
			}
		}
	}
	return out
}

// told gives all that a model reads of a call, whatever becomes of it.
func (a *subject) told(t *testing.T, tool, call string) string {
	t.Helper()
	res, err := a.table.Call(t.Context(), tool, a.call(t), json.RawMessage(call))
	said := res.Text + "\n" + string(res.Structured)
	if err != nil {
		said = tools.Describe(err).String()
	}
	if n, ok := errors.AsType[*journal.NeedsConsent](err); ok {
		b, err := json.Marshal(n.Preview)
		if err != nil {
			t.Fatal(err)
		}
		said += "\n" + string(b)
	}
	return strings.ReplaceAll(said, a.user, "USER")
}

// TestTwinsAreToldAlike: athletes who differ only in what they do not share
// get the same bytes from every tool, read or write, tried or made.
func TestTwinsAreToldAlike(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("many calls, one after another: no race is in them")
	}
	all := keptByTwins()
	twins := make([]*subject, len(all))
	for i, k := range all {
		twins[i] = newTwin(t, k)
	}
	first, asked := twins[0], 0
	for _, writing := range []bool{false, true} { // what is read before anything is written
		for _, r := range first.table.Rows() {
			if writing == (r.Safety == tools.Read) {
				continue
			}
			for _, call := range twinCalls(t, first, r, all) {
				want := first.told(t, r.Name, call)
				asked++
				for i, other := range twins[1:] {
					if got := other.told(t, r.Name, call); got != want {
						t.Errorf("%s %.200s tells twins 0 and %d apart:\n%s", r.Name, call, i+1, differing(want, got))
					}
				}
			}
		}
	}
	if asked < 500 {
		t.Errorf("only %d calls were compared", asked)
	}
	t.Logf("reliability: tool calls compared over home folders whose hidden values differ | %d | %d home folders got the "+
		"same bytes", asked, len(all))
}

// differing returns the parts from which on two texts differ.
func differing(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	from := max(0, i-200)
	return fmt.Sprintf("%.300s\n%.300s", a[from:], b[from:])
}

// TestTwinsAreAttachedAlike: nor do resources, prompts and completions tell
// them apart.
func TestTwinsAreAttachedAlike(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("many calls, one after another: no race is in them")
	}
	var want []string
	for i, k := range keptByTwins() {
		a := newTwin(t, k)
		got := a.attached(t)
		if i == 0 {
			want = got
		}
		for j := range want {
			if j >= len(got) || want[j] != got[j] {
				t.Errorf("twins 0 and %d are told apart:\n%s", i, differing(want[j], strings.Join(got[min(j, len(got)):], "")))
			}
		}
	}
	if len(want) < 30 {
		t.Errorf("only %d answers were compared", len(want))
	}
	t.Logf("reliability: resources, prompts and completions compared in the same way | %d | all were the same", len(want))
}

// attached collects what clients attach to a conversation or offer while one types.
func (a *subject) attached(t *testing.T) (out []string) {
	t.Helper()
	s, end := a.connect(t, a.Workbench, []string{"all"}, nil)
	defer end()
	keep := func(v any, err error) {
		b, failed := json.Marshal(v)
		if failed != nil {
			t.Fatal(failed)
		}
		out = append(out, strings.ReplaceAll(fmt.Sprintf("%s %v", b, err), a.user, "USER"))
	}
	keep(s.ListTools(t.Context(), nil))
	var addresses []string
	for r, err := range s.Resources(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		addresses = append(addresses, r.URI)
	}
	for _, id := range append([]string{"plain", "zone"}, a.ids[:8]...) {
		addresses = append(addresses, "lapkeep://activity/"+id)
	}
	for _, uri := range addresses {
		keep(s.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri}))
	}
	for p, err := range s.Prompts(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		keep(s.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: p.Name}))
		for _, x := range p.Arguments {
			for _, typed := range []string{"", "c", "Secret", "knee", "2026"} {
				keep(s.Complete(t.Context(), &mcp.CompleteParams{
					Ref: &mcp.CompleteReference{Type: "ref/prompt", Name: p.Name}, Argument: mcp.CompleteParamsArgument{Name: x.Name, Value: typed},
				}))
			}
		}
	}
	return out
}
