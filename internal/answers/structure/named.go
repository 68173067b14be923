package structure

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/training"
)

// named is the pattern of a row with intervals that have the requested name.
const named = "named"

// Named finds the activities with intervals that the athlete gave the query's name, here or
// on a service, the newest first. If all intervals have the same length, they are assumed to
// follow the same road, and the fastest comes first.
func Named(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, q Query) (*Answer, error) {
	if q.Pattern != "" || q.MinPercent > 0 || q.MaxPercent > 0 {
		return nil, training.Errorf(training.KindInvalid, "pattern and percent apply to sets that Lapkeep finds, not to named intervals.").
			WithFix("Leave them out, or leave name out.")
	}
	from, err := q.offset()
	if err != nil {
		return nil, err
	}
	all, err := servicevalues.DrawnOn(ctx, r, s, q.Days)
	if err != nil {
		return nil, err
	}
	out := &Answer{Heading: f.Heading(), Activities: []Row{}}
	length := lengths{least: math.Inf(1)}
	q.words = strings.Fields(searched(q.Name))
	for i := range all {
		d := &all[i]
		id, err := r.Resolve(ctx, s, d.Ref)
		if training.KindOf(err) == training.KindNotFound && err != nil {
			continue // hidden or missing
		}
		if err != nil {
			return nil, err
		}
		page, err := r.Activities(ctx, s, store.ActivityFilter{IDs: []training.ActivityID{id}, Sports: q.Sports, Metrics: []training.Metric{}})
		if err != nil {
			return nil, err
		}
		if len(page.Rows) == 0 {
			continue
		}
		out.Searched++
		if row, ok := namedRow(&page.Rows[0], d, &q, &length); ok {
			out.Activities = append(out.Activities, row)
		}
	}
	if err := out.named(ctx, r, s, &q, &length); err != nil {
		return nil, err
	}
	if length.one() && len(out.Activities) > 1 {
		slices.SortStableFunc(out.Activities, func(a, b Row) int { return cmp.Compare(a.QuickestS, b.QuickestS) })
		out.Order = quickestFirst
	}
	out.page(from, q.Limit)
	return out, nil
}

// named adds rows for intervals that were marked here.
func (o *Answer) named(ctx context.Context, r store.Reader, s training.Scope, q *Query, length *lengths) error {
	history, err := r.History(ctx, s)
	if err != nil {
		return err
	}
	m := markedSearch{r: r, scope: s, q: q, timeline: fitness.NewTimeline(history)}
	hits, all, err := m.find(ctx)
	if err != nil {
		return err
	}
	o.Searched += len(all)
	for i := range hits {
		row, err := m.show(ctx, &hits[i])
		if err != nil {
			return err
		}
		for k := range hits[i].with.Intervals {
			length.see(hits[i].with.Intervals[k].DistanceM)
		}
		o.Activities = append(o.Activities, row)
	}
	slices.SortStableFunc(o.Activities, func(a, b Row) int { return cmp.Compare(b.LocalDate, a.LocalDate) })
	return nil
}

// page reduces the rows to one page.
func (o *Answer) page(from, limit int) {
	o.Total = len(o.Activities)
	o.Activities = o.Activities[min(from, o.Total):]
	if limit > 0 && len(o.Activities) > limit {
		o.Activities, o.NextCursor, o.Truncated = o.Activities[:limit], strconv.Itoa(from+limit), true
	}
	switch {
	case o.Total == 0:
		o.Narrow = "No interval has this name. Only intervals that the athlete named, here or on a service, have names; list_activities " +
			"with " +
			"text finds activities by name."
	case o.NextCursor != "":
		o.Narrow = "Pass next_cursor as cursor for more."
	}
}

// namedRow returns an activity with its matching intervals, and false if there are none.
func namedRow(row *store.ActivityRow, d *training.Drawn, q *Query, length *lengths) (Row, bool) {
	fit := slices.DeleteFunc(slices.Clone(d.Intervals), func(x training.DrawnInterval) bool { return !q.called(&x) })
	if len(fit) == 0 || len(fit) < q.MinCount || q.MaxCount > 0 && len(fit) > q.MaxCount {
		return Row{}, false
	}
	var words []string
	var seconds, power, metres float64
	quickest := math.Inf(1)
	for i := range fit {
		x := &fit[i]
		length.see(x.DistanceM)
		quickest = min(quickest, x.EndS-x.StartS)
		words = append(words, x.Name+" "+i18n.Clock(x.EndS-x.StartS))
		seconds, power, metres = seconds+x.EndS-x.StartS, power+x.AvgPowerW*(x.EndS-x.StartS), metres+x.DistanceM
	}
	n := float64(len(fit))
	set := Set{Name: i18n.Name(q.Name), Pattern: named, Intervals: len(fit), DurationS: answers.Round(seconds/n, 0)}
	set.DistanceKM = answers.Round(metres/n/1000, 3)
	if seconds > 0 {
		set.AvgPowerW = answers.Round(power/seconds, 1)
	}
	return Row{
		ID: string(row.ID), LocalDate: row.LocalDay.String(), Sport: string(row.Sport), Refinement: row.Discipline().Refinement(),
		Name:   textclean.Line(row.Name, rowNameRunes),
		Origin: originService, Service: d.Source,
		Intervals: i18n.Name(strings.Join(words, "; ")), Set: set, QuickestS: answers.Round(quickest, 0),
	}, true
}

const quickestFirst = "quickest first"

// sameLength is the maximum ratio of the longest to the shortest interval for their
// lengths to count as the same. Athletes mark intervals by hand.
const sameLength = 1.1

// lengths holds the lengths of the shortest and the longest interval, in metres.
type lengths struct{ least, most float64 }

func (l *lengths) see(metres float64) { l.least, l.most = min(l.least, metres), max(l.most, metres) }

// one reports whether all intervals have the same length, judging by the known lengths.
func (l *lengths) one() bool { return l.least > 0 && l.most <= l.least*sameLength }

// searched returns a text in the form that comparisons use: without accents, and with one
// kind of apostrophe.
func searched(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("’‘´", r) {
			return '\''
		}
		return r
	}, activityindex.Words(s))
}

// hasWords reports whether a name contains all words.
func hasWords(name string, words []string) bool {
	name = searched(name)
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(name, w) })
}

// called reports whether an interval has the query's name and is within its bounds.
func (q *Query) called(x *training.DrawnInterval) bool {
	pace := 0.0
	if x.SpeedMPS > 0 {
		pace = 1000 / x.SpeedMPS
	}
	return x.Name != "" && hasWords(x.Name, q.words) &&
		within(x.EndS-x.StartS, q.MinS, q.MaxS) && within(x.DistanceM, q.MinM, q.MaxM) && within(x.AvgPowerW, q.MinPowerW, q.MaxPowerW) &&
		within(pace, q.FastestS, q.SlowestS) && (q.Zone == 0 || q.Zone == x.Zone)
}
