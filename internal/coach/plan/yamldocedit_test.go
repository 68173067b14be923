package plan_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/coach/plan"
	"lapkeep/internal/training"
)

func read(t testing.TB, text string) *plan.Doc {
	t.Helper()
	d, err := plan.ReadYAML(text)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return d
}

// each calls f with the path of each mapping and sequence.
func each(n *plan.Node, p plan.Path, f func(plan.Path, *plan.Node)) {
	f(slices.Clone(p), n)
	for _, e := range n.Entries {
		each(e.Value, append(p, e.Key), f)
	}
	for i, it := range n.Items {
		each(it.Value, append(p, i), f)
	}
}

func comments(d *plan.Doc) []string {
	var out []string
	for _, c := range d.Comments {
		out = append(out, c.Text)
	}
	slices.Sort(out)
	return out
}

// TestWhatIsReadIsWrittenAsItIs: byte for byte.
func TestWhatIsReadIsWrittenAsItIs(t *testing.T) {
	t.Parallel()
	for name, text := range corpus() {
		if d := read(t, text); d.Text() != text {
			t.Errorf("%s: %q", name, d.Text())
		}
	}
}

// TestSettingAValueChangesItsLineAlone: no other line and no comment changes,
// in whatever way the text is written.
func TestSettingAValueChangesItsLineAlone(t *testing.T) {
	t.Parallel()
	for name, text := range corpus() {
		each(read(t, text).Root, nil, func(p plan.Path, n *plan.Node) {
			for _, e := range n.Entries {
				if e.Value.Kind != plan.Scalar && e.Value.Kind != plan.Null {
					continue
				}
				for _, v := range []string{"new text", "a: b # c", "12", "", "第一"} {
					before := read(t, text)
					after, err := before.Set(p, e.Key, plan.YAMLText(v), "")
					if err != nil {
						t.Errorf("%s, %v.%s: %v", name, p, e.Key, err)
						continue
					}
					if got := after.At(append(slices.Clone(p), e.Key)); got == nil || got.Value != v {
						t.Errorf("%s, %v.%s is %+v, not %q in:\n%s", name, p, e.Key, got, v, after.Text())
					}
					if d := cmp.Diff(comments(read(t, text)), comments(after)); d != "" {
						t.Errorf("%s, %v.%s: comments (-before +after):\n%s%s", name, p, e.Key, d, after.Text())
					}
					// What stands between brackets, or on several lines, is written anew.
					anew := slices.Contains([]string{"flow", "json", "block", "keep", "spread"}, name) || e.Value.Line != e.Line()
					if n := linesChanged(text, after.Text()); n > 1 && !anew {
						t.Errorf("%s, %v.%s: %d lines changed:\n%s", name, p, e.Key, n, after.Text())
					}
				}
			}
		})
	}
}

// linesChanged counts the lines of a that are not in b at their place from the
// start or from the end.
func linesChanged(a, b string) int {
	x, y := strings.SplitAfter(a, "\n"), strings.SplitAfter(b, "\n")
	head := 0
	for head < min(len(x), len(y)) && x[head] == y[head] {
		head++
	}
	tail := 0
	for tail < min(len(x), len(y))-head && x[len(x)-1-tail] == y[len(y)-1-tail] {
		tail++
	}
	return max(len(x), len(y)) - head - tail
}

// TestAddingANameKeepsAllElse: all lines of before are there, in their order.
func TestAddingANameKeepsAllElse(t *testing.T) {
	t.Parallel()
	for name, text := range corpus() {
		each(read(t, text).Root, nil, func(p plan.Path, n *plan.Node) {
			if n.Kind != plan.Mapping {
				return
			}
			for _, before := range []string{"", "runs", "weeks"} {
				v := plan.ListYAML((&plan.Node{}).Add("x", plan.YAMLText("two\nlines")).Add("y", plan.Literal("5")))
				after, err := read(t, text).Set(p, "added", v, before)
				if err != nil {
					t.Errorf("%s, %v: %v", name, p, err)
					continue
				}
				if d := cmp.Diff(comments(read(t, text)), comments(after)); d != "" {
					t.Errorf("%s, %v: comments (-before +after):\n%s%s", name, p, d, after.Text())
				}
				if name != "flow" && name != "json" {
					within(t, name, text, after.Text())
				}
			}
		})
	}
}

