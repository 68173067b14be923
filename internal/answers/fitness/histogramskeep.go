package fitness

import (
	"encoding/binary"

	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// sumsVersion is the version of the form that sums are kept in.
const sumsVersion = 2

// Keep lets the adder begin with the sums of a former process, for which it
// is called before the first question.
func (h *Histograms) Keep(k Keeper) {
	h.months.Keep(k, Codec[monthSums]{Version: stream.RulesetVersion(sumsVersion, zones.Version), Append: appendSums, Decode: decodeSums})
}

// place is how it is kept whether a sum is of activities indoors.
func place(indoor bool) uint64 {
	if indoor {
		return 1
	}
	return 0
}

func appendSums(b []byte, ms monthSums) []byte {
	for _, x := range ms {
		b = AppendText(b, string(x.sport))
		b = binary.AppendUvarint(b, place(x.indoor))
		b = AppendText(b, derive.EncodeHistogram(x.sum))
		b = binary.AppendUvarint(b, uint64(len(x.ids)))
		for _, id := range x.ids {
			b = AppendText(b, string(id))
		}
	}
	return b
}

func decodeSums(b []byte) (monthSums, bool) {
	var out monthSums
	r := Unpack(b)
	for r.More() {
		x := sportSum{sport: training.Sport(r.Text())}
		x.indoor = r.Uint() == place(true)
		var err error
		if x.sum, err = derive.DecodeHistogram(r.Text()); err != nil {
			return nil, false
		}
		for range r.Count(1) {
			x.ids = append(x.ids, training.ActivityID(r.Text()))
		}
		out = append(out, x)
	}
	return out, r.OK()
}
