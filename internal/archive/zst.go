package archive

import (
	"context"
	"errors"
	"path"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"

	"lapkeep/internal/archive/listing"
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

// over is the content of a file of that name, unpacked when it is read.
func (u *unpacker) over(name string, c content) content {
	if !isZst(name) {
		return c
	}
	return zst{c, u}
}

// zst is a file in that form.
type zst struct {
	content
	u *unpacker
}

func (z zst) Read(ctx context.Context) ([]byte, error) {
	data, err := z.content.Read(ctx)
	if err != nil {
		return nil, err
	}
	d, err := z.u.decoder()
	if err != nil {
		return nil, err
	}
	out, err := d.DecodeAll(data, nil)
	switch {
	case errors.Is(err, zstd.ErrDecoderSizeExceeded), errors.Is(err, zstd.ErrWindowSizeExceeded):
		return nil, listing.TooLarge(z.u.limit)
	case err != nil:
		return nil, training.Errorf(training.KindCorrupt, "The compressed file is damaged: %w.", err).
			WithFix("Copy it again.")
	}
	return out, nil
}
