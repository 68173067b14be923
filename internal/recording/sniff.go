package recording

import (
	"bytes"
	"context"

	"lapkeep/internal/recording/fit"
	"lapkeep/internal/recording/fitlog"
	"lapkeep/internal/recording/goldencheetah"
	"lapkeep/internal/recording/gpx"
	"lapkeep/internal/recording/kml"
	"lapkeep/internal/recording/polar"
	"lapkeep/internal/recording/pwx"
	"lapkeep/internal/recording/samples"
	"lapkeep/internal/recording/suunto"
	"lapkeep/internal/recording/tcx"
	"lapkeep/internal/recording/xmlscan"
)

// reader reads the files of one form, or says why they are not read.
type reader func(ctx context.Context, name string, data []byte, limits Limits) (Result, error)

// xmlForms are the forms of XML by the name of the root.
var xmlForms = map[string]reader{
	"gpx":                    unnamed(gpx.Read),
	"TrainingCenterDatabase": unnamed(tcx.Read),
	"Activities":             unnamed(tcx.Read),
	"Courses":                unnamed(tcx.Read),
	"Workouts":               unnamed(tcx.Read),
	"pwx":                    unnamed(pwx.Read),
	"FitnessWorkbook":        unnamed(fitlog.Read),
	"kml":                    unnamed(kml.Read),
	"sml":                    unnamed(suunto.ReadSML),
}

// jsonForms are the forms of JSON by what they begin with; the first that a file is
// of counts.
var jsonForms = []struct {
	is   func(data []byte) bool
	read reader
}{
	{samples.Is, unnamed(samples.Read)},
	{goldencheetah.Is, goldencheetah.Read},
	{suunto.IsJSON, unnamed(suunto.ReadJSON)},
	{polar.Is, unnamed(polar.Read)},
}

// unnamed has no use for the name of a file.
func unnamed(read func(ctx context.Context, data []byte, limits Limits) (Result, error)) reader {
	return func(ctx context.Context, _ string, data []byte, limits Limits) (Result, error) {
		return read(ctx, data, limits)
	}
}

// headSize is how much of the beginning is looked at.
const headSize = 64 << 10

var (
	appleDouble = []byte{0x00, 0x05, 0x16, 0x07}
	zipMagic    = []byte("PK\x03\x04")
	fitMagic    = []byte(".FIT")
)

// sniff finds the reader of an input, by its content.
func sniff(ctx context.Context, data []byte) reader {
	head := data[:min(len(data), headSize)]
	switch {
	case len(bytes.TrimSpace(head)) == 0 || len(bytes.Trim(head, "\x00")) == 0:
		return refuseEmpty
	case fit.Is(data):
		return unnamed(fit.Read)
	case bytes.HasPrefix(head, appleDouble):
		return ignoreCompanion
	case bytes.HasPrefix(head, zipMagic):
		return refuseArchive
	case bytes.IndexByte(head, '<') >= 0 && bytes.IndexByte(head, '<') < 1024:
		if read := sniffXML(ctx, head); read != nil {
			return read
		}
	}
	if read := sniffJSON(data); read != nil {
		return read
	}
	// A damaged start may hide a FIT file that can still be read.
	if bytes.Contains(head, fitMagic) {
		return unnamed(fit.Read)
	}
	return refuseUnknown
}

// sniffXML looks for the root element. A document that defines entities is
// refused by the reader of its format, so its root is looked for in its text.
func sniffXML(ctx context.Context, head []byte) reader {
	s := xmlscan.New(ctx, head, Limits{})
	if s.Next() && s.Start {
		if read, known := xmlForms[s.Name]; known {
			return read
		}
		return refuseXML
	}
	if s.Err() != nil {
		if bytes.Contains(head, []byte("TrainingCenterDatabase")) {
			return unnamed(tcx.Read)
		}
		return unnamed(gpx.Read)
	}
	return nil
}

// sniffJSON tells whose JSON it is.
func sniffJSON(data []byte) reader {
	text := bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\ufeff")), " \t\r\n")
	if !bytes.HasPrefix(text, []byte("{")) {
		return nil
	}
	for _, form := range jsonForms {
		if form.is(data) {
			return form.read
		}
	}
	return nil
}
