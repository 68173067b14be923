package app

import (
	"context"
	"path/filepath"

	"lapkeep/internal/derive"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// cacheFolder is where a process keeps what the next one would read again,
// below the home.
const cacheFolder = "cache"

func keptIn(home string) disk.Dir { return disk.CacheIn(filepath.Join(home, cacheFolder)) }

// mostLookedUp is how many changed activities are looked up; after more of
// them nothing that was kept is of use.
const mostLookedUp = 64

// forgetKept takes away what was kept if an activity that changed since the
// last time is hidden from somebody now, so that nothing outlives the store.
// It goes before derive, whose watermark says when that was.
func forgetKept(ctx context.Context, db *store.DB, kept disk.Dir) error {
	if kept.Empty() {
		return nil
	}
	after, _, err := db.Watermark(ctx, derive.Consumer)
	if err != nil {
		return err
	}
	changed := map[training.AthleteID][]training.ActivityID{}
	for n := 0; n <= mostLookedUp; {
		changes, err := db.Changes(ctx, after, mostLookedUp)
		if err != nil {
			return err
		}
		if len(changes) == 0 {
			hidden, err := anyHidden(ctx, db, changed)
			if err != nil || !hidden {
				return err
			}
			break
		}
		for _, c := range changes {
			if c.Kind == store.ChangeActivity {
				changed[c.Athlete] = append(changed[c.Athlete], training.ActivityID(c.ID))
				n++
			}
			after = c.Seq
		}
	}
	if err := kept.Clear(); err != nil {
		return training.Errorf(training.KindUnavailable, "The folder %s below the home could not be removed (%v).", cacheFolder, err).
			WithFix("Delete it: it holds values of activities that are hidden or deleted.")
	}
	return nil
}

// anyHidden reports whether models, who see the least, do not see one of them.
func anyHidden(ctx context.Context, db *store.DB, of map[training.AthleteID][]training.ActivityID) (bool, error) {
	for athlete, ids := range of {
		for _, id := range ids {
			page, err := db.Activities(ctx, training.Scope{Athlete: athlete, Audience: training.AudienceModel},
				store.ActivityFilter{IDs: []training.ActivityID{id}})
			if err != nil || len(page.Rows) == 0 {
				return true, err
			}
		}
	}
	return false, nil
}
