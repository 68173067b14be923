package archive

import (
	"context"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/training"
)

// Item is one file that may hold a recording, or one thing that an export
// says.
type Item = listing.Item

// Account describes the athlete, from a table of an export.
type Account = listing.Account

// Wellness holds days of an export.
type Wellness = listing.Wellness

// Memory is an item whose bytes are at hand already: an upload, a download,
// a test.
func Memory(path string, data []byte) Item { return listing.Memory(path, data) }

// Made is an item whose bytes are made when they are asked for.
func Made(path string, make func(ctx context.Context) ([]byte, error)) Item {
	return listing.Made(path, make)
}

// Recorded is an item of recordings that came without a file of their own.
func Recorded(path string, made func(ctx context.Context) ([]*training.Recording, error)) Item {
	return listing.Recorded(path, made)
}

// Limits bound a walk. A zero field takes the default.
type Limits struct {
	FileBytes int64 // largest single file, that of a recording
	Files     int   // most files of one walk, 200,000
	Depth     int   // deepest folder below a root, 32
	Members   int   // most members of one zip archive, 100,000
	Nested    int   // most archives within each other, 5
	// NestedBytes is the largest archive within an archive that has to be
	// unpacked to be looked into, 128 MiB; one that is only stored there has
	// no limit of its own.
	NestedBytes int64
	Ratio       int64 // most unpacked bytes for one packed byte, 200
	// Streamed is told how far large files are read; it may be nil.
	Streamed listing.Streamed
}

func (l Limits) withDefaults() Limits {
	l.FileBytes, l.NestedBytes, l.Ratio = orDefault(l.FileBytes, reading.Limits{}.WithDefaults().MaxBytes),
		orDefault(l.NestedBytes, 128<<20), orDefault(l.Ratio, 200)
	l.Files, l.Depth = orDefault(l.Files, 200_000), orDefault(l.Depth, 32)
	l.Members, l.Nested = orDefault(l.Members, 100_000), orDefault(l.Nested, 5)
	return l
}

func orDefault[T int | int64](v, def T) T {
	if v <= 0 {
		return def
	}
	return v
}
