package apple

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/training"
)

// tags reads all tags of a document.
func tags(r io.Reader) (all []string, s *scanner) {
	s = newScanner(r)
	for {
		tag, ok := s.next()
		if !ok {
			return all, s
		}
		all = append(all, string(tag))
	}
}

func TestTags(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", bufferBytes)
	for name, tt := range map[string]struct {
		in     string
		want   []string
		broken int
	}{
		"plain":                       {"<?xml version='1.0'?>\n<a b=\"c\"> <d/></a>", []string{`a b="c"`, "d/", "/a"}, 0},
		"comments and sections":       {"<!-- <x> --><a><![CDATA[<y>]]></a>", []string{"a", "/a"}, 0},
		"brackets in values":          {`<a b="1>0" c='"2>1"'/><d/>`, []string{`a b="1>0" c='"2>1"'/`, "d/"}, 0},
		"an apostrophe":               {`<a b="Anna's"/><c d="x'>y"/>`, []string{`a b="Anna's"/`, `c d="x'>y"/`}, 0},
		"a value over lines":          {"<a b=\"1\n2\"/><c/>", []string{"a b=\"1\n2\"/", "c/"}, 0},
		"a value that is not ended":   {"<a b=\"5\" wheel\">\n <c/>\n", []string{"c/"}, 1},
		"a tag that is not ended":     {"<a b='1'\n <c/>", []string{"c/"}, 1},
		"a document type":             {"<!DOCTYPE a [\n<!ELEMENT a (b|c)*>\n]>\n<a/>", []string{"a/"}, 0},
		"a head without its bracket":  {"<!DOCTYPE a [\n<!ATTLIST a b CDATA #REQUIRED\n<!ELEMENT c EMPTY>\n] >\n<a/>", []string{"a/"}, 0},
		"a document type by itself":   {`<!DOCTYPE a SYSTEM "http://127.0.0.1/a.dtd"><a/>`, []string{"a/"}, 0},
		"a tag that is far too large": {`<a b="` + long + `"/><c/>`, []string{"c/"}, 1},
		"cut in a tag":                {`<a/><b c="`, []string{"a/"}, 0},
		"cut in a comment":            {`<a/><!-- `, []string{"a/"}, 0},
		"cut in a document type":      {`<!DOCTYPE a [ <!ELEMENT`, nil, 0},
		"text alone":                  {long + long + "<a/>", []string{"a/"}, 0},
		"nothing":                     {"", nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pieces := io.Reader(strings.NewReader(tt.in))
			if len(tt.in) < bufferBytes {
				pieces = iotest.OneByteReader(pieces)
			} else {
				pieces = iotest.HalfReader(pieces)
			}
			for way, r := range map[string]io.Reader{"whole": strings.NewReader(tt.in), "in pieces": pieces} {
				got, s := tags(r)
				if d := cmp.Diff(tt.want, got); d != "" || s.broken != tt.broken {
					t.Errorf("%s: %d broken, want %d; %s", way, s.broken, tt.broken, d)
				}
				if !errors.Is(s.err, io.EOF) {
					t.Errorf("%s: %v", way, s.err)
				}
			}
		})
	}
}

