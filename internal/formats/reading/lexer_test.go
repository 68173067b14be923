package reading

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/rawxml"
)

// lexed returns the tokens of a document, text that stands together as one.
func lexed(data []byte) (out []string, err error) {
	l := lexer{data: data, names: newNames()}
	var text []byte
	add := func(s string) {
		if len(text) > 0 {
			out = append(out, fmt.Sprintf("text %q", text))
			text = nil
		}
		if s != "" {
			out = append(out, s)
		}
	}
	for {
		t, err := l.next()
		if err != nil {
			add("")
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return out, err
		}
		switch t {
		case startTag:
			s := "<" + l.name
			for _, a := range l.attrs {
				s += fmt.Sprintf(" %s=%q", a.name, PlainXML(a.value))
			}
			add(s)
		case endTag:
			add("/" + l.name)
		case charData:
			text = append(text, l.text...)
		case directive:
			add(fmt.Sprintf("! %v", bytes.Contains(bytes.ToUpper(l.text), []byte("ENTITY"))))
		}
	}
}

// asTheLibrary does likewise with encoding/xml.
func asTheLibrary(data []byte) (out []string, err error) {
	d := xml.NewDecoder(bytes.NewReader(data))
	d.Strict = false
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	var text []byte
	add := func(s string) {
		if len(text) > 0 {
			out = append(out, fmt.Sprintf("text %q", text))
			text = nil
		}
		if s != "" {
			out = append(out, s)
		}
	}
	for {
		t, err := d.RawToken()
		if err != nil {
			add("")
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return out, err
		}
		switch t := t.(type) {
		case xml.StartElement:
			s := "<" + t.Name.Local
			for _, a := range t.Attr {
				s += fmt.Sprintf(" %s=%q", a.Name.Local, a.Value)
			}
			add(s)
		case xml.EndElement:
			add("/" + t.Name.Local)
		case xml.CharData:
			text = append(text, t...)
		case xml.Directive:
			add(fmt.Sprintf("! %v", bytes.Contains(bytes.ToUpper(t), []byte("ENTITY"))))
		}
	}
}

// FuzzLexer: what encoding/xml reads to its end is read alike, and whatever
// else there is ends.
func FuzzLexer(f *testing.F) {
	for _, s := range rawxml.Scenarios() {
		f.Add(s.Bytes[:min(len(s.Bytes), 2000)])
	}
	for _, s := range []string{
		`<a b='1' c="&lt;&#65;&#x42;&nope;&" d=e f><?p i?><!-- c --><g/>t&amp;u<![CDATA[x<y]]>z</a>`,
		"<!>/a><b/>", `<!">"><b/>`, "<a>\r\n1\r2</a >", `<!DOCTYPE a [<!ELEMENT b "<>'"><!-- don't --> ]><a/>`, "<a:b:c/>",
		"<:a/>", "<a:/>", "<1/>", "<a b", "<", "</a", "<!", "<![CDATA[", "<a/ >",
		"<a b=>", "<a b=\"", "&#0;", "&#xD800;", "&;", "<é ü='ö'>", "\xff", "<a>\x00</a>",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := lexed(data)
		want, libraryErr := asTheLibrary(data)
		if libraryErr != nil {
			return
		}
		if err != nil && bytes.LastIndexByte(data, '<') > bytes.LastIndexByte(data, '>') {
			return // cut within a tag, which the library ends by itself
		}
		if err != nil {
			t.Fatalf("%v, but the library reads %q", err, want)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
	})
}

// TestOddMarkupIsReadOn: what the library refuses for good, a recorder may
// have written all the same.
func TestOddMarkupIsReadOn(t *testing.T) {
	t.Parallel()
	for doc, want := range map[string][]string{
		"<a>x\xffy</a>":    {"<a", `text "x\xffy"`, "/a"},
		"<a>]]></a>":       {"<a", `text "]]>"`, "/a"},
		"<!-- a -- b --> ": {`text " "`},
		"<a>&#0;</a>":      {"<a", `text "&#0;"`, "/a"},
	} {
		got, err := lexed([]byte(doc))
		if d := cmp.Diff(want, got); d != "" || err != nil {
			t.Errorf("%q: %v %s", doc, err, d)
		}
	}
}

func TestEncodings(t *testing.T) {
	t.Parallel()
	for name, doc := range map[string]string{
		"UTF-8": "<x>é</x>", "with its mark": "\ufeff<x>é</x>", "declared": "<?xml version='1.0' encoding='UTF-8'?><x>é</x>",
		"Latin 1": "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><x>\xe9</x>",
		"Windows": " <?xml version='1.0' encoding = 'Windows-1252' ?><x>\xe9</x>",
		"UTF-16":  "\xff\xfe<\x00x\x00>\x00\xe9\x00<\x00/\x00x\x00>\x00",
	} {
		s := Scanner{ctx: t.Context(), lex: lexer{data: inUTF8([]byte(doc)), names: newNames()}, limit: 10}
		for s.Next() {
		}
		if s.Text != "é" || s.Cut() {
			t.Errorf("%s: %q, cut %v", name, s.Text, s.Cut())
		}
	}
	s := Scanner{ctx: t.Context(), lex: lexer{data: inUTF8([]byte("<x a='\xff'>\xff</x>")), names: newNames()}, limit: 10}
	if s.Next(); !utf8.ValidString(s.Attr("a")) {
		t.Error("an attribute is no text")
	}
	if s.Next(); !utf8.ValidString(s.Text) {
		t.Error("text is no text")
	}
}

// BenchmarkLexer goes through the tokens of an hour's track, and has the library do
// so.
func BenchmarkLexer(b *testing.B) {
	body := bodytest.Body{Start: time.Date(2026, 5, 1, 6, 0, 0, 0, time.UTC), Seed: 1, Seconds: 3600, Sport: "cycling"}
	for form, doc := range map[string][]byte{"GPX": body.GPX("ride"), "TCX": body.TCX()} {
		b.Run(form+"/own", func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			b.ReportAllocs()
			for b.Loop() {
				l := lexer{data: doc, names: newNames()}
				for {
					if _, err := l.next(); err != nil {
						break
					}
				}
			}
		})
		b.Run(form+"/library", func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			b.ReportAllocs()
			for b.Loop() {
				d := xml.NewDecoder(bytes.NewReader(doc))
				d.Strict = false
				for {
					if _, err := d.RawToken(); err != nil {
						break
					}
				}
			}
		})
	}
}

// Names that begin alike, change their order, or end what is not open are the
// document's own, whatever came before.
func TestNamesAreNotGuessed(t *testing.T) {
	t.Parallel()
	for doc, want := range map[string]string{
		"<a><ab/></a><a><abc></abc></a><a><ab x='1' xy='2'/></a>": "a ab /ab /a a abc /abc /a a ab /ab /a",
		"<p:a><b></b></p:a><q:a><b></b ></q:a>":                   "a b /b /a a b /b /a",
		"<a><b></a></b><a></ab></a>":                              "a b /a /b a /ab /a",
		"<a><b></p:b></a><a><p:b></b></a>":                        "a b /b /a a b /b /a",
		"<a></a\n><a></a2></a>":                                   "a /a a /a2 /a",
	} {
		l := lexer{data: []byte(doc), names: newNames()}
		var got []string
		for {
			tok, err := l.next()
			if err != nil {
				break
			}
			switch tok {
			case startTag:
				got = append(got, l.name)
			case endTag:
				got = append(got, "/"+l.name)
			}
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: %s, want %s", doc, s, want)
		}
	}
}
