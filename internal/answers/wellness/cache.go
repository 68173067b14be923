package wellness

import (
	"context"
	"slices"
	"strings"

	"lapkeep/internal/store"
	"lapkeep/internal/store/cache"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// remark is a comment about a day, in the form in which it was entered.
type remark struct {
	day    training.Day
	field  training.WellnessField
	text   string
	source string
}

// sourceName returns the name of a source for display, without the app through
// which the value got there.
func sourceName(said string) string {
	name, _, _ := strings.Cut(said, "/")
	if name == athlete || slices.Contains(training.WellnessSources(), name) || slices.Contains(foodSources, name) {
		return name
	}
	return "other"
}

// foodSources lists the apps for food and glucose, of which no order is needed.
var foodSources = []string{"cronometer", "myfitnesspal", "libreview", "dexcom"}

// Cache answers questions about wellness. It caches the days of earlier questions
// until the change log lists a change to some of them. It is safe for concurrent use.
type Cache struct {
	r      store.Reader
	blocks cache.Cache[block, []resolved]
}

// block is 128 days of one scope, which are read together.
type block struct {
	scope  training.Scope
	number training.Day
}

func numberOf(d training.Day) training.Day { return d >> 7 } //nolint:mnd // 128

func (b block) days() training.DayRange {
	return training.DayRange{From: b.number << 7, To: (b.number+1)<<7 - 1} //nolint:mnd // as numberOf
}

// mostKept is the number of cached blocks: more than a lifetime. A question
// about more days is answered without the cache.
const mostKept = 500

// NewCache returns an empty cache.
func NewCache(r store.Reader) *Cache {
	c := &Cache{r: r}
	c.blocks.Most = mostKept
	c.blocks.On = []store.ChangeKind{document.Wellness.Changes(), store.ChangeAthlete}
	return c
}

// read returns the known values of the given days.
func (b *Cache) read(ctx context.Context, s training.Scope, days training.DayRange) (*table, error) {
	first, last := numberOf(days.From), numberOf(days.To)
	if last-first >= mostKept {
		known, err := daysOf(ctx, b.r, s, days)
		return &table{days, known}, err
	}
	t := &table{days: days}
	for n := first; n <= last; n++ {
		k := block{s, n}
		known, err := b.blocks.Get(ctx, b.r, k, func() ([]resolved, error) { return daysOf(ctx, b.r, s, k.days()) })
		if err != nil {
			return nil, err
		}
		for _, d := range known {
			if days.Contains(d.Day) {
				t.known = append(t.known, d)
			}
		}
	}
	return t, nil
}
