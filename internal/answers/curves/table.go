package curves

import (
	"encoding/binary"
	"math"
	"slices"
	"sync"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/training"
)

// These values mean that a step has no value.
const (
	// None means that the activity is too short, or that the step was not computed.
	None = math.MinInt32
	// Hole means that the value is implausible. There is then no limit for
	// steps between this step and its neighbours.
	Hole = None + 1
)

// Ref identifies the activity that holds a best.
type Ref struct {
	ID    training.ActivityID
	Day   training.Day
	Sport training.Sport
}

// Best holds the greatest value at each step on the requested days and in the
// requested sports. A step without a value has [None].
type Best struct {
	Values []int32
	// Activities is the number of activities with a row in the range.
	Activities int

	// from is the origin of each value. [Best.Whose] converts it to a Ref when needed.
	from []*block
	row  []int32
}

// Whose returns the activity that holds the value at a step.
func (b *Best) Whose(step int) Ref {
	from := b.from[step]
	if from == nil {
		return Ref{}
	}
	r := b.row[step]
	return Ref{ID: from.ids[r], Day: from.days[r], Sport: from.sport}
}

// SameRow reports whether the values of two steps come from the same row, which
// is common for neighbouring steps.
func (b *Best) SameRow(step, other int) bool {
	return b.from[step] == b.from[other] && b.row[step] == b.row[other]
}

// block holds the rows of one sport in one month, in order of day.
type block struct {
	sport training.Sport
	days  []training.Day
	ids   []training.ActivityID
	ends  []int32 // end of each row in cells
	cells []int32 // all rows, one after the other; they have different lengths
	best  []int32 // the best of the block at each step
	whose []int32 // rows from which these values come
	holed bool    // a row contains a [Hole]
	bare  bool    // the block has no rows, because an earlier process stored it
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

// sealed returns the block in as little memory as possible, with its bests, which have as
// many steps as the longest row.
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

// clear empties the block without releasing its memory.
func (b *block) clear() {
	b.days, b.ids, b.ends, b.cells = b.days[:0], b.ids[:0], b.ends[:0], b.cells[:0]
}

// blocks holds the blocks of one month.
type blocks []block

// Holds reports whether a row belongs to the activity.
func (bs blocks) Holds(id training.ActivityID) bool {
	return slices.ContainsFunc(bs, func(b block) bool { return slices.Contains(b.ids, id) })
}

// tally is a best that is being computed.
type tally struct{ Best }

func newTally(width int) *tally {
	t := &tally{Best{Values: make([]int32, width), from: make([]*block, width), row: make([]int32, width)}}
	for i := range t.Values {
		t.Values[i] = None
	}
	return t
}

// whole reports whether days contains the whole month.
func whole(m fitness.MonthlyMonth, days training.DayRange) bool {
	span := m.Days()
	return days.From <= span.From && span.To <= days.To
}

// within reports whether all rows are on the given days.
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
	for i, v := range b.best[:min(len(b.best), len(t.Values))] { // an earlier process may have used more steps
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

const monthsInYear = 12

// years caches the bests of whole years, so that a query about several decades need not
// combine every month.
type years struct {
	mu   sync.Mutex
	held map[yearKey]year
}

type yearKey struct {
	scope training.Scope
	kind  string
	sport training.Sport
	first fitness.MonthlyMonth
}

// year is the best of a year. It is valid until one of its months is replaced.
type year struct {
	months [monthsInYear]blocks
	Best
}

// of returns the best of twelve months in one sport.
func (y *years) of(k yearKey, months []blocks, like *tally) *year {
	y.mu.Lock()
	held, ok := y.held[k]
	y.mu.Unlock()
	if ok && held.madeOf(months) {
		return &held
	}
	t := newTally(len(like.Values))
	for _, bs := range months {
		for i := range bs {
			if bs[i].sport == k.sport {
				t.whole(&bs[i])
			}
		}
	}
	held = year{[monthsInYear]blocks(months), t.Best}
	y.mu.Lock()
	defer y.mu.Unlock()
	if y.held == nil {
		y.held = map[yearKey]year{}
	}
	y.held[k] = held
	return &held
}

// madeOf reports whether the year was computed from exactly these months. If
// anything changes, a month is replaced.
func (y *year) madeOf(months []blocks) bool {
	for i, bs := range months {
		was := y.months[i]
		if len(bs) != len(was) || len(bs) > 0 && &bs[0] != &was[0] {
			return false
		}
	}
	return true
}

// year adds the values of a whole year.
func (t *tally) year(y *year) {
	t.Activities += y.Activities
	for i, v := range y.Values {
		if v > t.Values[i] {
			t.Values[i], t.from[i], t.row[i] = v, y.from[i], y.row[i]
		}
	}
}

// keptVersion is the version of the format in which months are stored.
const keptVersion = 2

// Keep makes the index use what an earlier process stored: the best of each month with
// its activity. Rows are read from the store when a query needs them. The version must
// be raised if the meaning of rows changes. Keep must be called before the first query.
func (x *BestIndex) Keep(k fitness.Keeper, version int) {
	x.months.Keep(k, fitness.Codec[blocks]{Version: keptVersion + version, Append: appendBlocks, Decode: decodeBlocks})
}

func appendBlocks(b []byte, bs blocks) []byte {
	for i := range bs {
		bl := &bs[i]
		b = fitness.AppendText(b, string(bl.sport))
		b = binary.AppendUvarint(b, uint64(len(bl.days)))
		for r, day := range bl.days {
			b = binary.AppendVarint(b, int64(day))
			b = fitness.AppendText(b, string(bl.ids[r]))
		}
		holed := uint64(0)
		if bl.holed {
			holed = 1
		}
		b = binary.AppendUvarint(b, holed)
		b = binary.AppendUvarint(b, uint64(len(bl.best)))
		for i, v := range bl.best {
			b = binary.AppendVarint(b, int64(v))
			b = binary.AppendVarint(b, int64(bl.whose[i]))
		}
	}
	return b
}

func decodeBlocks(b []byte) (blocks, bool) {
	var out blocks
	r := fitness.Unpack(b)
	for r.More() {
		bl := block{sport: training.Sport(r.Text()), bare: true}
		for range r.Count(2) {
			bl.days = append(bl.days, training.Day(r.Int()))
			bl.ids = append(bl.ids, training.ActivityID(r.Text()))
		}
		bl.holed = r.Uint() > 0
		n := r.Count(2)
		bl.best, bl.whose = make([]int32, n), make([]int32, n)
		for i := range n {
			bl.best[i], bl.whose[i] = r.Int(), r.Int()
			if row := int(bl.whose[i]); row < 0 || bl.best[i] > Hole && row >= len(bl.days) {
				return nil, false
			}
		}
		out = append(out, bl)
	}
	return out, r.OK()
}

// bare reports whether the rows of a month are missing.
func (bs blocks) bare() bool {
	for i := range bs {
		if bs[i].bare {
			return true
		}
	}
	return false
}
