package syncer_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"lapkeep/internal/store/connection"
	"lapkeep/internal/syncer"
	"lapkeep/internal/training"
)

// notes are what is kept of services, by their names.
type notes []connection.Kept

func (n notes) Cursors(_ context.Context, a training.AthleteID, name string) ([]connection.Kept, error) {
	if a != "ann" || name != "runs" {
		return nil, errors.New("another question")
	}
	return n, nil
}

func TestFreshness(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 8, 20, 10, 0, 0, 0, time.UTC)
	read := func(ago time.Duration) notes {
		body, err := json.Marshal(syncer.Runs{LastTry: now, LastSuccess: now.Add(-ago)})
		if err != nil {
			t.Fatal(err)
		}
		return notes{{Source: "tri", Body: body}}
	}
	for ago, want := range map[time.Duration]string{
		-time.Minute: "tri read just now", 0: "tri read just now", 12*time.Minute + 40*time.Second: "tri read 12 minutes ago",
		61 * time.Minute: "tri read 1 hour ago", 47 * time.Hour: "tri read 47 hours ago", 50 * time.Hour: "tri read 2 days ago",
	} {
		if got, err := syncer.Freshness(t.Context(), read(ago), "ann", now); got != want || err != nil {
			t.Errorf("%s: %q %v", ago, got, err)
		}
	}
	never := notes{{Source: "tri", Body: json.RawMessage(`{}`)}, {Source: "other", Body: read(0)[0].Body}}
	if got, err := syncer.Freshness(t.Context(), never, "ann", now); got != "tri not yet read, other read just now" || err != nil {
		t.Errorf("%q %v", got, err)
	}
	if got, err := syncer.Freshness(t.Context(), notes(nil), "ann", now); got != "" || err != nil {
		t.Errorf("none: %q %v", got, err)
	}
	if _, err := syncer.Freshness(t.Context(), notes{{Source: "tri", Body: json.RawMessage(`{`)}}, "ann", now); training.KindOf(err) != training.KindCorrupt {
		t.Error(err)
	}
}
