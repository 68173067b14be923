package importing

import (
	"context"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/importing/match"
	"lapkeep/internal/training"
)

// decision is where a recording belongs.
type decision struct {
	join     training.ActivityID // empty: an activity of its own
	as       training.ActivityID // the id that it is to have then; empty: one that follows from its bytes
	question []i18n.Sentence     // one for each activity that it may belong to, and one where not all were compared
}

// decide looks for the activity that a recording belongs to, among what is
// stored and what this batch has placed so far.
func (b *batch) decide(ctx context.Context, s *session, original string) (decision, error) {
	var d decision
	near, err := b.candidates(s.rec)
	if err != nil {
		return d, err
	}
	fresh := b.fresh(s, original)
	near = slices.DeleteFunc(near, func(m *member) bool {
		verdict := b.run.book.Between(match.Recorded(fresh.id), match.Recorded(m.id))
		if verdict == match.PairSame && !fresh.sibling(m) && d.join == "" {
			d.join = m.activity
		}
		return verdict == match.Apart
	})
	if d.join != "" {
		return d, nil
	}
	var best match.Tie
	near, all := fresh.nearest(near)
	for i, m := range near {
		rel, err := b.im.relation(fresh, m, b.loader(ctx))
		if err != nil {
			return d, err
		}
		switch rel {
		case match.Unlike:
			continue
		case match.Doubtful:
			d.question = append(d.question, i18n.Sentencef(
				"It may be the same activity as %s, which overlaps it; they were kept apart because nothing recorded in both "+
					"proves it. Decide with: lapkeep duplicates", m.activity))
			continue
		}
		tie := fresh.tie(m, i)
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
	if !all {
		d.question = append(d.question, i18n.Sentencef(
			"More than %d recordings overlap one of it; it was compared only with those that have most of their time in common with it.",
			mostCompared))
	}
	return d, nil
}

// fresh is a recording that is not placed yet.
func (b *batch) fresh(s *session, original string) *member {
	return &member{id: s.digest.Recording(), original: original, rec: s.rec}
}

// admits says whether an activity has nothing that the recording is never one
// with, by itself or by the athlete's word, and not too many already.
func (b *batch) admits(ctx context.Context, id training.ActivityID, s *session, original string) (bool, error) {
	own := b.fresh(s, original)
	members, err := b.members(ctx, id)
	if err != nil {
		return false, err
	}
	if len(members) >= mostCompared {
		return false, nil
	}
	for _, m := range members {
		var rel match.Relation
		if match.OneDevice(m.rec.Device, s.rec.Device) {
			if rel, err = b.im.relation(own, m, b.loader(ctx)); err != nil {
				return false, err
			}
		}
		if own.excludes(m, rel) || b.run.book.Between(match.Recorded(own.id), match.Recorded(m.id)) == match.Apart {
			return false, nil
		}
	}
	return true, nil
}
