package app

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/homes"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/store"
	"lapkeep/internal/store/backup"
	"lapkeep/internal/training"
)

const (
	// splitLock is held while a home is split.
	splitLock = "split.lock"
	// splitFrom is in each home that a split made, so that the split can be repeated.
	splitFrom = "split-from.json"
	// halfHome begins the name of a home that a split has not finished.
	halfHome = ".split-"
)

// origin says which split made a home.
type origin struct {
	Home string    `json:"home"`
	At   time.Time `json:"at"`
}

// splitting is one run of a split. Each step leaves a state from which the next run goes on.
type splitting struct {
	p    *Program
	s    settings.Settings
	home string
	root homes.Root
	of   *store.Split
	tell func(cli.SplitHome)
}

// splitHome makes a home below root of each athlete of the home in the settings, after a
// backup. It can be interrupted at any step, and then continues when it is called again.
// The former home stays as it is, but can only be read.
func (p *Program) splitHome(
	ctx context.Context, s settings.Settings, root homes.Root, tell func(cli.SplitHome),
) (of store.Split, err error) {
	sp := &splitting{p: p, s: s, home: s.Get(settings.Home), root: root, tell: tell}
	if _, err := os.Stat(filepath.Join(sp.home, store.FileName)); err != nil {
		return of, training.Errorf(training.KindNotFound, "There is no store in %s.", sp.home).
			WithFix("Name the home with the athletes: --home FOLDER")
	}
	release, err := disk.Try(filepath.Join(sp.home, splitLock))
	if errors.Is(err, disk.ErrHeld) {
		return of, training.Errorf(training.KindConflict, "The home is being split by another process.").WithFix("Wait for it.")
	}
	if err != nil {
		return of, training.Errorf(training.KindUnavailable, "The home cannot be locked: %w.", err).WithFix("Make the folder writable.")
	}
	defer func() { err = errors.Join(err, release()) }()
	if sp.of, err = store.SplitOf(sp.home); err == nil && sp.of == nil {
		err = sp.begin(ctx)
	}
	if err != nil {
		return of, err
	}
	return *sp.of, sp.finish(ctx)
}

// begin backs the home up and hands it over, so that nothing changes in it from then on.
func (sp *splitting) begin(ctx context.Context) (err error) {
	w, err := sp.p.open(ctx, sp.s, cli.OpenOptions{})
	if err != nil {
		return err
	}
	defer func() { err = closed(w, err) }()
	all, err := w.DB.Athletes(ctx)
	if err != nil {
		return err
	}
	for _, a := range all {
		if err := sp.root.Free(string(a.ID)); err != nil {
			return err
		}
	}
	if err := settings.MakeHome(string(sp.root)); err != nil {
		return err
	}
	now := sp.p.Now().UTC()
	of := store.Split{Root: string(sp.root), At: now}
	of.Backup = filepath.Join(string(sp.root), "before-split."+now.Format("20060102T150405.000")+".tar")
	text, _, err := settings.Carried(filepath.Join(sp.home, settings.ConfigName), sp.p.places().Services)
	if err != nil {
		return err
	}
	var beside []backup.Beside
	if text != nil {
		beside = append(beside, backup.Beside{Name: settings.ConfigName, Data: text})
	}
	if _, err := w.DB.Backup(ctx, of.Backup, beside...); err != nil {
		return err
	}
	if err := sp.step("backed up"); err != nil {
		return err
	}
	if err := w.DB.HandOver(ctx, of); err != nil {
		return err
	}
	sp.of = &of
	return sp.step("handed over")
}

// step is where tests interrupt a split.
func (sp *splitting) step(done string) error {
	if sp.p.interrupt == nil {
		return nil
	}
	return sp.p.interrupt(done)
}

