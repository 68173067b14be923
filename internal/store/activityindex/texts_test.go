package activityindex

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestMark checks the law of searching: one search through all texts finds what
// a search through each of them finds.
func TestMark(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(rapid.StringMatching(`[ab ]{0,6}`), 0, 20).Draw(t, "texts")
		word := rapid.StringMatching(`[ab]{1,4}`).Draw(t, "word")
		var w writer
		want := make([]bool, len(all))
		for i, s := range all {
			w.add(s)
			want[i] = strings.Contains(s, word)
		}
		packed, got := w.texts(), make([]bool, len(all))
		packed.mark(word, got)
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("%q in %q (-want +got):\n%s", word, all, d)
		}
		for i, s := range all {
			if packed.at(i) != s {
				t.Fatalf("text %d is %q, want %q", i, packed.at(i), s)
			}
		}
	})
}

func TestNames(t *testing.T) {
	t.Parallel()
	var n names
	for _, c := range []struct {
		name string
		want int32
	}{{"", 0}, {"bike", 1}, {"", 0}, {"shoes", 2}, {"bike", 1}} {
		if got := n.number(c.name); got != c.want || n.list[got] != c.name {
			t.Errorf("%q is number %d, want %d", c.name, got, c.want)
		}
	}
}
