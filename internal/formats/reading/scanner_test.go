package reading_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

// edges returns the edges of a document as text, for comparison.
func edges(s *reading.Scanner) (out []string) {
	for s.Next() {
		if s.Start {
			out = append(out, fmt.Sprintf("<%s in %s>", s.Name, s.Parent()))
		} else {
			out = append(out, fmt.Sprintf("%s=%q in %s", s.Name, s.Text, s.Parent()))
		}
	}
	return out
}

func TestEdges(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		doc  string
		want []string
		cut  bool
	}{
		"names without prefixes": {`<a:x b:y="1"><c:z> 5 </c:z></a:x>`, []string{"<x in >", "<z in x>", `z="5" in x`, `x="" in `}, false},
		"character data":         {`<x><![CDATA[a < b]]> &amp; c</x>`, []string{"<x in >", `x="a < b & c" in `}, false},
		"unknown entities stay":  {`<x>&nbsp;</x>`, []string{"<x in >", `x="&nbsp;" in `}, false},
		"text before a child":    {`<x>lost<y>kept</y></x>`, []string{"<x in >", "<y in x>", `y="kept" in x`, `x="" in `}, false},
		"never closed":           {`<x><y>1</x>`, []string{"<x in >", "<y in x>", `x="1" in `}, false},
		"never opened":           {`</y><x></x>`, []string{"<x in >", `x="" in `}, false},
		"cut":                    {`<x><y>1</y><z`, []string{"<x in >", "<y in x>", `y="1" in x`}, true},
		"empty":                  {``, nil, false},
		"a plain doctype":        {`<!DOCTYPE gpx><x/>`, []string{"<x in >", `x="" in `}, false},
	} {
		s := reading.NewXMLReader(context.Background(), []byte(tt.doc), reading.Limits{})
		if diff := cmp.Diff(tt.want, edges(s)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if s.Err() != nil || s.Cut() != tt.cut {
			t.Errorf("%s: error %v, cut %v", name, s.Err(), s.Cut())
		}
	}
}

func TestAttributesAndSurroundings(t *testing.T) {
	t.Parallel()
	s := reading.NewXMLReader(context.Background(), []byte(`<a><b lat="1" ns:lon="2"><c/></b></a>`), reading.Limits{})
	s.Next()
	s.Next()
	if s.Attr("lat") != "1" || s.Attr("lon") != "2" || s.Attr("none") != "" {
		t.Errorf("attributes %q %q", s.Attr("lat"), s.Attr("lon"))
	}
	s.Next()
	if !s.Within("a") || !s.Within("b") || s.Within("d") || s.Attr("lat") != "" {
		t.Error("the surroundings of c are wrong")
	}
}

func TestCheck24_Refusals(t *testing.T) {
	t.Parallel()
	entity := `<!DOCTYPE x [<!entity a "aaa">]><x>&a;</x>`
	deep := strings.Repeat("<x>", 10)
	for doc, kind := range map[string]training.Kind{entity: training.KindUnsupported, deep: training.KindTooLarge} {
		s := reading.NewXMLReader(context.Background(), []byte(doc), reading.Limits{MaxNesting: 5})
		for s.Next() {
		}
		if training.KindOf(s.Err()) != kind {
			t.Errorf("%q: %v", doc, s.Err())
		}
	}
}

func TestScanStops(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s := reading.NewXMLReader(ctx, []byte("<x>"+strings.Repeat("<y/>", 100_000)+"</x>"), reading.Limits{})
	n := 0
	for s.Next() {
		if n++; n == 100 {
			cancel()
		}
	}
	if !errors.Is(s.Err(), context.Canceled) || n > 5000 {
		t.Errorf("%d edges, then %v", n, s.Err())
	}
}

func TestHugeTextIsBounded(t *testing.T) {
	t.Parallel()
	s := reading.NewXMLReader(context.Background(), []byte("<x>"+strings.Repeat("a<!-- -->", 200_000)+"</x>"), reading.Limits{})
	for s.Next() {
		if len(s.Text) > 64<<10 {
			t.Fatalf("%d bytes of text", len(s.Text))
		}
	}
}

func TestWriterEscapesAndRemembersErrors(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	w := reading.NewWriter(&b)
	w.Raw("<%s>", "x")
	w.Leaf("y", `a<b>&"c"`)
	w.Leaf("z", "")
	w.Raw("</x>")
	if err := w.Flush(); err != nil || b.String() != `<x><y>a&lt;b&gt;&amp;&#34;c&#34;</y></x>` {
		t.Errorf("%v: %s", err, b.String())
	}
	bad := reading.NewWriter(failing{})
	for range 10_000 {
		bad.Leaf("y", "text")
	}
	if err := bad.Flush(); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errFull }

var errFull = errors.New("full")

// Texts stay what they were, however many follow and however long they are.
func TestTextsStay(t *testing.T) {
	t.Parallel()
	var doc strings.Builder
	var want []string
	for i := range 3000 {
		text := strings.Repeat(string(rune('a'+i%26)), i*i%1500)
		want = append(want, text)
		fmt.Fprintf(&doc, "<t v='%s'>%s</t>", text, text)
	}
	s := reading.NewXMLReader(t.Context(), []byte("<x>"+doc.String()+"</x>"), reading.Limits{})
	var attrs, texts []string
	for s.Next() {
		switch {
		case s.Name != "t":
		case s.Start:
			attrs = append(attrs, s.Attr("v"))
		default:
			texts = append(texts, s.Text)
		}
	}
	if !slices.Equal(attrs, want) || !slices.Equal(texts, want) {
		t.Error("a text is not what the document holds")
	}
}

