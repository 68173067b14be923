package store_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// unscoped are the exported methods of DB that take no scope, with the reason.
var unscoped = map[string]string{
	"Athletes":      "a scope is chosen from them",
	"Changes":       "followers serve every athlete; it names things without showing them",
	"LastChange":    "shows nothing",
	"ReadOnly":      "shows nothing",
	"Written":       "shows nothing but a count",
	"HandOver":      "a split of the whole store by its owner, which shows nothing",
	"Extract":       "copies what belongs to the named athlete, for the owner of the store",
	"SQL":           "package people keeps who signs in beside the athletes' data, and reads none of it",
	"Lists":         "shows nothing; a list is read with a scope",
	"Crowded":       "followers serve every athlete; it names times without showing them",
	"Unsettled":     "followers serve every athlete; it names times without showing them",
	"Regrouped":     "followers serve every athlete; it names things without showing them",
	"Watermark":     "shows nothing",
	"Write":         "writes name their athlete one by one",
	"KeepOriginals": "a write that names its athlete",
	"KeepHashed":    "a write that names its athlete",
	"Backup":        "copies the whole store for its owner",
	"BackupSpace":   "shows nothing but a size",
	"CopyDatabase":  "copies the whole database for its owner, within the home",
	"Prune":         "removes damaged rows of every athlete, for a repair, and shows nothing",
	"Verify":        "checks the whole store for its owner",
	"Named":         "ids that activities of the named athlete had, for the repair of a store; nothing of it is shown",
	"ReadBefore":    "recordings of every athlete that an older reader read, to be read again; nothing of it is shown",
	"KeptOriginal":  "read again for the athlete whose file it is, by a repair; nothing of it is shown",
	"Reshow":        "rewrites what is shown of every athlete, and shows nothing",
	"ReshowLed":     "rewrites what is shown of every athlete, and shows nothing",
	"Aliases":       "ids that lead to the same activity, of the named athlete; an undo and an import ask, and nothing of it is shown",
	"Tidy":          "removes what was left half done, and shows nothing",
	"Connections":   "where the reading of services stands; it holds nothing of what was read",
	"Outbox":        "each of its reads names its athlete; what it holds goes to the athlete's own services",
	"Close":         "reads nothing",
}

// reads are the methods that the scope's owner may call, each on something
// secret. Methods that are not here fail the test below.
type world struct {
	db   *store.DB
	ctx  context.Context //nolint:containedctx // of the test
	hash map[string]string
}

func secret(name string) string { return "secret-" + name }

// newWorld has two athletes, ann and bob. Of each, activity "open" is for all,
// "hidden" is hidden from models, "paged" comes from a recording that models
// may not see, and "mixed" has one of each kind.
func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{db: storetest.Open(t), ctx: context.Background(), hash: map[string]string{}}
	noModels := store.EveryAudience &^ (1 << training.AudienceModel)
	for i, a := range []training.AthleteID{"ann", "bob"} {
		storetest.Athlete(t, w.db, a)
		add := func(tx *store.Tx, name string, audience store.Audiences, at time.Time) error {
			id := string(a) + "-" + name
			act := storetest.Activity(training.ActivityID(id), at)
			act.Name, act.Description, act.ExternalIDs = secret(id), secret(id)+"-words", []string{"x:" + id}
			rec := storetest.Recording(at, 60)
			rec.Name, rec.Description = secret(id), secret(id)+"-words"
			rid := training.RecordingID("r-" + id)
			return errors.Join(
				tx.PutRecording(a, store.NewRecording{
					ID: rid, Original: w.hash[id], Audience: audience, RunID: "run-" + string(a),
					Origin: store.Origin{Source: "src", ExternalID: id, FileName: secret(id)}, Recording: rec,
				}),
				tx.PutActivity(a, act),
				tx.LinkRecording(a, act.ID, rid, 0, store.AllChannels),
				tx.PutSummary(a, act.ID, storetest.Summary()),
				tx.PutPrimitive(a, store.Primitive{Activity: act.ID, Kind: "curve", Data: []byte(secret(id))}),
				putEffort(tx, a, act.ID),
				tx.PutNote(a, store.Note{ID: "n-" + id, Activity: act.ID, Author: "athlete", Text: secret(id) + "-words", At: at}),
			)
		}
		for _, name := range []string{"open", "hidden", "paged", "mixed"} {
			id := string(a) + "-" + name
			h, err := w.db.KeepOriginals(w.ctx, a, [][]byte{[]byte(secret(id))})
			if err != nil {
				t.Fatal(err)
			}
			w.hash[id] = h[0]
		}
		storetest.Write(t, w.db, func(tx *store.Tx) error {
			at := storetest.Noon().AddDate(0, 0, 10*i)
			_, err := tx.SetOverride(a, training.ActivityID(a+"-hidden"), "hidden_from_models", json.RawMessage("true"))
			if err == nil {
				return errors.New("an override of nothing was accepted")
			}
			err = errors.Join(
				add(tx, "open", store.EveryAudience, at), add(tx, "hidden", store.EveryAudience, at.AddDate(0, 0, 1)),
				add(tx, "paged", noModels, at.AddDate(0, 0, 2)), add(tx, "mixed", store.EveryAudience, at.AddDate(0, 0, 3)))
			if err == nil {
				_, err = tx.SetOverride(a, training.ActivityID(a+"-hidden"), "hidden_from_models", json.RawMessage("true"))
			}
			extra := storetest.Recording(at.AddDate(0, 0, 3), 60)
			extra.Columns.Put(training.Cadence, 5, 900)
			extra.Columns.Pad()
			extra.Name = secret(string(a) + "-paged-too")
			return errors.Join(err,
				tx.PutRecording(a, store.NewRecording{
					ID: training.RecordingID("r-" + a + "-extra"), Audience: noModels,
					Origin: store.Origin{Source: "service", FileName: secret(string(a) + "-paged-too")}, Recording: extra,
				}),
				tx.LinkRecording(a, training.ActivityID(a+"-mixed"), training.RecordingID("r-"+a+"-extra"), 1, store.Channels(training.Cadence)),
				tx.PutThreshold(a, training.ThresholdEntry{Key: training.KeyWeight, From: 1, Values: []float64{68.125}}),
				tx.PutThreshold(a, training.ThresholdEntry{Key: training.KeyFTP, From: 1, Values: []float64{251.5}}),
				tx.PutJournal(store.JournalEntry{
					ID: "j-" + string(a), Athlete: a, Summary: "by " + string(a),
					Forward: json.RawMessage(`["` + secret(string(a)+"-hidden") + `"]`),
				}),
				putWellness(tx, a),
				tx.PutApproval(store.Approval{ID: "ap-" + string(a), Athlete: a, Digest: "by " + string(a)}),
				tx.PutImportRun(store.ImportRun{ID: "run-" + string(a), Athlete: a, Paths: []string{secret(string(a) + "-paths-hidden")}}))
		})
	}
	return w
}

