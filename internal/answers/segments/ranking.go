package segments

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Ranking is a page of the ranking of a segment.
type Ranking struct {
	answers.Heading
	ID        string          `json:"id"`
	Name      string          `json:"segment,omitempty"`
	Period    string          `json:"period"`
	Total     int             `json:"total,omitempty"`
	Rows      []Rank          `json:"ranking"`
	Own       *Rank           `json:"own,omitempty"`
	Cursor    string          `json:"cursor,omitempty"`
	Truncated bool            `json:"truncated,omitempty"`
	Missing   answers.Missing `json:"missing,omitempty"`
}

// The periods of a ranking.
const (
	Overall = "overall"
	Year    = "year"
)

// RankingQuery selects rows of a ranking.
type RankingQuery struct {
	ID     string
	Period string
	Limit  int
	Cursor string
}

// Ranking gives a page, always with the athlete's own row if there is one. On a
// segment of their own all rows are the athlete's.
func (d Desk) Ranking(ctx context.Context, s training.Scope, f answers.Frame, q RankingQuery) (*Ranking, error) {
	out := &Ranking{Heading: f.Heading(), Period: cmp.Or(q.Period, Overall), Rows: []Rank{}}
	own, found, err := d.Find(ctx, s, q.ID)
	if err != nil {
		return nil, err
	}
	if found {
		out.ID, out.Name = own.ID, own.Name
		all, err := d.efforts(ctx, s, own.ID)
		if err != nil {
			return nil, err
		}
		return out, out.own(f, all, &own, q)
	}
	name, there, ok := cut(q.ID)
	if !ok {
		return nil, none(q.ID)
	}
	return out, d.servedRanking(ctx, s, name, there, q, out)
}

// own ranks the athlete's own efforts, which are in order of time.
func (o *Ranking) own(f answers.Frame, all []training.SegmentEffort, own *Own, q RankingQuery) error {
	if o.Period == Year {
		first := f.Today.YearStart()
		all = slices.DeleteFunc(slices.Clone(all), func(e training.SegmentEffort) bool { return e.Day < first })
	}
	from := 0
	if q.Cursor != "" {
		var err error
		if from, err = strconv.Atoi(q.Cursor); err != nil || from < 0 || from > len(all) {
			return training.Errorf(training.KindInvalid, "The cursor is none of this ranking.").
				WithFix("Give the cursor that the page before ends with, or none.")
		}
	}
	rows := timedOf(all)
	slices.SortStableFunc(rows, func(a, b timed) int { return byTime(a.SegmentEffort, b.SegmentEffort) })
	km := own.head().DistanceKm
	to := min(from+q.Limit, len(rows))
	for i := range rows[from:to] {
		o.Rows = append(o.Rows, rankOf(&rows[from+i], km))
	}
	if o.Total = len(rows); to < len(rows) {
		o.Cursor, o.Truncated = strconv.Itoa(to), true
	}
	if len(rows) == 0 {
		o.Missing = o.Missing.Add("own", neverRidden)
		return nil
	}
	best := rankOf(&rows[0], km)
	o.Own = &best
	return nil
}

// servedRanking asks a service.
func (d Desk) servedRanking(ctx context.Context, s training.Scope, name source.Name, there string, q RankingQuery, out *Ranking) error {
	out.ID = name.Ref(there)
	var one source.SegmentDetail
	said, missing, err := ask(ctx, d, s, name, func(ctx context.Context, r source.SegmentReader) (page source.SegmentRanking, err error) {
		page, err = r.SegmentRanking(ctx, source.RankingQuery{ID: there, Year: out.Period == Year, Limit: q.Limit, After: q.Cursor})
		if err == nil { // its distance, of which speeds follow, the ranking does not say
			one, err = r.Segment(ctx, there)
		}
		return page, err
	})
	if err != nil {
		return err
	}
	if missing != "" {
		out.Missing = out.Missing.Add("ranking", missing)
		return nil
	}
	out.Name, out.Total, out.Cursor = textclean.Line(one.Name, nameRunes), said.Total, said.Next
	out.Truncated = out.Cursor != ""
	rows, missed := ranks(s, said.Rows, one.DistanceKm, out.Missing)
	if out.Rows = append(out.Rows, rows...); said.Own != nil {
		own, _ := ranks(s, []source.RankedEffort{*said.Own}, one.DistanceKm, nil)
		out.Own = &own[0]
	} else {
		missed = missed.Add("own", i18n.Sentencef("the service has no time of the athlete in the %q ranking", out.Period))
	}
	out.Missing = missed
	return nil
}
