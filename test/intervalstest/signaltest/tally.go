package signaltest

import "math"

// Tally is how many seconds an activity spent at each value, and the figures
// that depend on the order of the values. It is for streams of one sample a
// second.
type Tally struct {
	Watts, Beats, Speed map[int]int // seconds by W, bpm and cm/s
	Weighted            float64     // W: the fourth-power mean of 30 s averages
	WorkJ               float64
	Decoupling          float64 // percent by which power, or speed, per beat fell in the second half
}

// TallyOf counts an activity's streams.
func TallyOf(all Streams) *Tally {
	n := len(all["time"].Data)
	watts, beats, speed := Values(all["watts"].Data, 0, n), Values(all["heartrate"].Data, 0, n), Values(all["velocity_smooth"].Data, 0, n)
	t := &Tally{Watts: counted(watts, 1), Beats: counted(beats, 1), Speed: counted(speed, 100), Weighted: weighted(watts)}
	for _, w := range watts {
		t.WorkJ += w
	}
	out := watts
	if len(out) == 0 {
		out = speed
	}
	if half := min(len(out), len(beats)) / 2; half > 0 {
		first, second := mean(out[:half])/mean(beats[:half]), mean(out[half:2*half])/mean(beats[half:2*half])
		t.Decoupling = round(100*(first-second)/first, 2)
	}
	return t
}

// counted are the seconds at each value times scale.
func counted(values []float64, scale float64) map[int]int {
	seconds := map[int]int{}
	for _, v := range values {
		seconds[int(math.Round(v*scale))]++
	}
	return seconds
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(max(len(values), 1))
}

// weighted needs 30 s before it has an average.
func weighted(watts []float64) float64 {
	const window = 30
	if len(watts) < window {
		return mean(watts)
	}
	sum, fourth := 0.0, 0.0
	for i, w := range watts {
		if sum += w; i >= window {
			sum -= watts[i-window]
		}
		if i >= window-1 {
			fourth += math.Pow(sum/window, 4)
		}
	}
	return math.Pow(fourth/float64(len(watts)-window+1), 0.25)
}
