package structure

import (
	"encoding/binary"
	"math"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// keptVersion is the version of the format in which sessions are stored.
const keptVersion = 1

// Keep makes the index start from the sessions that an earlier process stored. It must
// be called before the first question.
func (x *Index) Keep(k fitness.Keeper) {
	x.months.Keep(k, fitness.Codec[sessions]{
		Version: stream.RulesetVersion(keptVersion, efforts.Version), Append: appendSessions, Decode: decodeSessions,
	})
}

// numbers returns the numbers of a set in the order in which they are stored.
func (t *gist) numbers() [6]*float64 {
	return [...]*float64{&t.workS, &t.workM, &t.level, &t.restS, &t.partS[0], &t.partS[1]}
}

const (
	rampBit  = 1 << 8
	setBytes = 6*8 + 3 // the least that a set takes
)

func appendSessions(b []byte, all sessions) []byte {
	for i := range all {
		s := &all[i]
		b = fitness.AppendText(b, string(s.id))
		b = binary.AppendVarint(b, int64(s.day))
		b = fitness.AppendText(b, string(s.done.Sport))
		b = fitness.AppendText(b, s.done.SubSport)
		b = binary.AppendVarint(b, flag(s.done.Indoor, 1))
		b = fitness.AppendText(b, string(s.basis))
		b = binary.AppendUvarint(b, uint64(len(s.sets)))
		for k := range s.sets {
			t := &s.sets[k]
			for _, x := range t.numbers() {
				b = binary.LittleEndian.AppendUint64(b, math.Float64bits(*x))
			}
			b = binary.AppendVarint(b, int64(t.count))
			b = binary.AppendVarint(b, int64(t.repeats))
			b = binary.AppendVarint(b, int64(uint8(t.pattern))+flag(t.ramp, rampBit)) //nolint:gosec // restored as it was
		}
	}
	return b
}

func flag(set bool, bit int64) int64 {
	if set {
		return bit
	}
	return 0
}

func decodeSessions(b []byte) (sessions, bool) {
	var out sessions
	r := fitness.Unpack(b)
	for r.More() {
		s := session{id: training.ActivityID(r.Text()), day: training.Day(r.Int())}
		s.done = training.Discipline{Sport: training.Sport(r.Text()), SubSport: string(r.Text()), Indoor: r.Int() != 0}
		s.basis = efforts.Basis(r.Text())
		s.sets = make([]gist, r.Count(setBytes))
		for k := range s.sets {
			t := &s.sets[k]
			for _, x := range t.numbers() {
				*x = r.Float()
			}
			t.count, t.repeats = r.Int(), r.Int()
			shape := r.Int()
			t.pattern, t.ramp = int8(uint8(shape)), shape&rampBit != 0 //nolint:gosec // as it was stored
		}
		out = append(out, s)
	}
	out.together()
	return out, r.OK()
}
