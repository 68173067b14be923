package syncer

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/store/connection"
	"lapkeep/internal/training"
)

// FreshnessBook is what freshness is read from.
type FreshnessBook interface {
	Cursors(ctx context.Context, a training.AthleteID, name string) ([]connection.Kept, error)
}

// Freshness says when each service of an athlete was read last, in words;
// empty if none is connected.
func Freshness(ctx context.Context, b FreshnessBook, a training.AthleteID, now time.Time) (string, error) {
	all, err := b.Cursors(ctx, a, runsCursor)
	if err != nil {
		return "", err
	}
	var words []string
	for _, k := range all {
		var runs Runs
		if err := json.Unmarshal(k.Body, &runs); err != nil {
			return "", training.Errorf(training.KindCorrupt, "What is noted of the reading of %s is damaged: %w.", k.Source, err).
				WithFix("Run lapkeep verify to see what is damaged.")
		}
		words = append(words, k.Source+" "+ago(now, runs.LastSuccess))
	}
	return strings.Join(words, ", "), nil
}

// ago is how long ago a service was read to its end.
func ago(now, at time.Time) string {
	const day = 24 * time.Hour
	d := now.Sub(at)
	switch {
	case at.IsZero():
		return "not yet read"
	case d < time.Minute:
		return "read just now"
	case d < time.Hour:
		return "read " + phrase.Counted(int(d/time.Minute), "minute", "minutes") + " ago"
	case d < 2*day:
		return "read " + phrase.Counted(int(d/time.Hour), "hour", "hours") + " ago"
	}
	return "read " + phrase.Counted(int(d/day), "day", "days") + " ago"
}
