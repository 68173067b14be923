package curve

import "lapkeep/internal/metrics/stream"

// WorthVersion is the version of the rule of [Tracks.Worth].
const WorthVersion = 1

// Worth is the tracks with the distance of each step multiplied by the factor
// of the row that ends it: what they are worth on the flat. It has a factor
// for each row of v, of which the tracks are.
func (t Tracks) Worth(v *stream.View, factor func(row int) float64) Tracks {
	out := Tracks{sport: t.sport, recorded: t.recorded, tracks: make([]track, 0, len(t.tracks))}
	row := 0
	for _, tr := range t.tracks {
		worth := track{timeS: tr.timeS, distM: make([]float64, len(tr.distM))}
		for j := 1; j < len(tr.timeS); j++ {
			for row+1 < v.Columns.Len() && float64(v.Columns.TimeS[row]) < tr.timeS[j] {
				row++
			}
			worth.distM[j] = worth.distM[j-1] + (tr.distM[j]-tr.distM[j-1])*factor(row)
		}
		out.tracks = append(out.tracks, worth)
	}
	return out
}
