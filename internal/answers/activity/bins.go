package activity

import "lapkeep/internal/metrics/zones"

// Histogram is the seconds at each value, in bins of one width: bin i holds
// From + i·Width up to, not including, the next one.
type Histogram struct {
	Unit    string    `json:"unit"`
	From    float64   `json:"from"`
	Width   float64   `json:"width"`
	Seconds []float64 `json:"seconds"`
}

const (
	paceBinS    = 10 // seconds a kilometre; as many times wider as [maxPaceBins] asks for
	maxPaceBins = 60
	slowPaceS   = 3600
	mmPerMetre  = 1000.0
)

// binned shows a histogram in bins of a width.
func binned(h zones.Histogram, width int32, unit string) *Histogram {
	c := h.Coarse(width)
	out := &Histogram{Unit: unit, From: float64(c.First) * float64(width), Width: float64(width), Seconds: []float64{}}
	for _, s := range c.Seconds {
		out.Seconds = append(out.Seconds, float64(s))
	}
	return out
}

// paceBins turns seconds by speed into seconds by pace; standing is left out.
func paceBins(h zones.Histogram) *Histogram {
	bins := map[int]float64{}
	lo, hi := slowPaceS/paceBinS, -1
	for i, s := range h.Seconds {
		mps := (float64(h.First) + float64(i) + 0.5) * float64(h.Width) / mmPerMetre
		if s == 0 || mps <= mmPerMetre/slowPaceS {
			continue
		}
		b := int(1000 / mps / paceBinS)
		bins[b] += float64(s)
		lo, hi = min(lo, b), max(hi, b)
	}
	if hi < lo {
		return nil
	}
	wider := 1
	for hi/wider-lo/wider >= maxPaceBins {
		wider++
	}
	width := float64(wider * paceBinS)
	out := &Histogram{Unit: "s_per_km", From: float64(lo/wider) * width, Width: width, Seconds: make([]float64, hi/wider-lo/wider+1)}
	for b, s := range bins {
		out.Seconds[b/wider-lo/wider] += s
	}
	return out
}
