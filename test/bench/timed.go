package main

import (
	"encoding/json"
	"fmt"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// An athlete of many years has so many segments, and went over each so often.
const (
	ownSegments  = 200
	timesOver    = 100
	segmentEvery = 71 // activities lie between two of them
)

func segmentID(i int) string   { return fmt.Sprintf("segment-%d", i%ownSegments) }
func segmentName(i int) string { return fmt.Sprintf("Wall %d of the valley", i%ownSegments) }

// segments are the athlete's own with the times over them, as the matcher
// would have left them.
func (m *maker) segments(tx *store.Tx) error {
	const km, climbedM = 2.0, 120.0
	for i := range ownSegments {
		gain := climbedM
		s := training.Segment{
			Name: segmentName(i), Kind: training.SegmentClimb, DistanceKm: km, ElevationGainM: &gain, Starred: i%10 == 0,
			Points: []training.RoutePoint{{LatDeg: 40 + float64(i)/100, LonDeg: 8}, {LatDeg: 40.018 + float64(i)/100, LonDeg: 8}},
		}
		fields, err := json.Marshal(s)
		if err != nil {
			return err
		}
		if _, err := tx.PutOwn(athleteID, document.Segments, segmentID(i), document.Own{Fields: fields}); err != nil {
			return err
		}
		for k := range timesOver {
			id := activityID((i + k*segmentEvery) % m.total)
			from := float64(600 + i)
			e := training.SegmentEffort{
				Segment: segmentID(i), Activity: id, FromS: from, ToS: from + 400 + float64((i*k)%97), TimerS: 400,
				Values: training.Values{training.MetricAvgPowerW: 250, training.MetricAvgHRBpm: 160, training.MetricAvgSpeedKMH: 18},
			}
			if err := tx.PutSegmentEfforts(athleteID, id, []string{segmentID(i)}, []training.SegmentEffort{e}); err != nil {
				return err
			}
		}
	}
	return nil
}
