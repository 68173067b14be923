package fitness

import (
	"context"
	"encoding/binary"
	"errors"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/store"
	"lapkeep/internal/store/cache"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// Histograms adds up the histograms of any range of days. It keeps in memory
// the sums of whole months, and the time in zones of single activities for
// other months. It follows the change log, so one Histograms serves all calls.
type Histograms struct {
	r      store.Reader
	months *MonthlyCache[monthSums]
	zoned  *MonthlyCache[*ZonedMonth]
	rated  cache.Cache[training.Scope, map[training.ActivityID]TRIMPRow]
	loads  cache.Cache[training.Scope, []rated] // of all activities
}

// NewHistograms returns an empty Histograms; it reads nothing yet.
func NewHistograms(r store.Reader) *Histograms {
	on := ledger.OnActivities(ledger.ChangeSettings, ledger.ChangeAthlete)
	h := &Histograms{
		r: r, rated: cache.Cache[training.Scope, map[training.ActivityID]TRIMPRow]{Most: 2, On: on},
		loads: cache.Cache[training.Scope, []rated]{Most: 2, On: on},
	}
	h.months = NewMonthly(r, h.read)
	h.zoned = NewMonthly[*ZonedMonth](r, nil) // each question reads with its own zones
	return h
}

// keptWorkDays is the number of days from which loads are kept. Those of fewer days take
// less time than reading all years once.
const keptWorkDays = 2 * 366

// work returns the activities on the given days, like [readWork], but keeps the loads of all years.
func (h *Histograms) work(ctx context.Context, r store.Reader, s training.Scope, days training.DayRange) (*work, error) {
	if days.Days() < keptWorkDays {
		return readWork(ctx, r, s, days, nil, "")
	}
	loads, err := ReadLoads(ctx, r, s)
	if err != nil {
		return nil, err
	}
	all, err := h.loads.Get(ctx, r, s, func() ([]rated, error) {
		inputs, err := r.LoadInputs(ctx, s, answers.EveryDay)
		return loads.rate(inputs), err
	})
	return &work{loads, within(all, days)}, err
}

// sportSum is the sum of a month's histograms in one discipline, because each discipline
// may have its own thresholds.
type sportSum struct {
	sport training.Discipline
	sum   zones.Histogram
	ids   []training.ActivityID
}

type monthSums []sportSum

// Holds reports whether the sums include the activity's histogram.
func (ms monthSums) Holds(id training.ActivityID) bool {
	return slices.ContainsFunc(ms, func(s sportSum) bool { return slices.Contains(s.ids, id) })
}

// read adds up the histograms of a range of months. It skips a damaged
// histogram, which will be derived again.
func (h *Histograms) read(
	ctx context.Context, s training.Scope, kind string, first, last MonthlyMonth,
) (map[MonthlyMonth]monthSums, error) {
	out := map[MonthlyMonth]monthSums{}
	done, err := ReadRefined(ctx, h.r, s, first.Span(last))
	if err != nil {
		return nil, err
	}
	for p, err := range h.r.Primitives(ctx, s, kind, first.Span(last)) {
		if err != nil {
			return nil, err
		}
		g, err := derive.DecodeHistogram(p.Data)
		if err != nil {
			continue
		}
		m := MonthlyOf(p.Day)
		ms := out[m]
		of := done.Of(p.Activity, p.Sport)
		i := slices.IndexFunc(ms, func(x sportSum) bool { return x.sport == of && x.sum.Width == g.Width })
		if i < 0 {
			i, ms = len(ms), append(ms, sportSum{sport: of, sum: zones.Histogram{Channel: g.Channel, Width: g.Width, First: g.First}})
		}
		ms[i].sum = added(ms[i].sum, g)
		ms[i].ids = append(ms[i].ids, p.Activity)
		out[m] = ms
	}
	return out, ctx.Err()
}

// added adds g to sum; both must have bins of the same width.
func added(sum, g zones.Histogram) zones.Histogram {
	if g.First < sum.First {
		sum.Seconds = slices.Insert(sum.Seconds, 0, make([]uint32, sum.First-g.First)...)
		sum.First = g.First
	}
	from := int(g.First - sum.First)
	if more := from + len(g.Seconds) - len(sum.Seconds); more > 0 {
		sum.Seconds = append(sum.Seconds, make([]uint32, more)...)
	}
	for i, s := range g.Seconds {
		sum.Seconds[from+i] += s
	}
	return sum
}

// count adds the histograms of a kind on the given days to c. For whole months with the
// same zones throughout, it uses their sums; for other days, it uses single histograms.
func (h *Histograms) count(ctx context.Context, s training.Scope, kind string, days training.DayRange, c *zoneCounter) error {
	whole := wholeMonths(days)
	if whole.Days() == 0 || c.only != nil {
		return h.single(ctx, s, kind, days, c, nil)
	}
	mixed, err := h.whole(ctx, s, kind, whole, c)
	if err != nil {
		return err
	}
	for _, m := range mixed {
		if err := h.single(ctx, s, kind, m.days, c, m.sports); err != nil {
			return err
		}
	}
	for _, edge := range []training.DayRange{{From: days.From, To: whole.From - 1}, {From: whole.To + 1, To: days.To}} {
		if err := h.single(ctx, s, kind, edge, c, nil); err != nil {
			return err
		}
	}
	return nil
}

// mixedMonth is a month in which the zones of some sports changed.
type mixedMonth struct {
	days   training.DayRange
	sports []training.Discipline
}

// shortMonths is the maximum number of months whose activities are counted one by one. A
// question about few months is often followed by one about other days in these months.
const shortMonths = 12

// whole counts the activities of months with the same zones throughout, and
// returns the other months.
func (h *Histograms) whole(
	ctx context.Context, s training.Scope, kind string, days training.DayRange, c *zoneCounter,
) (mixed []mixedMonth, err error) {
	from, months, ok, err := h.zoned.heldBy(ctx, s, kind, days, h.zonedIn(c))
	if err == nil && !ok && MonthlyOf(days.To)-MonthlyOf(days.From) < shortMonths {
		if _, _, sums, held := h.months.Held(ctx, s, kind, days); held != nil || !sums {
			from, months, err = h.zoned.monthsBy(ctx, s, kind, days, h.zonedIn(c))
			ok = true
		}
	}
	if err != nil {
		return nil, err
	}
	if !ok {
		return h.sums(ctx, s, kind, days, c)
	}
	for i, m := range months {
		span := (from + MonthlyMonth(i)).Days()
		mix := mixedMonth{days: span}
		m.Each(span, func(a Activity) {
			switch {
			case !c.wants(a.Sport):
			case c.timeline.around(a.Sport, span.From).to > span.To:
				c.count(&a)
			case !slices.Contains(mix.sports, a.Sport):
				mix.sports = append(mix.sports, a.Sport)
			}
		})
		if len(mix.sports) > 0 {
			mixed = append(mixed, mix)
		}
	}
	return mixed, ctx.Err()
}

// sums does the same as [Histograms.whole], using the sums of months.
func (h *Histograms) sums(
	ctx context.Context, s training.Scope, kind string, days training.DayRange, c *zoneCounter,
) (mixed []mixedMonth, err error) {
	err = h.months.Each(ctx, s, kind, days, func(m MonthlyMonth, ms monthSums) error {
		span := m.Days()
		mix := mixedMonth{days: span}
		for _, x := range ms {
			if !c.wants(x.sport) {
				continue
			}
			if c.timeline.around(x.sport, span.From).to <= span.To {
				mix.sports = append(mix.sports, x.sport)
				continue
			}
			c.add(x.sport, span.From, x.sum, len(x.ids))
		}
		if len(mix.sports) > 0 {
			mixed = append(mixed, mix)
		}
		return nil
	})
	return mixed, err
}

// single counts activities one by one. If disciplines are given, it counts only these.
func (h *Histograms) single(
	ctx context.Context, s training.Scope, kind string, days training.DayRange, c *zoneCounter, only []training.Discipline,
) error {
	if days.Days() == 0 {
		return nil
	}
	_, months, err := h.zoned.monthsBy(ctx, s, kind, days, h.zonedIn(c))
	for _, m := range months {
		m.Each(days, func(a Activity) {
			if c.wants(a.Sport) && (c.only == nil || c.only[a.ID]) && (len(only) == 0 || slices.Contains(only, a.Sport)) {
				c.count(&a)
			}
		})
	}
	return errors.Join(err, ctx.Err())
}

// wholeMonths returns the calendar months that lie entirely within days.
func wholeMonths(days training.DayRange) training.DayRange {
	from, to := MonthlyOf(days.From), MonthlyOf(days.To)
	if from.Days().From < days.From {
		from++
	}
	if to.Days().To > days.To {
		to--
	}
	if from > to {
		return training.DayRange{From: 1, To: 0}
	}
	return from.Span(to)
}

// sumsVersion is the version of the stored form of sums.
const sumsVersion = 3

// Keep makes the cache start from the monthly sums that an earlier process stored. It
// must be called before the first question.
func (h *Histograms) Keep(k Keeper) {
	h.months.Keep(k, Codec[monthSums]{Version: stream.RulesetVersion(sumsVersion, zones.Version), Append: appendSums, Decode: decodeSums})
}

func appendSums(b []byte, ms monthSums) []byte {
	for _, x := range ms {
		b = AppendText(b, x.sport.String())
		b = AppendText(b, derive.EncodeHistogram(x.sum))
		b = binary.AppendUvarint(b, uint64(len(x.ids)))
		for _, id := range x.ids {
			b = AppendText(b, string(id))
		}
	}
	return b
}

func decodeSums(b []byte) (monthSums, bool) {
	var out monthSums
	r := Unpack(b)
	for r.More() {
		x := sportSum{sport: training.ReadDiscipline(string(r.Text()))}
		var err error
		if x.sum, err = derive.DecodeHistogram(r.Text()); err != nil {
			return nil, false
		}
		for range r.Count(1) {
			x.ids = append(x.ids, training.ActivityID(r.Text()))
		}
		out = append(out, x)
	}
	return out, r.OK()
}
