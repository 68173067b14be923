package activityindex_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

var errRead = errors.New("the disk is gone")

// list holds the rows from which a memory is read, and the log of their changes.
type list struct {
	rows []activityindex.Input // in order of day
	log  []ledger.ChangeKind
	read int // rows
	gone bool
}

func (s *list) LastChange(context.Context) (int64, error) { return int64(len(s.log)), nil }

func (s *list) Changes(_ context.Context, after int64, _ int) (out []ledger.Change, err error) {
	for i, k := range s.log[after:] {
		out = append(out, ledger.Change{Seq: after + int64(i) + 1, Kind: k})
	}
	return out, nil
}

func (s *list) reader(of activityindex.Viewer) activityindex.LoadRowReader {
	return func(days training.DayRange, _ int) (out []activityindex.Input, err error) {
		if s.gone {
			return nil, errRead
		}
		for _, in := range s.rows {
			if in.Day >= days.From && in.Day <= days.To {
				in.Hour = int(of.Bit)
				out = append(out, in)
			}
		}
		s.read += len(out)
		return out, nil
	}
}

// TestMemoryGivesWhatIsRead: whatever is asked in whichever order, by whom,
// and whatever changes between, the rows are those that a read would give.
func TestMemoryGivesWhatIsRead(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s, m := &list{log: []ledger.ChangeKind{ledger.ChangeNote}}, activityindex.NewLoadRowMemory()
		for day := training.Day(0); day < 3000; day += training.Day(rapid.IntRange(0, 300).Draw(t, "gap")) {
			s.rows = append(s.rows, activityindex.Input{ID: training.ActivityID(fmt.Sprint(len(s.rows))), Day: day})
		}
		for range rapid.IntRange(1, 20).Draw(t, "questions") {
			switch rapid.IntRange(0, 5).Draw(t, "change") {
			case 0:
				s.log = append(s.log, ledger.ChangeSettings)
			case 1:
				s.log = append(s.log, ledger.ChangeActivity)
				s.rows[rapid.IntRange(0, len(s.rows)-1).Draw(t, "which")].TimerS++
			case 2:
				if len(s.log) > 3 { // a restore
					s.log = s.log[:len(s.log)-2]
					s.rows[0].TimerS++
				}
			}
			from := training.Day(rapid.IntRange(-500, 3500).Draw(t, "from"))
			days := training.DayRange{From: from, To: from + training.Day(rapid.IntRange(-1, 900).Draw(t, "days"))}
			if rapid.IntRange(0, 9).Draw(t, "all") == 0 {
				days = training.DayRange{From: math.MinInt32, To: math.MaxInt32}
			}
			of := activityindex.Viewer{Athlete: "ann", Bit: int64(rapid.IntRange(1, 2).Draw(t, "viewer"))}
			want, _ := s.reader(of)(days, 0)
			got, err := m.Of(context.Background(), s, of, days, s.reader(of))
			if d := cmp.Diff(want, got, cmpopts.EquateEmpty()); err != nil || d != "" {
				t.Fatalf("%s at %d: %v (-want +got):\n%s", days, len(s.log), err, d)
			}
		}
	})
}

// TestMemoryReadsWhatIsNew: a setting drops nothing, and who goes back in time
// does not read what is there already.
func TestMemoryReadsWhatIsNew(t *testing.T) {
	t.Parallel()
	s, m, of := &list{}, activityindex.NewLoadRowMemory(), activityindex.Viewer{Athlete: "ann", Bit: 1}
	for day := range training.Day(5000) {
		s.rows = append(s.rows, activityindex.Input{Day: day})
	}
	ask := func(from, to training.Day) int {
		t.Helper()
		s.read = 0
		if rows, err := m.Of(t.Context(), s, of, training.DayRange{From: from, To: to}, s.reader(of)); err != nil || len(rows) != int(to-from)+1 {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		return s.read
	}
	for i, c := range []struct{ from, to, read int }{
		{4000, 4999, 1000},
		{4100, 4200, 0},
		{3990, 4999, 500}, // and half of what is there
		{3500, 3999, 0},
		{100, 130, 31}, // far away, and few: read alone
		{4500, 4600, 0},
		{3100, 4999, 750},
		{0, 2400, 2750}, // and what is between
	} {
		s.log = append(s.log, ledger.ChangeSettings)
		if n := ask(training.Day(c.from), training.Day(c.to)); n != c.read {
			t.Errorf("question %d read %d rows, want %d", i, n, c.read)
		}
	}
	s.log = append(s.log, ledger.ChangeDerived)
	if n := ask(4900, 4999); n != 100 {
		t.Errorf("after a change %d rows", n)
	}
	s.gone = true
	for _, days := range []training.DayRange{{From: 4800, To: 4999}, {From: 4900, To: 5100}, {From: 0, To: 10}} {
		if _, err := m.Of(context.Background(), s, of, days, s.reader(of)); !errors.Is(err, errRead) {
			t.Errorf("%s: %v", days, err)
		}
	}
	if n := ask(4900, 4999); n != 0 {
		t.Errorf("a failed read dropped what was there: %d rows", n)
	}
}

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
