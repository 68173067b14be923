package ingest

import (
	"context"

	"lapkeep/internal/ingest/match"
	"lapkeep/internal/ingest/pair"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/training"
)

// decision is where a recording belongs.
type decision struct {
	join     training.ActivityID // empty: an activity of its own
	as       training.ActivityID // the id that it is to have then; empty: one that follows from its bytes
	question []phrase.Sentence   // one sentence for each activity that it may belong to
}

// decide looks for the activity that a recording belongs to, among what is
// stored and what this batch has placed so far.
func (b *batch) decide(ctx context.Context, s *session, original string) (decision, error) {
	var d decision
	near, err := b.candidates(ctx, s.rec)
	if err != nil {
		return d, err
	}
	var best match.Tie
	own := pair.Recorded(s.digest.Recording())
	for i, m := range near {
		verdict := b.run.book.Between(own, pair.Recorded(m.id))
		if verdict == pair.Same && m.original != original {
			return decision{join: m.activity}, nil
		}
		if verdict == pair.Apart || m.original == original || !match.Candidate(s.rec, m.rec) {
			continue // siblings of one file are never one activity
		}
		rel, err := b.compare(ctx, s, m)
		if err != nil {
			return d, err
		}
		if rel == match.Doubtful {
			d.question = append(d.question, phrase.Sentencef(
				"It may be the same activity as %s, which overlaps it; they were kept apart because nothing recorded in both "+
					"proves it. Decide with: lapkeep duplicates", m.activity))
			continue
		}
		tie := match.Tie{A: i, B: i, Overlap: match.Overlap(s.rec, m.rec), CommonS: match.CommonS(s.rec, m.rec)}
		if d.join != "" && !tie.Stronger(best) {
			continue
		}
		free, err := b.admits(ctx, m.activity, s, original)
		if err != nil {
			return d, err
		}
		if free {
			d.join, best = m.activity, tie
		}
	}
	if d.join != "" {
		d.question = nil
	}
	return d, nil
}

// compare says how a recording belongs to one that is placed.
func (b *batch) compare(ctx context.Context, s *session, m *member) (match.Relation, error) {
	cols, err := b.columns(ctx, m, match.Channels())
	if err != nil {
		return match.Doubtful, err
	}
	return match.Compare(s.rec, &s.rec.Columns, m.rec, cols).Relation(), nil
}

// admits says whether an activity has nothing that the recording is never one
// with, by itself or by the athlete's word.
func (b *batch) admits(ctx context.Context, id training.ActivityID, s *session, original string) (bool, error) {
	own := &member{id: s.digest.Recording(), original: original, rec: s.rec}
	members, err := b.members(ctx, id)
	if err != nil {
		return false, err
	}
	for _, m := range members {
		var rel match.Relation
		if match.OneDevice(m.rec.Device, s.rec.Device) {
			if rel, err = b.compare(ctx, s, m); err != nil {
				return false, err
			}
		}
		if own.excludes(m, rel) || b.run.book.Between(pair.Recorded(own.id), pair.Recorded(m.id)) == pair.Apart {
			return false, nil
		}
	}
	return true, nil
}
