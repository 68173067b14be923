package intervalsicu

import (
	"context"
	"encoding/json"
	"maps"
	"math"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Stream is one stream of an activity. Values may be null.
type Stream struct {
	Type string `json:"type"`
	// Name and Custom describe a stream that the athlete defined, whose type is
	// the athlete's code for it.
	Name   string `json:"name"`
	Custom bool   `json:"custom"`
	// Data holds numbers or, for some streams, lists.
	Data  json.RawMessage `json:"data"`
	Data2 json.RawMessage `json:"data2,omitempty"`
}

// channels maps streams to our channels. It includes the number of our integer
// units in one unit of the stream.
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

// others lists streams that are stored under their own names, because we have no channel for
// them.
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

// If the service has cleaned power or heart rate, the recorded values have these
// names, and watts and heartrate hold the cleaned values.
var raw = map[string]string{"watts": "raw_watts", "heartrate": "raw_heartrate"}

// StreamTypes returns the names of the streams to request. Raw streams are only
// sent if they are requested by name.
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

// Columns converts streams to columns. It uses the recorded values instead of cleaned ones.
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

// streams returns the named streams of an activity.
func (c *Client) streams(ctx context.Context, id string, names ...string) ([]Stream, error) {
	types := url.Values{"types": {strings.Join(names, ",")}}
	return client.Ask[[]Stream](ctx, c.api, request{Op: opStreams, At: []string{id, ""}, Query: types})
}

// NamedStreams returns streams of an activity by the service's names.
func (c *Client) NamedStreams(ctx context.Context, id string, names []string) (source.NamedStreams, error) {
	a, err := c.readable(ctx, id)
	if err != nil {
		return source.NamedStreams{}, err
	}
	var streams []Stream
	if len(a.StreamTypes) > 0 { // otherwise there is nothing from which it could compute a stream
		if streams, err = c.streams(ctx, id, append([]string{"time"}, names...)...); err != nil {
			return source.NamedStreams{}, err
		}
	}
	read, err := NamedStreams(streams, names)
	if err != nil {
		return source.NamedStreams{}, c.api.NotAsDescribed(opStreams, err)
	}
	return source.NamedStreams{Start: UTC(a.Start), All: a.StreamTypes, Streams: read}, nil
}

// OwnStreams returns the streams of an activity that the athlete defined.
func (c *Client) OwnStreams(ctx context.Context, id string) (map[string]training.OwnStream, error) {
	a, err := c.one(ctx, id)
	if err != nil {
		return nil, err
	}
	codes := a.OwnStreams()
	if a.Stub() || len(codes) == 0 {
		return nil, nil
	}
	streams, err := c.streams(ctx, id, append([]string{"time"}, codes...)...)
	if err != nil {
		return nil, err
	}
	own, err := OwnStreams(streams)
	if err != nil {
		return nil, c.api.NotAsDescribed(opStreams, err)
	}
	return own, nil
}

// SaveOwnStreams replaces the streams that the athlete defined with the same
// codes; a stream without values is deleted.
func (c *Client) SaveOwnStreams(ctx context.Context, id string, set map[string]training.OwnStream) error {
	if err := c.owns(ctx, id); err != nil {
		return err
	}
	clock, err := c.streams(ctx, id, "time")
	if err != nil {
		return err
	}
	body, err := OwnStreamsBody(clock, set)
	if err != nil {
		return c.api.NotAsDescribed(opStreams, err)
	}
	_, err = client.Ask[StreamsResult](ctx, c.api, request{Op: opUpdateStreams, At: []string{id}, Body: body, Repeatable: true})
	return err
}

// Intervals returns the intervals of an activity, as the athlete drew them.
func (c *Client) Intervals(ctx context.Context, id string) (training.Drawn, error) {
	if err := c.owns(ctx, id); err != nil {
		return training.Drawn{}, err
	}
	return client.One(ctx, c.api, request{Op: opIntervals, At: []string{id}}, (*Intervals).Read)
}

// OwnStreams returns the codes of the streams that the athlete defined. They begin
// with a capital letter; the service's own codes do not.
func (a *Activity) OwnStreams() []string {
	var codes []string
	for _, name := range a.StreamTypes {
		if first, _ := utf8.DecodeRuneInString(name); unicode.IsUpper(first) {
			codes = append(codes, name)
		}
	}
	slices.Sort(codes)
	return codes
}

// OwnStreams returns the athlete's own streams by code. Streams whose values
// are lists are left out.
func OwnStreams(streams []Stream) (map[string]training.OwnStream, error) {
	var clock Stream
	for _, s := range streams {
		if s.Type == "time" {
			clock = s
		}
	}
	times, err := source.Numbers(clock.Data)
	if err != nil {
		return nil, err
	}
	rows, err := source.StreamRows(times)
	if err != nil {
		return nil, err
	}
	out := map[string]training.OwnStream{}
	for _, s := range streams {
		var list []*float64
		if !s.Custom || json.Unmarshal(s.Data, &list) != nil {
			continue
		}
		own := training.OwnStream{Name: textclean.Line(s.Name, textclean.NameRunes)}
		for _, i := range rows {
			if i < len(list) && list[i] != nil && !math.IsInf(*list[i], 0) {
				own.TimeS, own.Values = append(own.TimeS, int32(*times[i])), append(own.Values, *list[i])
			}
		}
		if len(own.Values) > 0 {
			out[s.Type] = own
		}
	}
	return out, nil
}

// StreamsResult is the service's response when streams are saved.
type StreamsResult struct {
	Updated []string `json:"updated"`
}

// StreamBody is a stream in the service's form.
type StreamBody struct {
	Type string     `json:"type"`
	Data []*float64 `json:"data"`
}

// OwnStreamsBody returns the athlete's own streams in the service's form: one value
// for each recorded time, or the last one if several times are equal. The service
// deletes a stream without values.
func OwnStreamsBody(streams []Stream, set map[string]training.OwnStream) ([]StreamBody, error) {
	var times []*float64
	for _, s := range streams {
		if s.Type != "time" {
			continue
		}
		var err error
		if times, err = source.Numbers(s.Data); err != nil {
			return nil, err
		}
	}
	rows, err := source.StreamRows(times)
	if err != nil {
		return nil, err
	}
	place := make(map[int32]int, len(rows))
	for _, i := range rows {
		place[int32(*times[i])] = i
	}
	var out []StreamBody
	for _, code := range slices.Sorted(maps.Keys(set)) {
		b := StreamBody{code, make([]*float64, len(times))}
		for i, t := range set[code].TimeS {
			if at, ok := place[t]; ok && i < len(set[code].Values) {
				b.Data[at] = &set[code].Values[i]
			}
		}
		out = append(out, b)
	}
	return out, nil
}

// FetchRecording returns the original file, unpacked.
func (c *Client) FetchRecording(ctx context.Context, id string) (source.File, error) {
	if err := c.owns(ctx, id); err != nil {
		return source.File{}, err
	}
	return c.api.File(ctx, request{Op: opFile, At: []string{id}}, id)
}

// FetchStreams returns the recording from the service's streams, with the
// recorded power and heart rate if those were cleaned. Streams have no pauses.
func (c *Client) FetchStreams(ctx context.Context, id string) (training.Recording, error) {
	a, err := c.readable(ctx, id)
	if err != nil {
		return training.Recording{}, err
	}
	streams, err := c.streams(ctx, id, StreamTypes()...)
	if err != nil {
		return training.Recording{}, err
	}
	columns, err := Columns(streams)
	if err != nil {
		return training.Recording{}, c.api.NotAsDescribed(opStreams, err)
	}
	if columns.Len() == 0 {
		return training.Recording{}, c.api.NotFound("streams of this activity")
	}
	read, err := c.read(ctx, []Activity{a})
	if err != nil {
		return training.Recording{}, err
	}
	r := recordingOf(read[0], columns)
	r.OffsetS = a.OffsetS()
	return r, nil
}

// formatStreams is the format of recordings made from streams.
const formatStreams training.Format = "streams"

func recordingOf(a source.Activity, columns training.Columns) training.Recording {
	length := float64(columns.TimeS[columns.Len()-1])
	return training.Recording{
		Format: formatStreams, Sport: a.Statement.Sport, SubSport: a.Statement.SubSport, Name: a.Statement.Name,
		Description: a.Statement.Description,
		Start:       a.Start, ElapsedS: length, TimerS: length, Device: training.Device{Product: a.Device}, Columns: columns,
		DeviceValues: a.Statement.Entry.Values, Sessions: 1,
		Warnings: []string{string(i18n.Sentence("Read from Intervals.icu's streams, which contain no laps or pauses."))},
	}
}
