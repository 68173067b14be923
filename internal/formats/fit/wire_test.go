package fit_test

import (
	"bytes"
	"io"
	"slices"
	"testing"
	"time"

	"lapkeep/internal/formats/fit"
	"lapkeep/test/rawfit"
)

func TestCRCAgreesWithTheSlowOne(t *testing.T) {
	t.Parallel()
	data := rawfit.SteadyRide().Bytes
	for n := range 70 {
		if got, want := fit.CRC(data[:n]), rawfit.CRC(data[:n]); got != want {
			t.Fatalf("%d bytes: %04x, want %04x", n, got, want)
		}
	}
}

func TestGoodFilesPassUntouched(t *testing.T) {
	t.Parallel()
	for _, sc := range []rawfit.Scenario{
		rawfit.SteadyRide(), rawfit.SteadyRideBigEndian(), rawfit.SteadyRideCompressed(), rawfit.RunWithDeveloperPower(), rawfit.PoolSwim(),
	} {
		parts := fit.Split(sc.Bytes)
		if len(parts) != 1 || parts[0].Damaged || len(parts[0].Notes) > 0 {
			t.Errorf("%s: %+v", sc.Name, parts)
			continue
		}
		header := int(sc.Bytes[0])
		if want := sc.Bytes[header : len(sc.Bytes)-2]; !bytes.Equal(parts[0].Messages, want) {
			t.Errorf("%s: the messages changed", sc.Name)
		}
		if parts[0].Records != sc.Truth.Sessions[0].Records {
			t.Errorf("%s: %d records, want %d", sc.Name, parts[0].Records, sc.Truth.Sessions[0].Records)
		}
	}
}

func TestReaderGivesAWholeFile(t *testing.T) {
	t.Parallel()
	parts := fit.Split(rawfit.SteadyRide().Bytes)
	whole, err := io.ReadAll(parts[0].Reader())
	if err != nil || !fit.IsFIT(whole) || len(whole) != 14+len(parts[0].Messages)+2 {
		t.Errorf("%v, %d bytes", err, len(whole))
	}
}

func TestSplitFindsEachFile(t *testing.T) {
	t.Parallel()
	ride, settings := rawfit.SteadyRide().Bytes, rawfit.SettingsFile().Bytes
	for name, tt := range map[string]struct {
		data    []byte
		parts   int
		damaged bool // of the first part
	}{
		"two files":            {rawfit.Chain(ride, settings), 2, false},
		"garbage between":      {rawfit.Chain(ride, []byte("garbage"), settings), 2, true},
		"garbage behind":       {rawfit.Chain(ride, make([]byte, 5)), 1, true},
		"garbage before":       {rawfit.Chain([]byte("garbage"), ride), 1, false},
		"first one cut":        {rawfit.Chain(ride[:len(ride)/2], settings), 2, true},
		"no checksum":          {ride[:len(ride)-2], 1, true},
		"length never written": {unclosed(ride), 1, true},
		"wrong checksum":       {rawfit.CRCBroken().Bytes, 1, true},
		"nothing":              {[]byte("garbage"), 0, false},
	} {
		parts := fit.Split(tt.data)
		if len(parts) != tt.parts || tt.parts > 0 && parts[0].Damaged != tt.damaged {
			t.Errorf("%s: %d parts, damaged %v, notes %q", name, len(parts), len(parts) > 0 && parts[0].Damaged, notes(parts))
		}
		if tt.damaged && len(parts[0].Notes) == 0 {
			t.Errorf("%s: not a word of the damage", name)
		}
	}
}

func notes(parts []fit.Sequence) (out []string) {
	for _, p := range parts {
		out = append(out, p.Notes...)
	}
	return out
}

// unclosed is the file of a recorder that died: its header gives no length.
func unclosed(data []byte) []byte {
	c := slices.Clone(data)
	clear(c[4:8])
	return c
}

