package guard

import (
	"bytes"
	"testing"

	"golang.org/x/sync/semaphore"
)

// TestABodyHoldsWhatHasArrived: never more than twice that, and no more than a
// byte beyond what was announced, unless more comes.
func TestABodyHoldsWhatHasArrived(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ sent, announced, held int64 }{
		"nothing":                    {0, 0, 1},
		"nothing, of unknown length": {0, -1, 2048},
		"short":                      {100, 100, 101},
		"short, of unknown length":   {100, -1, 2048},
		"as long as the first part":  {2048, 2048, 2049},
		"long":                       {5000, 5000, 5001},
		"longer than announced":      {5000, 2048, 8196},
		"announced and not sent":     {10, 1 << 20, 2048},
	} {
		b := &body{room: semaphore.NewWeighted(1 << 16)}
		text := bytes.Repeat([]byte("x"), int(tt.sent))
		if err := b.fill(bytes.NewReader(text), tt.announced); err != nil || !bytes.Equal(b.text, text) || b.held != tt.held {
			t.Errorf("%s: %v, %d bytes, %d held instead of %d", name, err, len(b.text), b.held, tt.held)
		}
		b.free()
		if !b.room.TryAcquire(1 << 16) {
			t.Errorf("%s: room is held after the end", name)
		}
	}
}
