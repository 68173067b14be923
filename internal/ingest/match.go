package ingest

import (
	"context"
	"fmt"

	"lapkeep/internal/ingest/match"
	"lapkeep/internal/ingest/pair"
	"lapkeep/internal/training"
)

// decision is where a recording belongs.
type decision struct {
	join     training.ActivityID // empty: an activity of its own
	copyOf   training.RecordingID
	question []string // one sentence for each activity that it may belong to
}

// decide looks for the activity that a recording belongs to, among what is
// stored and what this batch has placed so far.
func (b *batch) decide(ctx context.Context, s *session, original string) (decision, error) {
	var d decision
	near, err := b.candidates(ctx, s.rec)
	if err != nil {
		return d, err
	}
	best := 0.0
	own := pair.Recorded(s.digest.Recording())
	for _, m := range near {
		verdict := b.run.book.Between(own, pair.Recorded(m.id))
		if verdict == pair.Same && m.original != original {
			return decision{join: m.activity}, nil
		}
		if verdict == pair.Apart || m.original == original || !match.Candidate(s.rec, m.rec) {
			continue // siblings of one file are never one activity
		}
		cols, err := b.columns(ctx, m, match.Channels())
		if err != nil {
			return d, err
		}
		switch match.Compare(s.rec, &s.rec.Columns, m.rec, cols).Relation() {
		case match.Copy:
			return decision{join: m.activity, copyOf: m.id}, nil
		case match.Doubtful:
			d.question = append(d.question, fmt.Sprintf(
				"It may be the same activity as %s, which overlaps it; they were kept apart because nothing recorded in both proves it. Decide with: lapkeep duplicates", m.activity))
		case match.Same:
			if o := match.Overlap(s.rec, m.rec); o > best {
				free, err := b.admits(ctx, m.activity, s, original)
				if err != nil {
					return d, err
				}
				if free {
					d.join, best = m.activity, o
				}
			}
		}
	}
	if d.join != "" {
		d.question = nil
	}
	return d, nil
}

// admits says whether an activity has neither a sibling of the recording nor
// another recording of its device, nor one that the athlete said is another.
func (b *batch) admits(ctx context.Context, id training.ActivityID, s *session, original string) (bool, error) {
	own := pair.Recorded(s.digest.Recording())
	members, err := b.members(ctx, id)
	if err != nil {
		return false, err
	}
	for _, m := range members {
		if m.original == original || match.OneDevice(m.rec.Device, s.rec.Device) ||
			b.run.book.Between(own, pair.Recorded(m.id)) == pair.Apart {
			return false, nil
		}
	}
	return true, nil
}