// putEffort keeps a segment of an athlete with an effort of an activity on it.
func putEffort(tx *store.Tx, a training.AthleteID, id training.ActivityID) error {
	segment := "seg-" + string(a)
	_, err := tx.PutOwn(a, document.Segments, segment, document.Own{Fields: []byte(`{"name":"` + secret(segment) + `"}`)})
	return errors.Join(err,
		tx.PutSegmentWay(a, store.SegmentWay{Segment: segment, Data: []byte(secret(segment))}),
		tx.PutSegmentEfforts(a, id, nil, []training.SegmentEffort{{Segment: segment, FromS: 1, ToS: 2}}))
}

func putWellness(tx *store.Tx, a training.AthleteID) error {
	day := training.WellnessDay{Day: 20_000}
	day.Put(training.WellnessWeightKg, 68.125, "athlete")
	day.Set(training.WellnessComments, secret(string(a)+"-words"), "athlete")
	_, err := tx.PutStatement(a, document.Statement{
		Collection: document.Wellness, ID: "20000", Source: "src", RunID: "run-" + string(a),
		Days: training.DayRange{From: day.Day, To: day.Day}, Body: day,
	})
	return err
}

// call calls a read with every argument that it could be called with, and
// returns everything that it showed as text.
func (w *world) call(t *testing.T, name string, s training.Scope) string {
	t.Helper()
	var shown strings.Builder
	m := reflect.ValueOf(w.db).MethodByName(name)
	for _, owner := range []string{"ann", "bob"} {
		for _, which := range []string{"open", "hidden", "paged", "mixed"} {
			args := w.arguments(m.Type(), s, owner, owner+"-"+which, name)
			if args == nil {
				t.Fatalf("%s takes arguments that this test does not know: %s", name, m.Type())
			}
			for _, out := range m.Call(args) {
				if seq, ok := iterated(out); ok {
					shown.WriteString(seq)
					continue
				}
				if err, ok := out.Interface().(error); ok && training.KindOf(err) == training.KindInternal {
					t.Errorf("%s failed: %v", name, err)
				}
				if _, isError := out.Interface().(error); !isError {
					fmt.Fprintf(&shown, "%s ", dump(out))
				}
			}
		}
	}
	return shown.String()
}

func dump(v reflect.Value) string {
	if b, ok := v.Interface().([]byte); ok {
		return string(b)
	}
	if c, ok := v.Interface().(*training.Columns); ok && c != nil {
		var has []string
		for ch := range training.NumChannels {
			if c.Has(ch) {
				has = append(has, fmt.Sprintf("channel:%s/%d", ch, c.Len()))
			}
		}
		return strings.Join(has, " ")
	}
	if v.Kind() == reflect.Pointer && v.IsNil() {
		return ""
	}
	if p, ok := v.Interface().(store.Primitive); ok {
		return string(p.Data)
	}
	return readable(v.Interface())
}

// readable shows bytes within a value as text, too.
func readable(v any) string {
	b, err := json.Marshal(v)
	return fmt.Sprintf("%+v %s %v", v, b, err)
}

