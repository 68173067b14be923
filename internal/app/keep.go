package app

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"lapkeep/internal/derive"
	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/i18n"
	"lapkeep/internal/importing/export"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/store"
	"lapkeep/internal/store/backup"
	"lapkeep/internal/training"
)

// exportAll returns a function that writes all data of an athlete in open formats.
func exportAll(db *store.DB, id training.AthleteID) func(context.Context, string) (int, error) {
	return func(ctx context.Context, dest string) (int, error) { return export.Write(ctx, db, id, dest) }
}

func (p *Program) storeIn(s settings.Settings) store.Options {
	return store.Options{Home: s.Get(settings.Home), Now: p.Now, Log: p.logger(s)}
}

// restore unpacks a backup into the home in the settings s.
func (p *Program) restore(ctx context.Context, s settings.Settings, file string) (home string, isSealed bool, err error) {
	home = s.Get(settings.Home)
	if err := settings.MakeHome(home); err != nil {
		return home, false, err
	}
	isSealed, err = store.Restore(ctx, file, p.storeIn(s))
	return home, isSealed, err
}

// sampled is the number of activities that verify recomputes for each athlete.
const sampled = 50

// verify reads everything that is stored, and recomputes a sample.
func (p *Program) verify(ctx context.Context, s settings.Settings) (r store.Report, err error) {
	w, err := p.open(ctx, s, cli.OpenOptions{ReadOnly: true})
	if training.KindOf(err) == training.KindNotFound && err != nil && store.WasIn(s.Get(settings.Home)) {
		return r, training.Errorf(training.KindCorrupt, "The database in %s is gone; other files of the store are "+
			"there.", s.Get(settings.Home)).
			WithFix("%s", store.FixRepair)
	}
	if err != nil {
		return r, err
	}
	defer w.Close() //nolint:errcheck // the home was only read
	if r, err = w.DB.Verify(ctx); err != nil || r.Torn {
		return r, err
	}
	n, wrong, err := derive.Check(ctx, w.DB, sampled)
	if ctx.Err() != nil {
		return r, ctx.Err()
	}
	if r.Derived = n; err != nil {
		r.Add(store.FixRepair, i18n.Sentencef("Derived data cannot be recomputed: %v", err))
	}
	for _, ref := range wrong {
		r.Add(store.FixRepair,
			i18n.Sentencef("The stored data of the activity %s of %s does not match its recordings.", ref.Activity, ref.Athlete))
	}
	wrong, err = derive.CheckSegments(ctx, w.DB, sampled)
	if ctx.Err() != nil {
		return r, ctx.Err()
	}
	if err != nil {
		r.Add(store.FixRepair, i18n.Sentencef("Efforts on segments cannot be found again: %v", err))
	}
	for _, ref := range wrong {
		r.Add(store.FixRepair,
			i18n.Sentencef("The stored segment efforts of the activity %s of %s do not match its recordings.",
				ref.Activity, ref.Athlete))
	}
	if damaged := keptIn(s.Get(settings.Home)).Damaged(); damaged > 0 {
		r.Add("Nothing is lost: the damaged part is never used and is rebuilt. Run lapkeep verify --repair to remove it.",
			i18n.Sentencef("In the cache, %s damaged.", i18n.Numbered(damaged, "file is", "files are")))
	}
	return r, nil
}

// repair restores damaged or missing data that is still readable or that can be read
// again from the originals. agree receives the planned repair before anything changes.
func (p *Program) repair(ctx context.Context, s settings.Settings, agree cli.AgreeToRepair) (did cli.Repaired, err error) {
	store.Settle(ctx, s.Get(settings.Home))
	r, err := p.verify(ctx, s)
	torn := r.Torn || training.KindOf(err) == training.KindCorrupt && err != nil
	if err != nil && !torn {
		return did, err
	}
	did.Found = found(r, err)
	replaced := torn && exists(filepath.Join(s.Get(settings.Home), store.FileName))
	if replaced {
		agreed, err := p.salvage(ctx, s, &did, agree)
		if err != nil || !agreed {
			return did, err
		}
	}
	w, err := p.open(ctx, s, cli.OpenOptions{Create: true})
	if err != nil {
		return did, err
	}
	defer func() { err = closed(w, err) }()
	if !replaced && len(r.Findings)+len(r.Orphans) > 0 {
		agreed, err := copyFirst(ctx, w, r, &did, agree)
		if err != nil || !agreed {
			return did, err
		}
	}
	return did, p.restoreRest(ctx, w, s, r, torn, &did)
}

