package archive

import (
	"encoding/binary"
	"fmt"
)

// The types of FIT files that are looked into, and why the others are not.
const (
	typeActivity = 4
	typeSummary  = 34
)

var typeReasons = map[byte]string{
	1: "device", 2: "settings", 3: "sport settings", 5: "a planned workout", 6: "a course", 7: "a schedule", 9: "weights",
	10: "totals", 11: "goals", 14: "blood pressure", 15: "all-day monitoring", 28: "all-day monitoring", 32: "all-day monitoring",
	41: "no data of its own", 44: "metrics of the watch", 49: "sleep", 68: "heart rate variability of the night",
}

// siftFIT says of a FIT file that is no activity what it is, by its header
// message, which comes first. Empty for all that are to be read.
func siftFIT(head []byte) string {
	kind, ok := fitType(head)
	if !ok || kind == typeActivity || kind == typeSummary {
		return ""
	}
	if what := typeReasons[kind]; what != "" {
		return "A FIT file of type " + fmt.Sprint(kind) + ", " + what + "; it holds no activity."
	}
	return "A FIT file of type " + fmt.Sprint(kind) + "; it holds no activity."
}

// fitType finds file_id.type in the beginning of a FIT file: a definition
// message of file_id, then its data.
func fitType(head []byte) (kind byte, ok bool) {
	const (
		mark       = ".FIT"
		definition = 0x40
		developer  = 0x20
		compressed = 0x80
		fixed      = 6 // of a definition, before its fields
		perField   = 3
		invalid    = 0xff
	)
	if len(head) < 12 || string(head[8:12]) != mark || int(head[0]) < 12 {
		return 0, false
	}
	b := head[min(int(head[0]), len(head)):]
	if len(b) < fixed || b[0]&(definition|compressed) != definition || b[0]&developer != 0 || message(b) != 0 {
		return 0, false
	}
	fields := b[fixed:]
	n := int(b[5]) * perField
	if len(fields) <= n || fields[n] != b[0]&0x0f {
		return 0, false
	}
	data, at := fields[n+1:], 0
	for i := 0; i < n; i += perField {
		size := int(fields[i+1])
		if fields[i] == 0 && size == 1 && at < len(data) {
			return data[at], data[at] != invalid
		}
		at += size
	}
	return 0, false
}

// message is the global number in a definition.
func message(b []byte) uint16 {
	if b[2] == 1 {
		return binary.BigEndian.Uint16(b[3:])
	}
	return binary.LittleEndian.Uint16(b[3:])
}
