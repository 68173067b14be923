package recording

import (
	"bytes"
	"context"
	"errors"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/jsonfile"
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/formats/xmlfile"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Limits restrict the cost of one input; see [reading.Limits].
type Limits = reading.Limits

// Result holds the content of one file; see [reading.Result].
type Result = reading.Result

// Version covers the versions of all readers. Raise it with every change to the result of a
// reader: recordings of older versions are then read again from the originals. A new format
// does not require this, because originals of files that could not be read are not kept.
const Version = 9

// Read reads one recording file. name is used in messages, and to recognise the
// files of some apps. For an input that contains nothing for Lapkeep, it returns a
// Result with the reason in Ignored; for an input that cannot be read, it returns a
// [training.Error] of KindCorrupt, KindUnsupported, KindTooLarge or KindCanceled.
// The recordings share no memory with data.
func Read(ctx context.Context, name string, data []byte, limits Limits) (Result, error) {
	limits = limits.WithDefaults()
	inner, cancel := context.WithTimeout(ctx, limits.Timeout)
	defer cancel()
	res, err := read(inner, name, data, limits)
	if err == nil {
		return res, nil
	}
	switch {
	case ctx.Err() != nil:
		return res, &training.Error{Kind: training.KindCanceled, What: "Reading was stopped.", Err: ctx.Err()}
	case errors.Is(inner.Err(), context.DeadlineExceeded):
		return res, training.Errorf(training.KindTooLarge, "Reading the file took longer than %s.", limits.Timeout).
			WithFix("Split the recording and import its parts.")
	}
	return res, err
}

func read(ctx context.Context, name string, data []byte, limits Limits) (Result, error) {
	data, notes, err := unpack(ctx, data, limits)
	if err != nil {
		return Result{Kind: reading.Unknown}, err
	}
	if int64(len(data)) > limits.MaxBytes {
		return Result{Kind: reading.Unknown}, tooLarge(limits.MaxBytes)
	}
	res, err := sniff(ctx, data)(ctx, name, data, limits)
	if err == nil && res.Kind == reading.Course && len(res.Recordings) == 0 {
		res.Routes, err = ReadCourse(ctx, res.Format, data, limits)
	}
	refine(name, res.Recordings)
	if len(notes) > 0 {
		res.Salvaged = true
		res.Warnings = reading.AppendNew(notes, res.Warnings)
		for _, r := range res.Recordings {
			r.Warnings = reading.AppendNew(notes[:len(notes):len(notes)], r.Warnings)
		}
	}
	return res, err
}

// Of returns the result of [Read] for the bytes that [reading.WriteSamples] makes from recs.
func Of(name string, recs []*training.Recording) Result {
	res := Result{Format: recs[0].Format, Kind: reading.Activity}
	res.Take(recs, false)
	refine(name, recs)
	return res
}

func refine(name string, recs []*training.Recording) {
	for _, r := range recs {
		jsonfile.Refine(r, name)
		settleTimes(r)
	}
}

func ignoreCompanion(context.Context, string, []byte, Limits) (Result, error) {
	return Result{Kind: reading.Unknown, Ignored: "The file is a companion file of macOS without content."}, nil
}

func refuseEmpty(_ context.Context, name string, _ []byte, _ Limits) (Result, error) {
	return Result{Kind: reading.Unknown}, training.Errorf(training.KindCorrupt, "%s is empty.", name).
		WithFix("Copy or export the file again.")
}

func refuseArchive(_ context.Context, name string, _ []byte, _ Limits) (Result, error) {
	return Result{Kind: reading.Unknown}, training.Errorf(training.KindUnsupported, "%s is an archive, not a recording.", name).
		WithFix("Import it as an archive, or unpack it first.")
}

func refuseXML(_ context.Context, name string, _ []byte, _ Limits) (Result, error) {
	return Result{Kind: reading.Unknown}, training.Errorf(training.KindUnsupported,
		"%s is XML, but not in a format for recordings.", name).
		WithFix("Export the activity as FIT, TCX or GPX.")
}

func refuseUnknown(_ context.Context, name string, _ []byte, _ Limits) (Result, error) {
	return Result{Kind: reading.Unknown}, training.Errorf(training.KindUnsupported, "%s is not a recording that Lapkeep knows.", name).
		WithFix("Export the activity as FIT, TCX or GPX.")
}

// reader reads the files of one format, or returns the reason why they are not read.
type reader func(ctx context.Context, name string, data []byte, limits Limits) (Result, error)

// xmlForms maps the name of the root element to the reader.
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

// jsonForms lists the JSON formats. The first one that recognises a file reads it.
var jsonForms = []struct {
	is   func(data []byte) bool
	read reader
}{
	{reading.SamplesIs, unnamed(reading.ReadSamples)},
	{jsonfile.GoldenCheetahIs, jsonfile.ReadGoldenCheetah},
	{jsonfile.IsJSON, unnamed(jsonfile.ReadJSON)},
	{jsonfile.PolarIs, unnamed(jsonfile.ReadPolar)},
}

// unnamed returns a reader that ignores the name of the file.
func unnamed(read func(ctx context.Context, data []byte, limits Limits) (Result, error)) reader {
	return func(ctx context.Context, _ string, data []byte, limits Limits) (Result, error) {
		return read(ctx, data, limits)
	}
}

// headSize is the number of bytes at the beginning of a file that are examined.
const headSize = 64 << 10

var (
	appleDouble = []byte{0x00, 0x05, 0x16, 0x07}
	zipMagic    = []byte("PK\x03\x04")
	fitMagic    = []byte(".FIT")
)

// sniff chooses the reader for an input by its content.
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
	if read := readForeign(head); read != nil {
		return read
	}
	// A damaged start may hide a readable FIT file.
	if bytes.Contains(head, fitMagic) {
		return unnamed(fit.Read)
	}
	return refuseUnknown
}

// sniffXML returns the reader for the root element. Readers reject documents that
// define entities, so for these it searches the text for the root.
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

// sniffJSON returns the reader for a JSON format, or nil if there is none.
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

// rounding is the largest difference in s between a device's times that can be
// explained by one of them being in whole seconds.
const rounding = 0.5

// settleTimes handles a timer time above the elapsed time. Within the rounding
// it raises the elapsed time; otherwise it keeps both values of the device and
// adds a warning.
func settleTimes(r *training.Recording) {
	switch over := r.TimerS - r.ElapsedS; {
	case over <= 0:
	case over <= rounding:
		r.ElapsedS = r.TimerS
	default:
		r.Warnings = append(r.Warnings,
			string(i18n.Sentencef("Timer time %.1f s is more than elapsed time %.1f s: both are kept.", r.TimerS, r.ElapsedS)))
	}
}
