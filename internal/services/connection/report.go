// Package connection holds the state of the connections to services: the requests
// that are left, the result of a run, the state of a connection, and the rows
// of services whose terms limit how long they may be kept. The reading and
// storing itself is in internal/writes/intake.
//
// # Budget
//
// It counts the requests of a connection as the service does, in the store, so
// that a restart forgets none and processes share one count, as do athletes if
// the service counts by application. It reserves a share of each window for
// people who wait.
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

// Result counts what one run did.
type Result struct {
	Skipped  bool `json:"skipped,omitempty"` // it was not time yet
	Waiting  bool `json:"-"`                 // another process reads, and this run waits for it
	Stored   int  `json:"stored"`
	Gone     int  `json:"gone"`
	Withheld int  `json:"withheld"`
	Failed   int  `json:"failed"`
	// Changes lists the things that changed, by kind.
	Changes []Change `json:"changes,omitempty"`
	// Words are sentences on it for people.
	Words []i18n.Sentence `json:"words,omitempty"`
}

// Progress returns a line about the progress of a run that has come to a day.
func (r Result) Progress(at training.Day) i18n.Sentence {
	if r.Waiting {
		return "activities; another process is reading this service, waiting for it"
	}
	return i18n.Sentencef("activities, back to %s", at)
}

// Change counts what a run found of one kind of thing that was not here, or
// not as it is now.
type Change struct {
	Kind    string `json:"kind"` // activity, wellness, event, gear …
	Added   int    `json:"added,omitempty"`
	Changed int    `json:"changed,omitempty"`
	Removed int    `json:"removed,omitempty"`
	// Names are the first of them: what became of it, its day and its name, as
	// an assistant may see them.
	Names []i18n.Sentence `json:"names,omitempty"`
	// Unnamed is how many more there are.
	Unnamed int `json:"unnamed,omitempty"`
}

// Counts returns how many of the kind changed in which way: "event 2 added, 1
// removed".
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

// Report is the state of a connection, for a person to read.
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

// Failing is the state of a connection that did not work last.
const Failing = "failing"
