package textclean_test

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/platform/textclean"
)

func TestNothingIsDrawn(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Morning ride (easy) [Z2]":            "Morning ride (easy) [Z2]",
		"![x](https://example.org/?q=secret)": `![x]\(https://example.org/?q=secret)`,
		"[a]: https://example.org":            `[a]\: https://example.org`,
		"cadence < 80, power <= 200":          "cadence < 80, power <= 200",
		"<img src=x> <https://example.org>":   `\<img src=x> \<https://example.org>`,
	} {
		if got := textclean.Markdown(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{
		`{"name":"Morning ride","of":[1,2]}`:          `{"name":"Morning ride","of":[1,2]}`,
		`{"name":"![x](https://example.org/a)"}`:      `{"name":"![x]\u0028https://example.org/a)"}`,
		`{"name":"\\](<b>"}`:                          `{"name":"\\]\u0028\u003cb>"}`,
		"{\"name\":\"a\u202eb\u009b\U000E0041\x7f\"}": `{"name":"a\u202eb\u009b\udb40\udc41\u007f"}`,
	} {
		if got := textclean.MarkdownJSON([]byte(in)); got != want {
			t.Errorf("%s becomes %s, want %s", in, got, want)
		}
	}
}

// TestTheSameIsRead: escaping changes how JSON looks and nothing that is read
// from it.
func TestTheSameIsRead(t *testing.T) {
	t.Parallel()
	piece := rapid.OneOf(rapid.String(),
		rapid.SampledFrom([]string{"](", "<", "]:", "<a>", "\\", `"`, "\u202e", "\U000E0041", "\x7f", "\u2028"}))
	rapid.Check(t, func(t *rapid.T) {
		want := strings.Join(rapid.SliceOf(piece).Draw(t, "text"), "")
		b, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		want = strings.ToValidUTF8(want, "\ufffd")
		var same, drawn string
		if err := json.Unmarshal(textclean.JSON(b), &same); err != nil || same != want {
			t.Fatalf("%q is read as %q: %v", want, same, err)
		}
		text := textclean.MarkdownJSON(b)
		if err := json.Unmarshal([]byte(text), &drawn); err != nil || drawn != want {
			t.Fatalf("%q is read as %q: %v", want, drawn, err)
		}
		if strings.Contains(text, "](") || strings.Contains(text, "<a") || strings.ContainsFunc(text, textclean.Hidden) {
			t.Fatalf("%s would be drawn", text)
		}
	})
}
