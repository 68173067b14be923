package wellness

import (
	"context"
	"sync"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Store reads wellness, thresholds and the change log.
type Store interface {
	Reader
	Changes(ctx context.Context, after int64, limit int) ([]store.Change, error)
	LastChange(ctx context.Context) (int64, error)
	History(ctx context.Context, s training.Scope) (training.History, error)
}

// Book answers questions about wellness. It keeps the days that were asked
// about, in columns, until the change log names them, so that years are not
// read anew for each question. It is safe for concurrent use.
type Book struct {
	r Store

	mu     sync.Mutex
	seq    int64
	blocks map[training.Scope]map[number]*block // nil: a block without any day
}

// NewBook makes an empty book.
func NewBook(r Store) *Book {
	return &Book{r: r, blocks: map[training.Scope]map[number]*block{}}
}

// athleteSettings is the change log's id of the athlete's own row.
const athleteSettings = "athlete"

const (
	// mostKept is how many blocks a question may ask about for them to be kept:
	// more than a life has.
	mostKept    = 1000
	changeBatch = 512
)

// read gives the values of some days.
func (b *Book) read(ctx context.Context, s training.Scope, days training.DayRange) (*table, error) {
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

// follow forgets what changed up to seq. Days that are newer than that by the
// time they are read are read again.
func (b *Book) follow(ctx context.Context, seq int64) error {
	if len(b.blocks) == 0 {
		b.seq = seq
	}
	for b.seq < seq {
		changes, err := b.r.Changes(ctx, b.seq, changeBatch)
		if err != nil {
			return err
		}
		if len(changes) == 0 {
			break
		}
		for _, c := range changes {
			b.forget(c)
		}
		b.seq = changes[len(changes)-1].Seq
	}
	return nil
}

// forget drops the block of a day that changed, and all of an athlete who may
// share something else with assistants now.
func (b *Book) forget(c store.Change) {
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
func fill(ctx context.Context, r Reader, s training.Scope, of map[number]*block, first, last number) error {
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
