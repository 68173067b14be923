package web

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// tailEvery is the interval between reads of the change log while a page is open:
// an import by a different process is shown within two seconds.
const tailEvery = time.Second

// events sends only the number of the latest change to open pages, and each
// page requests the data that it shows. One read of the log serves all pages,
// and the log is not read while no page is open.
type events struct {
	last func(ctx context.Context) (int64, error)
	mu   sync.Mutex
	open map[chan struct{}]bool
	seq  int64
	stop context.CancelFunc
}

func newEvents(last func(ctx context.Context) (int64, error)) *events {
	return &events{last: last, open: map[chan struct{}]bool{}}
}

// join adds a page, which is signalled at each change.
func (e *events) join(ctx context.Context) (poke chan struct{}, leave func()) {
	poke = make(chan struct{}, 1)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.open[poke] = true
	if e.stop == nil {
		tail, cancel := context.WithCancel(ctx)
		e.stop = cancel
		go e.tail(tail)
	}
	return poke, func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		if delete(e.open, poke); len(e.open) == 0 {
			e.stop()
			e.stop = nil
		}
	}
}

// tail watches the log until ctx ends.
func (e *events) tail(ctx context.Context) {
	look := time.NewTicker(tailEvery)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
		if seq, err := e.last(ctx); err == nil { // a locked store is read again later
			e.changed(seq)
		}
	}
}

func (e *events) changed(seq int64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if seq == e.seq {
		return
	}
	e.seq = seq
	for poke := range e.open {
		select {
		case poke <- struct{}{}:
		default: // a signal is already waiting to be read
		}
	}
}

// serve streams the numbers. A page that reconnects sends the last number that
// it received, and gets the current one at once if it missed any.
func (e *events) serve(server context.Context, w http.ResponseWriter, r *http.Request) {
	had, err := strconv.ParseInt(r.Header.Get("Last-Event-ID"), 10, 64)
	if err != nil {
		had, _ = strconv.ParseInt(r.URL.Query().Get("since"), 10, 64) // 0 means any change
	}
	poke, leave := e.join(server)
	defer leave()
	w.Header().Set("Content-Type", "text/event-stream")
	rc := http.NewResponseController(w)
	fmt.Fprint(w, "retry: 1000\n\n")
	for {
		if seq, err := e.last(r.Context()); err == nil && seq != had {
			had = seq
			fmt.Fprintf(w, "id: %d\ndata: {\"seq\":%d}\n\n", seq, seq)
		}
		if rc.Flush() != nil {
			return
		}
		select {
		case <-server.Done():
			return
		case <-r.Context().Done():
			return
		case <-poke:
		}
	}
}

// The maximum number of rows in an answer of /columns: by default, and on
// request.
const (
	usualRows = 2000
	mostRows  = 20000
)

// columnsMagic begins an answer: the format and its version.
const columnsMagic = "LKC1"

// columnsHead describes the columns that follow, each with one little-endian
// float32 per row; NaN means not measured.
type columnsHead struct {
	Rows int `json:"rows"`
	// Of is the number of the recording's rows that these rows represent.
	Of       int      `json:"of"`
	Channels []string `json:"channels"` // offset_s first
	// Reduced reports whether each pair of rows has the lowest and highest value of
	// a stretch.
	Reduced bool `json:"reduced"`
	// Origin is the value that a channel's values are relative to, if that is not 0.
	Origin map[string]float64 `json:"origin,omitempty"`
}

// columns answers GET /columns/ID?channels=power,hr&from=0&to=600&rows=2000
// with columns of a recording.
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

// movingTime is the column of elapsed moving time, which is not a channel.
const movingTime = "moving_time"

// moved returns a function that maps a second of the activity to the moving time, as in
// get_activity_streams, or nil if the moving time is unknown.
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
	head, _ := json.Marshal(h) // strings and numbers can always be marshalled
	for len(head)%4 != 0 {
		head = append(head, ' ') // columns must begin at a multiple of four
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
	_, _ = w.Write(b) // a browser that has disconnected needs no error
}

func number(r *http.Request, name string, otherwise int) int {
	n, err := strconv.Atoi(r.URL.Query().Get(name))
	if err != nil || n < 0 || n > math.MaxInt32 {
		return otherwise
	}
	return n
}

// channelsOf parses the names of channels, and reports whether the moving time
// is one of them.
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
			return 0, nil, false, training.Errorf(training.KindInvalid, "Unknown channel %q.", name).
				WithFix("Use any of power, hr, cadence, speed, altitude, distance, temp, latitude, longitude and moving_time.")
		}
		want, list = want|store.Channels(ch), append(list, ch)
	}
	return want, list, moving, nil
}

