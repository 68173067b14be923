package derive

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"

	"lapkeep/internal/metrics/route"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// refresh keeps the ways of the segments that changed, and removes those of
// segments that are gone, with their efforts. It names the ways that are new,
// with the hash that they get once every activity was matched.
func (f *segmentsFollower) refresh(ctx context.Context, t *touch) (fresh map[string]string, err error) {
	if len(t.segments) == 0 {
		return nil, nil
	}
	known, err := f.hashes(ctx, t.athlete)
	if err != nil {
		return nil, err
	}
	fresh = map[string]string{}
	var put []store.SegmentWay
	var drop []string
	for _, id := range t.segments {
		way, ok, err := f.way(ctx, t.athlete, id)
		if err != nil {
			return nil, err
		}
		hash, had := known[id]
		switch {
		case !ok && had:
			drop = append(drop, id)
		case ok && (t.anew || hash != way.Hash):
			fresh[id], way.Hash = way.Hash, ""
			put, drop = append(put, way), append(drop, id)
		}
	}
	if len(drop) == 0 {
		return fresh, nil
	}
	return fresh, f.db.Write(ctx, func(tx *store.Tx) error {
		for _, id := range drop {
			if err := tx.DropSegment(t.athlete, id); err != nil {
				return err
			}
		}
		for _, way := range put {
			if err := tx.PutSegmentWay(t.athlete, way); err != nil {
				return err
			}
		}
		return nil
	})
}

// hashes are those of the ways that are kept.
func (f *segmentsFollower) hashes(ctx context.Context, a training.AthleteID) (map[string]string, error) {
	ways, err := f.db.SegmentWays(ctx, scopeOf(a))
	out := make(map[string]string, len(ways))
	for i := range ways {
		out[ways[i].Segment] = ways[i].Hash
	}
	return out, err
}

// way is the way of a segment as its document has it; false if there is none:
// it is gone, or what it holds is no segment.
func (f *segmentsFollower) way(ctx context.Context, a training.AthleteID, id string) (w store.SegmentWay, ok bool, err error) {
	docs, err := f.db.Documents(ctx, scopeOf(a), document.Segments, document.Filter{ID: id})
	if err != nil || len(docs) == 0 {
		return w, false, err
	}
	s, err := document.Show[training.Segment](docs[0])
	if err != nil {
		return w, false, nil //nolint:nilerr // one that cannot be read stops no other
	}
	if _, err := route.NewWay(s.Points); err != nil {
		return w, false, nil //nolint:nilerr // whoever keeps it is told
	}
	w = store.SegmentWay{Segment: id, Sport: s.Sport, Data: EncodeWay(s.Points)}
	first, last := s.Points[0], s.Points[len(s.Points)-1]
	w.StartLat, w.StartLon = steps(first.LatDeg), steps(first.LonDeg)
	w.EndLat, w.EndLon = steps(last.LatDeg), steps(last.LonDeg)
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%x", s.Sport, w.Data))
	w.Hash = hex.EncodeToString(sum[:16])
	return w, true, nil
}

// steps are those of 1e-6 degrees.
func steps(degrees float64) int32 { return int32(math.Round(degrees * 1e6)) }

// own is a segment's way, made for matching when it is first needed.
type own struct {
	store.SegmentWay
	made *route.Way
}

func (o *own) start() route.Point { return pointOf(o.StartLat, o.StartLon) }
func (o *own) end() route.Point   { return pointOf(o.EndLat, o.EndLon) }

// pointOf is a gate in the steps of a sketch.
func pointOf(lat, lon int32) route.Point { return route.Point{Lat: lat / 10, Lon: lon / 10} }

// may says whether a recording with a sketch may have gone over the way.
func (o *own) may(sport training.Sport, s *route.Sketch) (bool, error) {
	if o.Sport != "" && o.Sport != sport || !s.MayPass(o.start()) || !s.MayPass(o.end()) {
		return false, nil
	}
	if o.made == nil {
		points, err := DecodeWay(o.Data)
		if err != nil {
			return false, err
		}
		if o.made, err = route.NewWay(points); err != nil {
			return false, err
		}
	}
	return o.made.MayFollow(s), nil
}
