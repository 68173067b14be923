package fitness

import (
	"context"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

const (
	changeBatch = 512
	// patchLimit is how many changed activities are looked up one by one;
	// beyond it the athlete's months are all read anew.
	patchLimit = 64
)

// follow forgets what the change log says has changed since the last call.
func (c *MonthlyCache[T]) follow(ctx context.Context) error {
	if !c.started {
		// Nothing has been read, so what changed before now cannot be stale.
		seq, err := c.r.LastChange(ctx)
		if err != nil {
			return err
		}
		c.seq, c.started = seq, true
	}
	for {
		changes, err := c.r.Changes(ctx, c.seq, changeBatch)
		if err != nil {
			return err
		}
		if err := c.forget(ctx, changes); err != nil {
			return err
		}
		if n := len(changes); n > 0 {
			c.seq = changes[n-1].Seq
		}
		if len(changes) < changeBatch {
			c.keepLess(ctx)
			return nil
		}
	}
}

func (c *MonthlyCache[T]) forget(ctx context.Context, changes []store.Change) error {
	changed := map[training.AthleteID]map[training.ActivityID]bool{}
	for _, ch := range changes {
		if ch.Kind != store.ChangeActivity && ch.Kind != store.ChangeDerived {
			continue
		}
		if changed[ch.Athlete] == nil {
			changed[ch.Athlete] = map[training.ActivityID]bool{}
		}
		changed[ch.Athlete][training.ActivityID(ch.ID)] = true
	}
	for s := range c.spans {
		if changed[s.Athlete] != nil {
			delete(c.spans, s)
		}
	}
	for k, t := range c.tables {
		ids := changed[k.scope.Athlete]
		if len(ids) > patchLimit {
			delete(c.tables, k)
			c.unkeep(k)
			continue
		}
		for id := range ids {
			lost, err := c.forgetOne(ctx, t, k, id)
			if err != nil {
				return err
			}
			if lost {
				c.less[k] = true
			}
		}
	}
	return nil
}

// forgetOne drops the months that hold the activity, which are two where it
// moved while they were read, and the one that it belongs to now. It is lost
// if it was held and the audience may see it no more.
func (c *MonthlyCache[T]) forgetOne(ctx context.Context, t table[T], k key, id training.ActivityID) (lost bool, err error) {
	for m, v := range t {
		if v.Holds(id) {
			delete(t, m)
			lost = true
		}
	}
	p, err := c.r.Primitive(ctx, k.scope, id, k.kind)
	if err == nil {
		delete(t, MonthlyOf(p.Day))
		return false, nil
	}
	if training.KindOf(err) == training.KindNotFound {
		return lost, nil
	}
	return false, err
}
