package importing

import (
	"context"
	"errors"
	"testing"
	"time"

	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/ingesttest"
)

// asked is a store whose log fails, and counts what is asked of it.
type asked struct {
	*store.DB
	err       error
	seq       *int64 // how far it was followed, if not as the store says
	regrouped int
	reshown   int
}

func (a *asked) ReshowLed(ctx context.Context) error {
	a.reshown++
	return a.DB.ReshowLed(ctx)
}

func (a *asked) Watermark(ctx context.Context, consumer string) (int64, int, error) {
	seq, version, err := a.DB.Watermark(ctx, consumer)
	if a.seq != nil {
		seq, version = *a.seq, composeVersion
	}
	return seq, version, err
}

func (a *asked) LastChange(ctx context.Context) (int64, error) {
	if a.err != nil {
		return 0, a.err
	}
	return a.DB.LastChange(ctx)
}

func (a *asked) Regrouped(ctx context.Context, after, upTo int64) ([]ledger.ActivityRef, error) {
	a.regrouped++
	return a.DB.Regrouped(ctx, after, upTo)
}

// TestFollowingAsksOnlyWhatIsNew, and a log that cannot be read is no log
// without news.
func TestFollowingAsksOnlyWhatIsNew(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	im := New(db, Options{Now: time.Now, Read: ingesttest.Read})
	broken := &asked{DB: db, err: errors.New("no log")}
	if err := im.Follow(t.Context(), broken); !errors.Is(err, broken.err) {
		t.Errorf("a log that cannot be read: %v", err)
	}
	read := &asked{DB: db}
	last, err := db.LastChange(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	read.seq = &last
	if err := im.Follow(t.Context(), read); err != nil || read.regrouped > 0 {
		t.Errorf("all was followed: %v, asked %d times", err, read.regrouped)
	}
	last--
	if err := im.Follow(t.Context(), read); err != nil || read.regrouped != 1 {
		t.Errorf("something is new: %v, asked %d times", err, read.regrouped)
	}
}

// TestWhatOthersLeadToIsShownAnewOnce in a home of an earlier program, which
// showed other words of an entry.
func TestWhatOthersLeadToIsShownAnewOnce(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	err := db.Write(t.Context(), func(tx *store.Tx) error { return tx.SetWatermark(pairConsumer, 0, pairVersion-1) })
	if err != nil {
		t.Fatal(err)
	}
	storetest.Write(t, db, func(tx *store.Tx) error { return tx.PutAthlete(training.Athlete{ID: "me"}) })
	im, log := New(db, Options{Now: time.Now, Read: ingesttest.Read}), &asked{DB: db}
	for range 2 {
		if err := im.Follow(t.Context(), log); err != nil || log.reshown != 1 {
			t.Errorf("shown anew %d times, %v", log.reshown, err)
		}
	}
}
