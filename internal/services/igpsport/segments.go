package igpsport

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Segments gives a page of those that the athlete starred or made. Abroad one
// list is known, of which nobody says what it selects by.
func (c *Client) Segments(ctx context.Context, q source.SegmentQuery) (source.SegmentPage, error) {
	at, err := segmentPlaceOf(q.After, q.Limit)
	if err != nil {
		return source.SegmentPage{}, err
	}
	out := source.SegmentPage{}
	op, query := opFindSegments, at.query("PageIndex", "PageSize")
	switch {
	case c.region.name == China && q.Own:
		op, query = opOwnSegments, at.query("pageNo", "pageSize")
	case c.region.name == China:
		op, query = opStarredSegments, at.query("pageNo", "pageSize")
	default:
		query.Set("FindType", "1")
		out.Note = i18n.Sentencef("iGPSport (%s) has one list of segments and does not say which of them are starred or own.", c.region.title)
	}
	page, err := client.Ask[SegmentPage](ctx, c.api, client.Request{Op: op, Query: query})
	if err != nil {
		return source.SegmentPage{}, err
	}
	last := ""
	for _, s := range page.All() {
		if id := s.ID(); id != "" {
			out.Segments, last = append(out.Segments, s.Read()), id
		}
	}
	out.Next = at.next(last, int(max(page.Total, page.TotalItems)))
	if out.Next == "" && last == at.last && last != "" {
		out.Segments = nil // the last page again
	}
	return out, nil
}

// segmentPlace is a page, of a size, behind a last row.
type segmentPlace struct {
	page, size int
	last       string
}

func segmentPlaceOf(after string, limit int) (segmentPlace, error) {
	size := mostRows
	if limit > 0 {
		size = min(limit, mostRows)
	}
	if after == "" {
		return segmentPlace{page: 1, size: size}, nil
	}
	parts := strings.Split(after, ":")
	if len(parts) == 3 {
		n, err := strconv.Atoi(parts[0])
		was, sized := strconv.Atoi(parts[1])
		if err == nil && sized == nil && n > 1 && was > 0 && was <= mostRows && IsID(parts[2]) {
			return segmentPlace{n, was, parts[2]}, nil
		}
	}
	return segmentPlace{}, training.Errorf(training.KindInvalid, "%q is no page of iGPSport's segments.", after).
		WithFix("Give the cursor that the page before ends with, or none.")
}

func (p segmentPlace) query(page, size string) url.Values {
	return url.Values{page: {strconv.Itoa(p.page)}, size: {strconv.Itoa(p.size)}}
}

// next is where the page after this one begins, empty after the last. Total is
// 0 where it is not said.
func (p segmentPlace) next(last string, total int) string {
	if last == "" || last == p.last || total > 0 && p.page*p.size >= total {
		return ""
	}
	return strconv.Itoa(p.page+1) + ":" + strconv.Itoa(p.size) + ":" + last
}

// lacks says what the region has not.
func (c *Client) lacks(what i18n.Word) error {
	if c.region.name == China {
		return nil
	}
	return training.Errorf(training.KindUnsupported, "iGPSport (%s) lists segments and gives no %s of one.", c.region.title, what).
		WithFix("The app shows it.")
}

// Segment gives one with the athlete's efforts and the fastest of all.
func (c *Client) Segment(ctx context.Context, id string) (source.SegmentDetail, error) {
	if !IsID(id) {
		return source.SegmentDetail{}, noID(id)
	}
	if err := c.lacks("details"); err != nil {
		return source.SegmentDetail{}, err
	}
	of := func(op client.Operation) client.Request { return client.Request{Op: op, At: []string{id}} }
	got, err := client.Ask[SegmentDetail](ctx, c.api, of(opSegment))
	if err == nil && got.ID() != id {
		err = c.api.NotFound("such segment")
	}
	if err != nil {
		return source.SegmentDetail{}, err
	}
	own, err := client.Ask[Efforts](ctx, c.api, of(opSegmentEfforts))
	if err != nil {
		return source.SegmentDetail{}, err
	}
	fastest, err := client.Ask[Fastest](ctx, c.api, of(opSegmentFastest))
	if err != nil {
		return source.SegmentDetail{}, err
	}
	me, err := c.who(ctx)
	if err != nil {
		return source.SegmentDetail{}, err
	}
	out := got.Read()
	out.Own, out.Fastest = own.Read(), Rankings(fastest.Rows, me.MemberID())
	return out, nil
}

// SegmentRanking gives a page of the ranking of one.
func (c *Client) SegmentRanking(ctx context.Context, q source.RankingQuery) (source.SegmentRanking, error) {
	if !IsID(q.ID) {
		return source.SegmentRanking{}, noID(q.ID)
	}
	if err := c.lacks("ranking"); err != nil {
		return source.SegmentRanking{}, err
	}
	at, err := segmentPlaceOf(q.After, q.Limit)
	if err != nil {
		return source.SegmentRanking{}, err
	}
	const ofAllTime, ofYear = "1", "2"
	query := at.query("pageNo", "pageSize")
	query.Set("segmentsId", q.ID)
	query.Set("queryType", ofAllTime)
	if q.Year {
		query.Set("queryType", ofYear)
	}
	me, err := c.who(ctx)
	if err != nil {
		return source.SegmentRanking{}, err
	}
	got, err := client.Ask[Ranking](ctx, c.api, client.Request{Op: opSegmentRanking, Query: query})
	if err != nil {
		return source.SegmentRanking{}, err
	}
	rows := got.List.Rows
	out := source.SegmentRanking{Rows: Rankings(rows, me.MemberID()), Total: int(got.List.Total)}
	if got.Own != nil {
		own := got.Own.Read(me.MemberID())
		own.Mine = true
		out.Own = &own
	}
	last := ""
	if len(rows) > 0 {
		last = string(rows[len(rows)-1].Member)
	}
	if out.Next = at.next(last, out.Total); out.Next == "" && last == at.last && last != "" {
		out.Rows = nil // the last page again
	}
	return out, nil
}
