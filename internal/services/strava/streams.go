package strava

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// channels maps the service's streams to our channels. Speed and altitude are
// smoothed by the service.
var channels = []struct {
	name    string
	channel training.Channel
}{
	{"distance", training.Distance},
	{"altitude", training.Altitude},
	{"velocity_smooth", training.Speed},
	{"heartrate", training.HeartRate},
	{"cadence", training.Cadence},
	{"watts", training.Power},
	{"temp", training.Temperature},
}

const (
	ofTime  = "time"
	ofPlace = "latlng"
)

// streams holds streams by name. The service returns an object, but a list has also
// been seen.
type streams map[string]json.RawMessage

func (s *streams) UnmarshalJSON(b []byte) error {
	type one struct {
		Type string          `json:"type"`
		Data json.RawMessage `json:"data"`
	}
	out := streams{}
	if b = bytes.TrimSpace(b); len(b) > 0 && b[0] == '[' {
		var list []one
		if err := json.Unmarshal(b, &list); err != nil {
			return err
		}
		for _, x := range list {
			out[x.Type] = x.Data
		}
		*s = out
		return nil
	}
	var all map[string]one
	if err := json.Unmarshal(b, &all); err != nil {
		return err
	}
	for name, x := range all {
		out[name] = x.Data
	}
	*s = out
	return nil
}

// columns returns the columns of the streams. uneven lists the streams whose length differs
// from that of the times; values at the end of such streams are assumed to be missing.
func (s streams) columns() (c training.Columns, uneven []string, err error) {
	times, err := source.Numbers(s[ofTime])
	if err != nil {
		return c, nil, err
	}
	rows, err := source.StreamRows(times)
	if err != nil || len(rows) == 0 {
		return c, nil, err
	}
	for _, i := range rows {
		c.TimeS = append(c.TimeS, int32(*times[i]))
	}
	put := func(name string, ch training.Channel, list []*float64) {
		if len(list) == 0 {
			return
		}
		source.FillStream(&c, ch, list, rows)
		if len(list) != len(times) {
			uneven = append(uneven, name)
		}
	}
	for _, ch := range channels {
		list, err := source.Numbers(s[ch.name])
		if err != nil {
			return c, nil, fmt.Errorf("%s: %w", ch.name, err)
		}
		put(ch.name, ch.channel, list)
	}
	lat, lng, err := places(s[ofPlace])
	put(ofPlace, training.Latitude, lat)
	source.FillStream(&c, training.Longitude, lng, rows)
	c.Pad()
	return c, uneven, err
}

// places splits pairs of coordinates. A value that is empty or not a pair counts as
// no position.
func places(data json.RawMessage) (lat, lng []*float64, err error) {
	if len(data) == 0 {
		return nil, nil, nil
	}
	var pairs [][]float64
	if err := json.Unmarshal(data, &pairs); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", ofPlace, err)
	}
	lat, lng = make([]*float64, len(pairs)), make([]*float64, len(pairs))
	for i, p := range pairs {
		if len(p) == 2 {
			lat[i], lng[i] = &p[0], &p[1]
		}
	}
	return lat, lng, nil
}

// FetchStreams returns the recording from the service's streams, at their
// resolution. Streams have no laps and no pauses.
func (c *Client) FetchStreams(ctx context.Context, text string) (training.Recording, error) {
	a, err := c.lately(ctx, text)
	if err != nil {
		return training.Recording{}, err
	}
	if a.Manual {
		return training.Recording{}, c.api.NotFound("streams of this activity")
	}
	keys := []string{ofTime, ofPlace}
	for _, ch := range channels {
		keys = append(keys, ch.name)
	}
	got, err := client.Ask[streams](ctx, c.api, request{
		Op: opStreams, At: []string{text}, Query: url.Values{"keys": {strings.Join(keys, ",")}, "key_by_type": {"true"}},
	})
	if err != nil {
		return training.Recording{}, err
	}
	columns, uneven, err := got.columns()
	if err != nil {
		return training.Recording{}, c.api.NotAsDescribed(opStreams, err)
	}
	if columns.Len() == 0 {
		return training.Recording{}, c.api.NotFound("streams of this activity")
	}
	return a.recording(columns, uneven), nil
}

// formatStreams is the format of recordings made from streams.
const formatStreams training.Format = "streams"

