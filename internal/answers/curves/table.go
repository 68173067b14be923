package curves

import (
	"math"
	"slices"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/training"
)

// What marks a step that an activity has no value for.
const (
	// None says that it is too short for it, or was not asked.
	None = math.MinInt32
	// Hole says that there is a value which is not believed: of the steps
	// around it nothing follows for those between.
	Hole = None + 1
)

// Ref names the activity that holds a best.
type Ref struct {
	ID    training.ActivityID
	Day   training.Day
	Sport training.Sport
}

// Best is the largest value at each step over the days and sports that were
// asked for. Steps without a value hold [None].
type Best struct {
	Values []int32
	// Activities counts the activities with a row in the range.
	Activities int

	// Where each value came from: turned into a name when somebody asks.
	from []*block
	row  []int32
}

// Whose is the activity that holds the value of a step.
func (b *Best) Whose(step int) Ref {
	from := b.from[step]
	if from == nil {
		return Ref{}
	}
	r := b.row[step]
	return Ref{ID: from.ids[r], Day: from.days[r], Sport: from.sport}
}

// SameRow reports whether the values of two steps come from one row, as those
// beside each other often do.
func (b *Best) SameRow(step, other int) bool {
	return b.from[step] == b.from[other] && b.row[step] == b.row[other]
}

// block holds one sport's rows of one month in order of day.
type block struct {
	sport training.Sport
	days  []training.Day
	ids   []training.ActivityID
	ends  []int32 // where each row ends in cells
	cells []int32 // rows of different length, one behind the other
	best  []int32 // the best of the block at each step
	whose []int32 // its row
	holed bool    // a row has a [Hole]
	bare  bool    // the rows are not there: the block was kept by a former process
}

func (b *block) row(i int) []int32 {
	from := int32(0)
	if i > 0 {
		from = b.ends[i-1]
	}
	return b.cells[from:b.ends[i]]
}

func (b *block) add(id training.ActivityID, day training.Day, row []int32) {
	b.days = append(b.days, day)
	b.ids = append(b.ids, id)
	b.cells = append(b.cells, row...)
	b.ends = append(b.ends, int32(len(b.cells)))
}

// sealed is the block in no more room than it needs, with its best, which is as
// wide as its widest row.
func (b *block) sealed() block {
	width := 0
	for r := range b.days {
		width = max(width, len(b.row(r)))
	}
	both := make([]int32, 2*width)
	out := block{
		sport: b.sport, days: slices.Clone(b.days), ids: slices.Clone(b.ids), ends: slices.Clone(b.ends), cells: slices.Clone(b.cells),
		best: both[:width:width], whose: both[width:], holed: slices.Contains(b.cells, Hole),
	}
	for i := range out.best {
		out.best[i] = None
	}
	for r := range out.days {
		row := out.row(r)
		best := out.best[:len(row)]
		for i, v := range row {
			if v > best[i] {
				best[i], out.whose[i] = v, int32(r)
			}
		}
	}
	return out
}

// clear empties the block and keeps its room.
func (b *block) clear() {
	b.days, b.ids, b.ends, b.cells = b.days[:0], b.ids[:0], b.ends[:0], b.cells[:0]
}

// blocks are one month.
type blocks []block

// Holds reports whether a row is the activity's.
func (bs blocks) Holds(id training.ActivityID) bool {
	return slices.ContainsFunc(bs, func(b block) bool { return slices.Contains(b.ids, id) })
}

// tally is a best in the making.
type tally struct{ Best }

func newTally(width int) *tally {
	t := &tally{Best{Values: make([]int32, width), from: make([]*block, width), row: make([]int32, width)}}
	for i := range t.Values {
		t.Values[i] = None
	}
	return t
}

// whole says that days hold all of a month.
func whole(m fitness.MonthlyMonth, days training.DayRange) bool {
	span := m.Days()
	return days.From <= span.From && span.To <= days.To
}

// within says that all rows are of the days.
func (b *block) within(days training.DayRange) bool {
	return len(b.days) == 0 || days.From <= b.days[0] && b.days[len(b.days)-1] <= days.To
}

func (bs blocks) within(days training.DayRange) bool {
	for i := range bs {
		if !bs[i].within(days) {
			return false
		}
	}
	return true
}

func (t *tally) month(bs blocks, days training.DayRange, sports []training.Sport) {
	for i := range bs {
		b := &bs[i]
		switch {
		case len(sports) > 0 && !slices.Contains(sports, b.sport):
		case b.within(days):
			t.whole(b)
		default:
			t.part(b, days)
		}
	}
}

func (t *tally) whole(b *block) {
	t.Activities += len(b.days)
	for i, v := range b.best[:min(len(b.best), len(t.Values))] { // a former process may have known more steps
		if v > t.Values[i] {
			t.Values[i], t.from[i], t.row[i] = v, b, b.whose[i]
		}
	}
}

func (t *tally) part(b *block, days training.DayRange) {
	for r, day := range b.days {
		if !days.Contains(day) {
			continue
		}
		t.Activities++
		for i, v := range b.row(r) {
			if v > t.Values[i] {
				t.Values[i], t.from[i], t.row[i] = v, b, int32(r)
			}
		}
	}
}
