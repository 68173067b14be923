package ingest

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/ingest/identity"
	"lapkeep/internal/ingest/match"
	"lapkeep/internal/ingest/pair"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// crowd is recordings that overlap one another, in the order of their ids, and
// which of them are one activity by all that is known of them.
type crowd struct {
	members []*member
	group   []int // of each the first of its group
}

// gather brings the activities of recordings that overlap several others to
// what all of these together amount to, whichever came first: two activities
// that a third recording joins become one, and a recording that belongs
// elsewhere leaves. What was joined so and does not belong together any more,
// because the third is gone, is taken apart again.
func (im *Importer) gather(ctx context.Context, athlete training.AthleteID, crowds []ledger.Span) error {
	seen := map[training.RecordingID]bool{}
	for _, c := range crowds {
		if c.Athlete != athlete {
			continue
		}
		near, err := im.db.Candidates(ctx, everything(athlete), c.From, c.To)
		if err != nil {
			return err
		}
		for i := range near {
			if near[i].Activity == "" || seen[near[i].ID] {
				continue
			}
			if err := im.gatherAround(ctx, athlete, &near[i], seen); err != nil {
				return err
			}
		}
	}
	return nil
}

// gatherAround does so for the crowd of one recording. Each step leaves what
// can be read and gone on from.
func (im *Importer) gatherAround(
	ctx context.Context, athlete training.AthleteID, row *store.RecordingRow, seen map[training.RecordingID]bool,
) error {
	for _, step := range []func(context.Context, training.AthleteID, pair.Book, crowd) (bool, error){im.withdraw, im.takeApart, im.propose} {
		book, err := pair.Read(ctx, im.db, athlete)
		if err != nil {
			return err
		}
		c, err := im.crowdOf(ctx, athlete, book, row)
		if err != nil {
			return err
		}
		for _, m := range c.members {
			seen[m.id] = true
		}
		changed, err := step(ctx, athlete, book, c)
		if err != nil {
			return err
		}
		if !changed {
			continue
		}
		if book, err = pair.Read(ctx, im.db, athlete); err != nil {
			return err
		}
		if err := im.settle(ctx, athlete, book); err != nil {
			return err
		}
	}
	return nil
}

// crowdOf finds all that a recording's candidates lead to, and groups them.
func (im *Importer) crowdOf(ctx context.Context, athlete training.AthleteID, book pair.Book, row *store.RecordingRow) (c crowd, err error) {
	known := map[training.RecordingID]bool{row.ID: true}
	c.members = []*member{stored(row)}
	for i := 0; i < len(c.members); i++ {
		m := c.members[i]
		end := m.rec.Start.Add(time.Duration(m.rec.ElapsedS * float64(time.Second)))
		near, err := im.db.Candidates(ctx, everything(athlete), m.rec.Start, end)
		if err != nil {
			return c, err
		}
		joined, err := im.db.Recordings(ctx, everything(athlete), m.activity)
		if err != nil {
			return c, err
		}
		for _, rows := range [][]store.RecordingRow{near, joined} {
			for k := range rows {
				o := stored(&rows[k])
				if o.activity == "" || known[o.id] || o.activity != m.activity && !match.Candidate(m.rec, o.rec) {
					continue
				}
				known[o.id] = true
				c.members = append(c.members, o)
			}
		}
	}
	slices.SortFunc(c.members, func(a, b *member) int { return strings.Compare(string(a.id), string(b.id)) })
	c.group, err = im.groups(ctx, athlete, book, c.members)
	return c, err
}

// groups compares every two members.
func (im *Importer) groups(ctx context.Context, athlete training.AthleteID, book pair.Book, members []*member) ([]int, error) {
	var ties []match.Tie
	apart := make(map[[2]int]bool)
	for i, a := range members {
		for k := i + 1; k < len(members); k++ {
			b := members[k]
			tie := match.Tie{A: i, B: k, Overlap: match.Overlap(a.rec, b.rec), CommonS: match.CommonS(a.rec, b.rec)}
			said := book.ByHand(pair.Recorded(a.id), pair.Recorded(b.id))
			rel, err := im.relation(ctx, athlete, a, b)
			if err != nil {
				return nil, err
			}
			if said == pair.Apart || a.excludes(b, rel) {
				apart[[2]int{i, k}] = true
			}
			tie.Said = said == pair.Same
			if tie.Said || rel != match.Doubtful && !apart[[2]int{i, k}] {
				ties = append(ties, tie)
			}
		}
	}
	return match.Groups(len(members), ties, func(i, k int) bool { return apart[[2]int{min(i, k), max(i, k)}] }), nil
}

// relation compares two stored recordings. Their columns are not kept: a
// recording of weeks has hundreds beside it.
func (im *Importer) relation(ctx context.Context, athlete training.AthleteID, a, b *member) (match.Relation, error) {
	if !match.Candidate(a.rec, b.rec) {
		return match.Doubtful, nil
	}
	var columns [2]*training.Columns
	for i, m := range []*member{a, b} {
		cols, err := im.db.RecordingColumns(ctx, everything(athlete), m.id, match.Channels())
		if err != nil {
			return match.Doubtful, err
		}
		columns[i] = cols
	}
	return match.Compare(a.rec, columns[0], b.rec, columns[1]).Relation(), nil
}

// excludes says that two recordings, which compare so, are never of one
// activity: sessions of one file, two that one device made, two sports.
func (m *member) excludes(o *member, rel match.Relation) bool {
	return m.original != "" && m.original == o.original ||
		rel != match.Copy && match.OneDevice(m.rec.Device, o.rec.Device) || !match.Kindred(m.rec, o.rec)
}

