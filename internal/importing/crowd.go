package importing

import (
	"context"
	"maps"
	"slices"
	"strings"

	"lapkeep/internal/importing/match"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// overlapGroup is a set of overlapping recordings, sorted by id, and their
// division into activities according to all evidence and decisions.
type overlapGroup struct {
	members []*member
	group   []int // index of the first member in each member's group
}

// view holds the data about an athlete that is read for regrouping. It is valid
// until something changes.
type view struct {
	pairs match.PairIndex
	pool  pool
}

func (im *Importer) view(ctx context.Context, athlete training.AthleteID) (view, error) {
	pairs, err := match.ReadPair(ctx, im.db, athlete)
	return view{pairs, im.pool(ctx, athlete)}, err
}

// regroupOverlaps regroups the activities of recordings that overlap several others,
// independently of the order of import. Two activities that a third recording connects are
// merged, and a recording that belongs to another activity moves there. If the third
// recording is gone, the activities joined because of it are split again.
func (im *Importer) regroupOverlaps(ctx context.Context, athlete training.AthleteID, crowds []ledger.Span) error {
	defer im.compared.forget()
	crowds = slices.DeleteFunc(slices.Clone(crowds), func(c ledger.Span) bool { return c.Athlete != athlete })
	if len(crowds) == 0 {
		return nil
	}
	pairs, err := match.ReadPair(ctx, im.db, athlete)
	if err != nil {
		return err
	}
	// Changed decisions are carried out before new groups are formed.
	if err := im.settle(ctx, athlete, pairs); err != nil {
		return err
	}
	seen := map[training.RecordingID]bool{}
	v, err := im.view(ctx, athlete)
	for _, c := range crowds {
		if err != nil {
			return err
		}
		near, found := v.pool.around(c.From, c.To)
		err = found
		for _, m := range near {
			if err == nil && !seen[m.id] {
				err = im.regroupAround(ctx, athlete, &v, m, seen)
			}
		}
	}
	return err
}

// regroupAround regroups the recordings that overlap a given recording. After
// each step, the state is consistent and the work can continue from there. A
// group with too many pairs to compare is not changed.
func (im *Importer) regroupAround(
	ctx context.Context, athlete training.AthleteID, v *view, m *member, seen map[training.RecordingID]bool,
) error {
	c, err := im.overlapGroupOf(ctx, athlete, v, m)
	for _, step := range []func(context.Context, training.AthleteID, match.PairIndex, overlapGroup) (bool, error){
		im.unlink,
		im.takeApart, im.link,
	} {
		if err != nil {
			return err
		}
		for _, m := range c.members {
			seen[m.id] = true
		}
		if len(c.members) < 2 || c.group == nil {
			return nil
		}
		changed, err := step(ctx, athlete, v.pairs, c)
		if err != nil {
			return err
		}
		if !changed {
			continue
		}
		if v.pairs, err = match.ReadPair(ctx, im.db, athlete); err != nil {
			return err
		}
		if err := im.settle(ctx, athlete, v.pairs); err != nil {
			return err
		}
		if *v, err = im.view(ctx, athlete); err != nil {
			return err
		}
		near, err := v.pool.around(m.rec.Start, ends(m.rec))
		if err != nil {
			return err
		}
		if i := slices.IndexFunc(near, func(o *member) bool { return o.id == m.id }); i >= 0 {
			m = near[i]
		}
		if c, err = im.overlapGroupOf(ctx, athlete, v, m); err != nil {
			return err
		}
	}
	return err
}

// overlapGroupOf finds all recordings that are connected to a recording by a
// chain of overlaps, and groups them. Recordings from the same file are not
// connected, because they are never one activity.
func (im *Importer) overlapGroupOf(ctx context.Context, athlete training.AthleteID, v *view, first *member) (c overlapGroup, err error) {
	known := map[training.RecordingID]bool{first.id: true}
	asked := map[training.ActivityID]bool{}
	c.members = []*member{first}
	for i := 0; i < len(c.members); i++ {
		m := c.members[i]
		near, err := v.pool.around(m.rec.Start, ends(m.rec))
		if err != nil {
			return c, err
		}
		if !asked[m.activity] {
			asked[m.activity] = true
			joined, err := im.db.Recordings(ctx, everything(athlete), m.activity)
			if err != nil {
				return c, err
			}
			near = append(slices.Clip(near), attached(joined)...)
		}
		for _, o := range near {
			if known[o.id] || o.activity != m.activity && (m.sibling(o) || !match.Comparable(m.rec, o.rec)) {
				continue
			}
			known[o.id] = true
			c.members = append(c.members, o)
		}
	}
	slices.SortFunc(c.members, func(a, b *member) int { return strings.Compare(string(a.id), string(b.id)) })
	c.group, err = im.groups(ctx, athlete, v.pairs, c.members)
	return c, err
}

// groups returns the group of each member, or nil if there are too many pairs to compare.
func (im *Importer) groups(ctx context.Context, athlete training.AthleteID, pairs match.PairIndex, members []*member) ([]int, error) {
	relations := map[[2]int]match.Relation{} // relations of the compared pairs
	for i, a := range members {
		for k := i + 1; k < len(members); k++ {
			// Activities are not joined if they overlap only when one clock is shifted.
			b := members[k]
			if a.comparable(b) && (a.activity == b.activity || match.Comparable(a.rec, b.rec)) {
				relations[[2]int{i, k}] = match.Doubtful
			}
		}
		if len(relations) > mostPairs {
			im.o.Log.Debug("too many recordings overlap to compare them; they stay unchanged", "recordings", len(members))
			return nil, nil
		}
	}
	load := func(m *member) (*training.Columns, error) {
		return im.db.RecordingColumns(ctx, everything(athlete), m.id, match.Channels())
	}
	for at := range relations {
		rel, err := im.relation(members[at[0]], members[at[1]], load)
		if err != nil {
			return nil, err
		}
		relations[at] = rel
	}
	said := func(i, k int) match.PairVerdict {
		return pairs.ByHand(match.Recorded(members[i].id), match.Recorded(members[k].id))
	}
	apart := func(i, k int) bool {
		return said(i, k) == match.Apart || members[i].excludes(members[k], relations[[2]int{min(i, k), max(i, k)}])
	}
	var ties []match.Tie
	for i, a := range members {
		for k := i + 1; k < len(members); k++ {
			rel, byHand := relations[[2]int{i, k}], said(i, k) == match.PairSame
			if byHand && !a.sibling(members[k]) || (rel == match.Copy || rel == match.Same) && !apart(i, k) {
				tie := a.tie(members[k], i)
				tie.B, tie.Said = k, byHand
				ties = append(ties, tie)
			}
		}
	}
	return match.Groups(len(members), ties, apart), nil
}

// excludes reports whether two recordings with this relation can never be the same activity,
// because they are from the same file, from the same device, or of different sports.
func (m *member) excludes(o *member, rel match.Relation) bool {
	return m.sibling(o) || rel != match.Copy && (match.OneDevice(m.rec.Device, o.rec.Device) || !match.Kindred(m.rec, o.rec))
}

// unlink withdraws the joins of two recordings that are no longer in the same
// group, because the recording that connected them is gone.
func (im *Importer) unlink(
	ctx context.Context, athlete training.AthleteID, pairs match.PairIndex, c overlapGroup) (changed bool, err error,
) {
	group := map[match.Part]int{}
	for i, m := range c.members {
		group[match.Recorded(m.id)] = c.group[i] + 1
	}
	for _, k := range pairs.Pairs {
		a, b := group[k.Moved], group[k.Kept]
		if k.ByHand || k.Verdict != match.PairSame || a == 0 || b == 0 || a == b {
			continue
		}
		if err := im.db.Write(ctx, func(tx *store.Tx) error { return match.Withdraw(tx, athlete, k.Pair) }); err != nil {
			return changed, err
		}
		changed = true
	}
	return changed, nil
}

// takeApart splits an activity that has members of several groups, so that each
// group has its own activity. The group with the recording from which the id
// was derived keeps the activity; if there is none, the first group does.
func (im *Importer) takeApart(
	ctx context.Context, athlete training.AthleteID, _ match.PairIndex, c overlapGroup) (changed bool, err error,
) {
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

// parts returns the recordings of each activity, by group.
func (c overlapGroup) parts() map[training.ActivityID][][]*member {
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
	for alone := range match.Alone(rec) {
		if alone == id {
			return true
		}
	}
	return false
}

// takeOut splits members off their activity. Their references and ids go with them.
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
	var olds []training.ActivityID // former ids of members that had joined the activity
	for _, m := range members {
		recs = append(recs, m.id)
		refs = append(refs, refsOf(rows, m.id, act.ExternalIDs)...)
		old := match.IdentityOf(m.original, m.rec.SessionIndex).Activity()
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

// link joins the activities of a group into one. It keeps the activity that the
// athlete edited, or else the one with the lowest id. If the athlete edited both, they
// stay separate and are listed as possible duplicates, so that no edits are lost.
func (im *Importer) link(ctx context.Context, athlete training.AthleteID, _ match.PairIndex, c overlapGroup) (changed bool, err error) {
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
			p := match.Pair{Moved: match.Recorded(first[other]), Kept: match.Recorded(first[kept])}
			if err := im.db.Write(ctx, func(tx *store.Tx) error { return match.Propose(tx, athlete, p, "") }); err != nil {
				return changed, err
			}
			changed = true
		}
	}
	return changed, nil
}

// firsts returns the recording that represents each activity of a group in a
// pair. That is the recording from which the activity's id was derived, if it
// exists, because it was there before any that joined.
func (c overlapGroup) firsts(group int) map[training.ActivityID]training.RecordingID {
	out := map[training.ActivityID]training.RecordingID{}
	for i, m := range c.members {
		if c.group[i] == group && (out[m.activity] == "" || namedAfter(m.activity, m.id)) {
			out[m.activity] = m.id
		}
	}
	return out
}

// goesOn chooses which of several activities is kept.
func goesOn(rows []store.ActivityRow) (kept training.ActivityID, others []training.ActivityID) {
	slices.SortStableFunc(rows, func(a, b store.ActivityRow) int {
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
