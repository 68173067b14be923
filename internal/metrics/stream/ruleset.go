package stream

import (
	"encoding/binary"
	"hash/fnv"
)

// RulesetVersion is the version of what several rules make together: another one
// where any of theirs is another, which a sum is not if one rises and one is
// taken out. It is not negative, and says nothing of which set is newer.
func RulesetVersion(of ...int) int {
	h := fnv.New64a()
	for _, v := range of {
		_, _ = h.Write(binary.LittleEndian.AppendUint64(nil, uint64(v)))
	}
	return int(h.Sum64() & (1<<53 - 1)) // exact as a number of JSON too
}
