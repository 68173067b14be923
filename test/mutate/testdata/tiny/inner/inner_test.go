package inner

import "testing"

func TestSquare(t *testing.T) {
	if n := Square(1); n != 1 {
		t.Error(n)
	}
}