func TestHeadsThatAreRefused(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		in   string
		kind training.Kind
	}{
		"entities":        {`<!DOCTYPE HealthData [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><HealthData><Record value="&b;"/></HealthData>`, training.KindUnsupported},
		"a file entity":   {`<!DOCTYPE HealthData [<!ENTITY x SYSTEM "file:///etc/passwd">]><HealthData/>`, training.KindUnsupported},
		"an endless head": {`<!DOCTYPE HealthData [` + strings.Repeat("<!ELEMENT a EMPTY>", bufferBytes/10), training.KindTooLarge},
	} {
		h, err := read(strings.NewReader(tt.in))
		if err == nil || training.KindOf(err) != tt.kind || h.root {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAttributes(t *testing.T) {
	t.Parallel()
	for in, want := range map[string][]string{
		`a`:                                 {},
		`a b="1"  c='2' `:                   {"b=1", "c=2"},
		"a\n\tb=\"x &amp; &#x2019;&#65;\"/": {"b=x & ’A"},
		`a b="&lt;&gt;&quot;&apos;"`:        {`b=<>"'`},
		`a b="&none; &#xD800; &#0; & &am"`:  {"b=&none; \ufffd &#0; & &am"},
		`a b="The "best" app" c="1"`:        nil,
		`a b=1`:                             nil,
		`a b`:                               nil,
		`a b="1"c="2"`:                      nil,
		`a b="1`:                            nil,
		`a <b="1"`:                          nil,
		`a b=`:                              nil,
		`/a`:                                {},
		`a b="&#x000000000000041;"`:         {"b=A"},
		`a b=""`:                            {"b="},
	} {
		var e element
		e.parse([]byte(in))
		if (want == nil) != e.broken {
			t.Errorf("%s: %+v", in, e)
			continue
		}
		if want == nil {
			continue
		}
		got := []string{}
		for _, a := range e.attrs {
			got = append(got, string(a.name)+"="+e.text(string(a.name)))
		}
		if d := cmp.Diff(want, got); d != "" || e.closing != (in[0] == '/') || string(e.name) != "a" {
			t.Errorf("%s: %s %+v", in, d, e)
		}
	}
}

func TestTimes(t *testing.T) {
	t.Parallel()
	var c clock
	for in, want := range map[string]string{
		"2024-03-31 23:30:00 -0700": "2024-03-31T23:30:00-07:00",
		"2024-02-29 00:00:00 +0530": "2024-02-29T00:00:00+05:30",
		"1970-01-01 00:00:00 +1400": "1970-01-01T00:00:00+14:00",
		"2024-02-30 00:00:00 +0000": "", "2024-02-29T00:00:00 +0000": "", "2024-02-29 24:00:00 +0000": "", "2024-02-29 00:0a:00 +0000": "",
		"2024-02-29 00:00:00 +1500": "", "2024-02-29 00:00:00 0000": "", "": "", "1969-12-31 00:00:00 +0000": "",
	} {
		s, ok := c.read([]byte(in))
		if ok != (want != "") || ok && s.time().Format("2006-01-02T15:04:05-07:00") != want {
			t.Errorf("%s: %v %v, want %s", in, s, ok, want)
		}
		if ok && s.day() != training.DayOf(s.time()) {
			t.Errorf("%s is of %s", in, s.day())
		}
	}
}

// TestNothingIsReadAgainAndAgain: what has no bracket, no bracket soon, or
// spaces without end is read once. Read anew from each tag, a megabyte would
// take minutes.
func TestNothingIsReadAgainAndAgain(t *testing.T) {
	t.Parallel()
	const megabytes = 4 << 20
	for name, in := range map[string]string{
		"tags that are begun":    strings.Repeat("<", megabytes),
		"tags without a bracket": strings.Repeat("<a", megabytes/2),
		"quotes and lines":       strings.Repeat(`<a b="`+strings.Repeat("\n", bufferBytes-100), megabytes/bufferBytes),
		"quotes of two kinds":    strings.Repeat("<\"<'", megabytes/4),
		"document types":         strings.Repeat("<!DOCTYPE>", megabytes/10),
		"brackets of a subset":   "<!DOCTYPE a [" + strings.Repeat("]", bufferBytes/2) + strings.Repeat(" ", bufferBytes/2-100),
		"empty elements":         strings.Repeat("<Workout/>", megabytes/10),
	} {
		began := time.Now()
		_, _ = tags(strings.NewReader(in))
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%s: %v", name, took)
		}
	}
}

// FuzzRead holds that nothing in a file of records brings its reader down, and
// that what it says stays within what can be.
func FuzzRead(f *testing.F) {
	for _, in := range []string{
		`<HealthData><ExportDate value="2025-01-02 04:04:05 +0100"/><Record type="HKQuantityTypeIdentifierStepCount" sourceName="a" unit="count" startDate="2025-01-02 04:04:05 +0100" endDate="2025-01-02 04:04:05 +0100" value="3"/></HealthData>`,
		`<HealthData><Record type="HKCategoryTypeIdentifierSleepAnalysis" startDate="2025-01-02 04:04:05 +0100" endDate="2025-01-02 05:04:05 +0100" value="HKCategoryValueSleepAnalysisAsleepREM"/>`,
		`<HealthData><Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="9" durationUnit="min" startDate="2025-01-02 04:04:05 +0100" endDate="2025-01-02 05:04:05 +0100"><WorkoutEvent type="HKWorkoutEventTypeLap" date="2025-01-02 04:10:05 +0100"/><FileReference path="/a.gpx"/></Workout></HealthData>`,
		`<!DOCTYPE HealthData [<!ENTITY a "b">]>`, `<HealthData a="`,
	} {
		f.Add(in)
	}
	f.Fuzz(func(t *testing.T, in string) {
		h, err := read(strings.NewReader(in))
		if err == nil && !h.whole {
			t.Error("a cut file is whole")
		}
		for day, d := range h.days().best {
			for field, n := range d.Numbers {
				if lowest, highest, ok := field.Range(); ok && (n.Value < lowest || n.Value > highest) && field != training.WellnessActiveKcal {
					t.Errorf("%s %s is %v", day, field, n.Value)
				}
			}
		}
		for _, w := range h.workouts {
			if _, err := h.recordings(context.Background(), w, nil); err != nil {
				t.Error(err)
			}
		}
	})
}

// TestAReadingThatIsCalledOffEnds: whatever the error and wherever in the
// document it strikes, nothing is looked for behind it.
func TestAReadingThatIsCalledOffEnds(t *testing.T) {
	t.Parallel()
	const in = `<?xml version="1.0"?><!DOCTYPE a [ <!ELEMENT b ANY> ]><!-- c --><HealthData><Record type="x" value='>'/><![CDATA[d]]></HealthData>`
	for at := range len(in) {
		r := io.MultiReader(strings.NewReader(in[:at]), iotest.ErrReader(context.Canceled))
		s := newScanner(r)
		for range len(in) {
			if _, ok := s.next(); !ok {
				break
			}
		}
		if _, ok := s.next(); ok || !errors.Is(s.err, context.Canceled) {
			t.Errorf("behind %q: %v", in[:at], s.err)
		}
	}
}