// found returns the findings of a check, or the reason why the check was not
// possible.
func found(r store.Report, err error) (all []i18n.Sentence) {
	for _, f := range r.Findings {
		all = append(all, f.What)
	}
	if err != nil {
		all = append(all, i18n.OfError(err))
	}
	return all
}

// restoreRest reads originals again and recomputes what is derived from
// recordings.
func (p *Program) restoreRest(
	ctx context.Context, w *cli.Workbench, s settings.Settings, r store.Report, torn bool, did *cli.Repaired,
) error {
	read, err := p.reread(ctx, w, s, did)
	// Activities that lost their recordings must be hidden, and those that got them
	// back must be shown again. An interrupted repair may have done neither.
	if err == nil && (torn || read || !r.OK()) {
		err = w.DB.Reshow(ctx)
	}
	if err != nil {
		return err
	}
	if err := p.deriveAnew(ctx, w, s, did); err != nil || r.OK() {
		return err
	}
	return derive.Anew(ctx, w.DB)
}

// salvage replaces a damaged database with a new one.
func (p *Program) salvage(ctx context.Context, s settings.Settings, did *cli.Repaired, agree cli.AgreeToRepair) (agreed bool, err error) {
	_, agreed, err = store.Salvage(ctx, p.storeIn(s), func(saved backup.Salvaged) (bool, error) {
		did.Will = []i18n.Sentence{
			i18n.Sentencef("Move %s that can still be read into a new database, and keep the damaged one as %s.",
				i18n.Numbered(saved.Rows, "row", "rows"), saved.Aside),
			"Read the original files again for everything that is missing, and compute what follows from it.",
		}
		for _, name := range saved.Torn {
			did.Lost = append(did.Lost,
				i18n.Sentencef("Rows of the table %s on damaged pages; data that comes from original files is read from them again.", name))
		}
		agreed, err := agree(*did)
		if agreed {
			did.Aside = saved.Aside
			did.TakenBack = append(did.TakenBack, i18n.Sentencef("%s were moved into a new database.",
				i18n.Numbered(saved.Rows, "row", "rows")))
		}
		return agreed, err
	})
	return agreed, err
}

// copyFirst copies the database before a repair changes it.
func copyFirst(ctx context.Context, w *cli.Workbench, r store.Report, did *cli.Repaired, agree cli.AgreeToRepair) (agreed bool, err error) {
	files := 0
	for _, hashes := range r.Orphans {
		files += len(hashes)
	}
	did.Will = []i18n.Sentence{"Keep a copy of the database in the backups folder of the home folder."}
	if files > 0 {
		did.Will = append(did.Will, i18n.Sentencef("Read %s again.", i18n.Numbered(files, "original file", "original files")))
	}
	did.Will = append(did.Will, "Recompute everything derived from recordings.")
	if agreed, err = agree(*did); err != nil || !agreed {
		return false, err
	}
	if did.Aside, err = w.DB.CopyDatabase(ctx); err != nil {
		return false, err
	}
	return true, w.DB.Prune(ctx)
}

func closed(w *cli.Workbench, err error) error {
	if closeErr := w.Close(); err == nil {
		err = closeErr
	}
	return err
}

// deriveAnew computes missing or wrong values, and completes the repair.
func (p *Program) deriveAnew(ctx context.Context, w *cli.Workbench, s settings.Settings, did *cli.Repaired) error {
	n, err := w.Follow(ctx, func(int, int) {})
	if err != nil {
		return err
	}
	_, wrong, err := derive.Check(ctx, w.DB, 1<<30)
	if err == nil {
		err = derive.Again(ctx, w.DB, wrong)
	}
	if n += len(wrong); n > 0 {
		did.TakenBack = append(did.TakenBack, i18n.Sentencef("Everything derived from recordings was recomputed for %s.",
			i18n.Numbered(n, "activity", "activities")))
	}
	if err == nil {
		err = keptIn(s.Get(settings.Home)).Clear()
	}
	if err == nil {
		err = w.DB.Tidy(ctx)
	}
	return err
}

// cacheFolder is the folder below the home in which a process keeps data for the next
// process, which would otherwise have to compute it again.
const cacheFolder = "cache"

func keptIn(home string) disk.Dir { return disk.CacheIn(filepath.Join(home, cacheFolder)) }

// mostLookedUp is the maximum number of changed activities to look up. After more
// changes, the whole cache is discarded.
const mostLookedUp = 64

