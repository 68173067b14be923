package recording

import (
	"bytes"
	"context"

	"lapkeep/internal/recording/fit"
	"lapkeep/internal/recording/goldencheetah"
	"lapkeep/internal/recording/polar"
	"lapkeep/internal/recording/samples"
	"lapkeep/internal/recording/suunto"
	"lapkeep/internal/recording/xmlscan"
)

// content is the form of an input, by its first bytes.
type content uint8

const (
	contentUnknown content = iota
	contentEmpty
	contentFIT
	contentTCX
	contentGPX
	contentPWX
	contentFITLOG
	contentKML
	contentSML
	contentXML // of another kind
	contentSuuntoJSON
	contentPolar
	contentGoldenCheetah
	contentSamples
	contentArchive
	contentAppleDouble
)

// headSize is how much of the beginning is looked at.
const headSize = 64 << 10

var (
	appleDouble = []byte{0x00, 0x05, 0x16, 0x07}
	zipMagic    = []byte("PK\x03\x04")
	fitMagic    = []byte(".FIT")
)

func sniff(ctx context.Context, data []byte) content {
	head := data[:min(len(data), headSize)]
	switch {
	case len(bytes.TrimSpace(head)) == 0 || len(bytes.Trim(head, "\x00")) == 0:
		return contentEmpty
	case fit.Is(data):
		return contentFIT
	case bytes.HasPrefix(head, appleDouble):
		return contentAppleDouble
	case bytes.HasPrefix(head, zipMagic):
		return contentArchive
	case bytes.IndexByte(head, '<') >= 0 && bytes.IndexByte(head, '<') < 1024:
		if c := sniffXML(ctx, head); c != contentUnknown {
			return c
		}
	}
	if c := sniffJSON(data); c != contentUnknown {
		return c
	}
	// A damaged start may hide a FIT file that can still be read.
	if bytes.Contains(head, fitMagic) {
		return contentFIT
	}
	return contentUnknown
}

// sniffXML looks for the root element. A document that defines entities is
// refused by the reader of its format, so its root is looked for in its text.
func sniffXML(ctx context.Context, head []byte) content {
	s := xmlscan.New(ctx, head, Limits{})
	if s.Next() && s.Start {
		switch s.Name {
		case "gpx":
			return contentGPX
		case "TrainingCenterDatabase", "Activities", "Courses", "Workouts":
			return contentTCX
		case "pwx":
			return contentPWX
		case "FitnessWorkbook":
			return contentFITLOG
		case "kml":
			return contentKML
		case "sml":
			return contentSML
		}
		return contentXML
	}
	if s.Err() != nil {
		if bytes.Contains(head, []byte("TrainingCenterDatabase")) {
			return contentTCX
		}
		return contentGPX
	}
	return contentUnknown
}

// sniffJSON tells whose JSON it is.
func sniffJSON(data []byte) content {
	if text := bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\ufeff")), " \t\r\n"); len(text) == 0 || text[0] != '{' {
		return contentUnknown
	}
	switch {
	case samples.Is(data):
		return contentSamples
	case goldencheetah.Is(data):
		return contentGoldenCheetah
	case suunto.IsJSON(data):
		return contentSuuntoJSON
	case polar.Is(data):
		return contentPolar
	}
	return contentUnknown
}
