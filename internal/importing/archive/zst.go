package archive

import (
	"context"
	"errors"
	"path"
	"strings"

	"github.com/klauspost/compress/zstd"

	"lapkeep/internal/importing/listing"
	"lapkeep/internal/training"
)

// isZst names the form in which the store keeps originals, so that a home
// whose database is lost is imported like any folder.
func isZst(name string) bool { return strings.EqualFold(path.Ext(name), ".zst") }

// unpacked is the content of a file of that name, unpacked when it is read.
func (w *walker) unpacked(name string, c content) content {
	if !isZst(name) {
		return c
	}
	return zst{c, w.limits.FileBytes}
}

// zst is a file in that form.
type zst struct {
	content
	limit int64
}

// What such a file may unpack to: recordings as text press to a thirtieth at
// most, and a window of the usual programs has to fit.
const (
	zstRatio = 50
	zstLeast = 8 << 20
)

func (z zst) Read(ctx context.Context) ([]byte, error) {
	data, err := z.content.Read(ctx)
	if err != nil {
		return nil, err
	}
	most := min(z.limit, max(zstLeast, zstRatio*int64(len(data))))
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxMemory(uint64(most))) //nolint:gosec // positive
	if err != nil {
		return nil, err
	}
	defer d.Close()
	out, err := d.DecodeAll(data, nil)
	switch {
	case errors.Is(err, zstd.ErrDecoderSizeExceeded), errors.Is(err, zstd.ErrWindowSizeExceeded):
		if most < z.limit {
			return nil, training.Errorf(training.KindTooLarge,
				"The file unpacks to far more than it should.").WithFix("Check where the file comes from.")
		}
		return nil, listing.TooLarge(z.limit)
	case err != nil:
		return nil, training.Errorf(training.KindCorrupt, "The compressed file is damaged: %w.", err).
			WithFix("Copy it again.")
	}
	return out, nil
}
