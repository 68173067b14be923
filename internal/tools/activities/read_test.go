package activities_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/activities"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
	"lapkeep/test/golden"
)

// noon is when every call of these tests is made.
var noon = time.Date(2026, 5, 20, 10, 0, 0, 0, time.UTC)

func call(t testing.TB, s training.Scope) *tools.Call {
	t.Helper()
	loc, err := time.LoadLocation(answerstest.Zone)
	if err != nil {
		t.Fatal(err)
	}
	return &tools.Call{Scope: s, Now: noon, Location: loc, Today: training.NewDay(2026, 5, 20), Week: time.Monday, Face: "mcp"}
}

// check compares an answer with the file of that name.
func check(t *testing.T, name string, res tools.Result) {
	t.Helper()
	var got bytes.Buffer
	if err := json.Indent(&got, res.Structured, "", " "); err != nil {
		t.Fatal(err)
	}
	got.WriteByte('\n')
	golden.Check(t, "testdata/golden/"+name+".json", got.String())
}

func TestGoldenReads(t *testing.T) {
	t.Parallel()
	table := tools.NewTable(activities.Rows(activities.Deps{Store: answerstest.NewActivityStore()})...)
	for _, c := range []struct{ name, tool, args string }{
		{"list_usual", "list_activities", `{"range":"this month","limit":"4"}`},
		{
			"list_around_load", "list_activities",
			`{"sport":"ride","min_load":10,"sort":"load","order":"asc","fields":["local_date","tss","load_method"]}`,
		},
		{"list_empty", "list_activities", `{"from":"2020-01-01","to":"2020-02-01"}`},
		{"get_usual", "get_activity", `{"id":"a0"}`},
		{"get_no_power", "get_activity", `{"id":"file:a1","sections":["summary","zones"]}`},
		{"get_no_hr", "get_activity", `{"id":"a2","sections":["summary","histograms"]}`},
		{"get_run", "get_activity", `{"id":"a3","sections":["summary","splits","best_efforts","zones"],"split":"mile"}`},
		{"get_pool", "get_activity", `{"id":"a4","sections":["summary","laps","lengths"]}`},
		{"get_by_hand", "get_activity", `{"id":"a5"}`},
		{"get_multisport", "get_activity", `{"id":"a7","sections":["summary","device"]}`},
		{"get_hostile", "get_activity", `{"id":"a8","sections":["summary","notes"]}`},
		{"streams_usual", "get_activity_streams", `{"id":"a6","resolution":"1min"}`},
		{"streams_no_position", "get_activity_streams", `{"id":"a6","channels":["gps","grade"],"end_offset_s":120,"resolution":"10s"}`},
		{"compare", "compare_activities", `{"ids":["a0","a1","a6"]}`},
		{"notes_not_shared", "get_activity_notes", `{"id":"a0"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			check(t, c.name, tooltest.Call(t, table, call(t, answerstest.ActivityModel), c.tool, c.args))
		})
	}
}

func TestBadInputSaysWhatIsRight(t *testing.T) {
	t.Parallel()
	table := tools.NewTable(activities.Rows(activities.Deps{Store: answerstest.NewActivityStore(), Journal: newHome(t).journal})...)
	for _, c := range []struct {
		tool, args string
		kind       training.Kind
		says       string
	}{
		{"list_activities", `{"sort":"avg_sped"}`, training.KindInvalid, "avg_speed"},
		{"list_activities", `{"limit":1000}`, training.KindInvalid, "100"},
		{"list_activities", `{"range":"last week","from":"2026-01-01"}`, training.KindInvalid, "either"},
		{"list_activities", `{"from":"2026-02-01","to":"2026-01-01"}`, training.KindInvalid, "earlier"},
		{"list_activities", `{"fields":["watts"]}`, training.KindInvalid, "avg_power_w"},
		{"list_activities", `{"sport":"quidditch"}`, training.KindInvalid, "cycling"},
		{"list_activities", `{"cursor":"x","sort":"load"}`, training.KindInvalid, "next_cursor"},
		{"list_activities", `{"indoor":"sometimes"}`, training.KindInvalid, "indoor"},
		{"list_activities", `{"colour":"red"}`, training.KindInvalid, "colour"},
		{"get_activity", `{}`, training.KindInvalid, "id"},
		{"get_activity", `{"id":"nope"}`, training.KindNotFound, "nope"},
		{"get_activity", `{"id":"a9"}`, training.KindNotFound, "a9"},
		{"get_activity", `{"id":"a0","sections":["moods"]}`, training.KindInvalid, "laps"},
		{"get_activity", `{"id":"a0","split":"league"}`, training.KindInvalid, "mile"},
		{"get_activity_streams", `{"id":"a0","channels":["pedalling"]}`, training.KindInvalid, "power"},
		{"get_activity_streams", `{"id":"a0","resolution":"2s"}`, training.KindInvalid, "5s"},
		{"get_activity_streams", `{"id":"a0","start_offset_s":50,"end_offset_s":50}`, training.KindInvalid, "start_offset_s"},
		{"get_activity_streams", `{"id":"a9"}`, training.KindNotFound, "a9"},
		{"compare_activities", `{"ids":["a0"]}`, training.KindInvalid, "2"},
		{"compare_activities", `{"ids":["a0","a9"]}`, training.KindNotFound, "a9"},
		{"get_activity_notes", `{"id":"a9"}`, training.KindNotFound, "a9"},
		{"update_activity", `{"id":"a9","name":"x"}`, training.KindNotFound, "a9"},
		{"update_activity", `{"id":"a0"}`, training.KindInvalid, "There is nothing to change"},
		{"update_activity", `{"id":"a0","name":"x","clear":["name"]}`, training.KindInvalid, "both set and cleared"},
		{"update_activity", `{"id":"a0","perceived_exertion":11}`, training.KindInvalid, "10"},
		{"delete_activity", `{"id":"a9"}`, training.KindNotFound, "a9"},
		{"update_activity", `{"id":"a0","carbs_g":1000}`, training.KindInvalid, "at most 300 g an hour"},
		{"update_activity", `{"id":"a0","fluid_ml":9000}`, training.KindInvalid, "fluid_ml cannot be 9000 ml for 1.0 h"},
		{
			"create_activities", `{"activities":[{"sport":"run","start":"2026-05-01T07:00","duration_s":7200,"carbs_g":700}]}`,
			training.KindInvalid, "activity 1",
		},
		{"create_activities", `{"activities":[]}`, training.KindInvalid, "activities"},
		{"create_activities", `{"activities":[{"sport":"run","start":"yesterday noon","duration_s":60}]}`, training.KindInvalid, "activity 1"},
		{"create_activities", `{"activities":[{"sport":"run","start":"2026-05-21T07:00","duration_s":60}]}`, training.KindInvalid, "future"},
		{
			"create_activities",
			`{"activities":[{"sport":"run","start":"2026-05-01T07:00","time_zone":"Mars","duration_s":60}]}`, training.KindInvalid, "IANA",
		},
		{"create_activities", `{"activities":[{"sport":"run","start":"2026-05-01T07:00","duration_s":0}]}`, training.KindInvalid, "duration_s"},
		{"import_files", `{"paths":["/etc"]}`, training.KindForbidden, "import_dirs"},
		{"export_activity", `{"id":"a0","format":"pwx"}`, training.KindInvalid, "tcx"},
		{"export_activity", `{"id":"a9"}`, training.KindNotFound, "a9"},
		{"add_activity_note", `{"id":"a0","text":"\u200b "}`, training.KindInvalid, "text"},
		{"add_activity_note", `{"id":"a0","text":"x","target":"mars"}`, training.KindInvalid, "local"},
	} {
		p := tooltest.Fails(t, table, call(t, answerstest.ActivityModel), c.tool, c.args)
		if p.Kind != c.kind || !strings.Contains(p.String(), c.says) {
			t.Errorf("%s %s: %s %s, want %s with %q", c.tool, c.args, p.Kind, p, c.kind, c.says)
		}
	}
}

// TestWordsOfServices: a channel, an order and a source are read by the words
// that other services have for them.
func TestWordsOfServices(t *testing.T) {
	t.Parallel()
	table := tools.NewTable(activities.Rows(activities.Deps{Store: answerstest.NewActivityStore()})...)
	for _, c := range []struct{ tool, args, read string }{
		{"get_activity_streams", `{"id":"a0","channels":["watts","heart rate"]}`, `"channels[1]":"hr"`},
		{"get_activity_streams", `{"id":"a0","resolution":"1m"}`, `"resolution":"1min"`},
		{"list_activities", `{"sort":"TSS","order":"ascending"}`, `"order":"asc","sort":"load"`},
		{"list_activities", `{"source":" Manual "}`, `"total":1`},
	} {
		if got := tooltest.Call(t, table, call(t, answerstest.ActivityModel), c.tool, c.args).Text; !strings.Contains(got, c.read) {
			t.Errorf("%s %s lacks %s: %s", c.tool, c.args, c.read, got)
		}
	}
}

// TestSortedByAMetric: those with the most first, those without the metric
// behind them, or the other way round.
func TestSortedByAMetric(t *testing.T) {
	t.Parallel()
	table := tools.NewTable(activities.Rows(activities.Deps{Store: answerstest.NewActivityStore()})...)
	for by, field := range map[string]string{"speed": "avg_speed_kmh", "max_hr": "max_hr_bpm", "avg_temp": "avg_temp_c"} {
		for order, sign := range map[string]float64{"desc": -1, "asc": 1} {
			var out struct {
				Activities []map[string]any `json:"activities"`
			}
			tooltest.Decode(t, table, call(t, answerstest.ActivityModel), "list_activities",
				`{"sort":"`+by+`","order":"`+order+`","fields":["`+field+`"],"limit":50}`, &out)
			var values []float64
			for i, a := range out.Activities {
				value, ok := a[field].(float64)
				if !ok {
					continue
				}
				if order == "desc" && len(values) != i {
					t.Errorf("%s %s: a value behind none", by, order)
				}
				values = append(values, sign*value)
			}
			if len(values) < 2 || !slices.IsSorted(values) {
				t.Errorf("%s %s: %v", by, order, values)
			}
		}
	}
}

func TestCancelledCalls(t *testing.T) {
	t.Parallel()
	table := tools.NewTable(activities.Rows(activities.Deps{Store: answerstest.NewActivityStore()})...)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for tool, args := range map[string]string{
		"list_activities": `{}`, "get_activity": `{"id":"a0"}`, "get_activity_streams": `{"id":"a0"}`,
		"compare_activities": `{"ids":["a0","a1"]}`, "get_activity_notes": `{"id":"a0"}`, "export_activity": `{"id":"a0"}`,
	} {
		if _, err := table.Call(ctx, tool, call(t, answerstest.ActivityModel), json.RawMessage(args)); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", tool, err)
		}
	}
}

// TestValuesOfAnOwnStream checks that values of an own stream are entered at
// recorded seconds, beside those that there are, and only where a service
// defines the stream and has the activity.
func TestValuesOfAnOwnStream(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.file(t, "ride.fit", answerstest.Session(training.Cycling, answerstest.FirstStart, 300, nil))
	var got imported
	h.decode(t, "import_files", `{"paths":["."]}`, &got)
	var all struct{ Activities []struct{ ID string } }
	h.decode(t, "list_activities", `{}`, &all)
	id := all.Activities[0].ID
	fails := func(args, says string) {
		t.Helper()
		if p := tooltest.Fails(t, h.table, call(t, answerstest.ActivityModel), "update_activity_streams",
			`{"id":"`+id+`",`+args+`}`); !strings.Contains(p.String(), says) {
			t.Errorf("%s: %+v", args, p)
		}
	}
	fails(`"stream":"Lactate","offsets_s":[10],"values":[2.1]`, "is defined on a service")
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		_, err := tx.PutStatement(answerstest.ActivityModel.Athlete, document.Statement{
			Collection: document.CustomItems, ID: "tri:5", Source: "tri", AsOf: noon,
			Body: training.CustomItem{ID: "5", Type: "ACTIVITY_STREAM", Name: "Lactate", Content: []byte(`{"code":"Lac"}`)},
		})
		return err
	})
	fails(`"stream":"Lactate","offsets_s":[10],"values":[2.1]`, "does not have this activity")
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		return tx.PutExternalID(answerstest.ActivityModel.Athlete, training.ActivityID(id), "tri:77")
	})
	fails(`"stream":"Lactate","offsets_s":[10,20],"values":[2.1]`, "2 offsets_s and 1 values")
	fails(`"stream":"Lactate","offsets_s":[9999],"values":[2.1]`, "outside the recording")
	fails(`"stream":"Lactate","drop":[{"channel":"power"}]`, "without drop")
	fails(`"stream":"Lactate"`, "There is nothing to change")
	fails(`"restore":["speeed"]`, "not a channel")
	for _, args := range []string{`"offsets_s":[10],"values":[2.1]`, `"offsets_s":[20,10],"values":[4,2.2]`} {
		tooltest.Call(t, h.table, call(t, answerstest.ActivityModel), "update_activity_streams", `{"id":"`+id+`","stream":"lac",`+args+`}`)
	}
	var streams struct {
		OffsetS  []int `json:"offset_s"`
		Channels map[string][]*float64
	}
	h.decode(t, "get_activity_streams", `{"id":"`+id+`","channels":["others"],"resolution":"10s","end_offset_s":30}`, &streams)
	if lac := streams.Channels["Lac"]; len(lac) != 3 || lac[0] != nil || *lac[1] != 2.2 || *lac[2] != 4 {
		t.Errorf("%+v", streams)
	}
	tooltest.Call(t, h.table, call(t, answerstest.ActivityModel), "update_activity_streams", `{"id":"`+id+`","stream":"Lac"}`)
	streams.Channels = nil
	h.decode(t, "get_activity_streams", `{"id":"`+id+`","channels":["others"]}`, &streams)
	if len(streams.Channels) != 0 {
		t.Errorf("deleted: %+v", streams.Channels)
	}
}

// TestAnActivityIsFoundByWords: the latest, and that of a day, by every tool
// that reads one.
func TestAnActivityIsFoundByWords(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	yesterday := noon.AddDate(0, 0, -1)
	h.file(t, "old.fit", answerstest.Session(training.Cycling, answerstest.FirstStart, 300, nil))
	h.file(t, "run.fit", answerstest.Session(training.Running, yesterday.Add(-3e12), 300, nil))
	h.file(t, "ride.fit", answerstest.Session(training.Cycling, yesterday, 300, nil))
	h.decode(t, "import_files", `{"paths":["."]}`, &imported{})
	var all activity.List
	h.decode(t, "list_activities", `{}`, &all)
	ride, run, old := all.Activities[0]["id"], all.Activities[1]["id"], all.Activities[2]["id"]
	for words, want := range map[string]any{
		"latest": ride, "my last ride": ride, "latest_run": run, "the most recent activity": ride, "yesterday's ride": ride,
		"yesterday’s run": run, "tuesday run": run, "2026-05-01": old, "1 May": old, "last bike ride": ride,
	} {
		var got struct{ ID string }
		h.decode(t, "get_activity", `{"id":"`+words+`","sections":["summary"]}`, &got)
		if got.ID != want {
			t.Errorf("%s is %s, want %s", words, got.ID, want)
		}
	}
	for tool, args := range map[string]string{
		"get_activity_streams": `{"id":"latest","resolution":"1min"}`, "compare_activities": `{"ids":["last ride","yesterday's run"]}`,
		"get_activity_notes": `{"id":"latest"}`, "list_activities": `{"around":"latest"}`,
	} {
		tooltest.Call(t, h.table, call(t, answerstest.ActivityModel), tool, args)
	}
	for words, says := range map[string]string{
		"yesterday":      "could be one of 2 activities",
		"yesterday swim": "No activity matches",
		"nonsense":       `There is no activity "nonsense".`,
	} {
		if p := tooltest.Fails(t, h.table, call(t, answerstest.ActivityModel), "get_activity",
			`{"id":"`+words+`"}`); !strings.Contains(p.String(), says) {
			t.Errorf("%s: %+v", words, p)
		}
	}
}

// TestAnUnknownWordIsNamed: for a tag, a piece of gear, a source or a field
// that no activity has, the nearest one is named. Gear goes by its name too.
func TestAnUnknownWordIsNamed(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	id := h.ride(t)
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		_, err := tx.SetOverride(answerstest.ActivityAthlete, training.ActivityID(id), "tags", []byte(`["commute","hilly"]`))
		_, more := tx.SetOverride(answerstest.ActivityAthlete, training.ActivityID(id), "gear_id", []byte(`"g1"`))
		_, gear := tx.PutStatement(answerstest.ActivityAthlete, document.GearStatement(training.Gear{
			ID: "g1", Kind: training.GearBike,
			Name: "Canyon",
		}))
		return errors.Join(err, more, gear)
	})
	for args, says := range map[string]string{
		`{"tag":"comute"}`:                 `No activity has the tag "comute". Did you mean "commute"? Known: commute, hilly.`,
		`{"gear":"Canyonn"}`:               `No activity has the gear "Canyonn". Did you mean "Canyon"? Known: Canyon, g1.`,
		`{"source":"garmn"}`:               `No activity has the source "garmn".`,
		`{"tag":"commute","range":"2020"}`: "Nothing matches. Widen the date range",
	} {
		var out activity.List
		h.decode(t, "list_activities", args, &out)
		if out.Total != 0 || !strings.HasPrefix(out.Narrow.String(), says) {
			t.Errorf("%s: %q", args, out.Narrow)
		}
	}
	var out activity.List
	h.decode(t, "list_activities", `{"gear":"canyon"}`, &out)
	if out.Total != 1 {
		t.Errorf("gear by its name: %+v", out)
	}
	if p := tooltest.Fails(t, h.table, call(t, answerstest.ActivityModel), "list_activities",
		`{"fields":["avg_powr_w"]}`); !strings.Contains(p.Fix, "Did you mean avg_power_w?") {
		t.Errorf("a field: %+v", p)
	}
}
