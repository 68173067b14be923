// Package connection holds the state of connections to services: the remaining requests,
// the results of syncs, the reported state, and the rows of services whose terms limit how
// long they may be kept. Package internal/writes/intake reads and stores the data itself.
//
// # Budget
//
// [Budget] counts the requests of a connection in the same way as the service. The count is
// in the store, so that it survives restarts and processes share it, as do athletes if the
// service counts by application. It reserves a share of each window for interactive
// requests.
package connection

import (
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// Key returns the key of a connection in the ledger.
func Key(a training.AthleteID, n source.Name) ledger.ConnectionKey {
	return ledger.ConnectionKey{Athlete: a, Source: string(n)}
}

// Result describes one sync.
type Result struct {
	Skipped bool `json:"skipped,omitempty"` // it was not due yet
	// Waiting is a line about what the sync is waiting for, or empty.
	Waiting  i18n.Sentence `json:"-"`
	Stored   int           `json:"stored"`
	Gone     int           `json:"gone"`
	Withheld int           `json:"withheld"`
	Failed   int           `json:"failed"`
	// Changes lists the things that changed, by kind.
	Changes []Change `json:"changes,omitempty"`
	// Words has sentences about the sync for people.
	Words []i18n.Sentence `json:"words,omitempty"`
}

// Progress returns a line about the progress of a sync that has reached the given day.
func (r Result) Progress(at training.Day) i18n.Sentence {
	if r.Waiting != "" {
		return r.Waiting
	}
	return i18n.Sentencef("activities, back to %s", at)
}

// Change counts the things of one kind that a sync found new, changed or gone.
type Change struct {
	Kind    string `json:"kind"` // activity, wellness, event, gear …
	Added   int    `json:"added,omitempty"`
	Changed int    `json:"changed,omitempty"`
	Removed int    `json:"removed,omitempty"`
	// Names describes the first of them: the change, the day and the name, unless
	// an assistant may not see them.
	Names []i18n.Sentence `json:"names,omitempty"`
	// Unnamed is the number of things that are not in Names.
	Unnamed int `json:"unnamed,omitempty"`
}

// Counts returns the numbers of changes, as in "event 2 added, 1 removed".
func (c *Change) Counts() i18n.Sentence {
	var parts []i18n.Sentence
	for _, way := range []struct {
		n    int
		what string
	}{{c.Added, "%d added"}, {c.Changed, "%d changed"}, {c.Removed, "%d removed"}} {
		if way.n > 0 {
			parts = append(parts, i18n.Sentencef(way.what, way.n))
		}
	}
	return i18n.Sentencef("%s %s", i18n.Word(strings.ReplaceAll(c.Kind, "_", " ")), i18n.Joined("%s, %s", parts...))
}

// Report is the state of a connection, for people.
type Report struct {
	Source string `json:"source"`
	// State is new, reading_history, up_to_date, waiting (for the budget) or failing.
	State       string        `json:"state"`
	LastSuccess string        `json:"last_success,omitempty"` // RFC 3339 in the athlete's zone, like all times
	LastTry     string        `json:"last_try,omitempty"`
	NextTry     string        `json:"next_try,omitempty"`
	Error       i18n.Sentence `json:"error,omitempty"`
	// HistoryBackTo is the day that reading the history has reached; it is absent
	// once all of it has been read.
	HistoryBackTo *training.Day   `json:"history_back_to,omitempty"`
	Activities    map[string]int  `json:"activities"` // by outcome: stored, withheld, failed, gone
	Reasons       []Reason        `json:"reasons,omitempty"`
	Quota         []QuotaView     `json:"quota,omitempty"`
	Words         []i18n.Sentence `json:"words,omitempty"`
}

// Reason counts the activities that are missing for one reason.
type Reason struct {
	Reason     i18n.Sentence `json:"reason"`
	Activities int           `json:"activities"`
}

// QuotaView is one window of the budget.
type QuotaView struct {
	// Bucket is the bucket whose requests are counted; if it is absent, all
	// requests are counted.
	Bucket  string `json:"bucket,omitempty"`
	WindowS int    `json:"window_s"`
	Allowed int    `json:"allowed"`
	Left    int    `json:"left"`
	Ends    string `json:"ends"`
}

// Failing is the state of a connection whose last sync failed.
const Failing = "failing"