// withdraw takes back that two are one by what a third had shown.
func (im *Importer) withdraw(ctx context.Context, athlete training.AthleteID, book pair.Book, c crowd) (changed bool, err error) {
	group := map[pair.Part]int{}
	for i, m := range c.members {
		group[pair.Recorded(m.id)] = c.group[i] + 1
	}
	for _, k := range book.Pairs {
		a, b := group[k.Moved], group[k.Kept]
		if k.ByHand || k.Verdict != pair.Same || a == 0 || b == 0 || a == b {
			continue
		}
		if err := im.db.Write(ctx, func(tx *store.Tx) error { return pair.Withdraw(tx, athlete, k.Pair) }); err != nil {
			return changed, err
		}
		changed = true
	}
	return changed, nil
}

// takeApart splits an activity that holds parts of several groups: each gets
// one of its own. The group with the recording that the activity is named after
// keeps it, or else the first.
func (im *Importer) takeApart(ctx context.Context, athlete training.AthleteID, _ pair.Book, c crowd) (changed bool, err error) {
	for id, groups := range c.parts() {
		if len(groups) < 2 {
			continue
		}
		stays := slices.IndexFunc(groups, func(g []*member) bool {
			return slices.ContainsFunc(g, func(m *member) bool { return namedAfter(id, m.id) })
		})
		for i, g := range groups {
			if i == max(0, stays) {
				continue
			}
			if err := im.takeOut(ctx, athlete, id, g); err != nil {
				return changed, err
			}
			changed = true
		}
	}
	return changed, nil
}

// parts are the recordings of each activity by their groups.
func (c crowd) parts() map[training.ActivityID][][]*member {
	out := map[training.ActivityID][][]*member{}
	at := map[training.ActivityID]map[int]int{}
	for i, m := range c.members {
		if at[m.activity] == nil {
			at[m.activity] = map[int]int{}
		}
		n, ok := at[m.activity][c.group[i]]
		if !ok {
			n = len(out[m.activity])
			at[m.activity][c.group[i]] = n
			out[m.activity] = append(out[m.activity], nil)
		}
		out[m.activity][n] = append(out[m.activity][n], m)
	}
	return out
}

func namedAfter(id training.ActivityID, rec training.RecordingID) bool {
	for alone := range identity.Alone(rec) {
		if alone == id {
			return true
		}
	}
	return false
}

// takeOut splits members out of their activity, with the names that they have.
func (im *Importer) takeOut(ctx context.Context, athlete training.AthleteID, from training.ActivityID, members []*member) error {
	rows, err := im.db.Recordings(ctx, everything(athlete), from)
	if err != nil {
		return err
	}
	act, err := im.activity(ctx, athlete, from)
	if err != nil {
		return err
	}
	var recs []training.RecordingID
	var refs []string
	var olds []training.ActivityID // by which those who joined the activity are known
	for _, m := range members {
		recs = append(recs, m.id)
		refs = append(refs, refsOf(rows, m.id, act.ExternalIDs)...)
		old := identity.Of(m.original, m.rec.SessionIndex).Activity()
		leads, err := im.db.Resolve(ctx, everything(athlete), string(old))
		if err != nil && training.KindOf(err) != training.KindNotFound {
			return err
		}
		if leads == from && old != from {
			olds = append(olds, old)
		}
	}
	return im.db.Write(ctx, func(tx *store.Tx) error {
		id, err := im.Split(ctx, tx, athlete, from, training.Activity{}, recs...)
		if err != nil {
			return err
		}
		for _, ref := range refs {
			if err := tx.PutExternalID(athlete, id, ref); err != nil {
				return err
			}
		}
		for _, old := range olds {
			if err := tx.Redirect(athlete, old, id); err != nil {
				return err
			}
		}
		return nil
	})
}

// propose makes one activity of a group that several have. The one that the
// athlete edited goes on, or else the one with the lowest id; where both are
// edited they stay apart, and duplicates asks, because words would be lost.
func (im *Importer) propose(ctx context.Context, athlete training.AthleteID, _ pair.Book, c crowd) (changed bool, err error) {
	for g := range c.members {
		first := c.firsts(g)
		if len(first) < 2 {
			continue
		}
		ids := slices.Collect(maps.Keys(first))
		page, err := im.db.Activities(ctx, everything(athlete), store.ActivityFilter{IDs: ids})
		if err != nil {
			return changed, err
		}
		kept, others := goesOn(page.Rows)
		for _, other := range others {
			p := pair.Pair{Moved: pair.Recorded(first[other]), Kept: pair.Recorded(first[kept])}
			if err := im.db.Write(ctx, func(tx *store.Tx) error { return pair.Propose(tx, athlete, p, "") }); err != nil {
				return changed, err
			}
			changed = true
		}
	}
	return changed, nil
}

// firsts are the recordings by which the activities of a group are called into
// a pair: the one that each is named after, as long as it is there, because it
// was there before any that joined it.
func (c crowd) firsts(group int) map[training.ActivityID]training.RecordingID {
	out := map[training.ActivityID]training.RecordingID{}
	for i, m := range c.members {
		if c.group[i] == group && (out[m.activity] == "" || namedAfter(m.activity, m.id)) {
			out[m.activity] = m.id
		}
	}
	return out
}

// goesOn chooses among activities that are one.
func goesOn(rows []store.ActivityRow) (kept training.ActivityID, others []training.ActivityID) {
	slices.SortFunc(rows, func(a, b store.ActivityRow) int {
		if edited := min(1, len(b.Edited)) - min(1, len(a.Edited)); edited != 0 {
			return edited
		}
		return strings.Compare(string(a.ID), string(b.ID))
	})
	for i, r := range rows {
		switch {
		case i == 0:
			kept = r.ID
		case len(r.Edited) == 0:
			others = append(others, r.ID)
		}
	}
	return kept, others
}
