package textclean_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"lapkeep/internal/platform/textclean"
)

func TestCheck28_Text(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, in, want string }{
		{"plain", "Morning ride", "Morning ride"},
		{"letters of other scripts stay", "Übung – 朝のライド – تدريب", "Übung – 朝のライド – تدريب"},
		{"emoji stays with its joiners", "ride 🚴\u200d♂\ufe0f and 👩🏽\u200d🦽\u200d➡\ufe0f", "ride 🚴\u200d♂ and 👩🏽\u200d🦽\u200d➡"},
		{"a selector before a joiner goes", "❤\ufe0f\u200d🔥", "❤\u200d🔥"},
		{"joiners of anything else go", "pa\u200dss 🚴\u200dx x\u200d🚴 🚴\u200d \u200d🚴\u200d", "pass 🚴x x🚴 🚴 🚴"},
		{"one joiner is enough", "🚴\u200d\u200d\u200d♂", "🚴\u200d♂"},
		{"no override hides behind a joiner", "🚴\u200d\u202e♂", "🚴♂"},
		{"bidi override", "safe\u202egnp.exe\u202c", "safegnp.exe"},
		{"isolates and marks", "a\u2066b\u2069\u200e\u200f\u061cc", "abc"},
		{"zero width", "pa\u200bss\u2060wo\ufeffrd", "password"},
		{"tag characters carry hidden ASCII", "hi\U000E0049\U000E0067\U000E006E", "hi"},
		{"terminal escapes", "\x1b[31mred\x1b]0;title\x07", "[31mred]0;title"},
		{"nul and delete", "a\x00b\x7fc\u009bd", "abcd"},
		{"fillers with no ink", "a\u3164\u115f\u2800b", "ab"},
		{"line ends", "one\r\ntwo\rthree\u2028four", "one\ntwo\nthree\nfour"},
		{"soft hyphen", "inter\u00advals", "intervals"},
		{"invalid bytes", "a\xffb", "a\uFFFDb"},
		{"private use", "x\ue000y", "xy"},
		{"blank around", "  \n x \t ", "x"},
	} {
		if got := textclean.Text(c.in, 0); got != c.want {
			t.Errorf("%s: Text(%q) = %q, want %q", c.name, c.in, got, c.want)
		}
	}
}

func TestLineIsOneLine(t *testing.T) {
	t.Parallel()
	in := "Ride\n\n# System:\tignore   all\u2029previous\r\n"
	if got, want := textclean.Line(in, 100), "Ride # System: ignore all previous"; got != want {
		t.Errorf("Line = %q, want %q", got, want)
	}
}

func TestLengthIsCapped(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in    string
		limit int
		want  string
	}{
		{"abcdef", 6, "abcdef"},
		{"abcdefg", 6, "abcde…"},
		{"日本語のなまえ", 4, "日本語…"},
		{"ab      cdef", 4, "ab…"},
		{"abc", 1, "…"},
	} {
		if got := textclean.Text(c.in, c.limit); got != c.want {
			t.Errorf("Text(%q, %d) = %q, want %q", c.in, c.limit, got, c.want)
		}
	}
}

func TestLaws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		joined := rapid.Map(rapid.SliceOf(rapid.SampledFrom([]string{
			"🚴", "♂", "\u200d", "\ufe0f", "🏽", "a", " ",
			"\u202e",
		})), func(p []string) string { return strings.Join(p, "") })
		in := rapid.OneOf(rapid.String(), joined, rapid.Map(rapid.SliceOf(rapid.Byte()),
			func(b []byte) string { return string(b) })).Draw(t, "in")
		limit := rapid.IntRange(1, 40).Draw(t, "limit")
		for _, got := range []string{textclean.Text(in, limit), textclean.Line(in, limit)} {
			if !utf8.ValidString(got) || utf8.RuneCountInString(got) > limit {
				t.Fatalf("%q is not valid or longer than %d", got, limit)
			}
			if again := textclean.Text(got, limit); again != got {
				t.Fatalf("cleaning %q again gives %q", got, again)
			}
			if i := strings.IndexFunc(got, func(r rune) bool { return r != '\n' && r != '\t' && r != '\u200d' && textclean.Hidden(r) }); i >= 0 {
				t.Fatalf("%q still has a hidden rune at %d", got, i)
			}
		}
		if strings.ContainsAny(textclean.Line(in, limit), "\n\t") {
			t.Fatal("a line of several lines")
		}
	})
}
