package node

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"lapkeep/host/engine"
	"lapkeep/host/replica"
	"lapkeep/internal/store"
)

// hasHome reports whether a cluster has a home, and whether it has or had one of that name.
func hasHome(ctx context.Context, e engine.Engine, home string) (has, taken bool, err error) {
	files, err := e.Last(ctx, filesLog(home))
	if err != nil {
		return false, false, err
	}
	last, err := e.Last(ctx, home)
	return files != 0, last != 0, err
}

// Import puts the home in a folder onto an engine. The folder stays as it is.
func Import(ctx context.Context, e engine.Engine, keys *replica.Keys, home, from, scratch string, newID func() string) error {
	if _, err := os.Stat(filepath.Join(from, store.FileName)); err != nil {
		return fmt.Errorf("%s is no home: %w", from, err)
	}
	_, taken, err := hasHome(ctx, e, home)
	if err != nil {
		return err
	}
	if taken {
		return fmt.Errorf("the cluster has or had a home %s; choose another name", home)
	}
	dir, err := os.MkdirTemp(scratch, "import-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a copy
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		return fmt.Errorf("the home cannot be copied (stop whatever uses it): %w", err)
	}
	return putHome(ctx, e, keys, home, dir, newID())
}

// outside returns a node that is none of the cluster's, for commands.
func outside(e engine.Engine, keys *replica.Keys) *Node {
	return &Node{o: Options{Engine: e, Keys: keys, Log: slog.New(slog.DiscardHandler)}, keys: &directory{e: e}}
}

// putHome writes the home in a folder, which it may change, onto an engine that does not have it, and asks for its work.
func putHome(ctx context.Context, e engine.Engine, keys *replica.Keys, home, dir, as string) error {
	n := outside(e, keys)
	taken, err := replica.Open(ctx, e, home, as, dir, keys)
	if err != nil {
		return err
	}
	h := &held{home: home, dir: dir, owner: as, copy: taken}
	if err = taken.Cut(ctx); err == nil {
		err = n.keepFiles(ctx, h)
	}
	if err == nil {
		err = n.publish(ctx, h, nil)
	}
	if err = errors.Join(err, taken.Close(ctx, false)); err != nil {
		return err
	}
	if _, err = e.Own(ctx, replica.OwnerName(home), nobody, taken.Epoch(), 0); err != nil {
		return err
	}
	return e.Post(ctx, engine.Job{Kind: doWork, Home: home, ID: as})
}

// Export writes a home of an engine into a folder, in which it can be used alone. A node that has the home open loses it
// for a moment: whoever changes something then hears that it is not known whether this was done.
func Export(ctx context.Context, e engine.Engine, keys *replica.Keys, home, dir string, newID func() string) error {
	if has, _, err := hasHome(ctx, e, home); err != nil || !has {
		return errors.Join(err, fmt.Errorf("there is no home %s in this cluster; see: lapkeep-host list", home))
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if there, err := os.ReadDir(dir); err != nil || len(there) > 0 {
		return errors.Join(err, fmt.Errorf("%s is not empty; name a new folder", dir))
	}
	n := outside(e, keys)
	taken, err := replica.Open(ctx, e, home, newID(), dir, keys)
	if err != nil {
		return err
	}
	_, err = n.fetchFiles(ctx, home, dir)
	if err = errors.Join(err, taken.Close(ctx, true)); err != nil {
		return err
	}
	if _, err = e.Own(ctx, replica.OwnerName(home), nobody, taken.Epoch(), 0); err != nil {
		return err
	}
	return examined(ctx, dir)
}

// Delete destroys a home: its key, its records and its second copies.
func Delete(ctx context.Context, e engine.Engine, keys *replica.Keys, home, copies string, newID func() string) error {
	if has, _, err := hasHome(ctx, e, home); err != nil || !has {
		return errors.Join(err, fmt.Errorf("there is no home %s in this cluster; see: lapkeep-host list", home))
	}
	if err := replica.Delete(ctx, e, home, newID(), keys); err != nil {
		return err
	}
	last, err := e.Last(ctx, filesLog(home))
	if err == nil {
		err = e.Cut(ctx, filesLog(home), last+1)
	}
	for _, name := range []string{dueName(home), copiedName(home)} {
		err = errors.Join(err, set(ctx, e, name, nobody))
	}
	if copies != "" {
		err = errors.Join(err, os.RemoveAll(filepath.Join(copies, home)))
	}
	return err
}