// forgetKept clears the caches if an activity that changed since the last run is now hidden
// from some audience, so that the caches contain nothing that is hidden in the store. It must
// run before derive, because the watermark of derive shows what has changed since the last run.
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
		return training.Errorf(training.KindUnavailable, "The folder %s below the home folder could not be removed (%v).", cacheFolder, err).
			WithFix("Delete it: it holds values of activities that are hidden or deleted.")
	}
	return nil
}

// anyHidden reports whether any of the activities is hidden from models, which
// see the least.
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

// These are the files in the home with the HTTP server's keys.
const (
	keyFile        = "http.key"
	secretPathFile = "http.path"
)

// key reads the key. If fresh is set, it creates a new one, and also a new secret path if
// there is one.
func (p *Program) key(s settings.Settings, fresh bool) (cli.Key, error) {
	path := filepath.Join(s.Get(settings.Home), secretPathFile)
	old, err := readSecret(path)
	if err != nil {
		return cli.Key{}, err
	}
	if !fresh {
		key, err := p.readKey(s)
		key.SecretPath = old
		return key, err
	}
	if v := s.Value(settings.APIKey); v.Text != "" {
		return cli.Key{}, training.Errorf(training.KindConflict, "The key comes from %s, and a new key would not change that.", v.From).
			WithFix("Change it there, or remove it there and run this again.")
	}
	key := cli.Key{From: filepath.Join(s.Get(settings.Home), keyFile), Made: true}
	if key.Text, err = p.makeSecret(key.From, guard.NewKey); err == nil && old != "" {
		key.SecretPath, err = p.makeSecret(path, guard.NewSecretPath)
	}
	if err == nil {
		_, err = p.endSessions(s, false)
	}
	return key, err
}

// endSessions ends the sessions of all dashboards of the home, and returns their number.
func (p *Program) endSessions(s settings.Settings, dryRun bool) (int, error) {
	n, err := guard.EndSessions(filepath.Join(s.Get(settings.Home), sessionsDir), dryRun)
	if err != nil {
		return 0, training.Errorf(training.KindUnavailable, "The sessions could not be ended: %w.", err).
			WithFix("Stop the dashboard; that ends all its sessions.")
	}
	return n, nil
}

// readKey returns the key in the settings, or else the key that is stored in the home,
// which is created on first use.
func (p *Program) readKey(s settings.Settings) (cli.Key, error) {
	if v := s.Value(settings.APIKey); v.Text != "" {
		return cli.Key{Text: v.Text, From: v.From}, guard.CheckKey(v.Text)
	}
	key := cli.Key{From: filepath.Join(s.Get(settings.Home), keyFile)}
	var err error
	key.Text, key.Made, err = p.keptSecret(key.From, guard.NewKey)
	if err != nil {
		return key, err
	}
	return key, guard.CheckKey(key.Text)
}

// secretPath returns the path that replaces the key. It is created on first use.
func (p *Program) secretPath(s settings.Settings) (path string, made bool, err error) {
	return p.keptSecret(filepath.Join(s.Get(settings.Home), secretPathFile), guard.NewSecretPath)
}

func (p *Program) keptSecret(file string, make func(io.Reader) (string, error)) (text string, made bool, err error) {
	if text, err = readSecret(file); err != nil || text != "" {
		return text, false, err
	}
	text, err = p.makeSecret(file, make)
	return text, true, err
}

// longestSecret is the maximum number of bytes that are read for a secret; no secret is that long.
const longestSecret = 4096

// readSecret reads a secret from a file, or "" if the file does not exist.
func readSecret(file string) (string, error) {
	b, err := disk.ReadRegular(file, longestSecret)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", training.Errorf(training.KindUnavailable, "The key in %s cannot be read: %w.", file, err).
			WithFix("Check the file's permissions.")
	}
	return strings.TrimSpace(string(b)), nil
}

func (p *Program) makeSecret(file string, make func(io.Reader) (string, error)) (string, error) {
	text, err := make(p.Random)
	if err != nil {
		return "", err
	}
	err = settings.MakeHome(filepath.Dir(file))
	if err == nil {
		err = disk.WriteAtomic(file, []byte(text+"\n"), 0o600)
	}
	if err != nil {
		return "", training.Errorf(training.KindUnavailable, "The key cannot be saved in %s: %w.", file, err).
			WithFix("Make the folder writable, or set LAPKEEP_API_KEY.")
	}
	return text, nil
}
