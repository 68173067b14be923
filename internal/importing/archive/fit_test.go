package archive

import (
	"encoding/binary"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/importing/listing"
	"lapkeep/test/archivetest/bodytest"
)

var noon = time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)

func garminHead(data []byte) []byte { return data[:min(len(data), listing.HeadBytes)] }

func TestFilesAreToldByTheirType(t *testing.T) {
	t.Parallel()
	ride := bodytest.Body{Start: noon, Seed: 1, Seconds: 30, Sport: "cycling"}.FIT()
	for name, tt := range map[string]struct {
		head []byte
		want string // part of the reason, empty for one that is read
	}{
		"activity":      {garminHead(ride), ""},
		"monitoring":    {garminHead(bodytest.FITOfType(32, noon, 9000)), "monitoring"},
		"sleep":         {garminHead(bodytest.FITOfType(49, noon, 9000)), "sleep"},
		"stub":          {garminHead(bodytest.FITOfType(41, noon, 60)), "no data"},
		"unknown type":  {garminHead(bodytest.FITOfType(93, noon, 60)), "type 93"},
		"summary":       {garminHead(bodytest.FITOfType(34, noon, 60)), ""},
		"no FIT":        {[]byte("<?xml version='1.0'?><gpx/>"), ""},
		"nothing":       {nil, ""},
		"header alone":  {ride[:14], ""},
		"cut short":     {bodytest.FITOfType(32, noon, 60)[:22], ""},
		"big endian":    {bigEndian(32), "monitoring"},
		"type is unset": {bigEndian(0xff), ""},
		"another first": {append(bigEndian(32)[:17:17], append([]byte{0, 20}, bigEndian(32)[19:]...)...), ""},
	} {
		if got := siftFIT(tt.head); (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

// bigEndian is the beginning of a file whose header message has the type last
// and its numbers the other way round.
func bigEndian(kind byte) []byte {
	b := append([]byte{14, 0x20, 0, 0, 1, 0, 0, 0}, ".FIT\x00\x00"...)
	b = append(b, 0x43, 0, 1, 0, 0, 2, 4, 4, 0x86, 0, 1, 0x00, 0x03)
	return append(binary.BigEndian.AppendUint32(b, 1_000_000_000), kind)
}

func FuzzFileType(f *testing.F) {
	f.Add(garminHead(bodytest.FITOfType(32, noon, 200)))
	f.Add(bigEndian(4))
	f.Fuzz(func(t *testing.T, data []byte) {
		if kind, ok := fitType(data); ok && kind == 0xff {
			t.Error("a type that is not set")
		}
	})
}
