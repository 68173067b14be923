package activities_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
)

// someRides stores n rides of one hour without recordings, and returns the arguments that
// name all of them.
func (h *home) someRides(t *testing.T, n int) (args string) {
	t.Helper()
	storetest.Write(t, h.db, func(tx *store.Tx) (err error) {
		for i := range n {
			err = errors.Join(err, putRide(tx, i))
		}
		return err
	})
	var more []string
	for i := 1; i < n; i++ {
		more = append(more, fmt.Sprintf(`"b%05d"`, i))
	}
	return `"id":"b00000","more_ids":[` + strings.Join(more, ",") + `]`
}

// shown returns what the list says about the rides.
func (h *home) shown(t *testing.T, args string) activity.List {
	t.Helper()
	var l activity.List
	h.decode(t, "list_activities", args, &l)
	return l
}

// TestSeveralAreEditedAsOne: one call edits all, leaves out what is as asked already, and
// one undo takes all back, with the tags that each had before.
func TestSeveralAreEditedAsOne(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	all := h.someRides(t, 4)
	h.decode(t, "update_activity", `{"id":"b00001","tags":["hills","club"]}`, &wrote{})
	h.decode(t, "update_activity", `{"id":"b00002","sport":"running","tags":["club"]}`, &wrote{})
	var out, dry struct {
		wrote

		JournalID string   `json:"journal_id"`
		Notes     []string `json:"notes"`
	}
	edit := `{` + strings.Replace(all, `[`, `["b00000",`, 1) + `,"sport":"running","add_tags":["club"," club"],"gear":"shoes"`
	h.decode(t, "update_activity", edit+`,"dry_run":true}`, &dry)
	if dry.JournalID != "" || h.shown(t, `{"sport":"running"}`).Total != 1 {
		t.Errorf("a dry run: %+v", dry)
	}
	h.decode(t, "update_activity", edit+`}`, &out)
	for _, l := range h.shown(t, `{"fields":["sport","tags","gear_id"]}`).Activities {
		tags := fmt.Sprint(l["tags"])
		if want := map[any]string{"b00001": "[hills club]"}[l["id"]]; l["sport"] != "running" || l["gear_id"] != "shoes" ||
			want != "" && tags != want || !strings.HasSuffix(tags, "club]") {
			t.Errorf("%v", l)
		}
	}
	if len(out.Changes) != 3+2+1+3 || len(out.Changes) != len(dry.Changes) || len(out.Notes) != 0 {
		t.Errorf("%+v", out)
	}
	h.decode(t, "update_activity", `{`+all+`,"gear":"shoes","name":"Out"}`, &out)
	h.decode(t, "update_activity", `{`+all+`,"clear":["name"],"gear":"shoes"}`, &out)
	h.decode(t, "update_activity", `{"id":"b00003","gear":"bike"}`, &wrote{})
	h.decode(t, "update_activity", `{`+all+`,"gear":"shoes"}`, &out)
	if len(out.Changes) != 1 || len(out.Notes) != 1 || !strings.Contains(out.Notes[0], "3 activities") {
		t.Errorf("some had it already: %+v", out)
	}
	h.undo(t, out.JournalID)
	if l := h.shown(t, `{"gear":"bike"}`); l.Total != 1 {
		t.Errorf("undone, the bike is on %d", l.Total)
	}
	h.decode(t, "update_activity", `{`+all+`,"tags":["one"],"add_tags":["two"]}`, &out)
	if l := h.shown(t, `{"tag":"two"}`); l.Total != 4 {
		t.Errorf("replaced and added: %d", l.Total)
	}
	h.undo(t, out.JournalID)
	if l := h.shown(t, `{"tag":"hills","fields":["tags"]}`); l.Total != 1 || fmt.Sprint(l.Activities[0]["tags"]) != "[hills club]" {
		t.Errorf("undone: %+v", l)
	}
}

// TestSeveralOrNone: if one of them cannot be edited, none is, and the error says which.
func TestSeveralOrNone(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	all := h.someRides(t, 3)
	many := strings.Repeat(`"x",`, 31) + `"x"`
	for args, want := range map[string]string{
		`{"id":"b00000","more_ids":["b00001","gone"],"race":true}`:                         "In activity 3:",
		`{` + all + `,"intervals":[{"start_offset_s":0,"end_offset_s":60}],"send_to":"x"}`: "intervals, send_to cannot be set for several",
		`{` + all + `,"clear":["soul"]}`:                                                   `clear cannot restore "soul"`,
		`{` + all + `,"race":false}`:                                                       "nothing to change",
		`{` + all + `,"fluid_ml":49000}`:                                                   "In activity 1:",
		`{` + all + `,"tags":["a"],"clear":["tags"]}`:                                      "both set and cleared",
		`{` + all + `,"add_tags":["a"],"clear":["tags"]}`:                                  "both set and cleared",
		`{` + all + `,"add_tags":[` + numbered(31) + `]}`:                                  "more than 30 tags",
		`{"id":"b00000","more_ids":[` + strings.Repeat(many+",", 3) + many + `]}`:          "more_ids",
	} {
		_, err := h.table.Call(t.Context(), "update_activity", call(t, answerstest.ActivityModel), []byte(args))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: %v, want %s", args, err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.table.Call(ctx, "update_activity", call(t, answerstest.ActivityModel), []byte(`{`+all+`,"race":true}`)); err == nil {
		t.Error("a cancelled call wrote")
	}
	if l := h.shown(t, `{"race":true}`); l.Total != 0 {
		t.Errorf("%d were edited", l.Total)
	}
}

