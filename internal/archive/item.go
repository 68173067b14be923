package archive

import (
	"context"
	"io/fs"
	"path"
	"path/filepath"
	"time"
)

// Item is one file that may hold a recording. Its bytes are read only when
// they are asked for, so that a walk of a large folder holds no file open.
type Item struct {
	// Path is the file as people name it; a member of an archive is
	// "archive.zip/member.fit".
	Path string
	// Size is the size on disk or, in an archive, the size once unpacked.
	Size    int64
	ModTime time.Time
	// Skip says why the file is not read, as a sentence; empty for one that is.
	Skip string
	// Err is a file or folder that could not be opened at all.
	Err error

	read func(ctx context.Context) ([]byte, error)
}

// Memory is an item whose bytes are at hand already: an upload, a download,
// a test.
func Memory(path string, data []byte) Item {
	return Item{Path: path, Size: int64(len(data)), read: func(context.Context) ([]byte, error) { return data, nil }}
}

// Made is an item whose bytes are made when they are asked for.
func Made(path string, make func(ctx context.Context) ([]byte, error)) Item {
	return Item{Path: path, read: make}
}

// Bytes reads the whole file, at most the limit of the walk that found it.
// An item that is skipped or broken returns its error.
func (it Item) Bytes(ctx context.Context) ([]byte, error) {
	switch {
	case it.Err != nil:
		return nil, it.Err
	case it.read == nil:
		return nil, fs.ErrInvalid
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return it.read(ctx)
}

// Name is the last element of the path.
func (it Item) Name() string { return path.Base(filepath.ToSlash(it.Path)) }

// Limits bound a walk. A zero field takes the default.
type Limits struct {
	FileBytes int64 // largest single file, 256 MiB
	Files     int   // most files of one walk, 200,000
	Depth     int   // deepest folder below a root, 32
	Members   int   // most members of one zip archive, 100,000
	Ratio     int64 // most unpacked bytes for one packed byte, 200
}

func (l Limits) withDefaults() Limits {
	def := func(v *int64, d int64) {
		if *v <= 0 {
			*v = d
		}
	}
	defInt := func(v *int, d int) {
		if *v <= 0 {
			*v = d
		}
	}
	def(&l.FileBytes, 256<<20)
	def(&l.Ratio, 200)
	defInt(&l.Files, 200_000)
	defInt(&l.Depth, 32)
	defInt(&l.Members, 100_000)
	return l
}
