package activity

import (
	"context"
	"fmt"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Query asks for streams of an activity.
type Query struct {
	ID string
	// Channels lists names from [StreamNames] and names of other streams. If it is
	// empty, the usual channels are returned, which never include the position.
	Channels []string
	// ResolutionS is the width of a bucket in s; 0 means a width that keeps the answer short.
	ResolutionS int
	// FromS and ToS limit the answer to a stretch, in elapsed seconds. ToS is
	// exclusive; 0 means the end.
	FromS, ToS int
	// Services gives access to streams that are not stored here. The zero value gives access to none.
	Services servicevalues.Remote
}

// Streams holds several channels that share an index. A cell is nil if the sensor
// recorded nothing in that bucket. Other fields without a value are left out.
type Streams struct {
	ID          string                `json:"id"`
	LocalDate   string                `json:"local_date"`
	TimeZone    string                `json:"time_zone"`
	Sport       string                `json:"sport"`
	ResolutionS int                   `json:"resolution_s"`
	Points      int                   `json:"points"`
	OffsetS     []int32               `json:"offset_s"`
	Channels    map[string][]*float64 `json:"channels"`
	// Stretch has the values that a lap over the requested stretch would have.
	// It is present only if the query gives an end.
	Stretch   Facts           `json:"stretch,omitempty"`
	Missing   answers.Missing `json:"missing,omitempty"`
	Truncated bool            `json:"truncated,omitempty"`
	// Narrow explains how to get the rest of a truncated answer.
	Narrow           i18n.Sentence `json:"narrow,omitempty"`
	NextStartOffsetS *int32        `json:"next_start_offset_s,omitempty"`
}

// maxBytes is the maximum size of the columns in an answer, so that an answer
// to a call stays below 32 KB.
const maxBytes = 30_000

// autoPoints is the maximum number of buckets if the resolution is chosen automatically.
const autoPoints = 150

// resolutions lists the possible widths of buckets in seconds.
var resolutions = [...]int{1, 5, 10, 30, 60, 120, 300, 600, 1800, 3600}

// ReadStream returns the streams that q asks for. It leaves out buckets without rows, so
// offset_s jumps at a pause.
func ReadStream(ctx context.Context, r store.Reader, s training.Scope, q Query) (*Streams, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	row, err := Find(ctx, r, s, q.ID)
	if err != nil {
		return nil, err
	}
	names := q.Channels
	if len(names) == 0 {
		names = Usual()
	}
	out := &Streams{
		ID: string(row.ID), LocalDate: row.LocalDay.String(), TimeZone: ZoneName(&row.Activity),
		Sport: string(row.Sport), OffsetS: []int32{}, Channels: map[string][]*float64{},
	}
	if row.AsSaid != nil {
		names = out.recordedOf(names)
	}
	cols, err := r.Stream(ctx, s, row.ID, sourcesOf(names))
	if err != nil {
		return nil, err
	}
	from := &streamsSource{columns: believed(cols, row.Sport), positions: cols.Data[training.Latitude].Valid, rows: cols.Len()}
	r = &once{Reader: r}
	if names, err = from.read(ctx, r, s, &row, names, q.Services); err != nil {
		return nil, err
	}
	cols = from.columns
	lo, hi := q.rows(cols)
	buckets := out.cutInto(cols, lo, hi, q.ResolutionS)
	if err := out.fill(ctx, r, s, from, names, buckets, lo > 0 || hi < cols.Len()); err != nil {
		return nil, err
	}
	if err := out.stretch(ctx, r, s, &row, &q); err != nil {
		return nil, err
	}
	out.cap()
	out.Points = len(out.OffsetS)
	return out, nil
}

// cutInto cuts rows into buckets of the given width; 0 means a width that keeps the answer short.
func (o *Streams) cutInto(c *training.Columns, lo, hi, width int) []bucket {
	if o.ResolutionS = width; width == 0 {
		o.ResolutionS = chooseResolution(c.TimeS[lo:hi])
	}
	buckets := cut(c.TimeS, lo, hi, o.ResolutionS)
	for _, b := range buckets {
		o.OffsetS = append(o.OffsetS, b.atS)
	}
	return buckets
}

// read reads additional data that the named streams need. It returns the names used in the answer.
func (f *streamsSource) read(
	ctx context.Context, r store.Reader, s training.Scope, row *store.ActivityRow, names []string, remote servicevalues.Remote,
) ([]string, error) {
	names, strange := foreign(names, f.columns)
	if slices.Contains(names, balanceName) {
		if err := f.balance(ctx, r, s, row); err != nil {
			return nil, err
		}
	}
	if slices.Contains(names, "grade") || slices.Contains(names, "gap") {
		if err := f.readSlope(ctx, r, s, row); err != nil {
			return nil, err
		}
	}
	if slices.Contains(names, movingName) {
		if err := f.moving(ctx, r, s, row); err != nil {
			return nil, err
		}
	}
	if slices.Contains(names, othersName) || len(strange) > 0 {
		if err := f.readOthers(ctx, r, s, row); err != nil {
			return nil, err
		}
	}
	if err := f.readNamed(ctx, s, row, strange, remote); err != nil {
		return nil, err
	}
	f.onTheirClock()
	return names, nil
}

// believed returns the columns without implausible values, in the form that the
// totals are based on.
func believed(c *training.Columns, sport training.Sport) *training.Columns {
	v := stream.Of(&training.Recording{Sport: sport, Columns: *c}, stream.Limits{})
	out := *c
	for ch := range training.NumChannels {
		if (c.Has(ch) || ch == training.Speed && v.Columns.Has(ch)) && v.Silent[ch] == "" {
			out.Data[ch] = training.Column{Values: v.Columns.Data[ch].Values, Valid: v.Usable(ch)}
		}
	}
	return &out
}

func (q *Query) check() error {
	if q.FromS < 0 || q.ToS < 0 || q.ToS != 0 && q.ToS <= q.FromS {
		return training.Errorf(training.KindInvalid, "The stretch from %d s to %d s is empty.", q.FromS, q.ToS).
			WithFix("Give start_offset_s below end_offset_s, both in seconds since the start.")
	}
	return checkNames(q.Channels)
}

// rows returns the range of rows within the requested stretch.
func (q *Query) rows(c *training.Columns) (lo, hi int) {
	lo, _ = slices.BinarySearch(c.TimeS, int32(q.FromS))
	hi = c.Len()
	if q.ToS > 0 {
		hi, _ = slices.BinarySearch(c.TimeS, int32(q.ToS))
	}
	return lo, max(lo, hi)
}

func chooseResolution(t []int32) int {
	if len(t) == 0 {
		return resolutions[0]
	}
	span := int(t[len(t)-1]-t[0]) + 1
	for _, w := range resolutions {
		if (span+w-1)/w <= autoPoints {
			return w
		}
	}
	return resolutions[len(resolutions)-1]
}

// bucket is the range of rows [lo, hi) for one index entry.
type bucket struct {
	atS    int32
	lo, hi int
}

func cut(t []int32, lo, hi, width int) []bucket {
	var out []bucket
	for i := lo; i < hi; i++ {
		at := t[i] - t[i]%int32(width)
		if n := len(out); n > 0 && out[n-1].atS == at {
			out[n-1].hi = i + 1
			continue
		}
		out = append(out, bucket{at, i, i + 1})
	}
	return out
}

func (o *Streams) fill(ctx context.Context, r store.Reader, s training.Scope, from *streamsSource, names []string, bs []bucket,
	part bool,
) error {
	c := from.columns
	for _, n := range names {
		if err := ctx.Err(); err != nil {
			return err
		}
		if x, ok := from.named[n]; ok {
			o.putNamed(n, &x, c, bs, part)
			continue
		}
		ch := of(n, training.Sport(o.Sport))
		found := ch.others && o.put(bs, from.others...)
		for _, col := range ch.columns {
			cells := ch.cells(from, bs, col)
			if !answers.AnyKnown(cells) {
				continue
			}
			o.Channels[col.key] = cells
			found = true
		}
		if found {
			continue
		}
		if why := ch.underived(from); why != "" {
			o.Missing = o.Missing.Add(n, why)
			continue
		}
		if part && ch.recorded(c) && (!ch.others || len(from.others) > 0) {
			o.Missing = o.Missing.Add(n, outside(c))
			continue
		}
		why, err := absence(ctx, r, s, n, from.rows)
		if err != nil {
			return err
		}
		o.Missing = o.Missing.Add(n, why)
	}
	return nil
}

// underived returns the reason why a computed channel is missing. It returns ""
// if the channel exists or if its input was not recorded.
func (ch *channel) underived(from *streamsSource) i18n.Sentence {
	switch {
	case ch.balance:
		return from.noBalance
	case ch.moving:
		return from.noMoving
	case ch.gap && ch.recorded(from.columns):
		return from.slope.noGAP
	}
	return ""
}

// recorded reports whether the recording has all channels that ch needs.
func (ch *channel) recorded(c *training.Columns) bool {
	for k := range training.NumChannels {
		if ch.needs.Has(k) && !c.Has(k) {
			return false
		}
	}
	return c.Len() > 0
}

// outside explains why a recorded channel has no values in a stretch.
func outside(c *training.Columns) i18n.Sentence {
	return i18n.Sentencef("not in this stretch; the recording runs from %d s to %d s", c.TimeS[0], c.TimeS[c.Len()-1])
}

// absence returns the reason why a channel is not in an answer.
func absence(ctx context.Context, r store.Reader, s training.Scope, name string, rows int) (i18n.Sentence, error) {
	if name == positionName && s.Audience == training.AudienceModel {
		a, err := r.Athlete(ctx, s)
		if err != nil {
			return "", err
		}
		if !a.Sharing.Position {
			return answers.HiddenGPS, nil
		}
	}
	if rows == 0 {
		return "there are no stream records", nil
	}
	return channels[name].absent, nil
}

// cap drops rows from the end until the columns fit into an answer.
func (o *Streams) cap() {
	used := 0
	for i, at := range o.OffsetS {
		used += len(fmt.Sprint(at)) + 1
		for _, cells := range o.Channels {
			used += cellBytes(cells[i]) + 1
		}
		if used <= maxBytes {
			continue
		}
		o.Truncated, o.NextStartOffsetS = true, &at
		o.Narrow = i18n.Sentencef("Ask again with start_offset_s %d, fewer channels, or a coarser resolution.", at)
		o.OffsetS = o.OffsetS[:i]
		for k, cells := range o.Channels {
			o.Channels[k] = cells[:i]
		}
		return
	}
}

func cellBytes(v *float64) int {
	if v == nil {
		return len("null")
	}
	return len(fmt.Sprint(*v))
}

func sourcesOf(names []string) store.ChannelSet {
	var set store.ChannelSet
	for _, n := range names {
		ch, known := channels[n]
		if !known || ch.others {
			return store.AllChannels // other streams are read together with all channels
		}
		set |= ch.needs | ch.instead
	}
	return set
}
