package plan_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"

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
func each(n *yaml.Node, p plan.Path, f func(plan.Path, *yaml.Node)) {
	f(slices.Clone(p), n)
	for i, c := range n.Content {
		if n.Kind == yaml.SequenceNode {
			each(c, append(p, i), f)
		} else if i%2 == 1 {
			each(c, append(p, n.Content[i-1].Value), f)
		}
	}
}

// names returns the names of a mapping.
func namesOf(n *yaml.Node) []string {
	var out []string
	for i := 0; n.Kind == yaml.MappingNode && i < len(n.Content); i += 2 {
		out = append(out, n.Content[i].Value)
	}
	return out
}

// comments returns what the comments of a text say, whatever they stand at.
func comments(t testing.TB, d *plan.Doc) []string {
	t.Helper()
	var out []string
	var walk func(*yaml.Node)
	walk = func(n *yaml.Node) {
		for l := range strings.Lines(n.HeadComment + "\n" + n.LineComment + "\n" + n.FootComment) {
			if text := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(l), "#")); text != "" {
				out = append(out, text)
			}
		}
		for _, c := range n.Content {
			walk(c)
		}
	}
	var all yaml.Node
	if err := yaml.Load([]byte(strings.ReplaceAll(d.Text(), "\r\n", "\n")), &all); err != nil {
		t.Fatal(err)
	}
	walk(&all)
	slices.Sort(out)
	return out
}

// settled returns a variant as it is after an edit that changes nothing in it.
func settled(t testing.TB, text string) string {
	t.Helper()
	d := read(t, text)
	after, err := d.Set(nil, "settled", plan.Literal("1"), "")
	if err == nil {
		after, err = after.Delete(nil, "settled")
	}
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return after.Text()
}

// TestWhatIsReadIsWrittenAsItIs: byte for byte before the first edit; after it with all comments, and from then on byte for byte again.
func TestWhatIsReadIsWrittenAsItIs(t *testing.T) {
	t.Parallel()
	for name, text := range corpus() {
		if d := read(t, text); d.Text() != text {
			t.Errorf("%s: %q", name, d.Text())
		}
		once := settled(t, text)
		if d := cmp.Diff(comments(t, read(t, text)), comments(t, read(t, once))); d != "" {
			t.Errorf("%s: comments (-before +after):\n%s%s", name, d, once)
		}
		if again := settled(t, once); again != once {
			t.Errorf("%s: a second time it is written in another way:\n%s\nnot\n%s", name, again, once)
		}
	}
}

// TestAnEditKeepsTheFormOfAPlan: of a text that is indented by two, only the spaces before a comment at the end of a line change; empty
// lines, quotes and blocks stay.
func TestAnEditKeepsTheFormOfAPlan(t *testing.T) {
	t.Parallel()
	want := regexp.MustCompile(`(\S) +#`).ReplaceAllString(original(t), "$1 #")
	if d := cmp.Diff(want, settled(t, original(t))); d != "" {
		t.Errorf("(-before +after):\n%s", d)
	}
}