// list collects the numbers of all members "n", wherever they stand.
func list(d *json.Decoder, out *[]string) error {
	return reading.Object(d, func(name string) error {
		switch name {
		case "n":
			return reading.Array(d, func() error {
				var v json.Number
				err := d.Decode(&v)
				*out = append(*out, v.String())
				return err
			})
		case "in":
			return list(d, out)
		}
		return reading.Skip(d)
	})
}

func TestValuesAreReadOrPassedOver(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"x":{"n":[1],"y":[[{}]]},"n":[2,3],"z":"n","in":{"n":[4]},"q":null}`: "[2 3 4] <nil>",
		`{"n":null,"in":null}`:             "[] <nil>",
		`{"n":{"n":[1]},"in":[[2]]}`:       "[] <nil>",
		`[1]`:                              "[] <nil>",
		`{"n":[1`:                          "[1] EOF",
		`{"x":[`:                           "[] EOF",
		``:                                 "[] EOF",
		`{"n":["x"]}`:                      `[] json: invalid number literal, trying to unmarshal "\"x\"" into Number`,
		`{"x":` + strings.Repeat("[", 9e3): "[] EOF",
	} {
		var got []string
		err := list(json.NewDecoder(strings.NewReader(text)), &got)
		if s := fmt.Sprint(got, " ", err); s != want {
			t.Errorf("%.40s gives %s, want %s", text, s, want)
		}
	}
}

func TestWhatHasAnotherFormIsNotSaid(t *testing.T) {
	t.Parallel()
	d := json.NewDecoder(strings.NewReader(`"x" 3 {"n":1} ]`))
	for _, want := range []string{"0 <nil>", "3 <nil>", "0 <nil>", "0 invalid character ']' looking for beginning of value"} {
		n := 0
		err := reading.DecodeJSON(d, &n)
		if got := fmt.Sprint(n, " ", err); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestPausesThatAFileNames stand for the gaps, within the recording and apart.
func TestPausesThatAFileNames(t *testing.T) {
	t.Parallel()
	start := time.Date(2024, 5, 6, 12, 0, 0, 0, time.UTC)
	at := func(s int) time.Time { return start.Add(time.Duration(s) * time.Second) }
	var b reading.Builder
	for _, s := range []int{0, 1, 2, 300, 301, 400} {
		p := reading.Point{Time: at(s)}
		p.Set(training.HeartRate, 120)
		b.Add(p)
	}
	b.Pause(at(390), at(900))
	b.Pause(at(2), at(300))
	b.Pause(at(200), at(310))
	b.Pause(at(20), at(10))
	b.Pause(at(-50), at(-5))
	var r training.Recording
	b.Build(&r, start)
	if d := cmp.Diff([]training.Span{{FromS: 2, ToS: 300}, {FromS: 300, ToS: 310}, {FromS: 390, ToS: 400}}, r.Pauses); d != "" {
		t.Error(d)
	}
}

func TestTheFilesOwnTimer(t *testing.T) {
	t.Parallel()
	rows := func() *training.Recording {
		r := &training.Recording{ElapsedS: 100, Pauses: []training.Span{{FromS: 10, ToS: 30}}}
		r.Columns.TimeS = []int32{0, 100}
		return r
	}
	for name, tt := range map[string]struct {
		rec      *training.Recording
		says     float64
		timer    float64
		elapsed  float64
		warnings int
	}{
		"not said":                {rows(), 0, 80, 100, 0},
		"said":                    {rows(), 79.5, 79.5, 100, 0},
		"a moment after the last": {rows(), 101.5, 101.5, 101.5, 0},
		"more than there is":      {rows(), 3600, 80, 100, 1},
		"without points":          {&training.Recording{}, 3600, 3600, 3600, 0},
		"nothing at all":          {&training.Recording{}, -1, 0, 0, 0},
	} {
		reading.Timed(tt.rec, tt.says)
		if tt.rec.TimerS != tt.timer || tt.rec.ElapsedS != tt.elapsed || len(tt.rec.Warnings) != tt.warnings {
			t.Errorf("%s: timer %v, elapsed %v, %q", name, tt.rec.TimerS, tt.rec.ElapsedS, tt.rec.Warnings)
		}
	}
}

func TestLapsBetweenMarks(t *testing.T) {
	t.Parallel()
	r := &training.Recording{ElapsedS: 100, Pauses: []training.Span{{FromS: 35, ToS: 45}}}
	want := []training.Lap{
		{StartS: 0, EndS: 40, ElapsedS: 40, TimerS: 35, Trigger: "manual"},
		{StartS: 40, EndS: 60, ElapsedS: 20, TimerS: 15, Trigger: "manual"},
		{StartS: 60, EndS: 100, ElapsedS: 40, TimerS: 40, Trigger: "manual"},
	}
	if d := cmp.Diff(want, reading.Laps(r, []float64{60.9, 40, 40.2, 0, 100, 500, -3}, "manual")); d != "" {
		t.Error(d)
	}
	if laps := reading.Laps(r, []float64{0, 100}, "manual"); laps != nil {
		t.Errorf("%+v", laps)
	}
}
