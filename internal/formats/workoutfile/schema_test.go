package workoutfile_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"slices"
	"strconv"
	"testing"
)

// The part of XML Schema that testdata/zwo.xsd is written in.
type (
	schema struct {
		Elements []schemaElement `xml:"element"`
		Complex  []schemaComplex `xml:"complexType"`
		Simple   []schemaSimple  `xml:"simpleType"`
	}
	schemaElement struct {
		Name string         `xml:"name,attr"`
		Type string         `xml:"type,attr"`
		Min  string         `xml:"minOccurs,attr"`
		Max  string         `xml:"maxOccurs,attr"`
		Own  *schemaComplex `xml:"complexType"`
	}
	schemaComplex struct {
		Name     string          `xml:"name,attr"`
		Sequence []schemaElement `xml:"sequence>element"`
		Choice   []schemaElement `xml:"choice>element"`
		Attrs    []schemaAttr    `xml:"attribute"`
	}
	schemaAttr struct {
		Name string `xml:"name,attr"`
		Type string `xml:"type,attr"`
		Use  string `xml:"use,attr"`
	}
	schemaSimple struct {
		Name        string `xml:"name,attr"`
		Restriction struct {
			Base string        `xml:"base,attr"`
			Enum []schemaValue `xml:"enumeration"`
			Min  *schemaValue  `xml:"minInclusive"`
			Over *schemaValue  `xml:"minExclusive"`
			Max  *schemaValue  `xml:"maxInclusive"`
		} `xml:"restriction"`
	}
	schemaValue struct {
		Value string `xml:"value,attr"`
	}
)

// node is an element of a document.
type node struct {
	name     string
	attrs    []xml.Attr
	children []*node
	text     string
}

// tree parses a document by the rules of XML.
func tree(t testing.TB, data []byte) *node {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(data))
	top := &node{}
	path := []*node{top}
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return top
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, data)
		}
		in := path[len(path)-1]
		switch tok := tok.(type) {
		case xml.StartElement:
			n := &node{name: tok.Name.Local, attrs: tok.Attr}
			in.children, path = append(in.children, n), append(path, n)
		case xml.EndElement:
			path = path[:len(path)-1]
		case xml.CharData:
			in.text += string(tok)
		case xml.Directive, xml.ProcInst:
			t.Fatalf("%T", tok)
		}
	}
}

// valid holds a document against the schema.
func valid(t testing.TB, data []byte) {
	t.Helper()
	text, err := os.ReadFile("testdata/zwo/zwo.xsd")
	if err != nil {
		t.Fatal(err)
	}
	var s schema
	if err := xml.Unmarshal(text, &s); err != nil || len(s.Complex) < 5 || len(s.Simple) < 5 {
		t.Fatal(err)
	}
	s.sequence(t, s.Elements, tree(t, data).children)
}

// sequence holds children against elements that come in an order.
func (s *schema) sequence(t testing.TB, want []schemaElement, got []*node) {
	t.Helper()
	for _, w := range want {
		n := 0
		for n < len(got) && got[n].name == w.Name {
			s.element(t, w, got[n])
			n++
		}
		if n == 0 && w.Min != "0" || n > 1 && w.Max != "unbounded" {
			t.Errorf("%s is there %d times", w.Name, n)
		}
		got = got[n:]
	}
	if len(got) > 0 {
		t.Errorf("%s has no place", got[0].name)
	}
}

func (s *schema) element(t testing.TB, w schemaElement, got *node) {
	t.Helper()
	c := w.Own
	for i := range s.Complex {
		if s.Complex[i].Name == w.Type {
			c = &s.Complex[i]
		}
	}
	if c == nil {
		s.simple(t, w.Type, got.text)
		return
	}
	if c.Choice != nil {
		for _, n := range got.children {
			i := slices.IndexFunc(c.Choice, func(e schemaElement) bool { return e.Name == n.name })
			if i < 0 {
				t.Fatalf("%s has no place in %s", n.name, got.name)
			}
			s.element(t, c.Choice[i], n)
		}
	} else {
		s.sequence(t, c.Sequence, got.children)
	}
	s.attrs(t, c, got)
}

func (s *schema) attrs(t testing.TB, c *schemaComplex, got *node) {
	t.Helper()
	for _, a := range got.attrs {
		i := slices.IndexFunc(c.Attrs, func(w schemaAttr) bool { return w.Name == a.Name.Local })
		if i < 0 {
			t.Fatalf("%s has no attribute %s", got.name, a.Name.Local)
		}
		s.simple(t, c.Attrs[i].Type, a.Value)
	}
	for _, w := range c.Attrs {
		if w.Use == "required" && !slices.ContainsFunc(got.attrs, func(a xml.Attr) bool { return a.Name.Local == w.Name }) {
			t.Errorf("%s lacks %s", got.name, w.Name)
		}
	}
}

func (s *schema) simple(t testing.TB, name, value string) {
	t.Helper()
	if name == "xs:string" {
		return
	}
	i := slices.IndexFunc(s.Simple, func(x schemaSimple) bool { return x.Name == name })
	if i < 0 {
		t.Fatalf("the schema has no type %q", name)
	}
	r := &s.Simple[i].Restriction
	if r.Enum != nil {
		if !slices.Contains(r.Enum, schemaValue{value}) {
			t.Errorf("%q is no %s", value, name)
		}
		return
	}
	x, err := strconv.ParseFloat(value, 64)
	if r.Base == "xs:integer" {
		_, err = strconv.Atoi(value)
	}
	bound := func(v *schemaValue) float64 {
		b, err := strconv.ParseFloat(v.Value, 64)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	if err != nil || r.Min != nil && x < bound(r.Min) || r.Over != nil && x <= bound(r.Over) || r.Max != nil && x > bound(r.Max) {
		t.Errorf("%q is no %s: %v", value, name, err)
	}
}
