package bodytest_test

import (
	"testing"
	"time"

	"lapkeep/internal/formats/recording"
	"lapkeep/test/archivetest/bodytest"
)

// Most FIT files of a device are no activities: each is read whole and left
// out with its reason.
func TestOtherTypesAreReadAndLeftOut(t *testing.T) {
	t.Parallel()
	at := time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC)
	for _, kind := range []byte{32, 41, 44, 49} {
		data := bodytest.FITOfType(kind, at, 2000)
		if len(data) < 2000 {
			t.Errorf("type %d: %d bytes", kind, len(data))
		}
		got, err := recording.Read(t.Context(), "other.fit", data, recording.Limits{})
		if err != nil || len(got.Recordings) > 0 || got.Ignored == "" {
			t.Errorf("type %d: %d recordings, ignored %q, %v", kind, len(got.Recordings), got.Ignored, err)
		}
	}
}