func TestUnclosedFileKeepsItsRecords(t *testing.T) {
	t.Parallel()
	sc := rawfit.SteadyRide()
	if got := fit.Split(unclosed(sc.Bytes))[0].Records; got != sc.Truth.Sessions[0].Records {
		t.Errorf("%d records", got)
	}
}

// Bytes that are lost in the middle cost the records around them, not the rest.
func TestDamageInTheMiddleIsStepped(t *testing.T) {
	t.Parallel()
	sc := rawfit.SteadyRide()
	middle := len(sc.Bytes) / 2
	for name, data := range map[string][]byte{
		"bytes overwritten": overwrite(sc.Bytes, middle, bytes.Repeat([]byte{0x3F}, 100)),
		"bytes lost":        slices.Delete(slices.Clone(sc.Bytes), middle, middle+7),
		"bytes added":       slices.Insert(slices.Clone(sc.Bytes), middle, bytes.Repeat([]byte{0x2A}, 11)...),
	} {
		parts := fit.Split(data)
		if len(parts) != 1 || !parts[0].Damaged {
			t.Errorf("%s: %+v", name, notes(parts))
			continue
		}
		if got, want := parts[0].Records, sc.Truth.Sessions[0].Records; got < want*95/100 || got > want {
			t.Errorf("%s: %d records of %d are left; %q", name, got, want, notes(parts))
		}
	}
}

func overwrite(data []byte, at int, with []byte) []byte {
	c := slices.Clone(data)
	copy(c[at:], with)
	return c
}

// Some writers leave a bit out of the base type: 0x04 for 0x84.
func TestBaseTypesAreMended(t *testing.T) {
	t.Parallel()
	f := rawfit.New().FileID(rawfit.Fields{"type": 4, "time_created": rawfit.Start()})
	f.Append(0x40, 0, 0, 20, 0, 2, 253, 4, 0x86, 7, 2, 0x04)
	f.Append(0x00, 0, 0, 0, 0x40, 200, 0)
	parts := fit.Split(f.Bytes())
	if len(parts) != 1 || parts[0].Damaged || len(parts[0].Notes) != 1 || parts[0].Records != 1 {
		t.Fatalf("%+v", parts)
	}
	if !bytes.Contains(parts[0].Messages, []byte{7, 2, 0x84}) {
		t.Error("the type was not mended")
	}
}

// Damage that makes every offset implausible must not take the square of the
// file's size.
func TestResyncIsNotSlow(t *testing.T) {
	t.Parallel()
	f := rawfit.New().FileID(rawfit.Fields{"type": 4, "time_created": rawfit.Start()})
	f.Record(rawfit.Fields{"timestamp": rawfit.Start(), "heart_rate": 100})
	for range 2000 {
		f.Append(bytes.Repeat([]byte{0x0F, 0x4F, 0xFF}, 300)...)
	}
	begin := time.Now()
	parts := fit.Split(f.Bytes())
	if len(parts) != 1 || !parts[0].Damaged || time.Since(begin) > 5*time.Second {
		t.Errorf("%d parts in %v", len(parts), time.Since(begin))
	}
}

func FuzzSplit(f *testing.F) {
	for _, sc := range rawfit.Scenarios() {
		f.Add(sc.Bytes[:min(len(sc.Bytes), 4000)])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		total := 0
		for _, p := range fit.Split(data) {
			total += len(p.Messages)
			// What is handed on must pass its own test.
			whole, err := io.ReadAll(p.Reader())
			if err != nil {
				t.Fatal(err)
			}
			if len(p.Messages) == 0 {
				continue
			}
			again := fit.Split(whole)
			if len(again) == 0 || !bytes.Equal(again[0].Messages, p.Messages) || again[0].Records != p.Records {
				t.Fatalf("what was mended needs mending again: %q", notes(again))
			}
		}
		if total > len(data) {
			t.Fatalf("%d bytes became %d", len(data), total)
		}
	})
}
