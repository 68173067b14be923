package curves

import (
	"encoding/binary"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/training"
)

// keptVersion is the version of the form that months are kept in.
const keptVersion = 2

// Keep lets the index begin with what a former process read: of each month
// its best and whose it is. The rows come from the store when a question
// looks into the month. Version rises when the kinds' rows mean something
// else. It is called before the first question.
func (x *BestIndex) Keep(k fitness.Keeper, version int) {
	x.months.Keep(k, fitness.Codec[blocks]{Version: keptVersion + version, Append: appendBlocks, Decode: decodeBlocks})
}

func appendBlocks(b []byte, bs blocks) []byte {
	for i := range bs {
		bl := &bs[i]
		b = fitness.AppendText(b, string(bl.sport))
		b = binary.AppendUvarint(b, uint64(len(bl.days)))
		for r, day := range bl.days {
			b = binary.AppendVarint(b, int64(day))
			b = fitness.AppendText(b, string(bl.ids[r]))
		}
		holed := uint64(0)
		if bl.holed {
			holed = 1
		}
		b = binary.AppendUvarint(b, holed)
		b = binary.AppendUvarint(b, uint64(len(bl.best)))
		for i, v := range bl.best {
			b = binary.AppendVarint(b, int64(v))
			b = binary.AppendVarint(b, int64(bl.whose[i]))
		}
	}
	return b
}

func decodeBlocks(b []byte) (blocks, bool) {
	var out blocks
	r := fitness.Unpack(b)
	for r.More() {
		bl := block{sport: training.Sport(r.Text()), bare: true}
		for range r.Count(2) {
			bl.days = append(bl.days, training.Day(r.Int()))
			bl.ids = append(bl.ids, training.ActivityID(r.Text()))
		}
		bl.holed = r.Uint() > 0
		n := r.Count(2)
		bl.best, bl.whose = make([]int32, n), make([]int32, n)
		for i := range n {
			bl.best[i], bl.whose[i] = r.Int(), r.Int()
			if row := int(bl.whose[i]); row < 0 || bl.best[i] > Hole && row >= len(bl.days) {
				return nil, false
			}
		}
		out = append(out, bl)
	}
	return out, r.OK()
}

// bare says that a month lacks its rows.
func (bs blocks) bare() bool {
	for i := range bs {
		if bs[i].bare {
			return true
		}
	}
	return false
}
