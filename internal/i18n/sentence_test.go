package i18n_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lapkeep/internal/i18n"
)

// loud says each sentence in capitals, but no operand that is a name.
func loud(format string, args ...any) string {
	for i, arg := range args {
		if s, ok := arg.(interface {
			Say(say func(format string, args ...any) string) string
		}); ok {
			args[i] = s.Say(loud)
		}
		if err, ok := arg.(error); ok && format == "%w" {
			return strings.ToUpper(err.Error())
		}
	}
	parts := strings.Split(strings.ReplaceAll(format, "%%", "\x01"), "%")
	for i, p := range parts {
		if i == 0 {
			parts[i] = strings.ToUpper(p)
		} else if p != "" {
			at := strings.IndexAny(p, "sdqfg") + 1
			parts[i] = p[:at] + strings.ToUpper(p[at:])
		}
	}
	return strings.ReplaceAll(fmt.Sprintf(strings.Join(parts, "%"), args...), "\x01", "%")
}

func TestSentences(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		s           i18n.Sentence
		plain, said string
	}{
		{"5 % of it", "5 % of it", "5 % OF IT"},
		{i18n.Sentencef("nothing"), "nothing", "NOTHING"},
		{i18n.Sentencef("%d of %g in %q", 3, 0.5, "a:b"), `3 of 0.5 in "a:b"`, `3 OF 0.5 IN "a:b"`},
		{
			i18n.Sentencef("%s, %s", i18n.Numbered(1, "day", "days"), i18n.Numbered(2, "day", "days")),
			"1 day, 2 days", "1 DAYS, 2 DAYS",
		},
		{i18n.Sentencef("it is %s by %s", i18n.Word("low"), time.Minute), "it is low by 1m0s", "IT IS LOW BY 1m0s"},
		{i18n.Sentencef("%.0f %% and %+g", 12.4, 1.5), "12 % and +1.5", "12 % AND +1.5"},
		{i18n.Sentencef("it: %s", errors.New("x")), "it: x", "IT: X"},
		{i18n.Joined("%s and %s", "a", i18n.Sentencef("b %s", "x"), "c"), "a and b x and c", "A AND B x AND C"},
		{i18n.Joined("%s, %s"), "", ""},
	} {
		if c.s.String() != c.plain {
			t.Errorf("%q, want %q", c.s.String(), c.plain)
		}
		if got := c.s.Say(loud); got != c.said {
			t.Errorf("said %q, want %q", got, c.said)
		}
		b, err := json.Marshal(map[string]any{"x": c.s})
		want, _ := json.Marshal(map[string]any{"x": c.plain})
		if err != nil || string(b) != string(want) {
			t.Errorf("%s %v, want %s", b, err, want)
		}
	}
}

// TestASentenceIsWhatItsFormatSays, whatever its operands are.
func TestASentenceIsWhatItsFormatSays(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text, n, f := rapid.String().Draw(t, "text"), rapid.Int().Draw(t, "n"), rapid.Float64().Draw(t, "f")
		inner := i18n.Sentencef("%s (%d)", text, n)
		got, want := i18n.Sentencef("%s: %q, %.2f and %d", inner, text, f, n), fmt.Sprintf("%s (%d): %q, %.2f and %d", text, n, text, f, n)
		if got.String() != want {
			t.Fatalf("%q, want %q", got.String(), want)
		}
		_ = i18n.Sentence("\x00" + text).String() // what is damaged is no reason to stop
	})
}
