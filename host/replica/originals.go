package replica

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"lapkeep/host/engine"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/store/originals"
)

// fetching is how many originals are fetched at the same time.
const fetching = 8

// original returns the name of the object of an original, which is named by its path in the home.
func (h *Home) original(path string) string { return h.home + "/original/" + h.seal.name(path) }

// Kept stores originals on the engine: it returns once a quorum has them. It is the Kept of the store's Options, which
// calls it before a transaction refers to them.
func (h *Home) Kept(ctx context.Context, files []string) error {
	if _, err := h.isCovered(); err != nil {
		return err
	}
	paths := make([]string, len(files))
	for i, file := range files {
		path, err := filepath.Rel(h.dir, file)
		if err != nil {
			return err
		}
		paths[i] = filepath.ToSlash(path)
	}
	h.keeping.Lock()
	defer h.keeping.Unlock()
	return h.keep(ctx, paths)
}

// listKept asks the engine once which originals it has.
func (h *Home) listKept(ctx context.Context) error {
	if h.kept != nil {
		return nil
	}
	names, err := h.e.Names(ctx, h.home+"/original")
	if err != nil {
		return err
	}
	h.kept = map[string]bool{}
	for _, name := range names {
		h.kept[name] = true
	}
	return nil
}

// keep stores those originals that the engine does not have.
func (h *Home) keep(ctx context.Context, paths []string) error {
	if err := h.listKept(ctx); err != nil {
		return err
	}
	var names []string
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(fetching)
	for _, path := range paths {
		if name := h.original(path); !h.kept[name] {
			names = append(names, name)
			group.Go(func() error { return h.putOriginal(ctx, path, name) })
		}
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for _, name := range names {
		h.kept[name] = true
	}
	return nil
}

// putOriginal stores one original. Its content follows from its path, so a whole object that is there is the same.
func (h *Home) putOriginal(ctx context.Context, path, name string) error {
	content, err := os.ReadFile(filepath.Join(h.dir, path))
	if err != nil {
		return err
	}
	sealed := h.seal.seal(append([]byte(path+"\x00"), content...), name)
	if err = h.put(ctx, name, sealed); !errors.Is(err, engine.ErrExists) {
		return err
	}
	if _, err := h.e.Get(ctx, name); !errors.Is(err, engine.ErrMissing) {
		return err
	}
	if err := h.e.Remove(ctx, name); err != nil { // half of one, which a node could not finish
		return err
	}
	return h.put(ctx, name, sealed)
}

// eachOriginal calls do for the path of each original in the folder.
func (h *Home) eachOriginal(do func(path string) error) error {
	err := fs.WalkDir(os.DirFS(h.dir), originals.AthletesFolder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || disk.IsTemp(e.Name()) || !isOriginal(path) {
			return err
		}
		return do(path)
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// isOriginal reports whether a path in the home is that of an original: athletes/ATHLETE/originals/XX/HASH.zst.
func isOriginal(path string) bool {
	parts := strings.Split(path, "/")
	const depth = 5
	return len(parts) == depth && parts[0] == originals.AthletesFolder && parts[2] == "originals" && fs.ValidPath(path)
}

// keepAll stores the originals of a folder that was not on the engine before.
func (h *Home) keepAll(ctx context.Context) error {
	h.keeping.Lock()
	defer h.keeping.Unlock()
	var paths []string
	if err := h.eachOriginal(func(path string) error { paths = append(paths, path); return nil }); err != nil {
		return err
	}
	return h.keep(ctx, paths)
}

// missing are the originals that a folder lacks. They come while the home answers.
type missing struct {
	mu    sync.Mutex
	names map[string]chan struct{} // closed when a fetch has ended; nil if none is under way
}

// restoreOriginals removes the originals that the engine does not have, and lets those come that the folder lacks.
func (h *Home) restoreOriginals(ctx context.Context) error {
	if err := h.listKept(ctx); err != nil {
		return err
	}
	here := map[string]bool{}
	err := h.eachOriginal(func(path string) error {
		name := h.original(path)
		if here[name] = true; h.kept[name] {
			return nil
		}
		return os.Remove(filepath.Join(h.dir, path))
	})
	if err != nil {
		return err
	}
	h.missing.names = map[string]chan struct{}{}
	for name := range h.kept {
		if !here[name] {
			h.missing.names[name] = nil
		}
	}
	return nil
}

// fetchLater fetches what is missing while the home answers. If that fails, [Home.Fetch] tries again and tells.
func (h *Home) fetchLater() {
	if len(h.missing.names) > 0 {
		h.coming.Go(func() { _ = h.fetchAll(h.stopped) })
	}
}

// Fetch brings an original that is still missing in the folder, or all of them if path is empty. It is the Fetch of the
// store's Options.
func (h *Home) Fetch(ctx context.Context, path string) error {
	if path == "" {
		return h.fetchAll(ctx)
	}
	path, err := filepath.Rel(h.dir, path)
	if err != nil {
		return err
	}
	return h.fetch(ctx, h.original(filepath.ToSlash(path)))
}

func (h *Home) fetchAll(ctx context.Context) error {
	h.missing.mu.Lock()
	names := slices.Collect(maps.Keys(h.missing.names))
	h.missing.mu.Unlock()
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(fetching)
	for _, name := range names {
		group.Go(func() error { return h.fetch(ctx, name) })
	}
	return group.Wait()
}

// isWhole reports whether the folder has all originals.
func (h *Home) isWhole() bool {
	h.missing.mu.Lock()
	defer h.missing.mu.Unlock()
	return len(h.missing.names) == 0
}

// fetch fetches an original if it is missing. One that somebody else fetches is waited for.
func (h *Home) fetch(ctx context.Context, name string) error {
	m := &h.missing
	for {
		m.mu.Lock()
		running, isMissing := m.names[name]
		if isMissing && running == nil {
			break
		}
		m.mu.Unlock()
		if !isMissing {
			return nil
		}
		select {
		case <-running:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	ended := make(chan struct{})
	m.names[name] = ended
	m.mu.Unlock()
	err := h.fetchNow(ctx, name)
	m.mu.Lock()
	defer m.mu.Unlock()
	defer close(ended)
	if m.names[name] = nil; err == nil {
		delete(m.names, name)
	}
	return err
}

func (h *Home) fetchNow(ctx context.Context, name string) error {
	sealed, err := h.e.Get(ctx, name)
	if errors.Is(err, engine.ErrMissing) {
		return nil // half of one: no transaction that was acknowledged refers to it
	}
	if err != nil {
		return err
	}
	content, err := h.seal.open(sealed, name)
	if err != nil {
		return err
	}
	path, content, ok := bytes.Cut(content, []byte{0})
	if !ok || !isOriginal(string(path)) {
		return fmt.Errorf("%w: the object %s is no original", ErrDamaged, name)
	}
	to := filepath.Join(h.dir, filepath.FromSlash(string(path)))
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	return disk.Replace(to, content, 0o600)
}

// removeOriginals removes the objects of originals that were deleted in the home, of which none may be missing.
func (h *Home) removeOriginals(ctx context.Context) error {
	h.keeping.Lock()
	defer h.keeping.Unlock()
	if err := h.listKept(ctx); err != nil {
		return err
	}
	here := map[string]bool{}
	if err := h.eachOriginal(func(path string) error { here[h.original(path)] = true; return nil }); err != nil {
		return err
	}
	for name := range h.kept {
		if !here[name] {
			if err := h.e.Remove(ctx, name); err != nil {
				return err
			}
			delete(h.kept, name)
		}
	}
	return nil
}

// removeFolders removes the originals from the folder.
func removeFolders(dir string) error {
	athletes, err := os.ReadDir(filepath.Join(dir, originals.AthletesFolder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, a := range athletes {
		err = errors.Join(err, os.RemoveAll(filepath.Join(dir, originals.AthletesFolder, a.Name(), "originals")))
	}
	return err
}

// tidyLater removes what a full file made superfluous, while writes go on. If it fails, the next full file does it.
func (h *Home) tidyLater(after, sequence uint64) {
	h.tidying.Go(func() { _ = h.tidy(h.stopped, after, sequence) })
}

// tidy cuts the log before a full file and removes the objects of earlier files.
func (h *Home) tidy(ctx context.Context, after, sequence uint64) error {
	if err := h.e.Cut(ctx, h.home, sequence); err != nil {
		return err
	}
	names, err := h.e.Names(ctx, h.home+"/file")
	if err != nil {
		return err
	}
	for _, name := range names {
		var of, at uint64
		var n int
		_, err := fmt.Sscanf(strings.TrimPrefix(name, h.home+"/file/"), "%d-%d-%d", &of, &at, &n)
		if err == nil && (of < h.epoch || of == h.epoch && at < after) {
			if err := h.e.Remove(ctx, name); err != nil {
				return err
			}
		}
	}
	return nil
}
