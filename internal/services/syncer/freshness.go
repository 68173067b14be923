package syncer

import (
	"context"
	"encoding/json"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// FreshnessBook reads the cursors that freshness follows from.
type FreshnessBook interface {
	Cursors(ctx context.Context, a training.AthleteID, name string) ([]ledger.Kept, error)
}

// Freshness says when each service of an athlete was read last, in words;
// empty if none is connected. What stands beside it is an answer that it must
// not fail: what cannot be read is said to be unknown.
func Freshness(ctx context.Context, b FreshnessBook, a training.AthleteID, now time.Time) i18n.Sentence {
	all, err := b.Cursors(ctx, a, runsCursor)
	if err != nil {
		return unknownReading
	}
	var words []i18n.Sentence
	for _, k := range all {
		var runs Runs
		if err := json.Unmarshal(k.Body, &runs); err != nil {
			words = append(words, i18n.Sentencef("%s read at a time that is not known (its note is damaged)", k.Source))
			continue
		}
		words = append(words, i18n.Sentencef("%s %s", k.Source, ago(now, runs.LastSuccess)))
	}
	return i18n.Joined("%s, %s", words...)
}

// unknownReading is said where the note of the last reading is damaged.
const unknownReading = "read at a time that is not known (its note is damaged)"

// ago is how long ago a service was read to its end.
func ago(now, at time.Time) i18n.Sentence {
	const day = 24 * time.Hour
	d := now.Sub(at)
	switch {
	case at.IsZero():
		return "not yet read"
	case d < time.Minute:
		return "read just now"
	case d < time.Hour:
		return i18n.Sentencef("read %s ago", i18n.Numbered(int(d/time.Minute), "minute", "minutes"))
	case d < 2*day:
		return i18n.Sentencef("read %s ago", i18n.Numbered(int(d/time.Hour), "hour", "hours"))
	}
	return i18n.Sentencef("read %s ago", i18n.Numbered(int(d/day), "day", "days"))
}
