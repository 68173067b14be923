package primitive_test

import (
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/derive/primitive"
)

func TestSourceComesBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.StringN(1, -1, 200).Draw(t, "source")
		if got, err := primitive.DecodeSource(primitive.EncodeSource(want)); err != nil || got != want {
			t.Fatalf("%q came back as %q (%v)", want, got, err)
		}
	})
	whole := primitive.EncodeSource("stryd")
	for name, b := range map[string][]byte{
		"none": nil, "cut": whole[:3],
		"longer": append(whole[:len(whole):len(whole)], 1), "empty": primitive.EncodeSource(""),
	} {
		if got, err := primitive.DecodeSource(b); err == nil {
			t.Errorf("%s: %q", name, got)
		}
	}
}
