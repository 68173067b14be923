package node

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lapkeep/host/engine"
	"lapkeep/internal/app"
	"lapkeep/internal/faces/cli/settings"
)

// maxFiles bounds the bytes of a home's small files, which are one record.
const maxFiles = engine.MaxRecord - 64<<10

// beside lists the files of a home that are neither in the database nor made from it: settings, and what only the
// home may know. Everything else in the folder can be made again.
var beside = append([]string{settings.ConfigName, ".env"}, app.KeyFiles()...)

// kept holds what a home's small files were when they were last written to the engine.
type kept struct {
	last  uint64 // the record in the log
	state string // names, sizes and times, to notice a change without reading
	body  []byte
	sums  [][sha256.Size]byte // of the keys in them
}

func filesLog(home string) string { return "F-" + home }

// smallFiles returns the paths of a home's small files, relative to its folder.
func smallFiles(dir string) (paths []string, state string, err error) {
	add := func(path string, info fs.FileInfo) {
		paths = append(paths, path)
		state += fmt.Sprintf("%s %d %d\n", path, info.Size(), info.ModTime().UnixNano())
	}
	for _, name := range beside {
		if info, err := os.Lstat(filepath.Join(dir, name)); err == nil && info.Mode().IsRegular() {
			add(name, info)
		}
	}
	err = filepath.WalkDir(filepath.Join(dir, settings.KeysFolder), func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || !d.Type().IsRegular() || strings.HasSuffix(path, ".lock") {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		add(filepath.ToSlash(rel), info)
		return err
	})
	return paths, state, err
}

// packFiles returns the small files of a home as one text.
func packFiles(dir string, paths []string) ([]byte, error) {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, path := range paths {
		content, err := os.ReadFile(filepath.Join(dir, path))
		if err != nil {
			return nil, err
		}
		if err := w.WriteHeader(&tar.Header{Name: path, Mode: 0o600, Size: int64(len(content))}); err != nil {
			return nil, err
		}
		if _, err := w.Write(content); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	if out.Len() > maxFiles {
		return nil, fmt.Errorf("the settings and keys of the home have %d bytes, more than %d; remove what is not needed", out.Len(), maxFiles)
	}
	return out.Bytes(), nil
}

// unpackFiles makes a home's small files what they were when they were packed.
func unpackFiles(dir string, packed []byte) error {
	paths, _, err := smallFiles(dir)
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close() //nolint:errcheck // nothing is written through it any more
	for _, path := range paths {
		if err := root.Remove(path); err != nil {
			return err
		}
	}
	for r := tar.NewReader(bytes.NewReader(packed)); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if !slices.Contains(beside, h.Name) && !strings.HasPrefix(h.Name, settings.KeysFolder+"/") {
			return fmt.Errorf("%q is no file of a home", h.Name)
		}
		content, err := io.ReadAll(io.LimitReader(r, maxFiles))
		if err != nil {
			return err
		}
		if err := root.MkdirAll(filepath.Dir(h.Name), 0o700); err != nil {
			return err
		}
		if err := root.WriteFile(h.Name, content, 0o600); err != nil {
			return err
		}
	}
}

// fetchFiles writes the small files of a home into its folder.
func (n *Node) fetchFiles(ctx context.Context, home, dir string) (kept, error) {
	last, err := n.o.Engine.Last(ctx, filesLog(home))
	if err != nil || last == 0 {
		return kept{}, err
	}
	read, err := n.o.Engine.Read(ctx, filesLog(home), last-1, last)
	if err != nil {
		return kept{}, err
	}
	body, err := n.o.Keys.Unseal(ctx, home, filesEnd, read[len(read)-1].Record)
	if err != nil {
		return kept{}, err
	}
	if err := unpackFiles(dir, body); err != nil {
		return kept{}, fmt.Errorf("the files of the home %s: %w", home, err)
	}
	_, state, err := smallFiles(dir)
	return kept{last: last, state: state, body: body}, err
}

// keepFiles writes the small files of a home to the engine if they have changed.
func (n *Node) keepFiles(ctx context.Context, h *held) error {
	paths, state, err := smallFiles(h.dir)
	if err != nil || state == h.files.state && h.files.last != 0 {
		return err
	}
	body, err := packFiles(h.dir, paths)
	if err != nil {
		return err
	}
	if bytes.Equal(body, h.files.body) && h.files.last != 0 {
		h.files.state = state
		return nil
	}
	sealed, err := n.o.Keys.Seal(ctx, h.home, filesEnd, body)
	if err != nil {
		return err
	}
	last, err := n.o.Engine.Append(ctx, filesLog(h.home), h.files.last, sealed)
	if err != nil {
		return err
	}
	h.files.last, h.files.state, h.files.body = last, state, body
	if err := n.o.Engine.Cut(ctx, filesLog(h.home), last); err != nil { // it only saves room
		n.o.Log.Warn("an older record of a home's files was not removed", "err", err)
	}
	return nil
}