func numbered(n int) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf(`"t%d"`, i))
	}
	return strings.Join(all, ",")
}

// TestManyAsk: an assistant asks before it edits more than 20, and a person who chose
// them on the page does not.
func TestManyAsk(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	all := h.someRides(t, 21)
	p := h.consent(t, call(t, answerstest.ActivityModel), "update_activity", `{`+all+`,"commute":true}`)
	if len(p.Changes) != 21 || !strings.Contains(p.Summary.String(), "21 activities") {
		t.Errorf("%d changes, %s", len(p.Changes), p.Summary)
	}
	if _, err := h.table.Call(t.Context(), "update_activity", call(t, answerstest.ActivityPage), []byte(`{`+all+`,"commute":true}`)); err != nil {
		t.Error(err)
	}
	if l := h.shown(t, `{"commute":true}`); l.Total != 21 {
		t.Errorf("%d are commutes", l.Total)
	}
}

// TestTotalsAreOfAllThatMatch: totals count every page of the list, and nothing that the
// filters leave out.
func TestTotalsAreOfAllThatMatch(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.someRides(t, 30)
	h.decode(t, "update_activity", `{"id":"b00003","tags":["x"],"manual_load":90}`, &wrote{})
	h.decode(t, "update_activity", `{"id":"b00004","tags":["x"],"hidden_from_models":true}`, &wrote{})
	if l := h.shown(t, `{"limit":5}`); l.Totals != nil {
		t.Error("nobody asked for totals")
	}
	for args, want := range map[string]string{
		`{"limit":5,"totals":true}`:                             "29 104400 1301",
		`{"limit":5,"totals":true,"sort":"distance"}`:           "29 104400 1301",
		`{"limit":5,"totals":true,"tag":"x"}`:                   "1 3600 33",
		`{"totals":true,"min_load":90}`:                         "1 3600 33",
		`{"totals":true,"min_load":90,"sort":"load"}`:           "1 3600 33",
		`{"totals":true,"max_load":1}`:                          "0 0 0",
		`{"totals":true,"text":"ride 1","min_distance_km":46}`:  "5 18000 241",
		`{"totals":true,"sport":"swim"}`:                        "0 0 0",
		`{"totals":true,"from":"` + day(3) + `","limit":1}`:     "6 21600 197",
		`{"totals":true,"range":"` + day(0) + `","race":false}`: "1 3600 30",
	} {
		l := h.shown(t, args)
		got := ""
		if v := l.Totals; v != nil {
			got = fmt.Sprint(v.Activities, orZero(v.DurationS), orZero(v.DistanceKM))
		}
		if got != want || l.Totals != nil && l.Totals.Activities != l.Total {
			t.Errorf("%s: %s of %d, want %s", args, got, l.Total, want)
		}
	}
	own := call(t, answerstest.ActivityPage)
	res, err := h.table.Call(t.Context(), "list_activities", own, []byte(`{"totals":true,"tag":"x"}`))
	if err != nil || !strings.Contains(string(res.Structured), `"distance_km":67`) {
		t.Errorf("the athlete's own: %s %v", res.Structured, err)
	}
}

// day returns the day n days before the newest ride.
func day(n int) string { return answerstest.FirstStart.AddDate(0, 0, -n).Format(time.DateOnly) }

func orZero(x *float64) float64 {
	if x == nil {
		return 0
	}
	return *x
}

// TestTracksOfLists: a row has its track only for those who may see positions, and
// without the parts in privacy zones.
func TestTracksOfLists(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	id := h.ride(t)
	const asks = `{"fields":["summary_polyline"]}`
	if l := h.shown(t, asks); len(l.Activities) != 1 || l.Activities[0]["summary_polyline"] != nil {
		t.Errorf("not shared: %v", l.Activities)
	}
	h.share(t)
	track, ok := h.shown(t, asks).Activities[0]["summary_polyline"].(string)
	if !ok || len(track) < 4 {
		t.Fatalf("%s has the track %q", id, track)
	}
	line, ok := route.ParsePolyline(track)
	if !ok || len(line) < 2 {
		t.Fatalf("%q is no polyline", track)
	}
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		first := line[0]
		zone := fmt.Sprintf(`{"name":"home","lat_deg":%g,"lon_deg":%g,"radius_m":300}`, float64(first.Lat)/1e5, float64(first.Lon)/1e5)
		_, err := tx.PutOwn(answerstest.ActivityAthlete, document.PrivacyZones, "home", document.Own{Fields: []byte(zone)})
		return err
	})
	cut, _ := h.shown(t, asks).Activities[0]["summary_polyline"].(string)
	if left, ok := route.ParsePolyline(cut); !ok || slices.Contains(left, line[0]) {
		t.Errorf("within the zone: %q", cut)
	}
	res, err := h.table.Call(t.Context(), "list_activities", call(t, answerstest.ActivityPage), []byte(asks))
	if whole, _ := json.Marshal(track); err != nil || !strings.Contains(string(res.Structured), string(whole)) {
		t.Errorf("the athlete sees %s %v", res.Structured, err)
	}
	if l := h.shown(t, `{}`); slices.Contains(strings.Split(fmt.Sprint(l.Activities[0]), " "), track) {
		t.Error("nobody asked for a track")
	}
}
