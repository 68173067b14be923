package match

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestGroupsHangOnTheSetAlone: in whatever order ties are found.
func TestGroupsHangOnTheSetAlone(t *testing.T) {
	t.Parallel()
	draw := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 2 + draw.IntN(6)
		var ties []Tie
		apart := map[[2]int]bool{}
		for a := range n {
			for b := a + 1; b < n; b++ {
				switch draw.IntN(4) {
				case 0:
					apart[[2]int{a, b}] = true
				case 1, 2:
					ties = append(ties, Tie{A: a, B: b, Overlap: 0.8 + 0.1*float64(draw.IntN(3)), CommonS: float64(draw.IntN(3))})
				}
			}
		}
		no := func(a, b int) bool { return apart[[2]int{min(a, b), max(a, b)}] }
		want := Groups(n, ties, no)
		for p := range apart {
			if want[p[0]] == want[p[1]] {
				t.Fatalf("%v are together in %v", p, want)
			}
		}
		for range 5 {
			draw.Shuffle(len(ties), func(i, j int) { ties[i], ties[j] = ties[j], ties[i] })
			if got := Groups(n, ties, no); !slices.Equal(got, want) {
				t.Fatalf("%v, then %v", want, got)
			}
		}
	}
	if got := Groups(3, []Tie{{A: 0, B: 1, Said: true}, {A: 1, B: 2, Overlap: 1}},
		func(int, int) bool { return true }); !slices.Equal(got, []int{0, 0, 2}) {
		t.Errorf("what the athlete said: %v", got)
	}
}
