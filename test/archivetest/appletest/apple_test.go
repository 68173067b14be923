package appletest_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"lapkeep/test/archivetest/appletest"
)

// element is an element of the export with what lies below it.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Children []element  `xml:",any"`
}

func (e element) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (e element) number(name string) float64 {
	v, err := strconv.ParseFloat(e.attr(name), 64)
	if err != nil {
		return math.NaN()
	}
	return v
}

func (e element) time(t *testing.T, name string) time.Time {
	t.Helper()
	at, err := time.Parse("2006-01-02 15:04:05 -0700", e.attr(name))
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// parse reads the whole XML with the standard library.
func parse(t *testing.T, e *appletest.Export) element {
	t.Helper()
	var b bytes.Buffer
	if err := e.WriteXML(&b); err != nil {
		t.Fatal(err)
	}
	var root element
	if err := xml.Unmarshal(b.Bytes(), &root); err != nil {
		t.Fatal(err)
	}
	return root
}

// records returns the elements of a kind in order, those of other elements left
// out.
func records(root element, kind string) []element {
	var out []element
	for _, e := range root.Children {
		if e.XMLName.Local == "Record" && strings.HasSuffix(e.attr("type"), "Identifier"+kind) {
			out = append(out, e)
		}
	}
	return out
}

func digest(t *testing.T, e *appletest.Export) [32]byte {
	t.Helper()
	h := sha256.New()
	if err := e.WriteZip(h); err != nil {
		t.Fatal(err)
	}
	return [32]byte(h.Sum(nil))
}

func TestTheSameOptionsGiveTheSameBytes(t *testing.T) {
	t.Parallel()
	for _, l := range appletest.Languages() {
		o := appletest.Options{Language: l, Days: 5, Workouts: 6, Seconds: 300}
		one, two := digest(t, appletest.New(o)), digest(t, appletest.New(o))
		o.Seed = 4
		if one != two || one == digest(t, appletest.New(o)) {
			t.Errorf("%s: the bytes do not follow the options", l)
		}
	}
}

// TestTheDaysAreWhatTheTruthSays picks the watch, else the only other source.
func TestTheDaysAreWhatTheTruthSays(t *testing.T) {
	t.Parallel()
	e := appletest.New(appletest.Options{Seed: 2})
	root, truth := parse(t, e), e.Truth()
	zone, err := time.LoadLocation("Europe/Zurich")
	if err != nil {
		t.Fatal(err)
	}
	check := func(kind string, scale float64, sum bool, of func(appletest.Day) appletest.Measure) {
		bySource := map[string]map[string][]float64{}
		for _, r := range records(root, kind) {
			date := r.time(t, "startDate").In(zone).Format(time.DateOnly)
			if bySource[date] == nil {
				bySource[date] = map[string][]float64{}
			}
			bySource[date][r.attr("sourceName")] = append(bySource[date][r.attr("sourceName")], r.number("value"))
		}
		several, none := 0, 0
		for _, d := range truth.Days {
			want := of(d)
			total, chosen := 0.0, 0.0
			for _, list := range bySource[d.Date] {
				for _, v := range list {
					total += v * scale
				}
			}
			list := bySource[d.Date][want.Source]
			for _, v := range list {
				chosen += v * scale
			}
			if !sum && len(list) > 0 {
				chosen /= float64(len(list))
			}
			for name := range bySource[d.Date] {
				if strings.Contains(name, "Watch") && name != want.Source {
					t.Errorf("%s %s: the watch measured, %s was taken", kind, d.Date, want.Source)
				}
			}
			if len(bySource[d.Date]) > 1 {
				several++
			}
			if want.Value == 0 {
				none++
			}
			if math.Abs(chosen-want.Value) > 1e-6 || math.Abs(total-want.Sum) > 1e-6 {
				t.Errorf("%s %s: %v of %v, want %+v", kind, d.Date, chosen, total, want)
			}
		}
		if none == len(truth.Days) || (sum && several == 0) {
			t.Errorf("%s: %d days without, %d of several sources", kind, none, several)
		}
	}
	check("StepCount", 1, true, func(d appletest.Day) appletest.Measure { return d.Steps })
	check("RestingHeartRate", 1, false, func(d appletest.Day) appletest.Measure { return d.RestingHR })
	check("HeartRateVariabilitySDNN", 1, false, func(d appletest.Day) appletest.Measure { return d.SDNN })
	check("OxygenSaturation", 100, false, func(d appletest.Day) appletest.Measure { return d.SpO2 })
	check("RespiratoryRate", 1, false, func(d appletest.Day) appletest.Measure { return d.Respiration })
	check("BodyMass", 1, false, func(d appletest.Day) appletest.Measure { return d.WeightKG })
	check("VO2Max", 1, false, func(d appletest.Day) appletest.Measure { return d.VO2max })
}

// TestNightsAreOfOneSource adds the stages up again.
func TestNightsAreOfOneSource(t *testing.T) {
	t.Parallel()
	e := appletest.New(appletest.Options{})
	stages, all := records(parse(t, e), "SleepAnalysis"), 0
	nights, bare := 0, 0
	for _, d := range e.Truth().Days {
		if d.Sleep == nil {
			bare++
			continue
		}
		nights++
		got := map[string]int{}
		for _, s := range stages {
			start, end := s.time(t, "startDate"), s.time(t, "endDate")
			if s.attr("sourceName") == d.Sleep.Source && !start.Before(d.Sleep.Start) && !end.After(d.Sleep.End) {
				got[strings.TrimPrefix(s.attr("value"), "HKCategoryValueSleepAnalysis")] += int(end.Sub(start).Seconds())
				all++
			}
		}
		w := d.Sleep
		if got["AsleepDeep"] != w.DeepS || got["AsleepCore"] != w.CoreS || got["AsleepREM"] != w.REMS || got["Awake"] != w.AwakeS ||
			got["AsleepUnspecified"] != w.UnspecifiedS || w.AsleepS()+w.AwakeS != int(w.End.Sub(w.Start).Seconds()) {
			t.Errorf("%s: %v, want %+v", d.Date, got, w)
		}
	}
	if nights == 0 || bare == 0 || all >= len(stages) {
		t.Errorf("%d nights, %d bare, %d stages of %d", nights, bare, all, len(stages))
	}
}

// TestTheClocksChange finds both offsets in the records.
func TestTheClocksChange(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := appletest.New(appletest.Options{}).WriteXML(&b); err != nil {
		t.Fatal(err)
	}
	for _, offset := range []string{` +0100"`, ` +0200"`} {
		if !bytes.Contains(b.Bytes(), []byte(offset)) {
			t.Errorf("no time has%s", offset)
		}
	}
}

func TestTheHeadCanBeBroken(t *testing.T) {
	t.Parallel()
	var whole, broken, bad bytes.Buffer
	o := appletest.Options{Days: 2, Workouts: 1}
	brokenHead, badLines := o, o
	brokenHead.BrokenDTD, badLines.Malformed = true, 2
	for w, o := range map[io.Writer]appletest.Options{&whole: o, &broken: brokenHead, &bad: badLines} {
		if err := appletest.New(o).WriteXML(w); err != nil {
			t.Fatal(err)
		}
	}
	if whole.Len() != broken.Len()+1 {
		t.Errorf("the broken head has %d bytes less", whole.Len()-broken.Len())
	}
	if err := xml.Unmarshal(bad.Bytes(), new(element)); err == nil {
		t.Error("the malformed records are well-formed")
	}
	if n := bytes.Count(bad.Bytes(), []byte(`"The "best" app"`)); n != 2 || appletest.New(badLines).Truth().Malformed != 2 {
		t.Errorf("%d malformed records", n)
	}
}

// counter counts what is written and fails after a limit, if there is one.
type counter struct {
	n, limit int64
}

var errFull = errors.New("full")

func (c *counter) Write(p []byte) (int, error) {
	if c.n += int64(len(p)); c.limit > 0 && c.n > c.limit {
		return 0, errFull
	}
	return len(p), nil
}

func TestAnySizeIsWritten(t *testing.T) {
	t.Parallel()
	const size = 20 << 20
	var c counter
	e := appletest.New(appletest.Options{Bytes: size})
	if err := e.WriteXML(&c); err != nil || c.n < size || c.n > size+8<<20 {
		t.Errorf("%d bytes, %v", c.n, err)
	}
	if err := e.WriteZip(&counter{limit: 64 << 10}); !errors.Is(err, errFull) {
		t.Errorf("on a full disk: %v", err)
	}
}

func TestTheFolderHoldsTheExport(t *testing.T) {
	t.Parallel()
	for _, l := range appletest.Languages() {
		e, dir := appletest.New(appletest.Options{Language: l, Days: 3, Workouts: 3, Seconds: 300}), t.TempDir()
		if err := e.Unpack(dir); err != nil {
			t.Fatal(err)
		}
		truth := e.Truth()
		got, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(truth.XML)))
		var want bytes.Buffer
		if werr := e.WriteXML(&want); err != nil || werr != nil || !bytes.Equal(got, want.Bytes()) {
			t.Errorf("%s: %d bytes of records, %v, %v", l, len(got), err, werr)
		}
		for _, name := range truth.Private {
			if data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name))); err != nil ||
				!bytes.Contains(data, []byte(appletest.Canary)) {
				t.Errorf("%s: %q, %v", name, data, err)
			}
		}
		if bytes.Contains(got, []byte(appletest.Canary)) {
			t.Error("the records are private")
		}
	}
}

func BenchmarkGigabyte(b *testing.B) {
	for b.Loop() {
		var c counter
		if err := appletest.New(appletest.Options{Bytes: 1 << 30}).WriteZip(&c); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(c.n)/1e6, "zip-MB")
	}
}
