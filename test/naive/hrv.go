package naive

import "math"

// AVNN is the mean beat interval in ms.
func AVNN(rr []float64) float64 { return Mean(rr) }

// SDNN is their sample standard deviation in ms, over n − 1.
func SDNN(rr []float64) float64 {
	mean, sum := Mean(rr), 0.0
	for _, v := range rr {
		sum += (v - mean) * (v - mean)
	}
	return math.Sqrt(sum / float64(len(rr)-1))
}

// RMSSD is the root of the mean squared difference of neighbours.
func RMSSD(rr []float64) float64 {
	sum := 0.0
	for _, d := range differences(rr) {
		sum += d * d
	}
	return math.Sqrt(sum / float64(len(rr)-1))
}

// PNN is the share of differences greater than so many ms: of the n − 1
// differences, or of the n beats as Runalyze has it.
func PNN(rr []float64, limit float64, ofBeats bool) float64 {
	count, of := 0.0, float64(len(rr)-1)
	for _, d := range differences(rr) {
		if math.Abs(d) > limit {
			count++
		}
	}
	if ofBeats {
		of++
	}
	return count / of
}

func differences(rr []float64) []float64 {
	var out []float64
	for i := 1; i < len(rr); i++ {
		out = append(out, rr[i]-rr[i-1])
	}
	return out
}

// Corrected replaces the intervals that differ by more than share from the
// mean of the five on either side, themselves left out, by the straight line
// between the nearest ones that do not; at the ends by the nearest. It says
// which share of all was replaced.
func Corrected(rr []float64, share float64) (clean []float64, replaced float64) {
	good := make([]bool, len(rr))
	for i, v := range rr {
		around := append(append([]float64(nil), rr[max(0, i-5):i]...), rr[i+1:min(len(rr), i+6)]...)
		good[i] = math.Abs(v-Mean(around)) <= share*Mean(around)
		if !good[i] {
			replaced += 1 / float64(len(rr))
		}
	}
	clean = append(clean, rr...)
	for i := range rr {
		before, after := i, i
		for before >= 0 && !good[before] {
			before--
		}
		for after < len(rr) && !good[after] {
			after++
		}
		switch {
		case before < 0 && after < len(rr):
			clean[i] = rr[after]
		case before >= 0 && after == len(rr):
			clean[i] = rr[before]
		case before >= 0 && before < after:
			clean[i] = rr[before] + (rr[after]-rr[before])*float64(i-before)/float64(after-before)
		}
	}
	return clean, replaced
}

// DFA1 is the slope of log F(n) on log n for boxes of 4 to 16 beats: the
// summed deviations from the mean, each box less its own least squares line,
// boxes side by side from the first beat, what is left over left out.
func DFA1(rr []float64) float64 {
	profile, sum, mean := make([]float64, len(rr)), 0.0, Mean(rr)
	for i, v := range rr {
		sum += v - mean
		profile[i] = sum
	}
	var logN, logF []float64
	for n := 4; n <= 16; n++ {
		squares, count := 0.0, 0
		for from := 0; from+n <= len(profile); from += n {
			x, box := make([]float64, n), profile[from:from+n]
			for i := range x {
				x[i] = float64(i)
			}
			l := FitLine(x, box)
			for i := range box {
				e := box[i] - l.Slope*x[i] - l.Intercept
				squares += e * e
				count++
			}
		}
		logN = append(logN, math.Log(float64(n)))
		logF = append(logF, math.Log(math.Sqrt(squares/float64(count))))
	}
	return FitLine(logN, logF).Slope
}
