package plan_test

import (
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/coach/plan"
	"lapkeep/internal/training"
)

// edited applies edits that must be made.
func edited(t testing.TB, text string, all ...plan.Edit) *plan.Edited {
	t.Helper()
	out, err := plan.Apply(text, all)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// differ are the lines of two texts that only one has, those that went marked
// with -, those that came with +.
func differ(a, b string) []string {
	var out []string
	count := map[string]int{}
	for l := range strings.SplitSeq(a, "\n") {
		count[l]++
	}
	for l := range strings.SplitSeq(b, "\n") {
		if count[l]--; count[l] < 0 {
			out = append(out, "+"+l)
		}
	}
	for l := range strings.SplitSeq(a, "\n") {
		if count[l] > 0 {
			count[l]--
			out = append(out, "-"+l)
		}
	}
	slices.Sort(out)
	return out
}

// TestAnEditChangesItsLinesAlone, and the stated total that follows from them.
func TestAnEditChangesItsLinesAlone(t *testing.T) {
	t.Parallel()
	set := func(fields map[string]any) plan.Edit {
		return plan.Edit{Op: plan.OpSet, Session: "w1-tue", Fields: fields}
	}
	for name, c := range map[string]struct {
		edits []plan.Edit
		want  []string
	}{
		"set": {[]plan.Edit{set(map[string]any{"distance_km": 9})}, []string{
			"+        distance_km: 9   # flat", "+    total_planned_distance_km: 42", "-        distance_km: 7.5   # flat",
			"-    total_planned_distance_km: 40.5",
		}},
		"take out": {[]plan.Edit{set(map[string]any{"description": nil})}, []string{"-        description: Easy on the river path"}},
		"week": {[]plan.Edit{{Op: plan.OpSet, Week: 10, Fields: map[string]any{"weekly_focus": "Race: all out"}}}, []string{
			`+    weekly_focus: "Race: all out"`, "-    weekly_focus: Race",
		}},
		"race": {[]plan.Edit{{Op: plan.OpSet, Fields: map[string]any{"goal_race": map[string]any{"race_name": "Town Half"}}}}, []string{
			"+  race_name: Town Half", "-  race_name: City Half",
		}},
		"comment": {[]plan.Edit{{Op: plan.OpComment, Session: "w1-tue", Text: "after \\1 travel"}}, []string{`+      # after \1 travel`}},
		"move": {[]plan.Edit{{Op: plan.OpMove, Session: "w1-fri", Day: "Sat"}}, []string{
			"+        id: w1-fri", "+      - day_of_week: Saturday", "-      - day_of_week: Friday",
		}},
		"remove": {[]plan.Edit{{Op: plan.OpRemove, Session: "w1-mon"}}, []string{"-        type: rest", "-      - day_of_week: Monday"}},
	} {
		out := edited(t, original(t), c.edits...)
		if got := differ(original(t), out.Text); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// TestAMovedSessionKeepsIDAndComments, in another week too.
func TestAMovedSessionKeepsIDAndComments(t *testing.T) {
	t.Parallel()
	out := edited(t, original(t), plan.Edit{Op: plan.OpMove, Session: "w1-fri", Day: "Tuesday", ToWeek: 10})
	s := out.Plan.Session("w1-fri")
	if s == nil || s.Week != 10 || s.Day.String() != "2026-04-07" || !slices.Equal(s.Comments, []string{"with the club"}) {
		t.Fatalf("%+v\n%s", s, out.Text)
	}
	if out.Plan.Session("w10-tue") == nil || !slices.Equal(out.Sessions, []string{"w1-fri"}) || !slices.Equal(out.Weeks, []int{1, 10}) {
		t.Errorf("%v %v\n%s", out.Sessions, out.Weeks, out.Text)
	}
}

// TestSeveralSessionsADay: a second one is added, and the ids of both hold
// when the first goes.
func TestSeveralSessionsADay(t *testing.T) {
	t.Parallel()
	run := map[string]any{"type": "easy", "distance_km": 5.5, "sport": "running"}
	out := edited(t, original(t), plan.Edit{Op: plan.OpAdd, Week: 1, Day: "tuesday", Fields: run})
	if s := out.Plan.Session("w1-tue-2"); s == nil || !s.Written || s.DistanceKm != 5.5 || out.Sessions[0] != "w1-tue-2" {
		t.Fatalf("%v\n%s", out.Sessions, out.Text)
	}
	out = edited(t, out.Text, plan.Edit{Op: plan.OpRemove, Session: "w1-tue"})
	if s := out.Plan.Session("w1-tue-2"); s == nil || out.Plan.Session("w1-tue") != nil || s.DistanceKm != 5.5 {
		t.Errorf("%s", out.Text)
	}
}

// TestTotalsFollow: a stated total is what the sessions add up to after an
// edit, to the half kilometre, and that is told.
func TestTotalsFollow(t *testing.T) {
	t.Parallel()
	out := edited(t, original(t), plan.Edit{Op: plan.OpRemove, Session: "w1-sun"})
	if w := out.Plan.Week(1); w.Stated.DistanceKm != 18.5 || out.Plan.Total(w).DistanceKm != 18.5 || len(out.Notes) == 0 {
		t.Errorf("%+v %v", w.Stated, out.Notes)
	}
}

// TestAWeekIsAdded behind those before it, dated by them, with sessions.
func TestAWeekIsAdded(t *testing.T) {
	t.Parallel()
	out := edited(t, original(t),
		plan.Edit{Op: plan.OpWeek, Week: 2, Fields: map[string]any{"weekly_focus": "Base"}},
		plan.Edit{Op: plan.OpAdd, Week: 2, Day: "Wednesday", Fields: map[string]any{"type": "easy", "distance_km": 8}})
	w := out.Plan.Week(2)
	if w == nil || w.Start.String() != "2026-02-09" || len(w.Sessions) != 1 || w.Sessions[0].Sport != training.Running {
		t.Fatalf("%+v\n%s", w, out.Text)
	}
	if strings.Index(out.Text, "week_number: 2\n") > strings.Index(out.Text, "week_number: 10") {
		t.Error(out.Text)
	}
}

// TestAllOrNothing: one edit that cannot be made leaves no other made, and
// says what could be.
func TestAllOrNothing(t *testing.T) {
	t.Parallel()
	good := plan.Edit{Op: plan.OpSet, Session: "w1-tue", Fields: map[string]any{"distance_km": 9}}
	for name, c := range map[string]struct {
		bad  plan.Edit
		says string
	}{
		"session": {plan.Edit{Op: plan.OpRemove, Session: "w1-teu"}, "w1-tue"},
		"week":    {plan.Edit{Op: plan.OpAdd, Week: 3, Day: "Monday"}, "There are 1, 10"},
		"day":     {plan.Edit{Op: plan.OpMove, Session: "w1-tue", Day: "Tusday"}, "Tuesday"},
		"same":    {plan.Edit{Op: plan.OpMove, Session: "w1-tue", Day: "Tuesday"}, "already"},
		"name":    {plan.Edit{Op: plan.OpSet, Session: "w1-tue", Fields: map[string]any{"distnace_km": 9}}, "distance_km"},
		"value":   {plan.Edit{Op: plan.OpSet, Session: "w1-tue", Fields: map[string]any{"distance_km": "far"}}, "number"},
		"whole":   {plan.Edit{Op: plan.OpSet, Week: 1, Fields: map[string]any{"runs": []any{}}}, "add, remove and move"},
		"op":      {plan.Edit{Op: "swap"}, "set, add"},
		"empty":   {plan.Edit{Op: plan.OpComment, Week: 1, Text: " "}, "text"},
	} {
		_, err := plan.Apply(original(t), []plan.Edit{good, c.bad})
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "Nothing was changed") && name != "value" {
			t.Errorf("%s: %v", name, err)
		}
	}
}
