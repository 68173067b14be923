package fit_test

import (
	"bytes"
	"context"
	"testing"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
	"lapkeep/test/recordingtest"
)

func hourFIT(tb testing.TB) []byte {
	tb.Helper()
	var b bytes.Buffer
	if err := fit.Write(&b, []*training.Recording{recordingtest.Hour()}); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func BenchmarkReadOneHour(b *testing.B) {
	data := hourFIT(b)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := fit.Read(context.Background(), data, reading.Limits{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWriteOneHour(b *testing.B) {
	recs := []*training.Recording{recordingtest.Hour()}
	b.ReportAllocs()
	for b.Loop() {
		var out bytes.Buffer
		if err := fit.Write(&out, recs); err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(out.Len()))
	}
}
