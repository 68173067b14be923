package intake_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/kinds"
)

// canary is in everything that the service hands over.
const canary = "Canary 5f2e"

var onThatDay = training.NewDay(2026, 5, 1)

// handed is a kind of thing that a service hands over: by which entrance of the
// sink, and where it is then.
type handed struct {
	give func(h *home, t *testing.T) error
	in   []document.Collection // none is gear or an activity
}

func all(h *home, t *testing.T) (source.Activity, training.DayRange) {
	t.Helper()
	act := h.incoming("i1", storetest.Noon()).Activity
	act.Day, act.Drawn, act.OwnStreams, act.Statement.Name = onThatDay, "v1", "v1", canary
	act.Rated = &training.Rated{Ref: "tri:i1", Source: "tri", Day: onThatDay, Type: canary, Sport: training.Cycling, FTPW: 250}
	return act, training.DayRange{From: onThatDay, To: onThatDay}
}

func handedOver() map[string]handed {
	all := map[string]handed{
		"Take": {give: func(h *home, t *testing.T) error {
			in := h.incoming("i1", storetest.Noon())
			in.Activity.Statement.Name, in.Activity.Statement.PrivateNote = canary, canary
			return h.Take(t.Context(), in)
		}},
		"TakeGear": {in: []document.Collection{document.GearTotals, document.Reminders}, give: func(h *home, t *testing.T) error {
			return h.TakeGear(t.Context(), []source.Gear{{
				Gear: training.Gear{ID: "b", Kind: training.GearBike, Name: canary}, Notes: canary,
				Reminders: []training.GearReminder{{ID: "r", Text: canary}},
			}})
		}},
		"TakeWellness": {in: []document.Collection{document.Wellness}, give: func(h *home, t *testing.T) error {
			_, days := all(h, t)
			w := training.WellnessDay{Day: onThatDay}
			w.Put(training.WellnessHRVRmssdMs, 61, canary)
			return h.TakeWellness(t.Context(), days, []training.WellnessDay{w})
		}},
		"TakeFitness": {in: []document.Collection{document.Fitness}, give: func(h *home, t *testing.T) error {
			_, days := all(h, t)
			return h.TakeFitness(t.Context(), days, []training.FitnessDay{{Day: onThatDay, Sports: []training.SportModel{{Type: canary}}}})
		}},
		"TakeEvents": {in: []document.Collection{document.Events}, give: func(h *home, t *testing.T) error {
			_, days := all(h, t)
			e := training.CalendarEvent{ID: "7", Name: canary, Category: training.EventWorkout, Start: "2026-05-01T00:00:00"}
			return h.TakeEvents(t.Context(), days, []training.CalendarEvent{e})
		}},
		"TakeSportSettings": {in: []document.Collection{document.SportSettings}, give: func(h *home, t *testing.T) error {
			s := training.SportSettings{ID: "1", Types: []string{canary}, Sports: []training.Discipline{training.Cycling.Plain()}, FTPW: 250}
			return h.TakeSportSettings(t.Context(), []training.SportSettings{s})
		}},
		"TakeProfile": {in: []document.Collection{document.Profiles}, give: func(h *home, t *testing.T) error {
			return h.TakeProfile(t.Context(), training.Profile{ID: "t1", Notes: canary, Sex: training.Female, WeightKg: 61})
		}},
		"TakeRoutes": {in: []document.Collection{document.Routes}, give: func(h *home, t *testing.T) error {
			if err := h.TakeRoute(t.Context(), source.Route{ID: "r", Name: "A way"}); err != nil {
				return err
			}
			_, err := h.TakeRoutes(t.Context(), []source.Route{{ID: "r", Name: canary}})
			return err
		}},
		"TakeRoute": {in: []document.Collection{document.Routes}, give: func(h *home, t *testing.T) error {
			return h.TakeRoute(t.Context(), source.Route{ID: "r", Name: canary})
		}},
		"TakeRatings": {in: []document.Collection{document.Rated}, give: func(h *home, t *testing.T) error {
			act, _ := all(h, t)
			if err := h.TakeRatings(t.Context(), []source.Activity{act}); err != nil {
				return err
			}
			return h.RatingsRead(t.Context())
		}},
		"TakeDrawn": {in: []document.Collection{document.Drawn}, give: func(h *home, t *testing.T) error {
			act, _ := all(h, t)
			return h.TakeDrawn(t.Context(), act, training.Drawn{Intervals: []training.DrawnInterval{{Name: canary}}})
		}},
		"TakeWeather": {give: func(h *home, t *testing.T) error {
			in := h.incoming("i1", storetest.Noon())
			in.Activity.Statement.Name = canary
			if err := h.Take(t.Context(), in); err != nil {
				return err
			}
			id, err := h.db.Resolve(t.Context(), storetest.Export(ann), h.Source.Ref("i1"))
			if err != nil {
				return err
			}
			return h.TakeWeather(t.Context(), &source.Stay{Activity: id, From: storetest.Noon()}, training.Values{training.MetricWeatherTempC: 9})
		}},
		"TakeOwnStreams": {in: []document.Collection{document.OwnStreams}, give: func(h *home, t *testing.T) error {
			act, _ := all(h, t)
			return h.TakeOwnStreams(t.Context(), act, map[string]training.OwnStream{"X": {Name: canary}})
		}},
	}
	for _, k := range kinds.Listers(kinds.All(&store.DB{}, nil, nil)) {
		all["TakeThings "+k.Name()] = handed{in: []document.Collection{document.Collection(k.Name())}, give: func(h *home, t *testing.T) error {
			return h.takeThings(t.Context(), library{
				folders:  []training.WorkoutFolder{{ID: "f", Name: canary}},
				workouts: []training.LibraryWorkout{{ID: "w", Name: canary}},
				items:    []training.CustomItem{{ID: "3", Type: "FITNESS_CHART", Name: canary}},
			})
		}}
	}
	return all
}

