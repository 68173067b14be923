package tcx_test

import (
	"testing"

	"lapkeep/internal/recording/tcx"
	"lapkeep/test/rawxml"
	"lapkeep/test/recordingtest"
)

func FuzzTCX(f *testing.F) {
	for _, sc := range rawxml.TCX() {
		recordingtest.Seed(f, sc.Bytes)
	}
	recordingtest.RealSeeds(f, "tcx/*.tcx")
	recordingtest.Format{Read: tcx.Read, Write: tcx.Write}.Fuzz(f)
}
