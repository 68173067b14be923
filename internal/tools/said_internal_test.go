package tools

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/i18n"
)

// inCapitals says each format in capitals but for its verbs, which are all %s or %d.
func inCapitals(format string, args ...any) string {
	for i, arg := range args {
		if s, ok := arg.(i18n.Sentence); ok {
			args[i] = s.Say(inCapitals)
		}
	}
	if format == "%w" {
		return strings.ToUpper(fmt.Sprint(args[0]))
	}
	return fmt.Sprintf(strings.NewReplacer("%S", "%s", "%D", "%d").Replace(strings.ToUpper(format)), args...)
}

type section struct {
	Why  i18n.Sentence `json:"why,omitempty"`
	Name string        `json:"name"`
}

type outer struct {
	section

	Words []i18n.Sentence          `json:"words"`
	Why   map[string]i18n.Sentence `json:"missing"`
	Deep  *section                 `json:"deep"`
	All   []section                `json:"all"`
	Any   map[string]any           `json:"any"`
	None  *section                 `json:"none"`
	own   i18n.Sentence
}

func TestSentencesOfAnswersAreSaid(t *testing.T) {
	t.Parallel()
	made := func() *outer {
		return &outer{
			section: section{"not set", "not set"},
			Words:   []i18n.Sentence{"5 % left", i18n.Sentencef("%d of %s", 3, i18n.Sentencef("the %s", "rest"))},
			Why:     map[string]i18n.Sentence{"tss": "not set"},
			Deep:    &section{Why: i18n.Sentencef("at %s", "noon")}, All: []section{{Why: "a\n<b>"}, {}},
			Any: map[string]any{"x": i18n.Sentence("odd"), "y": []any{"plain", i18n.Sentence("even")}, "z": nil},
			own: "kept",
		}
	}
	answer := made()
	got, err := Marshal(inWords(answer, inCapitals))
	want := `{"why":"NOT SET","name":"not set","words":["5 % LEFT","3 OF THE rest"],"missing":{"tss":"NOT SET"},` +
		`"deep":{"why":"AT noon","name":""},` +
		`"all":[{"why":"A\n<B>","name":""},{"name":""}],"any":{"x":"ODD","y":["plain","EVEN"],"z":null},"none":null}`
	if err != nil || string(got) != want {
		t.Errorf("%s %v\nwant %s", got, err, want)
	}
	if d := cmp.Diff(made(), answer, cmp.Exporter(func(reflect.Type) bool { return true })); d != "" {
		t.Errorf("the answer itself changed: %s", d)
	}
	plain, err := Marshal(inWords(made(), nil))
	if err != nil || !strings.Contains(string(plain), `"3 of the rest"`) || strings.Contains(string(plain), "NOT SET") {
		t.Errorf("without a language: %s %v", plain, err)
	}
	if inWords(nil, inCapitals) != nil {
		t.Error("nothing becomes something")
	}
}
