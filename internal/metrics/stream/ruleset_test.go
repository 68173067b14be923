package stream_test

import (
	"testing"

	"lapkeep/internal/metrics/stream"
)

// A version differs where any rule does, in number and in place.
func TestVersion(t *testing.T) {
	t.Parallel()
	seen := map[int][]int{}
	for _, of := range [][]int{{}, {0}, {0, 0}, {1, 2, 3}, {2, 1, 3}, {2, 2, 2}, {1, 2, 4}, {1, 2}, {6}} {
		v := stream.RulesetVersion(of...)
		if other, ok := seen[v]; ok || v < 0 {
			t.Errorf("%v and %v are both %d", of, other, v)
		}
		seen[v] = of
		if stream.RulesetVersion(of...) != v {
			t.Errorf("%v is not the same twice", of)
		}
	}
}
