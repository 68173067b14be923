package backup

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store/originals"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// mark compares the database with what was acknowledged.
func (c Checker) mark(ctx context.Context, r *Report) error {
	problems, err := sqlitedb.FindMark(ctx, c.DB, filepath.Join(c.Place.Home, c.Place.Database+sqlitedb.MarkSuffix))
	for _, p := range problems {
		r.Add(FixRepair, p)
	}
	return err
}

// names compares what activities are called with the list of it beside the
// database. That is read last: if somebody wrote in between, it is as new as
// the database was, or newer, and says nothing about it.
func (c Checker) names(ctx context.Context, r *Report) error {
	type held struct {
		athlete  training.AthleteID
		rec      training.RecordingID
		activity training.ActivityID
		writes   int64
	}
	all, err := sqlitedb.All(ctx, c.DB, "SELECT athlete, recording, activity, (SELECT n FROM acknowledged) FROM links", nil,
		func(row sqlitedb.Row) (h held, err error) {
			return h, row.Scan(&h.athlete, &h.rec, &h.activity, &h.writes)
		})
	if err != nil {
		return err
	}
	f, ok, err := sqlitedb.ReadNaming(filepath.Join(c.Place.Home, c.Place.Database+sqlitedb.NamingSuffix))
	if training.KindOf(err) == training.KindCorrupt && err != nil {
		r.Add(FixRepair, what(err))
		return nil
	}
	if err != nil || !ok { // a store from before there was one gets it with its next write
		return err
	}
	for _, h := range all {
		if f.After < h.writes && !f.Has(h.athlete, h.rec, h.activity) {
			r.Add(FixRepair, i18n.Sentencef("The list of what activities are called has not the activity %s of %s.", h.activity, h.athlete))
		}
	}
	return nil
}

// orphans lists the originals that no recording is of: an import that was
// killed before it acknowledged them leaves some, and so does another file of
// a recording that is known. They are no damage.
func (c Checker) orphans(ctx context.Context, r *Report) error {
	folders, err := os.ReadDir(filepath.Join(c.Place.Home, originals.AthletesFolder))
	if err != nil {
		return nil //nolint:nilerr // nothing was ever imported
	}
	for _, f := range folders {
		athlete := training.AthleteID(f.Name())
		used, err := c.used(ctx, athlete)
		if err != nil {
			return err
		}
		dir := originals.Of(c.Place.Home, f.Name(), c.Pack)
		for hash, err := range dir.All() {
			if err != nil {
				return err
			}
			if !used[hash] {
				r.Orphans[athlete] = append(r.Orphans[athlete], hash)
			}
		}
		// In the order in which they were kept: of those that are in no list, the first of an activity names it.
		slices.SortStableFunc(r.Orphans[athlete], func(a, b string) int { return keptAt(dir, a).Compare(keptAt(dir, b)) })
		if n := len(r.Orphans[athlete]); n > 0 {
			r.Notes = append(r.Notes, Finding{
				What: i18n.Sentencef("Of %d original files of %s there is no recording.", n, athlete),
				Fix:  "Run lapkeep verify --repair, which reads them again, or import the files again.",
			})
		}
	}
	return nil
}

func keptAt(dir originals.Dir, hash string) time.Time {
	info, err := os.Stat(dir.Path(hash))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

func (c Checker) used(ctx context.Context, athlete training.AthleteID) (map[string]bool, error) {
	all, err := sqlitedb.All(ctx, c.DB, "SELECT original FROM recordings WHERE athlete=? AND original<>''",
		[]any{athlete}, sqlitedb.Scalar[string])
	used := make(map[string]bool, len(all))
	for _, hash := range all {
		used[hash] = true
	}
	return used, err
}

// copies checks the copies that migrations made.
func (c Checker) copies(ctx context.Context, r *Report) error {
	all, err := withPrefix(filepath.Join(c.Place.Home, notesFolder), c.Place.Database)
	if err != nil {
		return err
	}
	for _, path := range all {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		problems, err := sqlitedb.Examine(ctx, path)
		if err != nil || len(problems) > 0 {
			r.Add("Delete it if the store itself is whole.",
				i18n.Sentencef("The copy %s from before a migration is damaged.", filepath.Base(path)))
		}
	}
	return nil
}
