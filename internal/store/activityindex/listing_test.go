package activityindex_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/training"
)

func TestWords(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"": "", "Evening RIDE": "evening ride", "Évian": "evian", "ÅNGSTRÖM": "angstrom", "ﬁt": "fit", "日本": "日本", "ÇA VA": "ca va", "İ": "i",
	} {
		if got := activityindex.Words(in); got != want {
			t.Errorf("%q is searched as %q, want %q", in, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		once := activityindex.Words(rapid.String().Draw(t, "text"))
		if once != strings.ToLower(once) {
			t.Fatalf("%q is not lower case", once)
		}
	})
}

func TestCursors(t *testing.T) {
	t.Parallel()
	v := activityindex.ListingView{Bit: 1}
	rapid.Check(t, func(t *rapid.T) {
		o, err := v.OrderOf(activityindex.Filter{
			SortBy:    rapid.SampledFrom([]training.Metric{"", training.MetricTSS}).Draw(t, "by"),
			Ascending: rapid.Bool().Draw(t, "ascending"),
		})
		if err != nil {
			t.Fatal(err)
		}
		wantKey, wantID := rapid.Float64().Draw(t, "key"), rapid.StringMatching(`[a-z0-9]+`).Draw(t, "id")
		key, id, err := o.ParseCursor(o.Cursor(wantKey, wantID))
		if err != nil || key != wantKey || id != wantID {
			t.Fatalf("%v %q became %v %q, %v", wantKey, wantID, key, id, err)
		}
		o.Ascending = !o.Ascending
		if _, _, err := o.ParseCursor(activityindex.Order{Name: o.Name, Ascending: !o.Ascending}.Cursor(1,
			"x")); training.KindOf(err) != training.KindInvalid {
			t.Fatalf("a cursor of the opposite order: %v", err)
		}
	})
}

func FuzzParseCursor(f *testing.F) {
	o := activityindex.ByStart(false)
	f.Add(o.Cursor(5, "a"))
	f.Add("")
	f.Add("e30")
	f.Fuzz(func(t *testing.T, text string) {
		if _, _, err := o.ParseCursor(text); err != nil && training.KindOf(err) != training.KindInvalid {
			t.Errorf("%q: %v", text, err)
		}
	})
}

// TestNothingGoesIntoSQL keeps what the caller says out of a query's text.
func TestNothingGoesIntoSQL(t *testing.T) {
	t.Parallel()
	const evil = "x'); DROP TABLE activities --"
	yes := true
	w, err := (activityindex.ListingView{Scope: training.Scope{Athlete: evil}}).Where(activityindex.Filter{
		IDs: []training.ActivityID{evil}, Sports: []training.Sport{evil}, Text: evil, Tags: []string{evil}, Race: &yes, GearID: evil,
		Source: evil, Parent: evil,
	})
	if err != nil || strings.Contains(w.SQL(), "DROP") || strings.Count(w.SQL(), "?") != len(w.Args) {
		t.Errorf("%s, %d arguments, %v", w.SQL(), len(w.Args), err)
	}
	for _, f := range []activityindex.Filter{{SortBy: evil}, {Min: training.Values{evil: 1}}, {Max: training.Values{evil: 1}}} {
		_, err := (activityindex.ListingView{}).OrderOf(f)
		if _, err2 := (activityindex.ListingView{}).Where(f); err == nil && err2 == nil {
			t.Errorf("%+v was accepted", f)
		}
	}
}
