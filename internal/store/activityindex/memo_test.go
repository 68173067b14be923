package activityindex_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/training"
)

const all = 0b111

var sample = activityindex.Input{
	ID: "a1", Sport: training.Running, Day: 20_000, Hour: 23, TimerS: 3600, MovingS: 3500, ElapsedS: 4000, DistanceM: 12_000.5, NP: 250.25,
	NPWindows: 3571, AvgHR: 150, HRSeconds: 3400, AvgSpeed: 3.3, GainM: 120, WorkJ: 7e5, ManualLoad: 80, RPE: 7, GradedMPS: 3.5, Kcal: 640,
	Indoor: true, KcalSaid: true,
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	sports := activityindex.Sports{}
	rapid.Check(t, func(t *rapid.T) {
		want := sample
		want.ID = training.ActivityID(rapid.String().Draw(t, "id"))
		want.Sport = training.Sport(rapid.StringMatching(`[a-z_/ ]*`).Draw(t, "sport"))
		want.SubSport = rapid.SampledFrom([]string{"", "trail", "virtual", "as/it/came"}).Draw(t, "sub-sport")
		want.Indoor = rapid.Bool().Draw(t, "indoor")
		want.Day = training.Day(rapid.Int32().Draw(t, "day"))
		want.NPWindows = int(rapid.Int32().Draw(t, "windows"))
		want.WorkJ = rapid.Float64().Draw(t, "work")
		var got activityindex.Input
		if err := got.Unpack(want.Pack(all), 1, sports); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatal(d)
		}
	})
}

// TestPartOfIt checks the part for an audience that may not see all the
// sources: it gets the athlete's edits and nothing derived.
func TestPartOfIt(t *testing.T) {
	t.Parallel()
	want := activityindex.Input{
		ID: "a1", Sport: training.Running, Day: 20_000, Hour: 23, ManualLoad: 80, RPE: 7, Indoor: true,
	}
	var got activityindex.Input
	if err := got.Unpack(sample.Pack(0b110), 1, activityindex.Sports{}); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestFormerRow: what an earlier version packed lacks the last numbers and where it was.
func TestFormerRow(t *testing.T) {
	t.Parallel()
	for lacking, marks := range map[int]byte{1: 0x80, 2: 0} {
		want, b := sample, sample.Pack(all)
		want.Kcal, want.Indoor = 0, false
		if lacking == 2 {
			want.GradedMPS = 0
		}
		b = b[:len(b)-8*lacking]
		b[0] = all | marks
		var got activityindex.Input
		if err := got.Unpack(b, 1, activityindex.Sports{}); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("without %d: %s", lacking, d)
		}
	}
}

func FuzzUnpack(f *testing.F) {
	f.Add(sample.Pack(all))
	f.Add([]byte{})
	f.Add(sample.Pack(all)[:20])
	f.Fuzz(func(t *testing.T, b []byte) {
		var got, again activityindex.Input
		if err := got.Unpack(b, all, activityindex.Sports{}); err != nil {
			if training.KindOf(err) != training.KindCorrupt {
				t.Fatalf("an error of another kind: %v", err)
			}
			return
		}
		if err := again.Unpack(got.Pack(all), all, activityindex.Sports{}); err != nil {
			t.Fatalf("what was unpacked does not survive: %v", err)
		}
	})
}

func TestEveryCutIsCorrupt(t *testing.T) {
	t.Parallel()
	whole := sample.Pack(all)
	for n := range whole {
		var in activityindex.Input
		if err := in.Unpack(whole[:n], 1, activityindex.Sports{}); training.KindOf(err) != training.KindCorrupt {
			t.Errorf("cut after %d bytes: %v", n, err)
		}
	}
}

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
		IDs: []training.ActivityID{evil}, Sports: []training.Discipline{{Sport: evil, SubSport: evil, Indoor: true}}, Text: evil,
		Tags: []string{evil}, Race: &yes, GearID: evil,
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
