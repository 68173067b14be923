package importing

import (
	"encoding/binary"
	"testing"
)

// TestRoomOf: a compressed file takes what it says, at least some times what it
// is, and no more than the largest recording.
func TestRoomOf(t *testing.T) {
	t.Parallel()
	const length = 1000
	file := func(head string, says uint32) []byte {
		return binary.LittleEndian.AppendUint32(append([]byte(head), make([]byte, length-4-len(head))...), says)
	}
	const gz = "\x1f\x8b\x08"
	for name, c := range map[string]struct {
		data []byte
		want int64
	}{
		"plain":           {file("\x0e\x10", 5000), length},
		"compressed":      {file(gz, 5000), 5000 + slack},
		"says too little": {file(gz, 7), 4*length + slack},
		"says very much":  {file(gz, 1<<32-1), mostRoom()},
		"has room for it": {[]byte(gz + "\x01\x00"), 0x1088b + slack},
		"has none":        {[]byte(gz + "\x00"), 4},
	} {
		if got := roomOf(c.data); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}
