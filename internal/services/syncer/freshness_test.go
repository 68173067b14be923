package syncer_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/services/syncer"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// notes are the cursors of services, with their names.
type notes []ledger.Kept

func (n notes) Cursors(_ context.Context, a training.AthleteID, name string) ([]ledger.Kept, error) {
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
		if got := syncer.Freshness(t.Context(), read(ago), "ann", now); got.String() != want {
			t.Errorf("%s: %q", ago, got)
		}
	}
	never := notes{{Source: "tri", Body: json.RawMessage(`{}`)}, {Source: "other", Body: read(0)[0].Body}}
	if got := syncer.Freshness(t.Context(), never, "ann", now); got.String() != "tri not yet read, other read just now" {
		t.Errorf("%q", got)
	}
	if got := syncer.Freshness(t.Context(), notes(nil), "ann", now); got != "" {
		t.Errorf("none: %q", got)
	}
	damaged := notes{{Source: "other", Body: json.RawMessage(`{`)}, read(0)[0]}
	if got := syncer.Freshness(t.Context(), damaged, "ann", now); !strings.HasPrefix(got.String(),
		"other read at a time that is not known") || !strings.HasSuffix(got.String(), ", tri read just now") {
		t.Errorf("damaged: %q", got)
	}
	if got := syncer.Freshness(t.Context(), damaged, "bob", now); !strings.HasPrefix(got.String(), "read at a time that is not known") {
		t.Errorf("no answer: %q", got)
	}
}
