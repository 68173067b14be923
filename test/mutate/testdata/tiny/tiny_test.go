package tiny

import (
	"testing"

	"lapkeep/test/mutate/testdata/tiny/inner"
)

func TestAbove(t *testing.T) {
	if n := Above(2, 1, 3, 4); n != 2 {
		t.Errorf("%d are above", n)
	}
	if s := Joined("a", "b"); s != "ab" {
		t.Error(s)
	}
	if n := inner.Square(3); n != 9 {
		t.Error(n)
	}
}
