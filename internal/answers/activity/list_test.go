package activity_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

func list(t *testing.T, s training.Scope, q activity.ListQuery) *activity.List {
	t.Helper()
	out, err := activity.ListActivities(t.Context(), answerstest.NewActivityStore(), s, q)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func ids(l *activity.List) string {
	var out []string
	for _, row := range l.Activities {
		out = append(out, row["id"].(string))
	}
	return strings.Join(out, " ")
}

func ptr[T any](v T) *T { return &v }

func TestListFilters(t *testing.T) {
	t.Parallel()
	day := training.NewDay(2026, 5, 1)
	for _, c := range []struct {
		name string
		q    activity.ListQuery
		want string
	}{
		{"all that assistants may see, newest first", activity.ListQuery{}, "a8 a7 a6 a5 a4 a3 a2 a1 a0"},
		{"days", activity.ListQuery{Filter: store.ActivityFilter{Days: &training.DayRange{From: day, To: day + 2}}}, "a2 a1 a0"},
		{"sport", activity.ListQuery{Filter: store.ActivityFilter{Sports: []training.Discipline{training.Running.Plain()}}}, "a7 a3"},
		{"text", activity.ListQuery{Filter: store.ActivityFilter{Text: "before WORK"}}, "a0"},
		{"tag", activity.ListQuery{Filter: store.ActivityFilter{Tags: []string{"hills"}}}, "a0"},
		{"race", activity.ListQuery{Filter: store.ActivityFilter{Race: ptr(true)}}, "a3"},
		{"no power", activity.ListQuery{Filter: store.ActivityFilter{HasPower: ptr(false)}}, "a5 a4 a3 a1"},
		{"indoors", activity.ListQuery{Filter: store.ActivityFilter{Indoor: ptr(true)}}, ""},
		{"by hand", activity.ListQuery{Filter: store.ActivityFilter{Source: "manual"}}, "a5"},
		{"a load of at least 60", activity.ListQuery{MinLoad: ptr(60.0)}, "a0"},
		{"a load between", activity.ListQuery{
			MinLoad: ptr(29.0), MaxLoad: ptr(31.0),
			Filter: store.ActivityFilter{Sports: []training.Discipline{training.Strength.Plain()}},
		}, "a5"},
	} {
		if got := ids(list(t, answerstest.ActivityModel, c.q)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	if got := ids(list(t, answerstest.ActivityPage, activity.ListQuery{})); !strings.HasPrefix(got, "a9 ") {
		t.Errorf("the page does not see what is hidden from assistants: %s", got)
	}
}

func TestListByLoad(t *testing.T) {
	t.Parallel()
	all := list(t, answerstest.ActivityModel, activity.ListQuery{SortByLoad: true})
	last := 1e9
	for _, row := range all.Activities {
		load, ok := row["tss"].(float64)
		if !ok || load > last || row["load_method"] == nil {
			t.Fatalf("%v after a load of %v", row, last)
		}
		last = load
	}
	if last := all.Activities[len(all.Activities)-1]; all.Total != 9 || last["tss"] == nil {
		t.Errorf("%d rows, last %v", all.Total, last)
	}
	bare := answerstest.NewActivityStore()
	bare.Past = nil // without thresholds, only the load set by hand remains
	for _, ascending := range []bool{false, true} {
		out, err := activity.ListActivities(t.Context(), bare, answerstest.ActivityModel,
			activity.ListQuery{SortByLoad: true, Filter: store.ActivityFilter{Ascending: ascending}})
		if err != nil || out.Total != 9 || out.Activities[0]["id"] != "a5" || out.Activities[1]["tss"] != nil {
			t.Errorf("without thresholds: %v, %v", out, err)
		}
	}
	var paged []string
	q := activity.ListQuery{SortByLoad: true, Filter: store.ActivityFilter{Limit: 4}}
	for {
		page := list(t, answerstest.ActivityModel, q)
		paged = append(paged, ids(page))
		if page.NextCursor == "" {
			break
		}
		if !page.Truncated || page.Narrow == "" || page.Total != all.Total || !maps.Equal(page.Sports, all.Sports) ||
			page.StopReason != activity.StoppedByLimit || all.StopReason != activity.StoppedAtEnd || len(all.Sports) < 2 {
			t.Errorf("%+v does not say that there is more", page)
		}
		q.Filter.After = page.NextCursor
	}
	if got := strings.Join(paged, " "); got != ids(all) {
		t.Errorf("pages %q, whole %q", got, ids(all))
	}
	q.Filter.After = "x7"
	if _, err := activity.ListActivities(t.Context(), answerstest.NewActivityStore(), answerstest.ActivityModel,
		q); training.KindOf(err) != training.KindInvalid {
		t.Errorf("a cursor of another list: %v", err)
	}
}

// TestListUsesTheThresholdsOfTheDay checks that only the later ride uses the
// new FTP, which rises between the rides.
func TestListUsesTheThresholdsOfTheDay(t *testing.T) {
	t.Parallel()
	out := list(t, answerstest.ActivityModel, activity.ListQuery{Fields: []string{"normalized_power_w", "intensity_factor"}})
	for _, row := range out.Activities {
		want := map[any]float64{"a0": 250, "a6": 260}[row["id"]]
		if want == 0 {
			continue
		}
		got := row["normalized_power_w"].(float64) / row["intensity_factor"].(float64)
		if got < want-0.5 || got > want+0.5 {
			t.Errorf("%s was judged by an FTP of %.1f, want %v", row["id"], got, want)
		}
	}
}

func TestListRowsHoldOnlyWhatIsKnown(t *testing.T) {
	t.Parallel()
	for _, row := range list(t, answerstest.ActivityModel, activity.ListQuery{}).Activities {
		for k, v := range row {
			if v == nil || v == 0.0 || v == "" || v == false {
				t.Errorf("%s: %s is %v", row["id"], k, v)
			}
		}
		if _, ok := row["avg_power_w"]; ok && (row["id"] == "a1" || row["id"] == "a3") {
			t.Errorf("%s has a power that nothing measured", row["id"])
		}
	}
}

func TestListEmptySaysWhatToTry(t *testing.T) {
	t.Parallel()
	out := list(t, answerstest.ActivityModel, activity.ListQuery{Filter: store.ActivityFilter{Text: "nowhere"}})
	if out.Total != 0 || out.Activities == nil || !strings.Contains(out.Narrow.String(), "get_status") {
		t.Errorf("%+v", out)
	}
}

func TestListRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		q    activity.ListQuery
		kind training.Kind
		says string
	}{
		{activity.ListQuery{Fields: []string{"watts"}}, training.KindInvalid, "avg_power_w"},
		{activity.ListQuery{Around: "zz"}, training.KindNotFound, "zz"},
		{activity.ListQuery{Around: string(answerstest.Secret)}, training.KindNotFound, "a9"},
	} {
		_, err := activity.ListActivities(t.Context(), answerstest.NewActivityStore(), answerstest.ActivityModel, c.q)
		if training.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v", c.q, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := activity.ListActivities(ctx, answerstest.NewActivityStore(), answerstest.ActivityModel,
		activity.ListQuery{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// many is a store with the same activity many times, with a long description.
type many struct{ *answerstest.ActivityStore }

func (m many) Activities(ctx context.Context, s training.Scope, f store.ActivityFilter) (store.ActivityPage, error) {
	row, err := m.Activity(ctx, s, answerstest.Ride)
	row.Description = strings.Repeat("word ", 100)
	page := store.ActivityPage{Total: 1000, Next: "more"}
	for range f.Limit {
		page.Rows = append(page.Rows, row)
	}
	return page, err
}

func TestListStaysWithinTheSizeOfAResult(t *testing.T) {
	t.Parallel()
	s := many{answerstest.NewActivityStore()}
	s.Who.Sharing.Notes = true
	q := activity.ListQuery{Filter: store.ActivityFilter{Limit: 100}, Fields: append(activity.DefaultFields(), "description")}
	out, err := activity.ListActivities(t.Context(), s, answerstest.ActivityPage, q)
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(out)
	if err != nil || len(b) > 32<<10 || len(out.Activities) < 10 || !out.Truncated || out.StopReason != activity.StoppedBySize {
		t.Errorf("%d rows in %d bytes, truncated %v, %v", len(out.Activities), len(b), out.Truncated, err)
	}
}

func TestCompare(t *testing.T) {
	t.Parallel()
	out, err := activity.Compare(t.Context(), answerstest.NewActivityStore(), answerstest.ActivityModel, []string{"a0", "file:a6", "a3"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Activities) != 3 || out.Activities[1]["id"] != "a6" {
		t.Errorf("%v", out.Activities)
	}
	for key, cells := range out.Metrics {
		diffs := out.Differences[key]
		for i := range cells {
			switch {
			case cells[0] == nil || cells[i] == nil:
				if diffs[i] != nil {
					t.Errorf("%s: a difference from nothing", key)
				}
			case *diffs[i]-(*cells[i]-*cells[0]) > 1e-6:
				t.Errorf("%s: %v - %v is not %v", key, *cells[i], *cells[0], *diffs[i])
			}
		}
	}
	if out.Metrics["avg_power_w"][2] != nil || out.Missing["avg_power_w"] == "" {
		t.Errorf("the run without power: %v, %v", out.Metrics["avg_power_w"][2], out.Missing)
	}
	if d := cmp.Diff(2, len(out.Notes)); d != "" { // different sports, different load methods
		t.Errorf("notes: %v", out.Notes)
	}
}

func TestCompareRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		ids  []string
		kind training.Kind
	}{
		{[]string{"a0"}, training.KindInvalid},
		{[]string{"a0", "a1", "a2", "a3", "a4", "a5"}, training.KindInvalid},
		{[]string{"a0", "file:a0"}, training.KindInvalid},
		{[]string{"a0", "a9"}, training.KindNotFound},
	} {
		if _, err := activity.Compare(t.Context(), answerstest.NewActivityStore(), answerstest.ActivityModel, c.ids,
			nil); training.KindOf(err) != c.kind {
			t.Errorf("%v: %v", c.ids, err)
		}
	}
}

// TestListByDataIssues checks that activities with notes in their report can be
// selected or excluded.
func TestListByDataIssues(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	years := answerstest.Years(20, 1, 20_000)
	inputs, err := years.LoadInputs(t.Context(), answerstest.FitnessModel, training.DayRange{From: 0, To: 20_000})
	if err != nil {
		t.Fatal(err)
	}
	odd := inputs[7].ID
	if err := years.Seed(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	storetest.Write(t, db, func(tx *store.Tx) error {
		for i, notes := range map[int][]i18n.Sentence{7: {"12 power spikes were left out."}, 8: nil} {
			err := tx.PutPrimitive(answerstest.FitnessAthlete, store.Primitive{
				Activity: inputs[i].ID, Kind: derive.Report, Data: derive.EncodeReport(derive.Findings{Notes: notes}),
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	for _, want := range []bool{true, false} {
		out, err := activity.ListActivities(t.Context(), db, answerstest.FitnessModel,
			activity.ListQuery{Odd: &want, Filter: store.ActivityFilter{Limit: 30}})
		if err != nil {
			t.Fatal(err)
		}
		if n := map[bool]int{true: 1, false: len(inputs) - 1}[want]; out.Total != n || len(out.Activities) != n {
			t.Errorf("issues %v: %d activities, want %d", want, out.Total, n)
		}
		for _, row := range out.Activities {
			if is := row["id"] == string(odd); is != want || (row["data_quality"] != nil) != want {
				t.Errorf("issues %v: %v", want, row)
			}
		}
	}
}
