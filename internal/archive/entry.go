package archive

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"

	"lapkeep/internal/archive/listing"
)

// content is where the bytes of a file come from.
type content interface {
	listing.Content
	// at is the file as an archive is read: from any place.
	at(ctx context.Context) (source, error)
}

// source is bytes that are read from any place, and opened for each reading.
type source interface {
	open() (r io.ReaderAt, size int64, done func(), err error)
}

// inMemory is a source that was unpacked.
type inMemory struct {
	data io.ReaderAt
	size int64
}

func (m inMemory) open() (io.ReaderAt, int64, func(), error) { return m.data, m.size, func() {}, nil }

// within is a part of another source, such as an archive stored in an archive.
type within struct {
	of           source
	offset, size int64
}

func (w within) open() (io.ReaderAt, int64, func(), error) {
	r, _, done, err := w.of.open()
	if err != nil {
		return nil, 0, nil, err
	}
	return io.NewSectionReader(r, w.offset, w.size), w.size, done, nil
}

// onDisk is a file below a folder. It is opened below that root, so that a
// link that was put in place since the walk cannot lead out of it.
type onDisk struct {
	shown, root, rel string
	limit            int64
}

func (d onDisk) file() (*os.File, error) {
	root, err := os.OpenRoot(d.root)
	if err != nil {
		return nil, openError(d.shown, err)
	}
	defer root.Close()
	file, err := root.Open(d.rel)
	if err != nil {
		return nil, openError(d.shown, err)
	}
	return file, nil
}

func (d onDisk) open() (io.ReaderAt, int64, func(), error) {
	file, err := d.file()
	if err != nil {
		return nil, 0, nil, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, 0, nil, errors.Join(openError(d.shown, err), file.Close())
	}
	return file, info.Size(), func() { _ = file.Close() }, nil // it was only read
}

func (d onDisk) at(context.Context) (source, error) { return d, nil }

func (d onDisk) Head(n int) ([]byte, error) {
	file, err := d.file()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readHead(file, n)
}

func (d onDisk) Read(context.Context) ([]byte, error) {
	file, err := d.file()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	size := int64(0)
	if info, err := file.Stat(); err == nil {
		size = info.Size()
	}
	data, err := readAll(file, size, d.limit)
	if pe := (*fs.PathError)(nil); errors.As(err, &pe) {
		return nil, openError(d.shown, err)
	}
	return data, err
}

// Stream reads the file as it lies there, whatever its size.
func (d onDisk) Stream(context.Context) (io.ReadCloser, error) { return d.file() }

func readHead(r io.Reader, n int) ([]byte, error) {
	buf := make([]byte, n)
	got, err := io.ReadFull(r, buf)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return buf[:got], err
}

// readAll reads at most limit bytes into one buffer of the expected size.
func readAll(r io.Reader, expect, limit int64) ([]byte, error) {
	buf := make([]byte, 0, min(expect, limit)+1)
	r = io.LimitReader(r, limit+1)
	for {
		n, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if int64(len(buf)) > limit {
			return nil, listing.TooLarge(limit)
		}
		if errors.Is(err, io.EOF) {
			return buf, nil
		}
		if err != nil {
			return nil, err
		}
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
	}
}
