package account

import (
	"cmp"
	"context"
	"time"

	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/syncer"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type syncIn struct {
	Source string `json:"source,omitempty" jsonschema:"one service; default all that are connected"`
	Full   bool   `json:"full,omitempty" jsonschema:"check the whole past for edits and deletions"`
}

type syncOut struct {
	LocalDate training.Day            `json:"local_date"`
	TimeZone  string                  `json:"time_zone"`
	AthleteID string                  `json:"athlete_id"`
	DryRun    bool                    `json:"dry_run,omitempty"`
	Sources   []serviced.ConnectedRun `json:"sources"`
	Words     []i18n.Sentence         `json:"words"`
}

// syncTime is how long one call reads. A history takes longer: then the
// answer says so, and the reading goes on where it was.
const syncTime = 20 * time.Second

func syncRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "sync_now", Title: "Sync connected services", Toolset: toolset, Safety: tools.Write, Default: true,
		Idempotent: true, OpenWorld: true,
		Timeout: time.Minute,
		Description: "Fetches new activities, wellness, calendar, gear and settings from the connected services into the local store. " +
			"While it serves, Lapkeep does so by itself every 15 minutes. Much that is new takes several calls; more says so.",
	}, func(ctx context.Context, c *tools.Call, in syncIn) (*syncOut, error) {
		return syncNow(ctx, d, c, in)
	})
}

func syncNow(ctx context.Context, d Deps, c *tools.Call, in syncIn) (*syncOut, error) {
	out := &syncOut{
		LocalDate: c.Today, TimeZone: c.Location.String(), AthleteID: string(c.Scope.Athlete), DryRun: c.DryRun,
		Sources: []serviced.ConnectedRun{}, Words: []i18n.Sentence{},
	}
	now := c.Now.In(c.Location)
	var views []serviced.ConnectedView
	var err error
	if in.Source == "" {
		views, err = d.services(c).Views(ctx, now)
	} else {
		views = make([]serviced.ConnectedView, 1)
		if views[0], err = d.services(c).View(ctx, in.Source, now); err == nil && !views[0].Connected {
			err = training.Errorf(training.KindNotFound, "%s is not connected.", views[0].Name).
				WithFix("A person runs `%s` at a terminal.", views[0].HowTo)
		}
	}
	if err != nil {
		return nil, err
	}
	for _, v := range views {
		switch {
		case !v.Connected:
		case c.DryRun:
			out.Sources = append(out.Sources, serviced.ConnectedRun{Source: v.Source, State: v.State, NextTry: v.NextTry})
		default:
			out.Sources = append(out.Sources, d.syncOne(ctx, c, v, in.Full))
		}
	}
	if len(out.Sources) == 0 {
		out.Words = append(out.Words, "No service is connected; connect_source tells how.")
	}
	for _, r := range out.Sources {
		if !c.DryRun {
			out.Words = append(out.Words, tell(r))
		}
	}
	return out, ctx.Err()
}

// syncOne reads one service for as long as a call may take.
func (d Deps) syncOne(ctx context.Context, c *tools.Call, v serviced.ConnectedView, full bool) serviced.ConnectedRun {
	within, cancel := context.WithTimeout(ctx, cmp.Or(d.SyncTime, syncTime))
	defer cancel()
	r, err := d.Connections(c.Scope.Athlete).Sync(within, source.Name(v.Source), full, func(r syncer.Result, at training.Day) {
		c.Report(r.Stored+r.Withheld+r.Failed, 0, r.Progress(at))
	})
	run := serviced.ConnectedRun{Source: v.Source, Result: r}
	switch {
	case err == nil:
	case within.Err() != nil || training.KindOf(err) == training.KindCanceled:
		run.More = true
	default:
		p := tools.Describe(err)
		run.Problem, run.Fix = p.Told(err)
		if training.KindOf(err) == training.KindConflict {
			run.More = true // somebody else is at it
		}
	}
	if after, err := d.services(c).View(ctx, v.Source, c.Now.In(c.Location)); err == nil {
		run.State = after.State
		if run.More = run.More || after.HistoryBackTo != nil; run.More || run.Problem != "" {
			run.NextTry = after.NextTry
		}
	}
	return run
}

// tell says what a reading did.
func tell(r serviced.ConnectedRun) i18n.Sentence {
	text := i18n.Sentencef("%s: %d activities stored", r.Source, r.Stored)
	for _, part := range []struct {
		n    int
		what string
	}{{r.Gone, "%d deleted there"}, {r.Withheld, "%d withheld by the service"}, {r.Failed, "%d failed"}} {
		if part.n > 0 {
			text = i18n.Joined("%s, %s", text, i18n.Sentencef(part.what, part.n))
		}
	}
	for i := range r.Changes {
		text = i18n.Joined("%s; %s", text, r.Changes[i].Counts())
	}
	if r.More {
		text = i18n.Joined("%s; %s", text, "there is more, which a running server reads by itself, or the next call")
	}
	return i18n.Sentencef("%s.", text)
}
