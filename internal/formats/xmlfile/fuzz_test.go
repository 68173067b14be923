package xmlfile_test

import (
	"testing"

	"lapkeep/internal/formats/xmlfile"
	"lapkeep/test/rawxml"
	"lapkeep/test/recordingtest"
)

func FuzzGPX(f *testing.F) {
	for _, sc := range rawxml.GPX() {
		recordingtest.Seed(f, sc.Bytes)
	}
	recordingtest.RealSeeds(f, "gpx/*.gpx")
	recordingtest.Format{Read: xmlfile.ReadGPX, Write: xmlfile.WriteGPX}.Fuzz(f)
}
