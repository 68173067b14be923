package plan_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/coach/plan"
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
