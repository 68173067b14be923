package recording

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"

	"github.com/klauspost/compress/gzip"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// IsGzip reports whether data begins like a gzip file.
func IsGzip(data []byte) bool {
	return len(data) > 2 && data[0] == 0x1F && data[1] == 0x8B && data[2] == 8
}

// Unpack takes off what a file is packed in, if it is. One that is cut is an
// error.
func Unpack(ctx context.Context, data []byte, limits Limits) ([]byte, error) {
	out, notes, err := unpack(ctx, data, limits.WithDefaults())
	if err == nil && len(notes) > 0 {
		err = training.Errorf(training.KindCorrupt, "The compressed file is cut or damaged.").WithFix("Copy or export the file again.")
	}
	return out, err
}

// unpack takes off gzip layers within the limits. A layer that is cut is
// unpacked as far as it goes, with a note.
func unpack(ctx context.Context, data []byte, limits Limits) (out []byte, notes []string, err error) {
	for depth := 0; IsGzip(data); depth++ {
		if depth == limits.MaxDepth {
			return nil, nil, training.Errorf(training.KindTooLarge, "The file is compressed more than %d times over.", limits.MaxDepth).
				WithFix("Unpack it first.")
		}
		inner, cut, err := gunzip(ctx, data, limits)
		if err != nil {
			return nil, nil, err
		}
		if cut {
			notes = append(notes, string(i18n.Sentence("The compressed file is cut or damaged; what could be unpacked was read.")))
		}
		data = inner
	}
	return data, notes, nil
}

// slack is the size to which any file may unpack, whatever the ratio: small
// files of repeated points compress very well.
const slack = 1 << 20

// claimed reads the unpacked size at the end of a gzip file.
func claimed(data []byte) int64 {
	const trailer = 4
	if len(data) < trailer {
		return 0
	}
	return int64(binary.LittleEndian.Uint32(data[len(data)-trailer:]))
}

func gunzip(ctx context.Context, data []byte, limits Limits) (out []byte, cut bool, err error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, false, notGzip(err)
	}
	defer func() { _ = z.Close() }()
	most := min(limits.MaxBytes, limits.MaxRatio*int64(len(data))+slack)
	var buf bytes.Buffer
	buf.Grow(int(min(claimed(data), most)) + bytes.MinRead) // one that grows is held twice
	for {
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		const step = 256 << 10
		n, err := io.CopyN(&buf, z, step)
		if int64(buf.Len()) > most {
			if most < limits.MaxBytes {
				return nil, false, training.Errorf(training.KindTooLarge, "The file unpacks to more than %d times its size.", limits.MaxRatio).
					WithFix("Unpack it first, if you trust it.")
			}
			return nil, false, tooLarge(limits.MaxBytes)
		}
		if errors.Is(err, io.EOF) {
			return buf.Bytes(), false, nil
		}
		if err != nil {
			if buf.Len() == 0 && n == 0 {
				return nil, false, notGzip(err)
			}
			return buf.Bytes(), true, nil
		}
	}
}

func notGzip(err error) error {
	return &training.Error{
		Kind: training.KindCorrupt, Err: err,
		What: "The compressed file is damaged: nothing can be unpacked.", Fix: "Copy or export the file again.",
	}
}

func tooLarge(limit int64) error {
	return training.Errorf(training.KindTooLarge, "The file is larger than %d MB.", limit>>20).
		WithFix("Split the recording and import its parts.")
}
