package textclean_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"lapkeep/internal/platform/textclean"
)

func TestAWriterForPersons(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	w := textclean.Writer(&b)
	for _, piece := range []string{
		textclean.EraseLine + "1 of 2 files", "plain\ttext – ja\n", "\x1b[2J\x1b]0;title\x07red\u202e\x9b31m\n",
		"a" + textclean.EraseLine + "b\r\nc\n",
	} {
		if n, err := fmt.Fprint(w, piece); n != len(piece) || err != nil {
			t.Errorf("%q: %d, %v", piece, n, err)
		}
	}
	want := textclean.EraseLine + "1 of 2 files" + "plain\ttext – ja\n" + "[2J]0;titlered\ufffd31m\n" + "a\n[Kb\nc\n"
	if got := b.String(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// BenchmarkAPage: a page of HTML, a sixtieth of it beyond ASCII.
func BenchmarkAPage(b *testing.B) {
	page := []byte(strings.Repeat(`<td class="number" data-value="2780">46:20</td><td>Morning – 5 × 5 min</td>`+"\n", 2300))
	w := textclean.Writer(io.Discard)
	b.SetBytes(int64(len(page)))
	for b.Loop() {
		if _, err := w.Write(page); err != nil {
			b.Fatal(err)
		}
	}
}
