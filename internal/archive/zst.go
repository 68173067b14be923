package archive

import (
	"context"
	"errors"
	"path"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"

	"lapkeep/internal/training"
)

// isZst names the form in which the store keeps originals, so that a home
// whose database is lost is imported like any folder.
func isZst(name string) bool { return strings.EqualFold(path.Ext(name), ".zst") }

// unpacker unpacks such files for one walk, at most limit bytes each.
type unpacker struct {
	limit   int64
	decoder func() (*zstd.Decoder, error)
}

func newUnpacker(limit int64) *unpacker {
	return &unpacker{limit: limit, decoder: sync.OnceValues(func() (*zstd.Decoder, error) {
		return zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxMemory(uint64(limit))) //nolint:gosec // positive
	})}
}

// read is the reading of an item whose packed bytes read gives.
func (u *unpacker) read(read func(ctx context.Context) ([]byte, error)) func(ctx context.Context) ([]byte, error) {
	return func(ctx context.Context) ([]byte, error) {
		data, err := read(ctx)
		if err != nil {
			return nil, err
		}
		d, err := u.decoder()
		if err != nil {
			return nil, err
		}
		out, err := d.DecodeAll(data, nil)
		switch {
		case errors.Is(err, zstd.ErrDecoderSizeExceeded), errors.Is(err, zstd.ErrWindowSizeExceeded):
			return nil, tooLarge(u.limit)
		case err != nil:
			return nil, training.Errorf(training.KindCorrupt, "The compressed file is damaged: %w.", err).
				WithFix("Copy it again.")
		}
		return out, nil
	}
}
