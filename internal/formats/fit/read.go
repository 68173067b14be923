package fit

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/muktihari/fit/decoder"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// bufferSize is how much the decoder reads at once, and so how often it is
// asked whether to go on.
const bufferSize = 32 << 10

// Read reads a FIT file or several that are chained.
func Read(ctx context.Context, data []byte, limits reading.Limits) (reading.Result, error) {
	limits = limits.WithDefaults()
	out := reading.Result{Format: training.FormatFIT, Kind: reading.Unknown}
	parts := Split(data)
	if len(parts) == 0 {
		return out, training.Errorf(training.KindCorrupt, "This is not a FIT file: its header is missing.").
			WithFix("Export the activity again from the device or service.")
	}
	var files []*file
	var strap *file // pulses that came before the file of the watch
	d := new(decoder.Decoder)
	all := 0
	for i := range parts {
		all += parts[i].Records
	}
	for i := range parts {
		p := &parts[i]
		f, err := decodePart(ctx, d, p, all, limits.MaxRecords)
		if err != nil {
			return out, err
		}
		out.Salvaged = out.Salvaged || p.Damaged
		f.notes = p.Notes
		limits.MaxRecords = max(1, f.left)
		switch n := len(files); {
		case f.onlyPulses() && n > 0:
			files[n-1].join(f)
			continue
		case f.onlyPulses() && i+1 < len(parts):
			if strap != nil {
				f.join(strap)
			}
			strap = f
			continue
		case strap != nil:
			f.join(strap)
			strap = nil
		}
		files = append(files, f)
	}
	return collect(out, files)
}

// decodePart runs the library over one file. What it cannot read after all
// ends the part and is noted; what came before is kept.
func decodePart(ctx context.Context, d *decoder.Decoder, p *Sequence, all, maxRecords int) (*file, error) {
	f := newFile(p.Records, all, maxRecords)
	if len(p.Messages) == 0 {
		return f, ctx.Err()
	}
	fields := NewFields()
	err := runDecoder(d, newSource(ctx, p, f, fields), f, fields)
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, errTooMany):
		return nil, training.Errorf(training.KindTooLarge, "The file holds more than %d records.", maxRecords).
			WithFix("Split the recording and import its parts.")
	default:
		p.Damaged = true
		p.Notes = append(p.Notes, string(i18n.Sentence("The file could not be read to its end; what came before was kept.")))
	}
	return f, nil
}

func runDecoder(d *decoder.Decoder, src *source, f *file, fields *Fields) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("decoder: %v", r)
		}
	}()
	d.Reset(src,
		decoder.WithIgnoreChecksum(), decoder.WithBroadcastOnly(), decoder.WithNoComponentExpansion(), decoder.WithReadBufferSize(bufferSize),
		decoder.WithFactory(fields), decoder.WithMesgListener(f), decoder.WithMesgDefListener(fields))
	_, err = d.Decode()
	if errors.Is(err, io.EOF) && src.atEnd() {
		return nil
	}
	return err
}

var errTooMany = errors.New("too many records")