// entrances returns the entrance of the sink for each capability of services. A
// text that begins with a dash is not kept.
func entrances() map[string]string {
	const asked = "- asked for each time, by servicevalues.Remote, limitedrows.Remote or the outbox, which ask the policy"
	const changes, other = "- changes things there", "- hands over nothing of the athlete's"
	return map[string]string{
		"ActivityLister": "Take", "ActivityReader": "Take", "RecordingFetcher": "Take", "StreamFetcher": "Take",
		"IntervalReader": "TakeDrawn", "OwnStreamKeeper": "TakeOwnStreams", "EventKeeper": "TakeEvents", "WellnessReader": "TakeWellness",
		"WeatherReader":  "TakeWeather",
		"WellnessKeeper": changes,
		"GearKeeper":     "TakeGear", "SportSettingsReader": "TakeSportSettings", "WorkoutReader": "TakeThings workout",
		"FolderKeeper": "TakeThings folder", "StepWriter": changes,
		"CustomItemKeeper": "TakeThings custom_item", "RouteReader": "TakeRoutes", "FitnessReader": "TakeFitness", "ProfileReader": "TakeProfile",
		"NamedStreamReader": asked, "MessageReader": asked, "SegmentReader": asked, "StatisticsReader": asked,
		"FactsReader":    asked,
		"RosterReader":   "- of others: their ids alone are counted, which connections does if the policy lets them stay",
		"ActivityWriter": changes, "choosyActivityWriter": other, "ActivityRestorer": changes,
		"ActivityUploader":     changes,
		"ManualActivityWriter": changes,
		"SportSettingsWriter":  changes, "WorkoutWriter": changes,
		"MessageWriter": changes, "ProfileWriter": changes,
		"SegmentStarrer": changes, "WebhookSubscriber": changes,
		"Service": other, "Tokens": other, "Budget": other, "Revoker": other,
	}
}

// TestEachKindOfThingIsHeldToThePolicy fails where a capability or an entrance
// of the sink is new and nobody said here how its things obey.
func TestEachKindOfThingIsHeldToThePolicy(t *testing.T) {
	t.Parallel()
	known, entered := entrances(), handedOver()
	files, err := filepath.Glob("../../services/source/*.go")
	own, oerr := filepath.Glob("../kinds/all.go")
	if err != nil || oerr != nil || len(files) == 0 || len(own) == 0 {
		t.Fatal(files, own, err, oerr)
	}
	for _, path := range append(files, own...) {
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.TypeSpec); ok {
				_, isInterface := s.Type.(*ast.InterfaceType)
				how := known[s.Name.Name]
				if isInterface && how == "" || how != "" && how[0] != '-' && entered[how].give == nil {
					t.Errorf("how what %s hands over obeys a policy is not tested: %q", s.Name.Name, how)
				}
			}
			return true
		})
	}
	sink := reflect.TypeOf((&home{}).Sink)
	for m := range sink.Methods() {
		if strings.HasPrefix(m.Name, "Take") && m.Name != "TakeThings" && entered[m.Name].give == nil {
			t.Errorf("the sink's %s is not tested", m.Name)
		}
	}
}

// closedHome returns one whose service a model may not see.
func closedHome(t *testing.T) *home {
	t.Helper()
	h := newHomeOf(t, storetest.OpenClosed(t, ledger.Closed{source.Name("tri").Run(): 1 << training.AudienceModel}))
	h.Policy.Audiences = []training.Audience{training.AudiencePage, training.AudienceExport}
	return h
}

