package intervalsicu

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"unicode"
	"unicode/utf8"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// OwnStreams are the codes of the streams that the athlete defined. The
// service has them begin with a capital, which none of its own does.
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

// OwnStreams are those of some streams that the athlete defined, by their
// codes. One whose places are lists is left out.
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

// StreamsResult is the service's answer to streams.
type StreamsResult struct {
	Updated []string `json:"updated"`
}

// StreamBody is a stream as the service takes it.
type StreamBody struct {
	Type string     `json:"type"`
	Data []*float64 `json:"data"`
}

// OwnStreamsBody is the streams of the athlete's own as the service takes them:
// a place for each of its times, the last one of those that are the same. One
// that holds nothing is taken away there.
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
