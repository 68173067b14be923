package fit

import (
	"bytes"
	"testing"

	"github.com/muktihari/fit/decoder"

	"lapkeep/internal/training"
	"lapkeep/test/recordingtest"
)

// BenchmarkRecords reads the messages of an hour's file into rows: plain records
// where they lie, or all of them by the library.
func BenchmarkRecords(b *testing.B) {
	var data bytes.Buffer
	if err := Write(&data, []*training.Recording{recordingtest.Hour()}); err != nil {
		b.Fatal(err)
	}
	for name, whole := range map[string]bool{"own": false, "library": true} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(data.Len()))
			b.ReportAllocs()
			d := new(decoder.Decoder)
			for b.Loop() {
				p := Split(data.Bytes())[0]
				f, fields := newFile(p.Records, p.Records, 1e6), NewFields()
				src := newSource(b.Context(), &p, f, fields)
				src.whole = src.whole || whole
				if err := runDecoder(d, src, f, fields); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
