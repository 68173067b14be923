package app

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/i18n"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/importing/match"
	"lapkeep/internal/training"
)

// reread imports the originals that have no recording in the store, and says
// whether there were any.
func (p *Program) reread(ctx context.Context, w *cli.Workbench, s settings.Settings, did *cli.Repaired) (some bool, err error) {
	r, err := w.DB.Verify(ctx)
	if err != nil {
		return false, err
	}
	for _, athlete := range slices.Sorted(maps.Keys(r.Orphans)) {
		if err := p.ensureAthlete(ctx, w.DB, athlete, s, true); err != nil {
			return false, err
		}
		if err := p.rereadOf(ctx, w, athlete, r.Orphans[athlete], did); err != nil {
			return false, err
		}
	}
	return len(r.Orphans) > 0, nil
}

// rereadOf imports first what has an activity of its own, and then what is of
// another's: so each comes to where it was, as far as that is known.
func (p *Program) rereadOf(ctx context.Context, w *cli.Workbench, athlete training.AthleteID, hashes []string, did *cli.Repaired) error {
	named, err := w.DB.Named(athlete)
	if err != nil {
		return err
	}
	first, others := []archive.Item{}, []archive.Item{}
	for _, hash := range hashes {
		item := archive.Made(hash, func(context.Context) ([]byte, error) { return w.DB.KeptOriginal(athlete, hash) })
		if rec := match.IdentityOf(hash, 0).Recording(); cmp.Or(named[rec], rec.Starts()) == rec.Starts() {
			first = append(first, item)
		} else {
			others = append(others, item)
		}
	}
	count := map[importing.Status]int{}
	for _, items := range [][]archive.Item{first, others} {
		o := importing.RunOptions{RunID: p.newID(), Named: named}
		_, err := w.Importer.Import(ctx, athlete, slices.Values(items), o, func(f importing.FileResult) {
			count[f.Status]++
			if f.Status == importing.Failed {
				did.Lost = append(did.Lost, i18n.Sentencef("The original %s… of %s cannot be read: %s", f.Path[:12], athlete, f.Reason))
			}
		})
		if err != nil {
			return err
		}
	}
	if n := count[importing.Imported] + count[importing.Updated]; n > 0 {
		did.TakenBack = append(did.TakenBack, i18n.Sentencef("Recordings of %s were read again from %s.", athlete,
			i18n.Numbered(n, "original file", "original files")))
	}
	return nil
}