// TestSettingAValueChangesItsLineAlone: no other line and no comment changes,
// in whatever way the text is written.
func TestSettingAValueChangesItsLineAlone(t *testing.T) {
	t.Parallel()
	for name, text := range corpus() {
		text := settled(t, text)
		each(read(t, text).Root, nil, func(p plan.Path, n *yaml.Node) {
			for i, key := range namesOf(n) {
				if n.Content[2*i+1].Kind != yaml.ScalarNode {
					continue
				}
				for _, v := range []string{"new text", "a: b # c", "12", "", "第一", "two 🏃\nlines"} {
					after, err := read(t, text).Set(p, key, plan.YAMLText(v), "")
					if err != nil {
						t.Errorf("%s, %v.%s: %v", name, p, key, err)
						continue
					}
					if got := after.At(append(slices.Clone(p), key)); got == nil || got.Value != v {
						t.Errorf("%s, %v.%s is %+v, not %q in:\n%s", name, p, key, got, v, after.Text())
					}
					if d := cmp.Diff(comments(t, read(t, text)), comments(t, after)); d != "" {
						t.Errorf("%s, %v.%s: comments (-before +after):\n%s%s", name, p, key, d, after.Text())
					}
					several := strings.Contains(v, "\n") || strings.Contains(n.Content[2*i+1].Value, "\n")
					if n := linesChanged(text, after.Text()); n > 1 && !several {
						t.Errorf("%s, %v.%s: %d lines changed:\n%s", name, p, key, n, after.Text())
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
		text := settled(t, text)
		each(read(t, text).Root, nil, func(p plan.Path, n *yaml.Node) {
			if n.Kind != yaml.MappingNode {
				return
			}
			for _, before := range []string{"", "runs", "weeks"} {
				one := read(t, "x: |-\n  two\n  lines\ny: 5\n").Root
				after, err := read(t, text).Set(p, "added", plan.ListYAML(one), before)
				if err != nil {
					t.Errorf("%s, %v: %v", name, p, err)
					continue
				}
				if d := cmp.Diff(comments(t, read(t, text)), comments(t, after)); d != "" {
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
		text := settled(t, text)
		each(read(t, text).Root, nil, func(p plan.Path, n *yaml.Node) {
			for _, key := range namesOf(n) {
				after, err := read(t, text).Delete(p, key)
				switch {
				case err != nil:
					if len(namesOf(n)) > 1 {
						t.Errorf("%s, %v without %s: %v", name, p, key, err)
					}
				case slices.Contains(namesOf(after.At(p)), key):
					t.Errorf("%s, %v: %s is still there", name, p, key)
				}
			}
			for i := range n.Content {
				if n.Kind != yaml.SequenceNode {
					break
				}
				after, err := read(t, text).Remove(p, i)
				if err != nil {
					t.Errorf("%s, %v without %d: %v", name, p, i, err)
				} else if left := after.At(p); len(left.Content) != len(n.Content)-1 {
					t.Errorf("%s, %v: %d items are left", name, p, len(left.Content))
				} else if name != "flow" && name != "json" && len(n.Content) > 1 {
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
		each(read(t, text).Root, nil, func(p plan.Path, n *yaml.Node) {
			if n.Kind == yaml.SequenceNode {
				lists = append(lists, p)
			}
		})
		for _, p := range lists {
			for _, to := range lists {
				if len(to) > len(p) { // not into itself
					continue
				}
				for i := range read(t, text).At(p).Content {
					for j := range len(read(t, text).At(to).Content) + 1 {
						after, err := read(t, text).Move(p, i, to, j)
						if err != nil {
							if len(to) == len(p) {
								t.Errorf("%s: %v %d to %v %d: %v", name, p, i, to, j, err)
							}
							continue
						}
						if d := cmp.Diff(comments(t, read(t, text)), comments(t, after)); d != "" {
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
		each(read(t, text).Root, nil, func(p plan.Path, n *yaml.Node) {
			for i := range n.Content {
				if n.Kind != yaml.SequenceNode {
					break
				}
				after, err := read(t, text).Comment(p, i, "first\n\nsecond: \\ # third")
				if err != nil {
					t.Errorf("%s, %v %d: %v", name, p, i, err)
					continue
				}
				want := append(comments(t, read(t, text)), "first", "second: \\ # third")
				slices.Sort(want)
				if d := cmp.Diff(want, comments(t, after)); d != "" {
					t.Errorf("%s, %v %d: comments (-want +got):\n%s%s", name, p, i, d, after.Text())
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
			"+        distance_km: 9 # flat", "+    total_planned_distance_km: 42", "-        distance_km: 7.5 # flat",
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
		text := settled(t, original(t))
		out := edited(t, text, c.edits...)
		if got := differ(text, out.Text); !slices.Equal(got, c.want) {
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
