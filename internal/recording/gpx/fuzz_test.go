package gpx_test

import (
	"testing"

	"lapkeep/internal/recording/gpx"
	"lapkeep/test/rawxml"
	"lapkeep/test/recordingtest"
)

func FuzzGPX(f *testing.F) {
	for _, sc := range rawxml.GPX() {
		recordingtest.Seed(f, sc.Bytes)
	}
	recordingtest.RealSeeds(f, "gpx/*.gpx")
	recordingtest.Format{Read: gpx.Read, Write: gpx.Write}.Fuzz(f)
}
