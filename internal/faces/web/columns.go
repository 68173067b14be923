package web

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// The most rows of an answer of /columns: what a first picture needs, and what
// a close look may ask for.
const (
	usualRows = 2000
	mostRows  = 20000
)

// columnsMagic begins an answer: the form and its version.
const columnsMagic = "LKC1"

// columnsHead describes the columns that follow it, each a float32 a row in
// little-endian bytes, NaN where nothing was measured.
type columnsHead struct {
	Rows int `json:"rows"`
	// Of is how many rows of the recording they stand for.
	Of       int      `json:"of"`
	Channels []string `json:"channels"` // offset_s first
	// Reduced says that each two rows are the lowest and highest of a stretch.
	Reduced bool `json:"reduced"`
	// Origin is what the values of a channel count from, where that is not 0.
	Origin map[string]float64 `json:"origin,omitempty"`
}

// columns is GET /columns/ID?channels=power,hr&from=0&to=600&rows=2000.
func (s *Server) columns(w http.ResponseWriter, r *http.Request) {
	p, err := s.newPage(r.Context(), r)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	want, list, moving, err := channelsOf(r.URL.Query().Get("channels"))
	if err != nil {
		failed(w, p, err)
		return
	}
	id := training.ActivityID(r.PathValue("id"))
	cols, err := s.Store.Stream(r.Context(), p.Call.Scope, id, want)
	var moved func(offsetS float32) float32
	if err == nil && moving {
		moved, err = s.moved(r.Context(), p.Call.Scope, id)
	}
	if err != nil {
		failed(w, p, err)
		return
	}
	from, to := number(r, "from", 0), number(r, "to", math.MaxInt32)
	rows := min(max(number(r, "rows", usualRows), 2), mostRows)
	out := Reduce(cols, list, int32(from), int32(to), rows)
	writeColumns(w, columnsHead{Rows: len(out.OffsetS), Of: out.Of, Reduced: out.Reduced}, out, moved)
}

// movingTime is the column of how long the athlete had moved, which is no channel.
const movingTime = "moving_time"

// moved is that time at a second of the activity, as get_activity_streams has it;
// nil where it is not known.
func (s *Server) moved(ctx context.Context, scope training.Scope, id training.ActivityID) (func(float32) float32, error) {
	row, err := s.Store.Activity(ctx, scope, id)
	if err != nil {
		return nil, err
	}
	times, seconds, why, err := activity.Moving(ctx, s.Store, scope, &row)
	if err != nil || why != "" || len(times) == 0 {
		return nil, err
	}
	return func(offset float32) float32 {
		i, _ := slices.BinarySearch(times, int32(offset))
		return float32(seconds[min(i, len(seconds)-1)])
	}, nil
}

func writeColumns(w http.ResponseWriter, h columnsHead, c Columns, moved func(offsetS float32) float32) {
	h.Channels, h.Origin = []string{"offset_s"}, map[string]float64{}
	for _, ch := range c.Channels {
		h.Channels = append(h.Channels, ch.String())
		if from, ok := c.Origin[ch]; ok {
			h.Origin[ch.String()] = from
		}
	}
	if moved != nil {
		h.Channels = append(h.Channels, movingTime)
		at := make([]float32, len(c.OffsetS))
		for i, x := range c.OffsetS {
			at[i] = moved(x)
		}
		c.Values = append(c.Values, at)
	}
	head, _ := json.Marshal(h) // it is texts and numbers
	for len(head)%4 != 0 {
		head = append(head, ' ') // columns begin at a multiple of four
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	b := make([]byte, 0, 8+len(head)+4*h.Rows*len(h.Channels))
	b = append(b, columnsMagic...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(head)))
	b = append(b, head...)
	for _, x := range c.OffsetS {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	for _, col := range c.Values {
		for _, x := range col {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
		}
	}
	_, _ = w.Write(b) // who is gone reads no error
}

func number(r *http.Request, name string, otherwise int) int {
	n, err := strconv.Atoi(r.URL.Query().Get(name))
	if err != nil || n < 0 || n > math.MaxInt32 {
		return otherwise
	}
	return n
}

// channelsOf reads the names of channels, and whether the moving time is one of them.
func channelsOf(text string) (want store.ChannelSet, list []training.Channel, moving bool, err error) {
	if text == "" {
		text = "power,hr,cadence,speed,altitude"
	}
	for name := range strings.SplitSeq(text, ",") {
		if name == movingTime {
			moving = true
			continue
		}
		ch, ok := training.ParseChannel(name)
		if !ok {
			return 0, nil, false, training.Errorf(training.KindInvalid, "There is no channel %q.", name).
				WithFix("Give some of power, hr, cadence, speed, altitude, distance, temp, latitude, longitude and moving_time.")
		}
		want, list = want|store.Channels(ch), append(list, ch)
	}
	return want, list, moving, nil
}
