package reading_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

// edges are the edges of a document as text, for comparison.
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
