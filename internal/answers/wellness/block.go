package wellness

import (
	"context"
	"math/bits"
	"slices"
	"strings"
	"sync"

	"lapkeep/internal/store"
	"lapkeep/internal/store/cache"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// block holds the values of 64 days in a row, by field: a year of ten fields
// takes less than 40 KB.
type block struct {
	first   training.Day
	columns []column
	known   uint64 // the days of which anything is known
	locked  uint64
	words   []remark
}

// column is one field: which days of the block have a value, and these in the
// order of the days with their sources.
type column struct {
	field   training.WellnessField
	has     uint64
	values  []float64
	sources []uint8 // places in names
}

// remark is a text about a day, as it was entered.
type remark struct {
	day    training.Day
	field  training.WellnessField
	text   string
	source uint8
}

// blockDays is how many days a block has: one a bit.
const blockDays = 64

// number of a block, counted from day 0.
type number int32

func numberOf(d training.Day) number { return number(d >> 6) } //nolint:mnd // blockDays

func (n number) days() training.DayRange {
	from := training.Day(n) * blockDays
	return training.DayRange{From: from, To: from + blockDays - 1}
}

// names are the sources that are shown, without the app that a value came
// through there; the last is any other.
var names = append(slices.Clone(best), athlete, "other")

// sourceAt returns the index of a source in names, the last one for unknown
// sources.
func sourceAt[T string | []byte](said T) uint8 {
	name, _, _ := strings.Cut(string(said), "/")
	if i := slices.Index(names, name); i >= 0 {
		return uint8(i) //nolint:gosec // a few names
	}
	return uint8(len(names) - 1) //nolint:gosec // a few names
}

// writer puts days into blocks, each in order of day.
type writer struct {
	*block
	day   training.Day
	bit   uint64
	field map[string]training.WellnessField // of names that were seen; not plain ones are empty
	words []remark                          // of the day
	shut  bool
}

// put adds a document to the block of its day.
func (w *writer) put(b *block, d document.Document) error {
	w.begin(b, d.Days.From)
	for _, body := range d.Bodies(best...) {
		if scan(body, w) {
			continue
		}
		if err := w.decode(d); err != nil {
			return err
		}
		break
	}
	w.end()
	return nil
}

func (w *writer) begin(b *block, day training.Day) {
	w.block, w.day, w.bit, w.words, w.shut = b, day, 1<<(day-b.first), w.words[:0], false
}

func (w *writer) end() {
	if len(w.words) > 0 {
		w.known |= w.bit
		w.block.words = append(w.block.words, w.words...)
	}
	for i := range w.columns {
		w.known |= w.columns[i].has & w.bit
	}
	if w.shut && w.known&w.bit != 0 {
		w.locked |= w.bit
	}
}

// decode reads a day by the decoder of any JSON instead of the scanner's values.
func (w *writer) decode(d document.Document) error {
	for i := range w.columns {
		if c := &w.columns[i]; c.has&w.bit != 0 {
			c.has &^= w.bit
			c.values, c.sources = c.values[:len(c.values)-1], c.sources[:len(c.sources)-1]
		}
	}
	w.words, w.shut = w.words[:0], false
	day, err := Shown(d)
	if err != nil {
		return err
	}
	for f, n := range day.Numbers {
		w.number([]byte(f), n.Value, []byte(n.Source))
	}
	for f, said := range day.Words {
		w.word([]byte(f), []byte(said.Text), []byte(said.Source))
	}
	w.shut = day.Locked
	return nil
}

// named returns the field with a name, empty if it is not a plain name.
func (w *writer) named(name []byte) training.WellnessField {
	f, seen := w.field[string(name)]
	if !seen {
		if f = training.WellnessField(name); !plain(f) {
			f = ""
		}
		w.field[string(name)] = f
	}
	return f
}

func (w *writer) number(name []byte, value float64, source []byte) {
	f := w.named(name)
	if f == "" {
		return
	}
	i := slices.IndexFunc(w.columns, func(c column) bool { return c.field == f })
	if i < 0 {
		i, w.columns = len(w.columns), append(w.columns, column{field: f})
	}
	c := &w.columns[i]
	if c.has&w.bit != 0 { // a layer over another
		last := len(c.values) - 1
		c.values[last], c.sources[last] = value, sourceAt(source)
		return
	}
	c.has |= w.bit
	c.values, c.sources = append(c.values, value), append(c.sources, sourceAt(source))
}

func (w *writer) word(name, text, source []byte) {
	f := w.named(name)
	if f == "" {
		return
	}
	r := remark{w.day, f, string(text), sourceAt(source)}
	if i := slices.IndexFunc(w.words, func(r remark) bool { return r.field == f }); i >= 0 {
		w.words[i] = r
		return
	}
	w.words = append(w.words, r)
}

func (w *writer) lock(locked bool) { w.shut = locked }

// within returns the bits of the days of a range.
func (b *block) within(days training.DayRange) uint64 {
	from, to := max(days.From-b.first, 0), min(days.To-b.first, blockDays-1)
	if from > to {
		return 0
	}
	return ^uint64(0) >> (blockDays - 1 - (to - from)) << from
}

// each calls f for the values of some days.
func (c *column) each(first training.Day, within uint64, f func(d training.Day, value float64, source uint8)) {
	for i, left := 0, c.has; left != 0; i, left = i+1, left&(left-1) {
		if bit := bits.TrailingZeros64(left); within>>bit&1 != 0 {
			f(first+training.Day(bit), c.values[i], c.sources[i]) //nolint:gosec // below blockDays
		}
	}
}

// Cache answers questions about wellness. It caches the days that were asked
// about, in columns, until the change log names them, so that years need not be
// read for each question. It is safe for concurrent use.
type Cache struct {
	r store.Reader

	mu     sync.Mutex
	seq    int64
	blocks map[training.Scope]map[number]*block // nil: a block without any day
}

// NewCache makes an empty cache.
func NewCache(r store.Reader) *Cache {
	return &Cache{r: r, blocks: map[training.Scope]map[number]*block{}}
}

// athleteSettings is the change log's id of the athlete's own row.
const athleteSettings = "athlete"

// mostKept is how many blocks a question may ask about for them to be kept:
// more than a life has.
const mostKept = 1000

// read returns the values of some days.
func (b *Cache) read(ctx context.Context, s training.Scope, days training.DayRange) (*table, error) {
	seq, err := b.r.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.follow(ctx, seq); err != nil {
		return nil, err
	}
	first, last := numberOf(days.From), numberOf(days.To)
	of := b.blocks[s]
	if of == nil || last-first >= mostKept {
		of = map[number]*block{}
	}
	if last-first < mostKept {
		b.blocks[s] = of
	}
	if err := fill(ctx, b.r, s, of, first, last); err != nil {
		return nil, err
	}
	t := &table{days: days}
	for n := first; n <= last; n++ {
		if bl := of[n]; bl != nil {
			t.blocks = append(t.blocks, bl)
		}
	}
	return t, nil
}

// follow drops the data that changed up to seq. Days that are newer than that
// by the time they are read are read again.
func (b *Cache) follow(ctx context.Context, seq int64) error {
	if len(b.blocks) == 0 {
		b.seq = seq
	}
	for c, err := range cache.Since(ctx, b.r, b.seq, seq) {
		if err != nil {
			return err
		}
		b.forget(c)
	}
	b.seq = seq
	return nil
}

// forget drops the block of a day that changed, and all of an athlete who may
// share something else with assistants now.
func (b *Cache) forget(c store.Change) {
	settings := c.Kind == store.ChangeSettings && c.ID == athleteSettings
	if !settings && c.Kind != store.ChangeKind(document.Wellness) {
		return
	}
	day, err := training.ParseDay(c.ID) // the id is the day
	for s, of := range b.blocks {
		switch {
		case s.Athlete != c.Athlete:
		case settings, err != nil:
			delete(b.blocks, s)
		default:
			delete(of, numberOf(day))
		}
	}
}

// fill reads the blocks that are not there, each run of them at once.
func fill(ctx context.Context, r store.Reader, s training.Scope, of map[number]*block, first, last number) error {
	w := writer{field: map[string]training.WellnessField{}}
	for n := first; n <= last; n++ {
		if _, have := of[n]; have {
			continue
		}
		end := n
		for end < last {
			if _, have := of[end+1]; have {
				break
			}
			end++
		}
		days := training.DayRange{From: n.days().From, To: end.days().To}
		docs, err := r.Documents(ctx, s, document.Wellness, document.Filter{Days: &days})
		if err != nil {
			return err
		}
		fresh := make(map[number]*block, len(docs)/blockDays+1)
		for _, d := range docs {
			at := numberOf(d.Days.From)
			if at < n {
				continue // one that lasts, of a block before
			}
			if fresh[at] == nil {
				fresh[at] = &block{first: at.days().From}
			}
			if err := w.put(fresh[at], d); err != nil {
				return err
			}
		}
		for ; n <= end; n++ {
			of[n] = fresh[n]
		}
	}
	return nil
}
