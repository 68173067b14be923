package fit

import (
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/proto"
)

// beats are intervals between heartbeats. The messages carry no time; what
// places them is the record before them in the file.
type beats struct {
	ms []uint16
	// runs say from which index on beats belong to which time.
	runs []beatRun
}

type beatRun struct {
	from int
	at   uint32
}

func (b *beats) add(at uint32, m *proto.Message) {
	f := m.FieldByNum(fieldnum.HrvTime)
	if f == nil {
		return
	}
	if n := len(b.runs); n == 0 || b.runs[n-1].at != at {
		b.runs = append(b.runs, beatRun{from: len(b.ms), at: at})
	}
	for _, ms := range f.Value.SliceUint16() {
		if ms != 0xFFFF && ms != 0 {
			b.ms = append(b.ms, ms)
		}
	}
}

// between are the beats that came after records of [from, until).
func (b *beats) between(from, until uint32) []uint16 {
	var out []uint16
	for i, run := range b.runs {
		if run.at < from || run.at >= until {
			continue
		}
		end := len(b.ms)
		if i+1 < len(b.runs) {
			end = b.runs[i+1].from
		}
		out = append(out, b.ms[run.from:end]...)
	}
	return out
}
