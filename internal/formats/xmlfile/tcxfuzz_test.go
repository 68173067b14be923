package xmlfile_test

import (
	"testing"

	"lapkeep/internal/formats/xmlfile"
	"lapkeep/test/rawxml"
	"lapkeep/test/recordingtest"
)

func FuzzTCX(f *testing.F) {
	for _, sc := range rawxml.TCX() {
		recordingtest.Seed(f, sc.Bytes)
	}
	recordingtest.RealSeeds(f, "tcx/*.tcx")
	recordingtest.Format{Read: xmlfile.ReadTCX, Write: xmlfile.WriteTCX}.Fuzz(f)
}
