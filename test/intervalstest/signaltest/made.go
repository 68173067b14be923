package signaltest

// Made are streams that the service computes of those that were recorded, given
// to whoever asks for them by name: what is left above a power, the intervals
// between heartbeats, the way that one heads.
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

// each is a stream of another, nil where that has nothing.
func each(data []any, of func(x float64) any) Channel {
	out := make([]any, len(data))
	for i, v := range data {
		if x, ok := v.(float64); ok {
			out[i] = of(x)
		}
	}
	return Channel{Data: out}
}