// Columns holds rows of a recording; each column is as long as OffsetS.
type Columns struct {
	OffsetS  []float32 // seconds since the start
	Channels []training.Channel
	Values   [][]float32 // in the channels' display units; NaN means not measured
	Of       int         // rows of the recording in the range
	Reduced  bool
	// Origin is the value that a channel's values are relative to. For positions it
	// is the first one, because degrees in float32 are too coarse for a map.
	Origin map[training.Channel]float64

	base [training.NumChannels]int32
}

// Reduce reduces the rows in [from, to), in seconds, to at most the given
// number.
func Reduce(c *training.Columns, channels []training.Channel, from, to int32, rows int) Columns {
	first := sort.Search(len(c.TimeS), func(i int) bool { return c.TimeS[i] >= from })
	last := sort.Search(len(c.TimeS), func(i int) bool { return c.TimeS[i] >= to })
	out := Columns{Of: last - first}
	var present []training.Channel
	for _, ch := range channels {
		if c.Data[ch].Present() {
			present = append(present, ch)
		}
	}
	out.Channels = present
	out.count(c, first, last)
	if out.Reduced = out.Of > rows; !out.Reduced {
		out.whole(c, first, last)
		return out
	}
	out.stretches(c, first, last, rows/2)
	return out
}

// count makes positions relative to the first one.
func (o *Columns) count(c *training.Columns, first, last int) {
	for _, ch := range o.Channels {
		if i := firstOf(c, ch, first, last); position(ch) && i < last {
			if o.Origin == nil {
				o.Origin = map[training.Channel]float64{}
			}
			o.base[ch], _ = c.At(ch, i)
			o.Origin[ch] = float64(o.base[ch]) / ch.Scale()
		}
	}
}

func position(ch training.Channel) bool { return ch == training.Latitude || ch == training.Longitude }

// firstOf returns the first row in [from, to) with a value of the channel, or to if there is
// none.
func firstOf(c *training.Columns, ch training.Channel, from, to int) int {
	i, _ := c.Data[ch].Valid.Run(from, to)
	return i
}

func (o *Columns) whole(c *training.Columns, first, last int) {
	for i := first; i < last; i++ {
		o.OffsetS = append(o.OffsetS, float32(c.TimeS[i]))
	}
	for _, ch := range o.Channels {
		col := make([]float32, 0, last-first)
		for i := first; i < last; i++ {
			col = append(col, o.value(c, ch, i))
		}
		o.Values = append(o.Values, col)
	}
}

// stretches reduces the rows to n stretches.
func (o *Columns) stretches(c *training.Columns, first, last, n int) {
	bound := func(k int) int { return first + k*(last-first)/n }
	o.OffsetS = make([]float32, 0, 2*n)
	for k := range n {
		from, to := bound(k), bound(k+1)
		o.OffsetS = append(o.OffsetS, float32(c.TimeS[from]), float32(c.TimeS[(from+to)/2]))
	}
	for _, ch := range o.Channels {
		col := make([]float32, 0, 2*n)
		for k := range n {
			from, to := bound(k), bound(k+1)
			if mid := (from + to) / 2; position(ch) {
				col = append(col, o.place(c, ch, from, mid), o.place(c, ch, mid, to))
				continue
			}
			a, b := o.extremes(c, ch, from, to)
			col = append(col, a, b)
		}
		o.Values = append(o.Values, col)
	}
}

// place returns the first position in the given rows, or NaN if there is none.
func (o *Columns) place(c *training.Columns, ch training.Channel, from, to int) float32 {
	i := firstOf(c, ch, from, to)
	if i == to {
		return float32(math.NaN())
	}
	return o.value(c, ch, i)
}

// extremes returns the lowest and the highest value of the given rows, the earlier
// one first, or NaN if there is none.
func (o *Columns) extremes(c *training.Columns, ch training.Channel, from, to int) (a, b float32) {
	low, high := -1, -1
	for i := from; i < to; i++ {
		x := o.value(c, ch, i)
		if math.IsNaN(float64(x)) {
			continue
		}
		if low < 0 || x < o.value(c, ch, low) {
			low = i
		}
		if high < 0 || x > o.value(c, ch, high) {
			high = i
		}
	}
	if low < 0 {
		nan := float32(math.NaN())
		return nan, nan
	}
	return o.value(c, ch, min(low, high)), o.value(c, ch, max(low, high))
}

// value returns the value of a row in the channel's display unit, relative to the origin, or
// NaN if it is missing. The difference wraps around like longitudes.
func (o *Columns) value(c *training.Columns, ch training.Channel, i int) float32 {
	x, ok := c.At(ch, i)
	if !ok {
		return float32(math.NaN())
	}
	return float32(float64(x-o.base[ch]) / ch.Scale())
}
