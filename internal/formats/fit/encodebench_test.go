package fit

import (
	"bytes"
	"io"
	"slices"
	"testing"

	"github.com/muktihari/fit/decoder"
	"github.com/muktihari/fit/encoder"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/training"
	"lapkeep/test/recordingtest"
)

// BenchmarkWrite writes an hour's file from its recording, and has the library write
// the same messages, which have to be there all at once and are copied for it.
func BenchmarkWrite(b *testing.B) {
	recs := []*training.Recording{recordingtest.Hour()}
	var data bytes.Buffer
	if err := Write(&data, recs); err != nil {
		b.Fatal(err)
	}
	fit, err := decoder.New(bytes.NewReader(data.Bytes()), decoder.WithNoComponentExpansion()).Decode()
	if err != nil {
		b.Fatal(err)
	}
	b.Run("own", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := Write(io.Discard, recs); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("library", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			all := *fit
			all.Messages = slices.Clone(fit.Messages)
			for i := range all.Messages {
				all.Messages[i].Fields = slices.Clone(all.Messages[i].Fields)
			}
			var out bytes.Buffer
			e := encoder.New(&out, encoder.WithProtocolVersion(proto.V2), encoder.WithHeaderOption(encoder.HeaderOptionNormal, 15))
			if err := e.Encode(&all); err != nil {
				b.Fatal(err)
			}
		}
	})
}