// finish makes the homes that are missing.
func (sp *splitting) finish(ctx context.Context) (err error) {
	sp.root = homes.Root(sp.of.Root)
	w, err := sp.p.open(ctx, sp.s, cli.OpenOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { err = closed(w, err) }()
	all, err := w.DB.Athletes(ctx)
	for _, a := range all {
		if err == nil {
			err = sp.one(ctx, w, a.ID)
		}
	}
	if err == nil {
		err = w.Limited.ForgetAll(ctx)
	}
	if err == nil {
		err = sp.step("limited rows removed")
	}
	if err != nil || sp.of.Done {
		return err
	}
	sp.of.Done = true
	return sp.of.Keep(sp.home)
}

// one makes the home of one athlete: first in a folder that no server finds, which is then
// renamed. The keys of services are removed from the former home, because two homes must not
// use the same ones.
func (sp *splitting) one(ctx context.Context, w *cli.Workbench, id training.AthleteID) error {
	out := cli.SplitHome{Athlete: string(id), Folder: sp.root.Dir(string(id))}
	made, err := sp.made(out.Folder)
	if err != nil {
		return err
	}
	if !made {
		half := filepath.Join(string(sp.root), halfHome+string(id))
		if err := os.RemoveAll(half); err != nil {
			return err
		}
		r, err := w.DB.Extract(ctx, id, half)
		if err != nil {
			return err
		}
		for _, f := range r.Findings {
			out.Findings = append(out.Findings, f.What)
		}
		if err := sp.step("store of " + string(id)); err != nil {
			return err
		}
		if err := sp.beside(ctx, w, id, half); err != nil {
			return err
		}
		if err := sp.p.forgetHome(ctx, sp.root, string(id)); err != nil {
			return err
		}
		if err := os.Rename(half, out.Folder); err != nil {
			return err
		}
		if err := disk.SyncDir(string(sp.root)); err != nil {
			return err
		}
	}
	if err := sp.step("home of " + string(id)); err != nil {
		return err
	}
	if err := os.RemoveAll(filepath.Join(sp.home, settings.KeysFolder, string(id))); err != nil {
		return err
	}
	sp.tell(out)
	return sp.step("keys of " + string(id))
}

// made reports whether this split has made a home already.
func (sp *splitting) made(folder string) (bool, error) {
	if _, err := os.Lstat(folder); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	var from origin
	b, err := disk.ReadRegular(filepath.Join(folder, splitFrom), longestSecret)
	if err == nil {
		err = json.Unmarshal(b, &from)
	}
	if err != nil || from.Home != sp.home || !from.At.Equal(sp.of.At) {
		return false, training.Errorf(training.KindConflict, "%s exists already, but this split did not create it.", folder).
			WithFix("Move that folder away, then run this again.")
	}
	return true, nil
}

// beside writes what a home has beside its store: keys, settings, calendar feed and limited rows.
func (sp *splitting) beside(ctx context.Context, w *cli.Workbench, id training.AthleteID, half string) error {
	own := sp.p.ownerOf(sp.home) == id
	config, err := settings.ConfigOf(filepath.Join(sp.home, settings.ConfigName), sp.p.places().Services, string(id), own)
	if err != nil {
		return err
	}
	from, err := json.Marshal(origin{sp.home, sp.of.At})
	if err != nil {
		return err
	}
	files := map[string][]byte{settings.ConfigName: config, splitFrom: from}
	published, err := readFeeds(sp.home)
	if err != nil {
		return err
	}
	if hash := published[id]; hash != "" {
		if files[feedFile], err = json.Marshal(feeds{id: hash}); err != nil {
			return err
		}
	}
	for _, name := range []string{".env", "trusted-env.json"} {
		if b, err := disk.ReadRegular(filepath.Join(sp.home, name), maxFeedFile); own && err == nil {
			files[name] = b
		} else if own && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	for name, data := range files {
		if err := disk.Replace(filepath.Join(half, name), data, 0o600); err != nil {
			return err
		}
	}
	if err := w.Limited.Extract(ctx, id, half); err != nil {
		return err
	}
	keys := filepath.Join(settings.KeysFolder, string(id))
	if err := store.CopyFolder(ctx, filepath.Join(sp.home, keys), filepath.Join(half, keys)); err != nil {
		return err
	}
	_, err = sp.p.makeSecret(filepath.Join(half, keyFile), guard.NewKey) // it also syncs the folder
	return err
}
