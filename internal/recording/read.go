package recording

import (
	"context"
	"errors"

	"lapkeep/internal/recording/course"
	"lapkeep/internal/recording/fit"
	"lapkeep/internal/recording/fitlog"
	"lapkeep/internal/recording/goldencheetah"
	"lapkeep/internal/recording/gpx"
	"lapkeep/internal/recording/kml"
	"lapkeep/internal/recording/polar"
	"lapkeep/internal/recording/pwx"
	"lapkeep/internal/recording/reading"
	"lapkeep/internal/recording/samples"
	"lapkeep/internal/recording/simulator"
	"lapkeep/internal/recording/suunto"
	"lapkeep/internal/recording/tcx"
	"lapkeep/internal/training"
)

// Limits bound what one input may cost; see [reading.Limits].
type Limits = reading.Limits

// Result holds the content of one file; see [reading.Result].
type Result = reading.Result

// Version is that of all readers together. Whoever changes what a file is read
// as raises it: recordings of older versions are then made anew from originals.
const Version = 6

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
	res, err := dispatch(ctx, name, data, limits)
	if err == nil && res.Kind == reading.Course && len(res.Recordings) == 0 {
		res.Routes, err = course.Read(ctx, res.Format, data, limits)
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

// Of gives the result of [Read] on bytes that [samples.Write] keeps of
// recordings which came without a file.
func Of(name string, recs []*training.Recording) Result {
	res := Result{Format: recs[0].Format, Kind: reading.Activity}
	res.Take(recs, false)
	refine(name, recs)
	return res
}

func refine(name string, recs []*training.Recording) {
	for _, r := range recs {
		simulator.Refine(r, name)
		settleTimes(r)
	}
}

func dispatch(ctx context.Context, name string, data []byte, limits Limits) (Result, error) {
	switch sniff(ctx, data) {
	case contentFIT:
		return fit.Read(ctx, data, limits)
	case contentTCX:
		return tcx.Read(ctx, data, limits)
	case contentGPX:
		return gpx.Read(ctx, data, limits)
	case contentPWX:
		return pwx.Read(ctx, data, limits)
	case contentFITLOG:
		return fitlog.Read(ctx, data, limits)
	case contentKML:
		return kml.Read(ctx, data, limits)
	case contentSML:
		return suunto.ReadSML(ctx, data, limits)
	case contentSuuntoJSON:
		return suunto.ReadJSON(ctx, data, limits)
	case contentPolar:
		return polar.Read(ctx, data, limits)
	case contentGoldenCheetah:
		return goldencheetah.Read(ctx, name, data, limits)
	case contentSamples:
		return samples.Read(ctx, data, limits)
	case contentAppleDouble:
		return Result{Kind: reading.Unknown, Ignored: "The file is a companion that macOS made; it has no content."}, nil
	case contentEmpty:
		return Result{Kind: reading.Unknown}, training.Errorf(training.KindCorrupt, "%s is empty.", name).
			WithFix("Copy or export the file again.")
	case contentArchive:
		return Result{Kind: reading.Unknown}, training.Errorf(training.KindUnsupported, "%s is an archive, not a recording.", name).
			WithFix("Import it as an archive, or unpack it first.")
	case contentXML:
		return Result{Kind: reading.Unknown}, training.Errorf(training.KindUnsupported,
			"%s is XML, but not of a format that holds recordings.", name).
			WithFix("Export the activity as FIT, TCX or GPX.")
	}
	return Result{Kind: reading.Unknown}, training.Errorf(training.KindUnsupported, "%s is not a recording that Lapkeep knows.", name).
		WithFix("Export the activity as FIT, TCX or GPX.")
}