// within fails unless all lines of a are in b in their order.
func within(t *testing.T, name, a, b string) {
	t.Helper()
	rest := strings.Split(b, "\n")
	for l := range strings.SplitSeq(a, "\n") {
		i := slices.Index(rest, l)
		if i < 0 {
			t.Errorf("%s: the line %q is lost:\n%s", name, l, b)
			return
		}
		rest = rest[i+1:]
	}
}

// TestTakingAwayTakesNothingElse: every other line stays as it is.
func TestTakingAwayTakesNothingElse(t *testing.T) {
	t.Parallel()
	for name, text := range corpus() {
		each(read(t, text).Root, nil, func(p plan.Path, n *plan.Node) {
			for _, e := range n.Entries {
				after, err := read(t, text).Delete(p, e.Key)
				switch {
				case err != nil:
					if len(n.Entries) > 1 {
						t.Errorf("%s, %v without %s: %v", name, p, e.Key, err)
					}
				case after.At(p).Entry(e.Key) != nil:
					t.Errorf("%s, %v: %s is still there", name, p, e.Key)
				}
			}
			for i := range n.Items {
				after, err := read(t, text).Remove(p, i)
				if err != nil {
					t.Errorf("%s, %v without %d: %v", name, p, i, err)
				} else if left := after.At(p); len(left.Items) != len(n.Items)-1 {
					t.Errorf("%s, %v: %d items are left", name, p, len(left.Items))
				} else if name != "flow" && name != "json" && len(n.Items) > 1 {
					within(t, name, after.Text(), text)
				}
			}
		})
	}
}

// TestMovingTakesTheCommentsAlong: none is lost, wherever an item goes.
func TestMovingTakesTheCommentsAlong(t *testing.T) {
	t.Parallel()
	for name, text := range corpus() {
		var lists []plan.Path
		each(read(t, text).Root, nil, func(p plan.Path, n *plan.Node) {
			if n.Kind == plan.Sequence {
				lists = append(lists, p)
			}
		})
		for _, p := range lists {
			for _, to := range lists {
				if len(to) > len(p) { // not into itself
					continue
				}
				for i := range read(t, text).At(p).Items {
					for j := range len(read(t, text).At(to).Items) + 1 {
						after, err := read(t, text).Move(p, i, to, j)
						if err != nil {
							if len(to) == len(p) {
								t.Errorf("%s: %v %d to %v %d: %v", name, p, i, to, j, err)
							}
							continue
						}
						if d := cmp.Diff(comments(read(t, text)), comments(after)); d != "" {
							t.Errorf("%s: %v %d to %v %d: comments (-before +after):\n%s%s", name, p, i, to, j, d, after.Text())
						}
					}
				}
			}
		}
	}
}

// TestACommentIsAdded: above what it is of, and nothing else changes.
func TestACommentIsAdded(t *testing.T) {
	t.Parallel()
	for name, text := range corpus() {
		each(read(t, text).Root, nil, func(p plan.Path, n *plan.Node) {
			for i := range n.Items {
				after, err := read(t, text).Comment(p, i, "first\n\nsecond: \\ # third")
				if err != nil {
					t.Errorf("%s, %v %d: %v", name, p, i, err)
					continue
				}
				if got := len(after.Comments) - len(read(t, text).Comments); got != 3 || !slices.Contains(comments(after), "second: \\ # third") {
					t.Errorf("%s, %v %d: %d more comments:\n%s", name, p, i, got, after.Text())
				}
			}
		})
	}
}

// edited applies edits that must be made.
func edited(t testing.TB, text string, all ...plan.Edit) *plan.Edited {
	t.Helper()
	out, err := plan.Apply(text, all)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// differ returns the lines of two texts that only one has, those that went
// marked with -, those that came with +.
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