func (a *activity) recording(columns training.Columns, uneven []string) training.Recording {
	length := float64(columns.TimeS[columns.Len()-1])
	r := training.Recording{
		Format: formatStreams, Name: a.Name, Description: a.Description, Start: a.start(), OffsetS: a.offsetS(), ElapsedS: length,
		TimerS: length, Device: training.Device{Product: a.Device}, Columns: columns, DeviceValues: a.values(), Sessions: 1,
		Warnings: []string{"Read from the streams of Strava: laps and pauses are not in them."},
	}
	r.Sport, r.SubSport = a.sport()
	if len(uneven) > 0 {
		r.Warnings = append(r.Warnings, "These streams of Strava are not as long as the others; they are taken to lack their ends: "+
			strings.Join(uneven, ", ")+".")
	}
	return r
}

// spans lists the windows of each bucket, in the order of the headers. Both windows
// begin at multiples of their length in UTC.
var spans = []time.Duration{15 * time.Minute, 24 * time.Hour}

// headers lists the headers for each bucket.
var headers = []struct{ bucket, limit, usage string }{
	{"", "X-RateLimit-Limit", "X-RateLimit-Usage"},
	{source.Reads, "X-ReadRateLimit-Limit", "X-ReadRateLimit-Usage"},
}

// Windows returns the limits of a new application, shared by all its athletes; the
// headers of responses give the actual limits.
func Windows() []source.Quota {
	var all []source.Quota
	for i, limit := range []int{200, 2000} {
		for _, bucket := range []struct {
			name  string
			limit int
		}{{"", limit}, {source.Reads, limit / 2}} {
			all = append(all, source.Quota{Name: bucket.name, Window: spans[i], Application: true, Aligned: true, Limit: bucket.limit})
		}
	}
	return all
}

// quotas parses the limits and counts in the headers of a response.
func quotas(h http.Header) (all []source.Quota) {
	for _, of := range headers {
		limits, used := numbers(h.Get(of.limit)), numbers(h.Get(of.usage))
		for i := range min(len(limits), len(used), len(spans)) {
			all = append(all, source.Quota{Name: of.bucket, Window: spans[i], Application: true, Aligned: true, Limit: limits[i], Used: used[i]})
		}
	}
	return all
}

// numbers parses a list like "100,1000". It returns nil if the list is invalid.
func numbers(text string) (all []int) {
	for part := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || n < 0 {
			return nil
		}
		all = append(all, n)
	}
	return all
}

// stats holds the service's statistics of public activities: of this year, for
// three sports, and two all-time bests.
type stats struct {
	Ride  totals   `json:"ytd_ride_totals"`
	Run   totals   `json:"ytd_run_totals"`
	Swim  totals   `json:"ytd_swim_totals"`
	Way   *float64 `json:"biggest_ride_distance"`
	Climb *float64 `json:"biggest_climb_elevation_gain"`
}

type totals struct {
	Count     *float64 `json:"count"`
	Distance  *float64 `json:"distance"`
	MovingS   *float64 `json:"moving_time"`
	Elevation *float64 `json:"elevation_gain"`
}

// Statistics returns the statistics of this year, because the service has none
// for other years.
func (c *Client) Statistics(ctx context.Context, day training.Day) (source.Statistics, error) {
	year := day.Time(time.UTC).Year()
	if now := training.DayOf(c.clock.Now().UTC()).Time(time.UTC).Year(); year != now {
		return source.Statistics{}, training.Errorf(training.KindUnsupported, "Strava provides only the current year.").
			WithFix("Ask for a day in %d.", now)
	}
	me, err := c.who(ctx)
	if err != nil {
		return source.Statistics{}, err
	}
	return client.One(ctx, c.api, request{Op: opStats, At: []string{string(me.ID)}}, func(s *stats) source.Statistics {
		return s.read(strconv.Itoa(year))
	})
}

func (s *stats) read(period string) source.Statistics {
	const kilo = 1000
	out := source.Statistics{Period: period}
	add := func(sum **float64, x *float64, unit float64) {
		if x == nil {
			return
		}
		value := *x / unit
		if *sum != nil {
			value += **sum
		}
		*sum = &value
	}
	for _, t := range []totals{s.Ride, s.Run, s.Swim} {
		add(&out.Totals.Activities, t.Count, 1)
		add(&out.Totals.DistanceKm, t.Distance, kilo)
		add(&out.Totals.DurationS, t.MovingS, 1)
		add(&out.Totals.ElevationGainM, t.Elevation, 1)
	}
	for _, best := range []struct {
		metric training.Metric
		x      *float64
		unit   float64
	}{{training.MetricDistanceKM, s.Way, kilo}, {training.MetricElevationGainM, s.Climb, 1}} {
		if best.x != nil && *best.x > 0 {
			out.Bests = append(out.Bests, source.StatisticsBest{Metric: string(best.metric), Value: *best.x / best.unit})
		}
	}
	return out
}
