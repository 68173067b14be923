package intervalsicu

import (
	"encoding/json"
	"math"
	"slices"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Stream is one stream of an activity. Places may hold null.
type Stream struct {
	Type string `json:"type"`
	// Name and Custom are of a stream that the athlete defined, whose type is the
	// code that they gave it.
	Name   string `json:"name"`
	Custom bool   `json:"custom"`
	// Data is numbers, but for streams whose places are lists.
	Data  json.RawMessage `json:"data"`
	Data2 json.RawMessage `json:"data2,omitempty"`
}

// channel says which of our channels a stream is, and how many of our
// integer units its unit has.
var channels = []struct {
	stream  string
	channel training.Channel
}{
	{"watts", training.Power},
	{"heartrate", training.HeartRate},
	{"cadence", training.Cadence},
	{"velocity_smooth", training.Speed},
	{"altitude", training.Altitude},
	{"distance", training.Distance},
	{"temp", training.Temperature},
	{"respiration", training.RespirationRate},
	{"core_temperature", training.CoreTemperature},
}

// others are streams without a channel of ours, kept by name.
var others = []struct{ stream, units string }{
	{"smo2", "%"},
	{"thb", "g/dL"},
	{"smo2_2", "%"},
	{"thb_2", "g/dL"},
	{"skin_temperature", "C"},
	{"torque", "Nm"},
	{"left_right_balance", "%"},
	{"dfa_a1", ""},
	{"tidal_volume", "L"},
	{"tidal_volume_min", "L/min"},
	{"bloodglucose", "mmol/L"},
}

// The power and heart rate that were recorded come under these names, if the
// service has changed them; what it calls watts and heartrate is cleaned.
var raw = map[string]string{"watts": "raw_watts", "heartrate": "raw_heartrate"}

// StreamTypes are the streams to ask for. Raw ones are only given if they are
// asked for by name.
func StreamTypes() []string {
	names := []string{"time", "latlng"}
	for _, c := range channels {
		names = append(names, c.stream)
		if r, ok := raw[c.stream]; ok {
			names = append(names, r)
		}
	}
	for _, o := range others {
		names = append(names, o.stream)
	}
	return names
}

// Columns reads streams into columns, as they were recorded.
func Columns(streams []Stream) (training.Columns, error) {
	var c training.Columns
	by := map[string]Stream{}
	for _, s := range streams {
		by[s.Type] = s
	}
	times, err := source.Numbers(by["time"].Data)
	if err != nil {
		return c, err
	}
	rows, err := source.StreamRows(times)
	if err != nil || len(rows) == 0 {
		return c, err
	}
	for _, i := range rows {
		c.TimeS = append(c.TimeS, int32(*times[i]))
	}
	for _, ch := range channels {
		s := by[ch.stream]
		if r, ok := by[raw[ch.stream]]; ok && len(r.Data) > 0 {
			s = r
		}
		if err := fill(&c, ch.channel, s.Data, rows); err != nil {
			return c, err
		}
	}
	if err := fill(&c, training.Latitude, by["latlng"].Data, rows); err != nil {
		return c, err
	}
	if err := fill(&c, training.Longitude, by["latlng"].Data2, rows); err != nil {
		return c, err
	}
	for _, o := range others {
		if err := keep(&c, o.stream, o.units, by[o.stream].Data, rows); err != nil {
			return c, err
		}
	}
	c.Pad()
	return c, nil
}

func fill(c *training.Columns, ch training.Channel, data json.RawMessage, rows []int) error {
	list, err := source.Numbers(data)
	source.FillStream(c, ch, list, rows)
	return err
}

func keep(c *training.Columns, name, units string, data json.RawMessage, rows []int) error {
	list, err := source.Numbers(data)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(list, func(x *float64) bool { return x != nil }) {
		return nil
	}
	col := training.DeveloperColumn{Name: name, Units: units, Values: make([]float32, len(rows))}
	for row, i := range rows {
		col.Values[row] = float32(math.NaN())
		if i < len(list) && list[i] != nil && math.Abs(*list[i]) <= math.MaxFloat32 {
			col.Values[row] = float32(*list[i])
		}
	}
	c.Developer = append(c.Developer, col)
	return nil
}
