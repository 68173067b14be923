package match

import (
	"testing"

	"lapkeep/internal/training"
)

func TestIDsFollowFromContentAlone(t *testing.T) {
	t.Parallel()
	a := IdentityOf(Hash([]byte("a")), 0)
	if id := a.Activity(); id != "vogp5ubaec" {
		t.Errorf("got %s", id)
	}
	seen := map[training.ActivityID]bool{}
	for _, data := range []string{"a", "b"} {
		for session := range 3 {
			seen[IdentityOf(Hash([]byte(data)), session).Activity()] = true
		}
	}
	if len(seen) != 6 {
		t.Errorf("%d ids for 6 sessions", len(seen))
	}
	if id := a.Recording().Starts(); id != a.Activity() {
		t.Errorf("a recording starts %s, want %s", id, a.Activity())
	}
}
