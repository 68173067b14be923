package stravatest_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/csv"
	"encoding/xml"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"lapkeep/test/archivetest/stravatest"
	"lapkeep/test/rawfit"
)

func file(t *testing.T, a stravatest.Archive, name string) []byte {
	t.Helper()
	for _, f := range a.Files {
		if f.Name == name {
			return f.Data
		}
	}
	t.Fatalf("the archive has no %s", name)
	return nil
}

func TestTheSameOptionsGiveTheSameBytes(t *testing.T) {
	t.Parallel()
	for _, l := range stravatest.Languages() {
		o := stravatest.Options{Language: l, Seed: 3, Activities: 9, Seconds: 20}
		one, two := stravatest.Build(o).Zip(), stravatest.Build(o).Zip()
		if !bytes.Equal(one, two) {
			t.Errorf("%s: two builds differ", l)
		}
		o.Seed = 4
		if bytes.Equal(one, stravatest.Build(o).Zip()) {
			t.Errorf("%s: another seed changes nothing", l)
		}
	}
}

func TestTheTableReadsBack(t *testing.T) {
	t.Parallel()
	for _, l := range stravatest.Languages() {
		for _, crlf := range []bool{false, true} {
			data, truth := stravatest.Table(stravatest.Options{Language: l, BOM: true, CRLF: crlf, Extra: true})
			text, ok := bytes.CutPrefix(data, []byte("\ufeff"))
			if !ok {
				t.Fatalf("%s: no byte order mark", l)
			}
			rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
			if err != nil {
				t.Fatalf("%s: %v", l, err)
			}
			head, rows := rows[0], rows[1:]
			metric := l == stravatest.Russian // has a word of its own for metres
			if head[5] != head[15] || head[6] != head[17] && !metric || head[7] != head[30] || head[9] != head[50] {
				t.Errorf("%s: names that occur twice in the real header do not: %q", l, head[:51])
			}
			if len(rows) != len(truth) {
				t.Fatalf("%s: %d rows for %d activities", l, len(rows), len(truth))
			}
			for i, want := range truth {
				got := rows[i]
				metres, err := strconv.ParseFloat(got[17], 64)
				if got[0] != want.ID || got[2] != want.Name || got[4] != want.Description || got[10] != want.PrivateNote ||
					got[11] != want.Gear || got[12] != want.File || err != nil || math.Abs(metres-want.DistanceM) > 1e-6 {
					t.Errorf("%s: row %d is %q, want %+v", l, i, got[:18], want)
				}
			}
		}
	}
}

func TestEveryRecordingIsWholeAndItsOwn(t *testing.T) {
	t.Parallel()
	a := stravatest.Build(stravatest.Options{})
	seen := map[string]string{}
	for _, act := range a.Truth.Activities {
		if act.File == "" {
			continue
		}
		data := file(t, a, act.File)
		if strings.HasSuffix(act.File, ".gz") {
			r, err := gzip.NewReader(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			if data, err = io.ReadAll(r); err != nil {
				t.Fatal(err)
			}
		}
		if other := seen[string(data)]; other != "" {
			t.Errorf("%s has the bytes of %s", act.File, other)
		}
		seen[string(data)] = act.File
		switch {
		case strings.Contains(act.File, ".fit"):
			if n := binary.LittleEndian.Uint32(data[4:]); int(n) != len(data)-16 || rawfit.CRC(data) != 0 {
				t.Errorf("%s: size %d of %d, checksum %d", act.File, n, len(data), rawfit.CRC(data))
			}
		default:
			if strings.Contains(act.File, ".tcx") && data[0] != ' ' {
				t.Errorf("%s does not begin with blanks", act.File)
			}
			if err := xml.Unmarshal(bytes.TrimSpace(data), new(struct{})); err != nil {
				t.Errorf("%s: %v", act.File, err)
			}
		}
	}
}

func TestWhatIsPrivateIsMarked(t *testing.T) {
	t.Parallel()
	a := stravatest.Build(stravatest.Options{})
	z, err := zip.NewReader(bytes.NewReader(a.Zip()), int64(len(a.Zip())))
	if err != nil || len(z.File) != len(a.Files) {
		t.Fatalf("zip: %v", err)
	}
	marked := 0
	for _, f := range a.Files {
		if bytes.Contains(f.Data, []byte(stravatest.Canary)) {
			marked++
		}
	}
	if marked != len(a.Truth.Private) {
		t.Errorf("%d files have the canary, want the %d private ones", marked, len(a.Truth.Private))
	}
}

func TestANewerArchiveChangesEveryFifth(t *testing.T) {
	t.Parallel()
	old, edited := stravatest.Build(stravatest.Options{}), stravatest.Build(stravatest.Options{Edited: true})
	for i, was := range old.Truth.Activities {
		is := edited.Truth.Activities[i]
		if (was.Name != is.Name) != (i%5 == 0) || was.ID != is.ID || !was.Start.Equal(is.Start) {
			t.Errorf("activity %d became %+v from %+v", i, is, was)
		}
	}
}
