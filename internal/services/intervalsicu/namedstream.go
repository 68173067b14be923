package intervalsicu

import (
	"encoding/json"
	"math"

	"lapkeep/internal/services/source"
)

// named are streams that say nothing of where the athlete was, and their units
// as far as the name, or the same value of an interval, tells them. One that is
// not among them may tell a place: bearing and wind do, and what will be new is
// not known.
var named = map[string]string{
	"fixed_watts": "W", "interpolated_watts": "W", "raw_watts": "W", "watts_alt": "W", "watts_alt_acc": "W", "secondary_power": "W",
	"fixed_heartrate": "bpm", "interpolated_heartrate": "bpm", "raw_heartrate": "bpm",
	"w_bal": "J", "p_cp": "W", "p_pmax": "W", "p_wprime": "", "mpa": "", "strain": "", "epoc": "", "heat_strain_index": "",
	"hrv": "ms", "dfa_a1": "", "artifacts": "", "respiration": "1/min", "tidal_volume": "L", "tidal_volume_min": "L/min",
	"left_right_balance": "%", "left_pedal_smoothness": "%", "right_pedal_smoothness": "%",
	"left_torque_effectiveness": "%", "right_torque_effectiveness": "%", "torque": "Nm", "stride_length": "",
	"smo2": "%", "smo2_2": "%", "thb": "g/dL", "thb_2": "g/dL", "bloodglucose": "mmol/L",
	"core_temperature": "C", "skin_temperature": "C",
	"velocity_smooth": "m/s", "ga_velocity": "m/s", "grade_smooth": "%", "fixed_altitude": "m", "corrupt_time": "", "moving": "",
}

// beats is the stream of the intervals between heartbeats: a list of them a
// second.
const beats = "hrv"

// cleaned are the names under which the service may answer with a stream that
// it has cleaned.
var cleaned = map[string]string{"fixed_watts": "watts", "fixed_heartrate": "heartrate"}

// NamedStreams reads those of names. One that the service is not known to have,
// and has not, is not among them.
func NamedStreams(streams []Stream, names []string) (map[string]source.NamedStream, error) {
	by := map[string]Stream{}
	for _, s := range streams {
		by[s.Type] = s
	}
	times, err := source.Numbers(by["time"].Data)
	if err != nil {
		return nil, err
	}
	rows, err := source.StreamRows(times)
	if err != nil {
		return nil, err
	}
	out := map[string]source.NamedStream{}
	for _, name := range names {
		s, there := by[name]
		if !there && cleaned[name] != "" {
			s, there = by[cleaned[name]]
		}
		units, known := named[name]
		if !there && !known {
			continue
		}
		x := source.NamedStream{Units: units, Placed: !known && !s.Custom}
		values, ok := cells(name, s.Data)
		x.Unread = !ok || len(s.Data2) > 0 && string(s.Data2) != "null" // pairs are positions
		if name == beats {
			x.Of = "mean beat interval"
		}
		for _, i := range rows {
			if !x.Unread && i < len(values) && values[i] != nil && !math.IsInf(*values[i], 0) && *times[i] >= 0 {
				x.TimeS, x.Values = append(x.TimeS, int32(*times[i])), append(x.Values, *values[i])
			}
		}
		out[name] = x
	}
	return out, nil
}

// cells are the values of a stream, nil where it has none: numbers, what is so
// or not as 1 or 0, and of beats the mean.
func cells(name string, data json.RawMessage) ([]*float64, bool) {
	if len(data) == 0 {
		return nil, true
	}
	if name == beats {
		var lists [][]*float64
		if json.Unmarshal(data, &lists) != nil {
			return nil, false
		}
		out := make([]*float64, len(lists))
		for i, list := range lists {
			out[i] = meanBeat(list)
		}
		return out, true
	}
	if list, err := source.Numbers(data); err == nil {
		return list, true
	}
	var states []*bool
	if json.Unmarshal(data, &states) != nil {
		return nil, false
	}
	out := make([]*float64, len(states))
	for i, s := range states {
		if s != nil {
			out[i] = new(0.0)
			if *s {
				out[i] = new(1.0)
			}
		}
	}
	return out, true
}

// meanBeat is the mean of intervals between heartbeats in milliseconds. No
// unit is documented: no heart beats every 4 ms, and none every 200 s.
func meanBeat(list []*float64) *float64 {
	const shortest, longest, perSecond = 200, 4000, 1000
	sum, n := 0.0, 0.0
	for _, x := range list {
		if x == nil {
			continue
		}
		ms := *x
		if ms <= longest/perSecond {
			ms *= perSecond
		}
		if ms >= shortest && ms <= longest {
			sum, n = sum+ms, n+1
		}
	}
	if n == 0 {
		return nil
	}
	return new(sum / n)
}
