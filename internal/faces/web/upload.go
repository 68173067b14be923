package web

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"lapkeep/internal/faces/web/setup"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// upload takes one file as the body, its name in the address, and imports it.
// Nothing of it is held in memory, and it is gone when it was read: what is kept
// is kept by the import.
func (s *Server) upload(w http.ResponseWriter, r *http.Request) {
	p, err := s.newPage(r.Context(), r)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	release, err := s.holdUploads(r.Context())
	if err != nil {
		failed(w, p, err)
		return
	}
	defer func() { _ = release() }()
	path, err := s.receive(w, r)
	if err != nil {
		failed(w, p, err)
		return
	}
	defer func() { _ = os.RemoveAll(filepath.Dir(path)) }() // the next upload has a folder of its own
	out, err := s.Import(r.Context(), p.Call, path)
	if err != nil {
		failed(w, p, err)
		return
	}
	writeJSON(w, http.StatusOK, setup.Imported(p, out))
}

// uploadsLock says that an upload is being read: each has a share of it, in
// whatever process, and who removes what was left behind has it alone.
const uploadsLock = ".lock"

// holdUploads keeps others from removing an upload.
func (s *Server) holdUploads(ctx context.Context) (release func() error, err error) {
	const wait = 10 * time.Second // a start removes in less
	if err := os.MkdirAll(s.UploadDir, 0o700); err != nil {
		return nil, notKept(err)
	}
	release, err = disk.Share(ctx, s.UploadDir+uploadsLock, wait)
	if err != nil {
		return nil, notKept(err)
	}
	return release, nil
}

// DropUploads removes what processes left of uploads that died over them. Where
// one reads an upload at this moment, nothing is removed; the next start does.
func (s *Server) DropUploads() error {
	left, err := os.ReadDir(s.UploadDir)
	if err != nil || len(left) == 0 {
		return nil //nolint:nilerr // nothing was ever uploaded
	}
	release, err := disk.Try(s.UploadDir + uploadsLock)
	if errors.Is(err, disk.ErrHeld) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range left {
		err = errors.Join(err, os.RemoveAll(filepath.Join(s.UploadDir, e.Name())))
	}
	return errors.Join(err, release())
}

// receive writes the body into a folder of its own.
func (s *Server) receive(w http.ResponseWriter, r *http.Request) (path string, err error) {
	if r.ContentLength > setup.MaxUpload {
		return "", setup.TooLarge()
	}
	dir, err := os.MkdirTemp(s.UploadDir, "upload-")
	if err != nil {
		return "", notKept(err)
	}
	path = filepath.Join(dir, fileName(r.URL.Query().Get("name")))
	body := http.MaxBytesReader(w, r.Body, setup.MaxUpload)
	if err = s.fill(path, body); err == nil {
		return path, nil
	}
	_ = os.RemoveAll(dir) // err is the one that matters
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return "", setup.TooLarge()
	}
	// A browser that still sends reads no answer: what is left goes nowhere.
	_, _ = io.Copy(io.Discard, body)
	return "", err
}

// newFile makes a file that was not there.
func newFile(path string) (io.WriteCloser, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) //nolint:gosec // in a new folder, by a name without separators
}

func (s *Server) fill(path string, r io.Reader) error {
	f, err := s.newFile(path)
	if err != nil {
		return notKept(err)
	}
	_, err = io.Copy(f, r)
	if cerr := f.Close(); err == nil && cerr != nil {
		err = notKept(cerr)
	}
	if _, ok := errors.AsType[*os.PathError](err); ok {
		err = notKept(err)
	}
	return err
}

func notKept(err error) error {
	return training.Errorf(training.KindUnavailable, "The upload cannot be written: %w.", err).
		WithFix("Make room on the disk of the home, then upload again.")
}

// fileName is a name without a path and without anything that a system reads
// otherwise.
func fileName(name string) string {
	name = textclean.Line(name, textclean.NameRunes)
	name = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, name)
	if name = strings.Trim(name, ". "); name == "" {
		return "upload"
	}
	if ext := filepath.Ext(name); len(name) > 150 {
		name = strings.ToValidUTF8(name[:120], "") + strings.ToValidUTF8(ext[:min(len(ext), 12)], "")
	}
	return name
}