// sees returns everything that an audience is shown of a kind, as text.
func (h *home) sees(t *testing.T, who training.Audience, in []document.Collection) string {
	t.Helper()
	scope := training.Scope{Athlete: ann, Audience: who}
	page, err := h.db.Activities(t.Context(), scope, store.ActivityFilter{})
	if err != nil {
		t.Fatal(err)
	}
	gear, err := h.db.Gear(t.Context(), scope)
	if err != nil {
		t.Fatal(err)
	}
	shown := []any{page.Rows, gear}
	for _, c := range in {
		docs, err := h.db.Documents(t.Context(), scope, c, document.Filter{})
		if err != nil {
			t.Fatal(err)
		}
		shown = append(shown, docs)
	}
	text, err := json.Marshal(shown)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestWhoMaySeeWhat: of each kind an assistant sees nothing where the terms do
// not allow it, also not as a change, a threshold or a word on the athlete.
func TestWhoMaySeeWhat(t *testing.T) {
	t.Parallel()
	for name, k := range handedOver() {
		h := closedHome(t)
		if err := k.give(h, t); err != nil {
			t.Fatal(name, err)
		}
		if got := h.sees(t, training.AudiencePage, k.in); !strings.Contains(got, canary) {
			t.Errorf("%s: the athlete does not see it: %s", name, got)
		}
		if got := h.sees(t, training.AudienceModel, k.in); strings.Contains(got, canary) || strings.Contains(got, "tri:") {
			t.Errorf("%s: a model sees %s", name, got)
		}
		for _, c := range h.Changes() {
			if len(c.Names) > 0 {
				t.Errorf("%s: a model is told of %q", name, c.Names)
			}
		}
		past, err := h.db.History(t.Context(), storetest.Export(ann))
		who, werr := h.db.Athlete(t.Context(), storetest.Export(ann))
		if err != nil || werr != nil || len(past) > 0 || who.Sex != "" {
			t.Errorf("%s: taken over: %+v %+v %v %v", name, past, who, err, werr)
		}
	}
}

// TestNothingStaysThatMayNot: of each kind nothing is written where the terms
// end, or where they do not allow rows beside others'.
func TestNothingStaysThatMayNot(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	for name, k := range handedOver() {
		for _, p := range []source.Policy{{}, {Retention: 7 * 24 * time.Hour, Joined: true}, {Retention: source.Forever}} {
			p.Audiences = anybodys().Audiences
			h.Policy = p
			seq := storetest.LastSeq(t, h.db)
			if err := k.give(h, t); training.KindOf(err) != training.KindForbidden || storetest.LastSeq(t, h.db) != seq {
				t.Errorf("%s, %+v: %v", name, p, err)
			}
		}
	}
}

// TestWhatGoesWithTheConnectionIsNowhere in the store any more, not even hidden.
func TestWhatGoesWithTheConnectionIsNowhere(t *testing.T) {
	t.Parallel()
	entered := handedOver()
	entered["words on an activity"] = handed{give: func(h *home, t *testing.T) error {
		return h.db.Write(t.Context(), func(tx *store.Tx) error {
			if err := storetest.AddRide(tx, ann, "a", storetest.Noon(), store.EveryAudience); err != nil {
				return err
			}
			said := training.Statement{Ref: "tri:i1", Name: canary, PrivateNote: canary}
			return kinds.PutActivityStatement(tx, ann, "tri", "a", said, storetest.Noon(), storetest.Noon())
		})
	}}
	for name, k := range entered {
		dir := t.TempDir()
		h := newHomeOf(t, storetest.OpenHome(t, dir))
		h.Policy.DeletedOnDisconnect = true
		if err := k.give(h, t); err != nil {
			t.Fatal(name, err)
		}
		if name != "TakeWeather" && !slices.ContainsFunc(storetest.Texts(t, dir), func(s string) bool { return strings.Contains(s, canary) }) {
			t.Fatalf("%s was never here", name)
		}
		storetest.Write(t, h.db, func(tx *store.Tx) error { return tx.PurgeRun(ann, source.Name("tri").Run()) })
		for _, text := range storetest.Texts(t, dir) {
			if strings.Contains(text, canary) {
				t.Errorf("%s: still there: %s", name, text)
			}
		}
	}
}

// TestWordsOnAnActivityThatOthersSeeStayApart: a service that a model may not
// see says nothing on an activity that it sees by the athlete's own file.
func TestWordsOnAnActivityThatOthersSeeStayApart(t *testing.T) {
	t.Parallel()
	h := closedHome(t)
	in := h.incoming("i1", storetest.Noon())
	in.Activity.Statement.Name, in.Activity.Statement.PrivateNote, in.Recording = canary, canary, storetest.Recording(storetest.Noon(), 600)
	h.take(t, in)
	row, err := h.row(t, "tri:i1")
	if err != nil || row.Name != canary {
		t.Fatalf("%+v %v", row, err)
	}
	if got := h.sees(t, training.AudienceModel, nil); strings.Contains(got, "tri") {
		t.Errorf("a model sees %s", got)
	}
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		rec := store.NewRecording{ID: "mine", Audience: store.EveryAudience, Recording: storetest.Recording(storetest.Noon(), 600)}
		if err := tx.PutRecording(ann, rec); err != nil {
			return err
		}
		return tx.LinkRecording(ann, row.ID, "mine", 1, 0)
	})
	got, err := h.db.Activity(t.Context(), training.Scope{Athlete: ann, Audience: training.AudienceModel}, row.ID)
	notes, nerr := h.db.Notes(t.Context(), storetest.Export(ann), row.ID)
	if err != nil || nerr != nil || got.Name == canary || len(notes) > 0 {
		t.Errorf("%q %+v %v %v", got.Name, notes, err, nerr)
	}
}
