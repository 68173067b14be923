package activity

import (
	"context"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/pace"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// OnlyRuns is why other sports have no graded pace.
const OnlyRuns = "graded pace is computed for runs only"

// slope is the grade of every row and, of a run, what its speed is worth on
// the flat.
type slope struct {
	pct    []float32
	known  training.Bitmap
	graded *pace.Graded
	// noGAP is why a run has no graded pace.
	noGAP i18n.Sentence
}

// readSlope reads the grade by the rule of the metrics, which knows the pauses.
func (f *streamsSource) readSlope(ctx context.Context, r StreamReader, s training.Scope, row *store.ActivityRow) error {
	v, err := f.view(ctx, r, s, row)
	if err != nil {
		return err
	}
	f.slope.pct, f.slope.known = route.Grade(v)
	if row.Sport != training.Running {
		f.slope.noGAP = OnlyRuns
		return nil
	}
	f.slope.graded, f.slope.noGAP = pace.Grade(v, pace.Canonical)
	return nil
}

// view is the columns with the pauses of the recording whose clock they have.
func (f *streamsSource) view(ctx context.Context, r StreamReader, s training.Scope, row *store.ActivityRow) (*stream.View, error) {
	recordings, err := r.Recordings(ctx, s, row.ID)
	if err != nil {
		return nil, err
	}
	var rec training.Recording
	for i, first := 0, -1; i < len(recordings); i++ {
		if first < 0 || recordings[i].Rank < recordings[first].Rank {
			rec, first = recordings[i].Recording, i
		}
	}
	rec.Sport, rec.SubSport, rec.Columns = row.Sport, row.SubSport, *f.columns
	return stream.Of(&rec, stream.Limits{}), nil
}

// grade is the mean grade of each bucket.
func (s *slope) grade(bs []bucket, decimals int) []*float64 {
	return means(bs, decimals, func(i int) (float64, bool) { return float64(s.pct[i]), s.known.Get(i) }, as)
}

// gap is the pace of each bucket's mean speed on the flat.
func (s *slope) gap(bs []bucket, decimals int) []*float64 {
	if s.graded == nil {
		return make([]*float64, len(bs))
	}
	return means(bs, decimals, s.graded.Speed, toPace)
}

// means applies shown to the mean over each bucket's known rows.
func means(bs []bucket, decimals int, row func(i int) (float64, bool), shown func(float64) (float64, bool)) []*float64 {
	out := make([]*float64, len(bs))
	for k, b := range bs {
		sum, n := 0.0, 0
		for i := b.lo; i < b.hi; i++ {
			if x, ok := row(i); ok {
				sum += x
				n++
			}
		}
		if n == 0 {
			continue
		}
		if v, ok := shown(sum / float64(n)); ok {
			v = answers.Round(v, decimals)
			out[k] = &v
		}
	}
	return out
}
