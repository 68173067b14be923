package wire

import (
	"encoding/json"
	"math"
	"slices"
	"unicode"
	"unicode/utf8"

	"lapkeep/internal/platform/textclean"
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
	times, err := numbers(clock.Data)
	if err != nil {
		return nil, err
	}
	rows, err := rowsOf(times)
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