func iterated(v reflect.Value) (string, bool) {
	var b strings.Builder
	switch seq := v.Interface().(type) {
	case iter.Seq2[store.Primitive, error]:
		for p := range seq {
			b.Write(append(p.Data, ' '))
		}
	case iter.Seq2[store.RecordingRow, error]:
		for r := range seq {
			b.WriteString(readable(r))
		}
	case iter.Seq2[store.OriginalFile, error]:
		for f := range seq {
			b.Write(append(f.Data, ' '))
		}
	default:
		return "", false
	}
	return b.String(), true
}

// arguments make one call; id is the activity that it asks for.
func (w *world) arguments(m reflect.Type, s training.Scope, owner, id, method string) []reflect.Value {
	texts := map[string][]string{
		"Resolve": {"x:" + id}, "Reference": {id}, "Original": {w.hash[id]}, "RecordingsByOriginal": {w.hash[id]},
		"RecordingByExternal": {"src", id},
		"RecordingsOfRef":     {"x:" + id},
		"JournalEntry":        {"j-" + owner}, "Approval": {"ap-" + owner}, "Primitive": {"curve"}, "Primitives": {"curve"},
		"Document":     {"20000"},
		"RunDocuments": {"run-" + owner}, "Brought": {"run-" + owner},
	}[method]
	args := []reflect.Value{}
	for i := range m.NumIn() {
		var v any
		switch m.In(i) {
		case reflect.TypeFor[context.Context]():
			v = w.ctx
		case reflect.TypeFor[training.Scope]():
			v = s
		case reflect.TypeFor[training.ActivityID]():
			v = training.ActivityID(id)
		case reflect.TypeFor[training.RecordingID]():
			v = training.RecordingID("r-" + id)
		case reflect.TypeFor[store.ActivityFilter]():
			v = store.ActivityFilter{Deleted: true}
		case reflect.TypeFor[document.Collection]():
			v = document.Wellness
		case reflect.TypeFor[document.Filter]():
			v = document.Filter{}
		case reflect.TypeFor[store.EffortFilter]():
			v = store.EffortFilter{}
		case reflect.TypeFor[document.Stretch]():
			v = document.Stretch{GearID: "g-" + owner}
		case reflect.TypeFor[store.ChannelSet]():
			v = store.AllChannels
		case reflect.TypeFor[[]training.ActivityID]():
			v = []training.ActivityID{training.ActivityID(id)}
		case reflect.TypeFor[training.DayRange]():
			v = everyDay
		case reflect.TypeFor[time.Time]():
			v = storetest.Noon().AddDate(0, 0, 100*i-300) // from long before to long after
		case reflect.TypeFor[*training.Recording]():
			v = storetest.Recording(storetest.Noon().Add(2*time.Hour), 600)
		case reflect.TypeFor[int]():
			v = 0
		case reflect.TypeFor[string]():
			if len(texts) == 0 {
				return nil
			}
			v, texts = texts[0], texts[1:]
		default:
			return nil
		}
		args = append(args, reflect.ValueOf(v))
	}
	return args
}

// TestEveryReadKeepsToItsScope goes through all exported methods: each takes
// a scope, and none shows what is another athlete's or hidden from a model.
func TestEveryReadKeepsToItsScope(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	db := reflect.TypeFor[*store.DB]()
	for i := range db.NumMethod() {
		m := db.Method(i)
		t.Run(m.Name, func(t *testing.T) {
			scoped := m.Type.NumIn() > 2 && m.Type.In(2) == reflect.TypeFor[training.Scope]()
			if reason, ok := unscoped[m.Name]; ok {
				if scoped {
					t.Errorf("it takes a scope, though %s", reason)
				}
				return
			}
			if !scoped {
				t.Fatal("it takes no scope: give it one, or name it in unscoped with the reason")
			}
			model := w.call(t, m.Name, storetest.Model("ann"))
			all := w.call(t, m.Name, storetest.Export("ann"))
			if all == "" {
				t.Error("the owner sees nothing: this test proves nothing")
			}
			for _, foreign := range []string{"bob-open", "by bob", "r-bob", "secret-bob"} {
				if strings.Contains(model+all, foreign) {
					t.Errorf("it shows another athlete's %s", foreign)
				}
			}
			for _, hidden := range []string{
				"ann-hidden", "ann-paged", "ann-extra", "-words", "68.125", "channel:latitude", "channel:longitude", "channel:cadence", "service",
			} {
				if strings.Contains(model, hidden) {
					t.Errorf("a model is shown %s in %s", hidden, model)
				}
			}
			if _, err := callWith(w, m.Name, training.Scope{}); err == nil {
				t.Error("a read without an athlete succeeds")
			}
		})
	}
}

// callWith calls a read with some scope and returns its error.
func callWith(w *world, name string, s training.Scope) (shown string, err error) {
	m := reflect.ValueOf(w.db).MethodByName(name)
	for _, out := range m.Call(w.arguments(m.Type(), s, "ann", "ann-open", name)) {
		switch v := out.Interface().(type) {
		case error:
			err = v
		case iter.Seq2[store.Primitive, error]:
			for _, err = range v {
				break
			}
		case iter.Seq2[store.RecordingRow, error]:
			for _, err = range v {
				break
			}
		case iter.Seq2[store.OriginalFile, error]:
			for _, err = range v {
				break
			}
		}
	}
	return shown, err
}
