package recording_test

import (
	packer "archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"testing"
	"time"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/formats/xmlfile"
	"lapkeep/internal/training"
	"lapkeep/test/ingesttest"
)

// TestUnfinished cuts a file of each form everywhere: the whole one is
// finished, and none of its beginnings is.
func TestUnfinished(t *testing.T) {
	t.Parallel()
	o := ingesttest.Outing{Sport: training.Cycling, Start: time.Date(2026, 5, 1, 6, 0, 0, 0, time.UTC), Seconds: 60, LatDeg: 47, LonDeg: 8}
	recs := []*training.Recording{o.Record(ingesttest.Device{Maker: "garmin", Serial: "1", Channels: ingesttest.Everything()})}
	written := func(err error, b *bytes.Buffer) []byte {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	var b, x, g, z, p bytes.Buffer
	ride := written(fit.Write(&b, recs), &b)
	packed := gzip.NewWriter(&z)
	_, _ = packed.Write(ride)
	zipped := packer.NewWriter(&p)
	member, err := zipped.Create("a.fit")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = member.Write(ride)
	forms := map[string][]byte{
		"FIT": ride, "two FITs": append(bytes.Clone(ride), ride...),
		"TCX": written(xmlfile.WriteTCX(&x, recs[0]), &x), "GPX": written(xmlfile.WriteGPX(&g, recs[0]), &g),
		"KML":  []byte("\ufeff<?xml version='1.0'?>\n<k:kml xmlns:k='a'><k:Document/></k:kml >\n<!-- made by -->\n"),
		"JSON": []byte(`{"RIDE": {"a\"}": [1, "]", {}]}}` + "\n"), "gzip": written(packed.Close(), &z), "zip": written(zipped.Close(), &p),
	}
	unfinished := func(data []byte) bool {
		return recording.Unfinished(context.Background(), bytes.NewReader(data), int64(len(data)))
	}
	for name, data := range forms {
		if unfinished(data) {
			t.Errorf("%s is whole", name)
		}
		end := len(bytes.TrimSpace(data))
		for n := 64; n < end; n += 1 + min(10, (end-n)/50) {
			if name == "two FITs" && n >= len(ride) && n < len(ride)+12 || bytes.Contains(data[:n], []byte("</k:kml >")) {
				continue
			}
			if !unfinished(data[:n]) {
				t.Fatalf("%s: %d of %d bytes pass as whole", name, n, len(data))
			}
		}
		if reserved := append(bytes.Clone(data[:end/3]), make([]byte, end-end/3)...); !unfinished(reserved) {
			t.Errorf("%s: a copy that is a third done passes as whole", name)
		}
	}
	open := bytes.Clone(ride)
	copy(open[4:8], []byte{0, 0, 0, 0})
	if !unfinished(open) || !unfinished(make([]byte, 100)) {
		t.Error("a FIT without a length, or reserved room, passes as whole")
	}
	for _, other := range []string{"a,b\n1,2", "no recording", "<\x00g\x00p\x00x\x00>\x00"} {
		if unfinished([]byte(other)) {
			t.Errorf("%q waits for nothing", other)
		}
	}
}
