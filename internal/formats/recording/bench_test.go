package recording_test

import (
	"testing"
	"time"

	"lapkeep/internal/formats/recording"
	"lapkeep/test/archivetest/bodytest"
)

// BenchmarkHour reads an hour at 1 Hz of each of the forms that most files are of.
func BenchmarkHour(b *testing.B) {
	body := bodytest.Body{Start: time.Date(2026, 5, 1, 6, 0, 0, 0, time.UTC), Seed: 1, Seconds: 3600, Sport: "cycling"}
	for form, data := range map[string][]byte{"FIT": body.FIT(), "GPX": body.GPX("ride"), "TCX": body.TCX()} {
		b.Run(form, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := recording.Read(b.Context(), form, data, recording.Limits{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
