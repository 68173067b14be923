package recording

import (
	"bytes"
	"context"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/jsonfile"
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/formats/xmlfile"
)

// reader reads the files of one form, or says why they are not read.
type reader func(ctx context.Context, name string, data []byte, limits Limits) (Result, error)

// xmlForms are the forms of XML by the name of the root.
var xmlForms = map[string]reader{
	"gpx":                    unnamed(xmlfile.ReadGPX),
	"TrainingCenterDatabase": unnamed(xmlfile.ReadTCX),
	"Activities":             unnamed(xmlfile.ReadTCX),
	"Courses":                unnamed(xmlfile.ReadTCX),
	"Workouts":               unnamed(xmlfile.ReadTCX),
	"pwx":                    unnamed(xmlfile.ReadPWX),
	"FitnessWorkbook":        unnamed(xmlfile.ReadFitLog),
	"kml":                    unnamed(xmlfile.ReadKML),
	"sml":                    unnamed(jsonfile.ReadSML),
}

// jsonForms are the forms of JSON by what they begin with; the first that a file is
// of counts.
var jsonForms = []struct {
	is   func(data []byte) bool
	read reader
}{
	{reading.SamplesIs, unnamed(reading.ReadSamples)},
	{jsonfile.GoldenCheetahIs, jsonfile.ReadGoldenCheetah},
	{jsonfile.IsJSON, unnamed(jsonfile.ReadJSON)},
	{jsonfile.PolarIs, unnamed(jsonfile.ReadPolar)},
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
	s := reading.NewXMLReader(ctx, head, Limits{})
	if s.Next() && s.Start {
		if read, known := xmlForms[s.Name]; known {
			return read
		}
		return refuseXML
	}
	if s.Err() != nil {
		if bytes.Contains(head, []byte("TrainingCenterDatabase")) {
			return unnamed(xmlfile.ReadTCX)
		}
		return unnamed(xmlfile.ReadGPX)
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
