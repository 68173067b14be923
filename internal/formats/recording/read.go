package recording

import (
	"context"
	"errors"

	"lapkeep/internal/formats/jsonfile"
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

// Limits bound what one input may cost; see [reading.Limits].
type Limits = reading.Limits

// Result holds the content of one file; see [reading.Result].
type Result = reading.Result

// Version is that of all readers together. Whoever changes what a file is read
// as raises it: recordings of older versions are then made anew from originals.
// A new form does not: of a file that was not read no original is kept.
const Version = 7

// Read reads one recording file. The name serves messages, and tells the files
// of some apps. An input
// that holds nothing for Lapkeep is a Result with its reason in Ignored; one
// that cannot be read at all is a [training.Error] of KindCorrupt,
// KindUnsupported, KindTooLarge or KindCanceled. The recordings share no
// memory with data.
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

// Of gives the result of [Read] on bytes that [reading.WriteSamples] keeps of
// recordings which came without a file.
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
	return Result{Kind: reading.Unknown, Ignored: "The file is a companion that macOS made; it has no content."}, nil
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
		"%s is XML, but not of a format that holds recordings.", name).
		WithFix("Export the activity as FIT, TCX or GPX.")
}

func refuseUnknown(_ context.Context, name string, _ []byte, _ Limits) (Result, error) {
	return Result{Kind: reading.Unknown}, training.Errorf(training.KindUnsupported, "%s is not a recording that Lapkeep knows.", name).
		WithFix("Export the activity as FIT, TCX or GPX.")
}
