package derive_test

import (
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/derive"
)

func TestSourceComesBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.StringN(1, -1, 200).Draw(t, "source")
		if got, err := derive.DecodeSource(derive.EncodeSource(want)); err != nil || got != want {
			t.Fatalf("%q came back as %q (%v)", want, got, err)
		}
	})
	whole := derive.EncodeSource("stryd")
	for name, b := range map[string][]byte{
		"none": nil, "cut": whole[:3],
		"longer": append(whole[:len(whole):len(whole)], 1), "empty": derive.EncodeSource(""),
	} {
		if got, err := derive.DecodeSource(b); err == nil {
			t.Errorf("%s: %q", name, got)
		}
	}
}
