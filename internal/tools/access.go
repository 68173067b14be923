package tools

import (
	"context"

	"lapkeep/internal/training"
)

// Needs returns the permission that a caller from elsewhere needs to call the tool.
func (r Row) Needs() training.Permission {
	switch {
	case r.Safety == Read:
		return training.MayRead
	case r.Full, r.Machine, r.Safety == WriteFile:
		return training.MayAdmin
	case r.Sends, r.OpenWorld && r.Asks: // an undo may reach a service too
		return training.MaySend
	}
	return training.MayWrite
}

// Needs returns the permission that a caller from elsewhere needs for a tool, offered or not.
// An unknown tool, such as one of an earlier version, needs the highest.
func (t *Table) Needs(tool string) training.Permission {
	for i := range t.all {
		if t.all[i].Name == tool {
			return t.all[i].Needs()
		}
	}
	return training.MayAdmin
}

// MayUndo returns a function that returns an error if the caller may not take back a write of
// a tool, which needs the permission that the write needed; nil if the caller has no limits.
func (c *Call) MayUndo(ctx context.Context) func(tool string) error {
	a := training.Limits(ctx)
	if a == nil {
		return nil
	}
	return func(tool string) error {
		if needs := c.Table.Needs(tool); !a.May(needs) {
			return training.Errorf(training.KindForbidden, "Undoing %s needs the permission %s, which this grant does not have.", tool,
				string(needs)).WithFix("Sign in again and agree to it.")
		}
		return nil
	}
}

// AccessLog records the calls of somebody from elsewhere.
type AccessLog interface {
	Record(ctx context.Context, a *training.Access, athlete training.AthleteID, tool string, refused bool) error
}

// WithAccessLog returns a table that records the calls of people from elsewhere. Without a
// log, it refuses them.
func (t *Table) WithAccessLog(log AccessLog) *Table {
	c := *t
	c.accessLog = log
	return &c
}

// allow checks the permission and the athlete of a call from elsewhere. It is the only check
// of athletes: whatever the way, a call that the grant does not cover ends here.
func (t *Table) allow(a *training.Access, r Row, athlete training.AthleteID) error {
	if t.accessLog == nil || !a.Sees(athlete) {
		return training.NotCovered()
	}
	return a.Check(r.Name, r.Needs())
}

// recorded calls f for a caller from elsewhere, if the grant covers the call, and records it.
// An answer that cannot be recorded is not given.
func (t *Table) recorded(
	ctx context.Context, a *training.Access, r Row, athlete training.AthleteID, f func() (Result, error),
) (res Result, err error) {
	err = t.allow(a, r, athlete)
	refused := err != nil
	if !refused {
		res, err = f()
	}
	about := []training.AthleteID{athlete}
	if r.Everyone {
		about = a.Athletes
	}
	for _, id := range about {
		if !a.Sees(id) || t.accessLog == nil {
			continue
		}
		if why := t.accessLog.Record(context.WithoutCancel(ctx), a, id, r.Name, refused); why != nil {
			return Result{}, why
		}
	}
	return res, err
}
