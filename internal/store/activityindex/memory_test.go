package activityindex_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/training"
)

var errRead = errors.New("the disk is gone")

// list holds the rows from which a memory is read.
type list struct {
	rows []activityindex.Input // in order of day
	seq  int64
	last int64 // the seq of the last change of an activity
	read int   // rows
	gone bool
}

func (s *list) reader(of activityindex.Viewer) activityindex.LoadRowReader {
	return activityindex.LoadRowReader{
		Changed: func(after int64) (bool, error) { return s.last > after, nil },
		Read: func(days training.DayRange, _ int) (out []activityindex.Input, err error) {
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
		},
	}
}

// TestMemoryGivesWhatIsRead: whatever is asked in whichever order, by whom,
// and whatever changes between, the rows are those that a read would give.
func TestMemoryGivesWhatIsRead(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s, m := &list{seq: 1}, &activityindex.LoadRowMemory{}
		for day := training.Day(0); day < 3000; day += training.Day(rapid.IntRange(0, 300).Draw(t, "gap")) {
			s.rows = append(s.rows, activityindex.Input{ID: training.ActivityID(fmt.Sprint(len(s.rows))), Day: day})
		}
		for range rapid.IntRange(1, 20).Draw(t, "questions") {
			switch rapid.IntRange(0, 5).Draw(t, "change") {
			case 0:
				s.seq++ // a setting
			case 1:
				s.seq++
				s.last = s.seq
				s.rows[rapid.IntRange(0, len(s.rows)-1).Draw(t, "which")].TimerS++
			case 2:
				if s.seq > 3 { // a restore
					s.seq, s.last = s.seq-2, 0
					s.rows[0].TimerS++
				}
			}
			from := training.Day(rapid.IntRange(-500, 3500).Draw(t, "from"))
			days := training.DayRange{From: from, To: from + training.Day(rapid.IntRange(-1, 900).Draw(t, "days"))}
			if rapid.IntRange(0, 9).Draw(t, "all") == 0 {
				days = training.DayRange{From: math.MinInt32, To: math.MaxInt32}
			}
			of := activityindex.Viewer{Athlete: "ann", Bit: int64(rapid.IntRange(1, 2).Draw(t, "viewer"))}
			want, _ := s.reader(of).Read(days, 0)
			got, err := m.Of(of, s.seq, days, s.reader(of))
			if d := cmp.Diff(want, got, cmpopts.EquateEmpty()); err != nil || d != "" {
				t.Fatalf("%s at %d: %v (-want +got):\n%s", days, s.seq, err, d)
			}
		}
	})
}

// TestMemoryReadsWhatIsNew: a setting drops nothing, and who goes back in time
// does not read what is there already.
func TestMemoryReadsWhatIsNew(t *testing.T) {
	t.Parallel()
	s, m, of := &list{seq: 1}, &activityindex.LoadRowMemory{}, activityindex.Viewer{Athlete: "ann", Bit: 1}
	for day := range training.Day(5000) {
		s.rows = append(s.rows, activityindex.Input{Day: day})
	}
	ask := func(from, to training.Day) int {
		t.Helper()
		s.read = 0
		if rows, err := m.Of(of, s.seq, training.DayRange{From: from, To: to}, s.reader(of)); err != nil || len(rows) != int(to-from)+1 {
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
		s.seq++ // settings
		if n := ask(training.Day(c.from), training.Day(c.to)); n != c.read {
			t.Errorf("question %d read %d rows, want %d", i, n, c.read)
		}
	}
	s.seq++
	s.last = s.seq
	if n := ask(4900, 4999); n != 100 {
		t.Errorf("after a change %d rows", n)
	}
	s.gone = true
	for _, days := range []training.DayRange{{From: 4800, To: 4999}, {From: 4900, To: 5100}, {From: 0, To: 10}} {
		if _, err := m.Of(of, s.seq, days, s.reader(of)); !errors.Is(err, errRead) {
			t.Errorf("%s: %v", days, err)
		}
	}
	if n := ask(4900, 4999); n != 0 {
		t.Errorf("a failed read dropped what was there: %d rows", n)
	}
}
