package tiny

import "testing"

func TestAbove(t *testing.T) {
	if n := Above(2, 1, 3, 4); n != 2 {
		t.Errorf("%d are above", n)
	}
	if s := Joined("a", "b"); s != "ab" {
		t.Error(s)
	}
}
