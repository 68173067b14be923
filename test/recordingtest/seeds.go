package recordingtest

import (
	"bytes"
	"context"
	"io"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
	"lapkeep/test/realdata"
)

// small is the maximum size of a seed: coverage is measured again for each
// mutation of it, and a finding in a large one takes minutes to minimise.
const small = 8 << 10

// Seed adds the files that are small enough.
func Seed(f *testing.F, files ...[]byte) {
	f.Helper()
	for _, data := range files {
		if len(data) <= small {
			f.Add(data)
		}
	}
}

// RealSeeds adds files of the collection as seeds of a fuzz target, if the
// collection exists. The target also runs without it.
func RealSeeds(f *testing.F, patterns ...string) {
	f.Helper()
	for _, pattern := range patterns {
		for _, path := range present(f, pattern) {
			data, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			Seed(f, data)
		}
	}
}

// present returns the files, none if testdata would skip the test.
func present(f *testing.F, pattern string) (files []string) {
	f.Helper()
	defer func() {
		if r := recover(); r != nil && r != absent {
			panic(r)
		}
	}()
	return realdata.Files(probe{f}, pattern)
}

const absent = "no test data"

// probe is a test that records missing data instead of being skipped.
type probe struct{ testing.TB }

func (probe) Skip(...any)          { panic(absent) }
func (probe) Skipf(string, ...any) { panic(absent) }

// Format is a way to read and write one recording per file.
type Format struct {
	Read  func(ctx context.Context, data []byte, l reading.Limits) (reading.Result, error)
	Write func(w io.Writer, r *training.Recording) error
}

// Fuzz reads arbitrary input; a recording that was read must survive being
// written and read again. The seeds are f's own and short recordings in the
// format.
func (fm Format) Fuzz(f *testing.F) {
	f.Helper()
	for seed := range 6 {
		var b bytes.Buffer
		err := fm.Write(&b, rapid.Custom(short).Example(seed))
		if training.KindOf(err) == training.KindUnsupported && err != nil {
			continue // GPX can only store rows with positions
		}
		if err != nil {
			f.Fatal(err)
		}
		Seed(f, b.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		first, err := fm.Read(context.Background(), data, reading.Limits{MaxRecords: 50_000})
		if err != nil {
			return
		}
		for _, r := range first.Recordings {
			if once := fm.reread(t, r); once != nil {
				twice := fm.reread(t, once)
				if diff := cmp.Diff(once, twice, cmpopts.EquateEmpty(), cmpopts.EquateApprox(1e-9, 1e-9),
					cmpopts.IgnoreFields(training.Recording{}, "Warnings")); diff != "" {
					t.Fatalf("written twice (-once +twice):\n%s", diff)
				}
			}
		}
	})
}

// short draws a recording with laps and every channel of the XML formats.
func short(t *rapid.T) *training.Recording {
	var all []training.Channel
	for ch := range training.NumChannels {
		all = append(all, ch)
	}
	r := Track(t, training.FormatTCX, all...)
	r.Sport, r.Laps = training.Cycling, Laps(t, int(r.ElapsedS)+1)
	return r
}

// reread writes a recording and reads it again, nil if the format cannot store
// it.
func (fm Format) reread(t *testing.T, r *training.Recording) *training.Recording {
	t.Helper()
	var b bytes.Buffer
	if err := fm.Write(&b, r); err != nil {
		if training.KindOf(err) == training.KindUnsupported {
			return nil
		}
		t.Fatal(err)
	}
	res, err := fm.Read(context.Background(), b.Bytes(), reading.Limits{})
	if err != nil || res.Salvaged || len(res.Recordings) != 1 {
		t.Fatalf("our own file gives %v, %d recordings, warnings %q\n%s", err, len(res.Recordings), res.Warnings, b.Bytes())
	}
	return res.Recordings[0]
}

// Track draws a recording that the XML formats can store: rows of the channels
// from the start to the end, and a pause in each gap of more than 5 s. Cadence
// is whole, and every row with a position has a distance.
func Track(t *rapid.T, format training.Format, channels ...training.Channel) *training.Recording {
	r := &training.Recording{Format: format, Start: Start(t), Sessions: 1}
	c := &r.Columns
	c.TimeS = []int32{0}
	for range rapid.IntRange(1, 30).Draw(t, "rows") {
		last := c.TimeS[len(c.TimeS)-1]
		step := int32(rapid.IntRange(1, 5).Draw(t, "step"))
		if rapid.IntRange(0, 7).Draw(t, "pause") == 0 {
			step += int32(rapid.IntRange(5, 3000).Draw(t, "for"))
			r.Pauses = append(r.Pauses, training.Span{FromS: float64(last), ToS: float64(last + step)})
		}
		c.TimeS = append(c.TimeS, last+step)
	}
	for _, ch := range channels {
		if ch == training.Distance || rapid.Bool().Draw(t, ch.String()) {
			fill(t, c, ch)
		}
	}
	for i, v := range c.Data[training.Cadence].Values {
		c.Data[training.Cadence].Values[i] = v / 10 * 10
	}
	c.Pad()
	if !c.Has(training.Distance) {
		c.Data[training.Latitude], c.Data[training.Longitude] = training.Column{}, training.Column{}
	}
	for ch := range c.Data {
		if !c.Has(training.Channel(ch)) {
			c.Data[ch] = training.Column{}
		}
	}
	r.ElapsedS = float64(c.TimeS[len(c.TimeS)-1])
	r.TimerS = r.ElapsedS
	for _, p := range r.Pauses {
		r.TimerS -= p.ToS - p.FromS
	}
	return r
}
