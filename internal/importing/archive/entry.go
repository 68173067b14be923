package archive

import (
	"context"
	"errors"
	"io"

	"lapkeep/internal/importing/listing"
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
