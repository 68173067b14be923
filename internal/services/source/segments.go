package source

import (
	"context"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// SegmentReader reads segments: stretches of a way that athletes are timed on.
type SegmentReader interface {
	// Segments gives a page of the athlete's.
	Segments(ctx context.Context, q SegmentQuery) (SegmentPage, error)
	// Segment gives one with the athlete's efforts.
	Segment(ctx context.Context, id string) (SegmentDetail, error)
	// SegmentRanking gives a page of the ranking of one.
	SegmentRanking(ctx context.Context, q RankingQuery) (SegmentRanking, error)
}

// SegmentQuery asks for a page of segments.
type SegmentQuery struct {
	Own   bool // made by the athlete, else those that they starred
	Limit int
	After string // the Next of the page before, empty for the first
}

// SegmentPage is some segments.
type SegmentPage struct {
	Segments []Segment
	Next     string        // empty after the last page
	Note     i18n.Sentence // what the service has otherwise than was asked for
}

// Segment is a segment. What is nil the service does not say.
type Segment struct {
	ID, Name    string
	DistanceKm  *float64
	AvgGradePct *float64
	// The best times, in s.
	OwnBestS, BestMaleS, BestFemaleS *float64
}

// SegmentDetail is one with its efforts.
type SegmentDetail struct {
	Segment
	ElevationGainM, MinAltitudeM, MaxAltitudeM *float64
	Athletes, Efforts                          *float64 // who finished it, and how often
	Place                                      string
	Own                                        []SegmentEffort
	Fastest                                    []RankedEffort
}

// SegmentEffort is a time of the athlete.
type SegmentEffort struct {
	ID               string // the service's own, empty where it has none
	ActivityID, Name string
	Start            training.LocalTime
	TimeS            float64
}

// RankingQuery asks for a page of a ranking.
type RankingQuery struct {
	ID    string
	Year  bool // of this year, else of all time
	Limit int
	After string
}

// SegmentRanking is a page of a ranking, with the athlete's own row if there is
// one. Total is 0 where the service does not say it.
type SegmentRanking struct {
	Rows  []RankedEffort
	Own   *RankedEffort
	Total int
	Next  string
}

// RankedEffort is somebody's best time.
type RankedEffort struct {
	Rank   int
	Name   string // others write it
	Mine   bool
	TimeS  float64
	Day    *training.Day
	Gender string // male, female, or empty where nobody says
}
