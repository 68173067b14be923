package syncer

import (
	"context"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// ReportBook reads the state of connections for a report.
type ReportBook interface {
	Cursor(ctx context.Context, k ledger.ConnectionKey, name string, v any) (bool, error)
	Tallies(ctx context.Context, k ledger.ConnectionKey) ([]ledger.Tally, error)
	Quotas(ctx context.Context, k ledger.ConnectionKey, application string) ([]ledger.Quota, error)
}

// Report is how a connection stands, for a person to read.
type Report struct {
	Source string `json:"source"`
	// State is new, reading_history, up_to_date, waiting (for the budget) or failing.
	State       string        `json:"state"`
	LastSuccess string        `json:"last_success,omitempty"` // RFC 3339 in the athlete's zone, as all times
	LastTry     string        `json:"last_try,omitempty"`
	NextTry     string        `json:"next_try,omitempty"`
	Error       i18n.Sentence `json:"error,omitempty"`
	// HistoryBackTo is the day that the backfill came to; absent once all is here.
	HistoryBackTo *training.Day   `json:"history_back_to,omitempty"`
	Activities    map[string]int  `json:"activities"` // stored, withheld, failed, gone
	Reasons       []Reason        `json:"reasons,omitempty"`
	Quota         []QuotaView     `json:"quota,omitempty"`
	Words         []i18n.Sentence `json:"words,omitempty"`
}

// Reason counts the activities that are not here for one reason.
type Reason struct {
	Reason     i18n.Sentence `json:"reason"`
	Activities int           `json:"activities"`
}

// QuotaView is one window of the budget.
type QuotaView struct {
	// Bucket is whose requests are counted; absent are all.
	Bucket  string `json:"bucket,omitempty"`
	WindowS int    `json:"window_s"`
	Allowed int    `json:"allowed"`
	Left    int    `json:"left"`
	Ends    string `json:"ends"`
}

const shownReasons = 5

// Failing is the state of a connection that did not work last.
const Failing = "failing"

// ReportOf tells how a connection by an application to a service of that title
// stands at now, whose zone is the athlete's.
func ReportOf(ctx context.Context, b ReportBook, k ledger.ConnectionKey, application, title string, now time.Time) (Report, error) {
	r := Report{Source: k.Source, Activities: map[string]int{}}
	var runs Runs
	var at progress
	if _, err := b.Cursor(ctx, k, runsCursor, &runs); err != nil {
		return r, err
	}
	if _, err := b.Cursor(ctx, k, activityCursor, &at); err != nil {
		return r, err
	}
	tallies, err := b.Tallies(ctx, k)
	if err != nil {
		return r, err
	}
	quotas, err := b.Quotas(ctx, k, application)
	if err != nil {
		return r, err
	}
	clock := func(t time.Time) string {
		if t.IsZero() {
			return ""
		}
		return t.In(now.Location()).Format(time.RFC3339)
	}
	r.LastSuccess, r.LastTry, r.NextTry, r.Error = clock(runs.LastSuccess), clock(runs.LastTry),
		clock(runs.due(now)), i18n.Sentence(runs.Error)
	for _, w := range runs.Words {
		r.Words = append(r.Words, i18n.Sentence(w))
	}
	r.State = state(runs, at)
	if at.Begun && !at.Done {
		r.HistoryBackTo = &at.Back
	}
	for _, t := range tallies {
		r.Activities[string(t.State)] += t.Items
		if t.Reason != "" && len(r.Reasons) < shownReasons {
			r.Reasons = append(r.Reasons, Reason{i18n.Sentence(t.Reason), t.Items})
		}
	}
	for _, q := range quotas {
		if q.Window == 0 && q.Name == source.LockedOut.String() && now.Before(q.Ends) {
			locked := source.Fail(source.Failure{Fault: source.LockedOut, Source: source.Name(k.Source), Title: title, RetryAt: q.Ends}, "")
			r.State, r.Error, r.NextTry = Failing, i18n.OfError(locked), clock(q.Ends)
		}
		if q.Window == 0 || q.Allowed == 0 || !now.Before(q.Ends) {
			continue // a block, or a window that is over
		}
		r.Quota = append(r.Quota, QuotaView{q.Name, int(q.Window.Seconds()), q.Allowed, max(0, q.Allowed-q.Used), clock(q.Ends)})
	}
	return r, nil
}

func state(runs Runs, at progress) string {
	switch {
	case runs.LastTry.IsZero():
		return "new"
	case runs.Failures > 0:
		return Failing
	case runs.Error != "":
		return "waiting"
	case at.Begun && !at.Done:
		return "reading_history"
	default:
		return "up_to_date"
	}
}
