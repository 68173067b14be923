package strava

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// segment is a segment in a list, and alone.
type segment struct {
	ID       id       `json:"id"`
	Name     string   `json:"name"`
	Distance *float64 `json:"distance"`
	GradePct *float64 `json:"average_grade"`
	HighM    *float64 `json:"elevation_high"`
	LowM     *float64 `json:"elevation_low"`
	GainM    *float64 `json:"total_elevation_gain"`
	Efforts  *float64 `json:"effort_count"`
	Athletes *float64 `json:"athlete_count"`
	City     string   `json:"city"`
	State    string   `json:"state"`
	Country  string   `json:"country"`
	Own      struct {
		BestS *float64 `json:"pr_elapsed_time"`
	} `json:"athlete_segment_stats"`
}

func (s *segment) read() source.Segment {
	out := source.Segment{ID: string(s.ID), Name: s.Name, AvgGradePct: s.GradePct, OwnBestS: s.Own.BestS}
	if s.Distance != nil {
		km := *s.Distance / 1000
		out.DistanceKm = &km
	}
	return out
}

func (s *segment) place() string {
	var parts []string
	for _, p := range []string{s.City, s.State, s.Country} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, ", ")
}

// effort is a time of the athlete on a segment.
type effort struct {
	ID         id      `json:"id"`
	Name       string  `json:"name"`
	StartLocal string  `json:"start_date_local"`
	ElapsedS   float64 `json:"elapsed_time"`
	Activity   struct {
		ID id `json:"id"`
	} `json:"activity"`
}

func (e *effort) read() source.SegmentEffort {
	a := activity{StartLocal: e.StartLocal}
	return source.SegmentEffort{ID: string(e.ID), ActivityID: string(e.Activity.ID), Name: e.Name, Start: a.clock(), TimeS: e.ElapsedS}
}

// Segments gives a page of those that the athlete starred; which ones they made
// the service does not say.
func (c *Client) Segments(ctx context.Context, q source.SegmentQuery) (source.SegmentPage, error) {
	if q.Own {
		return source.SegmentPage{Note: "Strava does not say which segments an athlete made."}, nil
	}
	page, err := pageOf(q.After)
	if err != nil {
		return source.SegmentPage{}, err
	}
	list, err := client.List(ctx, c.api, request{Op: opStarred, Query: url.Values{
		"page": {strconv.Itoa(page)}, "per_page": {strconv.Itoa(size(q.Limit))},
	}}, (*segment).read)
	out := source.SegmentPage{Segments: list}
	if err == nil && len(list) > 0 {
		out.Next = strconv.Itoa(page + 1)
	}
	return out, err
}

// Segment gives one with the athlete's efforts, which only subscribers have:
// others have their best time alone.
func (c *Client) Segment(ctx context.Context, text string) (source.SegmentDetail, error) {
	if err := ours(text); err != nil {
		return source.SegmentDetail{}, err
	}
	s, err := client.Ask[segment](ctx, c.api, request{Op: opSegment, At: []string{text}})
	if err != nil {
		return source.SegmentDetail{}, err
	}
	out := source.SegmentDetail{
		Segment: s.read(), ElevationGainM: s.GainM, MinAltitudeM: s.LowM, MaxAltitudeM: s.HighM, Athletes: s.Athletes, Efforts: s.Efforts,
		Place: s.place(),
	}
	out.Own, err = client.List(ctx, c.api, request{
		Op: opEfforts, Query: url.Values{"segment_id": {text}, "per_page": {strconv.Itoa(mostRows)}},
	}, (*effort).read)
	if f, failed := source.FailureOf(err); failed && (f.Fault == source.Unpaid || f.Fault == source.Unscoped) {
		err = nil
	}
	return out, err
}

// SegmentRanking is what the service no longer hands out.
func (c *Client) SegmentRanking(context.Context, source.RankingQuery) (source.SegmentRanking, error) {
	return source.SegmentRanking{}, training.Errorf(training.KindUnsupported, "Strava hands out no rankings of segments.").
		WithFix("The segment's page there shows them.")
}
