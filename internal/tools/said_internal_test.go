package tools

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// inCapitals knows some sentences.
func inCapitals(format string, args ...any) string {
	known := map[string]string{"not set": "NOT SET", "5 % left": "5 % LEFT", "a\n<b>": "A\n<B>"}
	text := fmt.Errorf(format, args...).Error()
	if said := known[text]; said != "" {
		return said
	}
	return text
}

func TestSentencesOfAnswersAreSaid(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]string{
		`{"missing":{"tss":"not set","x":"other"},"name":"not set"}`: `{"missing":{"tss":"NOT SET","x":"other"},"name":"not set"}`,
		`{"rows":[{"missing":{"a":"5 % left"}},1,null]}`:             `{"rows":[{"missing":{"a":"5 % LEFT"}},1,null]}`,
		`{"notes":["not set",{"text":"not set"}],"words":[]}`:        `{"notes":["NOT SET",{"text":"not set"}],"words":[]}`,
		`{"notes":"not set","narrow":"not set","fix":{}}`:            `{"notes":"not set","narrow":"NOT SET","fix":{}}`,
		`{"fix":"a\n<b>","how":"not set"}`:                           `{"fix":"A\n<B>","how":"not set"}`,
		`{}`:                                                         `{}`,
	} {
		if got := string(inWords([]byte(answer), inCapitals)); got != want {
			t.Errorf("%s becomes %s, want %s", answer, got, want)
		}
		if got := string(inWords([]byte(answer), nil)); got != answer {
			t.Errorf("%s becomes %s without a language", answer, got)
		}
	}
}

// TestWhatIsNoSentenceStays: byte for byte, whatever the answer is.
func TestWhatIsNoSentenceStays(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b, err := Marshal(map[string]any{"notes": anyJSON(3).Draw(t, "notes"), "x": anyJSON(3).Draw(t, "x")})
		if err != nil {
			t.Fatal(err)
		}
		if got := inWords(b, inCapitals); string(got) != string(b) {
			t.Fatalf("%s becomes %s", b, got)
		}
	})
}
