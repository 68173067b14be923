package tools

import (
	"context"
	"slices"

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

// AccessLog records the calls of somebody from elsewhere. Without athletes, a call was about
// nobody whom the grant covers.
type AccessLog interface {
	Record(ctx context.Context, a *training.Access, athletes []training.AthleteID, tool string, refused bool) error
}

// WithAccessLog returns a table that records the calls of people from elsewhere. Without a
// log, it refuses them.
func (t *Table) WithAccessLog(log AccessLog) *Table {
	c := *t
	c.accessLog = log
	return &c
}

// allow checks the permission and the athlete of a call from elsewhere. It is the only check
// of athletes: however a call arrives, it ends here if the grant does not cover it.
func (t *Table) allow(a *training.Access, r Row, athlete training.AthleteID) error {
	if t.accessLog == nil || !a.Sees(athlete) {
		return training.NotCovered()
	}
	return a.To(athlete, athlete).Check(r.Name, r.Needs())
}

// recorded calls f for a caller from elsewhere, if the grant covers the call, after the call
// was recorded: what cannot be recorded is not done.
func (t *Table) recorded(
	ctx context.Context, a *training.Access, r Row, athlete training.AthleteID, f func() (Result, error),
) (Result, error) {
	about := []training.AthleteID{athlete}
	if r.Everyone {
		about = slices.Clone(a.Athletes)
	}
	about = slices.DeleteFunc(about, func(id training.AthleteID) bool { return !a.Sees(id) })
	refused := t.allow(a, r, athlete)
	if err := t.record(ctx, a, about, r.Name, refused != nil); err != nil {
		return Result{}, err
	}
	if refused != nil {
		return Result{}, refused
	}
	return f()
}

func (t *Table) record(ctx context.Context, a *training.Access, about []training.AthleteID, tool string, refused bool) error {
	if t.accessLog == nil { // every call is refused
		return nil
	}
	return t.accessLog.Record(context.WithoutCancel(ctx), a, about, tool, refused)
}

// Refused records a call from elsewhere that is refused before it is known whom it is about,
// and returns why.
func (t *Table) Refused(ctx context.Context, tool string, why error) error {
	if a := training.Limits(ctx); a != nil {
		if err := t.record(ctx, a, nil, tool, true); err != nil {
			return err
		}
	}
	return why
}
