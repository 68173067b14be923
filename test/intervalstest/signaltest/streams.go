package signaltest

import (
	"math"
	"slices"

	"lapkeep/test/archivetest/bodytest"
)

// Channel is one stream: a number per sample, nil for none. Positions have
// their longitudes in the second list.
type Channel struct{ Data, Data2 []any }

// Streams are the channels of an activity by the service's names.
type Streams map[string]Channel

// Of returns the streams of a recording, whose clock begins with it.
func Of(b *bodytest.Body) Streams {
	points := b.Points()
	column := func(value func(p bodytest.Point) float64) Channel {
		data := make([]any, len(points))
		for i, p := range points {
			data[i] = value(p)
		}
		return Channel{Data: data}
	}
	all := Streams{
		"time":            column(func(p bodytest.Point) float64 { return float64(p.Second - b.FromS) }),
		"distance":        column(func(p bodytest.Point) float64 { return round(p.DistanceM, 2) }),
		"altitude":        column(func(p bodytest.Point) float64 { return round(p.AltitudeM, 1) }),
		"velocity_smooth": column(func(p bodytest.Point) float64 { return round(p.SpeedMS, 3) }),
		"cadence":         column(func(p bodytest.Point) float64 { return float64(p.Cadence) }),
		"temp":            column(func(bodytest.Point) float64 { return 18 }),
	}
	if !b.NoPower {
		all["watts"] = column(func(p bodytest.Point) float64 { return float64(p.PowerW) })
	}
	if !b.NoHR {
		beats := column(func(p bodytest.Point) float64 { return float64(p.HR) })
		clear(beats.Data[:min(2, len(points))]) // the strap connects after a moment
		all["heartrate"] = beats
	}
	if !b.NoGPS {
		all["latlng"] = Channel{
			Data:  column(func(p bodytest.Point) float64 { return p.Lat }).Data,
			Data2: column(func(p bodytest.Point) float64 { return p.Lon }).Data,
		}
	}
	return all
}

// Cleaned returns power as repaired by the service: an outlier is replaced by a
// value between its neighbours.
func Cleaned(data []any) []any {
	out := slices.Clone(data)
	for i := 1; i+1 < len(out); i++ {
		before, ok1 := out[i-1].(float64)
		v, ok2 := data[i].(float64)
		after, ok3 := data[i+1].(float64)
		if ok1 && ok2 && ok3 && (v > 1500 || i%301 == 300) {
			out[i] = round((before+after)/2, 0)
		}
	}
	return out
}

// Clipped returns heart rate with values above the maximum lowered to it.
func Clipped(data []any, most float64) []any {
	out := slices.Clone(data)
	for i, v := range out {
		if n, ok := v.(float64); ok && most > 0 && n > most {
			out[i] = most
		}
	}
	return out
}

// Slice computes the fields of an interval in a range of indexes, the end
// excluded.
func (all Streams) Slice(start, end int) map[string]any {
	clock := all["time"].Data
	start, end = max(start, 0), min(end, len(clock))
	d := map[string]any{"start_index": float64(start), "end_index": float64(end), "label": nil}
	if start >= end {
		return d
	}
	from, ok1 := clock[start].(float64)
	to, ok2 := clock[end-1].(float64)
	if ok1 && ok2 {
		d["start_time"], d["end_time"] = from, to+1
		d["elapsed_time"], d["moving_time"] = to-from+1, to-from+1
	}
	for name, field := range map[string]string{
		"watts": "watts", "heartrate": "heartrate", "cadence": "cadence",
		"velocity_smooth": "speed", "altitude": "altitude",
	} {
		low, high, sum, n := math.Inf(1), math.Inf(-1), 0.0, 0.0
		for _, v := range Values(all[name].Data, start, end) {
			low, high, sum, n = min(low, v), max(high, v), sum+v, n+1
		}
		if n == 0 {
			continue
		}
		if field != "altitude" {
			d["average_"+field] = round(sum/n, map[string]int{"speed": 3}[field])
		}
		d["min_"+field], d["max_"+field] = low, high
		if field == "watts" {
			d["joules"], d["weighted_average_watts"] = round(sum, 0), round(sum/n*1.02, 0)
		}
	}
	if m := all["distance"].Data; len(m) >= end {
		if first, last := Values(m, start, start+1), Values(m, end-1, end); len(first) > 0 && len(last) > 0 {
			d["distance"] = round(last[0]-first[0], 1)
		}
	}
	return d
}

// Values returns the numbers of part of a stream.
func Values(data []any, start, end int) []float64 {
	var out []float64
	for _, v := range data[min(start, len(data)):min(end, len(data))] {
		if n, ok := v.(float64); ok {
			out = append(out, n)
		}
	}
	return out
}

func round(n float64, places int) float64 {
	p := math.Pow10(places)
	return math.Round(n*p) / p
}

// Made returns the streams that the service computes from the recorded ones and
// sends to clients that request them by name: the remaining work above a power,
// the intervals between heartbeats, the heading.
func Made(all Streams) Streams {
	made := Streams{}
	if w, ok := all["watts"]; ok {
		made["w_bal"] = each(w.Data, func(watts float64) any { return 20000 - 10*watts })
	}
	if hr, ok := all["heartrate"]; ok {
		made["hrv"] = each(hr.Data, func(bpm float64) any { return []any{round(60000/bpm, 0) - 10, round(60000/bpm, 0) + 10} })
	}
	if at, ok := all["latlng"]; ok {
		made["bearing"] = each(at.Data, func(lat float64) any { return round(lat, 3) })
	}
	return made
}

// each returns a stream computed from another, nil for missing values.
func each(data []any, of func(x float64) any) Channel {
	out := make([]any, len(data))
	for i, v := range data {
		if x, ok := v.(float64); ok {
			out[i] = of(x)
		}
	}
	return Channel{Data: out}
}

// Tally is the number of seconds that an activity spent at each value, with the
// values that depend on their order. It is for streams with one sample per
// second.
type Tally struct {
	Watts, Beats, Speed map[int]int // seconds by W, bpm and cm/s
	Weighted            float64     // W: the fourth-power mean of 30 s averages
	WorkJ               float64
	Decoupling          float64 // percent by which power, or speed, per beat fell in the second half
}

// TallyOf tallies an activity's streams.
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

// counted returns the seconds at each value times scale.
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

// weighted needs 30 s for its first average.
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
