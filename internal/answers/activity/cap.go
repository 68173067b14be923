package activity

import (
	"lapkeep/internal/i18n"
)

// detailBytes is what one answer may take of a result's 32 KB.
const detailBytes = 30_000

// cap drops rows from the ends of the lists until the answer fits, and says
// which row to go on from.
func (d *Detail) cap(from int) {
	if d.bound() <= detailBytes {
		return
	}
	for over := Size(d) - detailBytes; over > 0; over = Size(d) - detailBytes {
		cut := 0
		switch {
		case d.Splits.rows() > 1 && Size(d.Splits) >= Size(d.Laps):
			cut = shorter(d.Splits.rows(), Size(d.Splits), over)
			d.Splits.cut(cut)
		case len(d.Laps) > 1:
			cut = shorter(len(d.Laps), Size(d.Laps), over)
			d.Laps = d.Laps[:cut]
		case d.Lengths != nil && len(d.Lengths.Lap) > 1:
			cut = shorter(len(d.Lengths.Lap), Size(d.Lengths), over)
			d.Lengths.cut(cut)
		case len(d.Segments) > 1:
			d.Segments = d.Segments[:shorter(len(d.Segments), Size(d.Segments), over)]
		case len(d.Climbs) > 1:
			d.Climbs = d.Climbs[:shorter(len(d.Climbs), Size(d.Climbs), over)]
		case len(d.Notes) > 0:
			d.Notes = d.Notes[1:]
		default:
			return
		}
		d.Truncated = true
		d.Narrow = "Ask for fewer sections at once."
		if cut > 0 {
			d.Narrow = i18n.Sentencef("Ask for this section alone with from_row %d, or for fewer sections at once.", from+cut)
		}
	}
}

// shorter is how many of n rows that take size bytes stay when over must go.
func shorter(n, size, over int) int {
	keep := n - over*n/max(size, 1) - 1
	return max(1, min(n-1, keep))
}

// bound is how many bytes the answer takes at most: what is long of it is
// estimated, the rest is marshalled.
func (d *Detail) bound() int {
	rest := *d
	rest.Summary, rest.Thresholds, rest.Device = nil, nil, nil
	rest.Laps, rest.Notes, rest.Recordings = nil, nil, nil
	const names, valueBytes = 150, 100 // of the fields that are left out, and of a metric with its name
	n := names + Size(rest) + d.Summary.Bound() + d.Thresholds.Bound() + valueBytes*len(d.Device)
	for _, rows := range [][]Facts{d.Laps, d.Notes, d.Recordings} {
		for _, f := range rows {
			n += f.Bound()
		}
	}
	return n
}
