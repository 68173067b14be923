package tools

import (
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/training"
)

type (
	inner struct {
		Km   float64 `json:"km" jsonschema:"Distance."`
		Note *string `json:"note,omitempty"`
	}
	embedding struct {
		inner

		More bool `json:"more"`
	}
	hiding struct {
		embedding

		Km string `json:"km"`
	}
	everyKind struct {
		Text   string           `json:"text" jsonschema:"A \"text\" – of its own."`
		Flag   *bool            `json:"flag,omitempty"`
		Count  int              `json:"count,omitzero"`
		Far    int64            `json:"far"`
		Small  uint8            `json:"small"`
		Any    any              `json:"any"`
		Day    training.Day     `json:"day"`
		Date   Date             `json:"date,omitzero"`
		Range  *DateRange       `json:"range,omitempty"`
		Sport  SportArg         `json:"sport,omitempty"`
		At     time.Time        `json:"at"`
		List   []inner          `json:"list"`
		Deep   [][]*int         `json:"deep,omitempty"`
		Pair   [2]int           `json:"pair"`
		ByName map[string]inner `json:"by_name,omitempty"`
		Mixed  embedding        `json:"mixed"`
		NoName string
		Dash   string `json:"-"`
	}
	endless struct {
		Next *endless `json:"next"`
	}
)

// TestInferenceIsThatOfTheLibrary, with which it is quicker and nothing else.
func TestInferenceIsThatOfTheLibrary(t *testing.T) {
	t.Parallel()
	for _, typ := range []reflect.Type{
		reflect.TypeFor[everyKind](), reflect.TypeFor[inner](),
		reflect.TypeFor[embedding](), reflect.TypeFor[hiding](), reflect.TypeFor[struct{}](),
	} {
		want := mustInfer("x", typ, typeSchemas(true))
		clean(want, false)
		got := inferArguments("x", typ, nil)
		if d := cmp.Diff(want, got, cmpopts.EquateEmpty(), cmpopts.IgnoreUnexported(jsonschema.Schema{})); d != "" {
			t.Errorf("%s (-library +ours):\n%s", typ, d)
		}
		if d := cmp.Diff(string(Append(nil, want)), string(Append(nil, got))); d != "" {
			t.Error(d)
		}
	}
}

func TestTypesThatContainThemselvesAreMistakes(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("it went unseen")
		}
	}()
	inferArguments("x", reflect.TypeFor[endless](), nil)
}

func TestPublishedKeys(t *testing.T) {
	t.Parallel()
	const want = `{"type":"object","properties":{"km":{"type":"number"},"note":{"type":"string"},"more":{"type":"boolean"}}}`
	if got := string(publish(reflect.TypeFor[embedding](), nil)); got != want {
		t.Errorf("%s\n%s", got, want)
	}
	if got := string(publish(reflect.TypeFor[struct{ Any any }](), []any{"other"})); got != `{"type":"object","properties":{"Any":{}}}` {
		t.Error(got)
	}
	if got := string(publish(reflect.TypeFor[struct{ Any any }](), []any{"Any"})); got != `{"type":"object"}` {
		t.Error(got)
	}
}
