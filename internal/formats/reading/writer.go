package reading

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
)

// XMLWriter writes XML that is laid out by hand, and remembers the first error.
type XMLWriter struct {
	w   *bufio.Writer
	err error
}

// NewWriter writes to w; call Flush at the end.
func NewWriter(w io.Writer) *XMLWriter { return &XMLWriter{w: bufio.NewWriter(w)} }

// Raw writes markup as it stands.
func (w *XMLWriter) Raw(format string, args ...any) {
	if w.err == nil {
		_, w.err = fmt.Fprintf(w.w, format, args...)
	}
}

// Leaf writes an element that holds text, unless that is empty.
func (w *XMLWriter) Leaf(name, text string) {
	if text == "" || w.err != nil {
		return
	}
	w.Raw("<%s>", name)
	if w.err == nil {
		w.err = xml.EscapeText(w.w, []byte(text))
	}
	w.Raw("</%s>", name)
}

// Flush writes what is left and gives the first error.
func (w *XMLWriter) Flush() error {
	if w.err != nil {
		return w.err
	}
	return w.w.Flush()
}
