package node

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lapkeep/host/engine"
	"lapkeep/host/replica"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/store"
	"lapkeep/internal/store/sqlitedb"
)

const (
	// keepCopies is the number of second copies of a home that are kept.
	keepCopies = 7
	// checkedOneIn is the part of the copies that are restored and examined, each day another one.
	checkedOneIn = 20

	copyEnd  = ".copy"  // the sealed database and originals
	filesEnd = ".files" // the sealed small files
	keyName  = "home.key"
	copyDay  = "2006-01-02"
)

func copiedName(home string) string { return "B-" + home }

// copyDue returns the day whose second copy a home lacks, or "".
func (n *Node) copyDue(ctx context.Context, home string) (day string, err error) {
	day = n.o.Now().UTC().Format(copyDay)
	last, _, err := n.o.Engine.Owner(ctx, copiedName(home))
	if errors.Is(err, engine.ErrMissing) {
		err = nil
	}
	if last == day {
		day = ""
	}
	return day, err
}

// copyAway writes the day's second copy of a home that is here.
func (n *Node) copyAway(ctx context.Context, home string) (err error) {
	h := n.here(home)
	if h == nil {
		return errNotMine
	}
	home = h.home // this name was checked, and what another node asked for was not
	day, err := n.copyDue(ctx, home)
	if err != nil || day == "" {
		return err
	}
	defer func() {
		if err != nil && ctx.Err() == nil {
			n.counts.notCopied.Add(1)
		}
	}()
	dir := filepath.Join(n.o.Copies, home)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	key, err := n.o.Keys.Export(ctx, home)
	if err != nil {
		return err
	}
	h.mu.Lock()
	files, err := n.o.Keys.Seal(ctx, home, filesEnd, h.files.body)
	h.mu.Unlock()
	if err != nil {
		return err
	}
	write := func(content []byte) func(io.Writer) error {
		return func(w io.Writer) error { _, err := w.Write(content); return err }
	}
	for _, f := range []struct {
		name string
		put  func(io.Writer) error
	}{
		{keyName, write(key)},
		{day + filesEnd, write(files)},
		{day + copyEnd, func(w io.Writer) error { return h.copy.Snapshot(ctx, w) }},
	} {
		if err := writeWhole(filepath.Join(dir, f.name), f.put); err != nil {
			return err
		}
	}
	if err := set(ctx, n.o.Engine, copiedName(home), day); err != nil {
		return err
	}
	n.counts.copied.Add(1)
	if err := n.examine(ctx, home, day); err != nil {
		return err
	}
	return thin(dir)
}

// writeWhole writes a file that has its name only once it is whole and on the disk.
func writeWhole(path string, put func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), disk.TempPrefix)
	if err != nil {
		return err
	}
	if err = put(f); err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return disk.SyncDir(filepath.Dir(path))
}

// thin removes the oldest copies.
func thin(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var days []string
	for _, e := range entries {
		if day, ok := strings.CutSuffix(e.Name(), copyEnd); ok {
			days = append(days, day)
		}
	}
	for len(days) > keepCopies {
		err = errors.Join(err, os.Remove(filepath.Join(dir, days[0]+copyEnd)), os.Remove(filepath.Join(dir, days[0]+filesEnd)))
		days = days[1:]
	}
	return err
}

// examine restores one copy of some, and looks whether its database is whole.
func (n *Node) examine(ctx context.Context, home, day string) error {
	h := fnv.New32a()
	h.Write([]byte(home + day)) //nolint:errcheck // a hash takes every byte
	if h.Sum32()%checkedOneIn != 0 && n.counts.checked.Load() > 0 {
		return nil
	}
	dir, err := os.MkdirTemp("", "lapkeep-check-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // what stays is deleted by the system
	err = unpackCopy(ctx, filepath.Join(n.o.Copies, home, day), home, dir, n.o.Keys)
	if err == nil {
		err = examined(ctx, dir)
	}
	if ctx.Err() != nil {
		return ctx.Err() // it says nothing about the copy
	}
	if err != nil {
		n.counts.notChecked.Add(1)
		return fmt.Errorf("the second copy of %s cannot be restored: %w", day, err)
	}
	n.counts.checked.Add(1)
	return nil
}

func examined(ctx context.Context, dir string) error {
	problems, err := sqlitedb.Examine(ctx, filepath.Join(dir, store.FileName))
	if err == nil && len(problems) > 0 {
		err = fmt.Errorf("its database is damaged: %s", problems[0])
	}
	return err
}

// unpackCopy restores a copy, named without its ending, into an empty folder.
func unpackCopy(ctx context.Context, path, home, dir string, keys *replica.Keys) error {
	f, err := os.Open(path + copyEnd)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // it was read
	if err := replica.Restore(ctx, f, home, dir, keys); err != nil {
		return err
	}
	sealed, err := os.ReadFile(path + filesEnd)
	if err != nil {
		return err
	}
	files, err := keys.Unseal(ctx, home, filesEnd, sealed)
	if err != nil || len(files) == 0 {
		return err
	}
	return unpackFiles(dir, files)
}

// Restored tells what RestoreAll did.
type Restored struct {
	Homes   int
	Skipped []string // homes that the cluster has or had
}

// RestoreAll builds the homes of a folder of second copies on an engine, each from its newest copy.
func RestoreAll(
	ctx context.Context, e engine.Engine, keys *replica.Keys, copies, scratch string, newID func() string,
) (did Restored, err error) {
	entries, err := os.ReadDir(copies)
	if err != nil {
		return did, fmt.Errorf("the second copies cannot be read: %w", err)
	}
	for _, entry := range entries {
		home := entry.Name()
		all, err := filepath.Glob(filepath.Join(copies, home, "*"+copyEnd))
		if err != nil || len(all) == 0 {
			continue
		}
		sealed, err := os.ReadFile(filepath.Join(copies, home, keyName))
		if err != nil {
			return did, err
		}
		_, taken, err := hasHome(ctx, e, home)
		if err != nil {
			return did, err
		}
		if taken {
			did.Skipped = append(did.Skipped, home)
			continue
		}
		if err := keys.Import(ctx, home, sealed); err != nil {
			return did, fmt.Errorf("the key of %s: %w", home, err)
		}
		newest := strings.TrimSuffix(slices.Max(all), copyEnd)
		if err := restoreOne(ctx, e, keys, newest, home, scratch, newID); err != nil {
			return did, fmt.Errorf("the home %s from %s: %w", home, filepath.Base(newest), err)
		}
		did.Homes++
	}
	return did, nil
}

func restoreOne(ctx context.Context, e engine.Engine, keys *replica.Keys, copied, home, scratch string, newID func() string) error {
	dir, err := os.MkdirTemp(scratch, "restore-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a copy
	if err := unpackCopy(ctx, copied, home, dir, keys); err != nil {
		return err
	}
	if err := examined(ctx, dir); err != nil {
		return err
	}
	return putHome(ctx, e, keys, home, dir, newID())
}
