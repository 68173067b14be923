// Package openmeteo asks Open-Meteo what the weather was. The service needs no key and no
// account; it learns the cell of about 10 km in which an activity began, and its days.
package openmeteo

import (
	"cmp"
	"context"
	"math"
	"net/url"
	"slices"
	"strconv"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Name is the service's name in ids.
const Name source.Name = "openmeteo"

const title = "Open-Meteo"

var opArchive = client.Get("archive", "/archive")

// API describes the service to a client.
func API() client.API {
	return client.API{Name: Name, Title: title, URL: "https://archive-api.open-meteo.com", Path: "/v1", PerSecond: 5, Burst: 5}
}

// Windows returns the service's limits for use without a key.
func Windows() []source.Quota {
	return []source.Quota{{Window: time.Hour, Limit: 5000}, {Window: 24 * time.Hour, Limit: 10_000}}
}

// agree is shown before the first request.
const agree = `Before Lapkeep asks Open-Meteo about the weather of past activities:

- For each outdoor activity without a temperature sensor, Lapkeep sends the date and the place where it began, rounded to 0.1 degrees
  (about 10 km). Places inside your privacy zones are never used, nor any name, time of day or id of yours.
- The answer is kept with the activity: temperature, wind, clouds and rain of the hours in which you were outside, from a model of the
  weather, not from a sensor.
- Open-Meteo is free for non-commercial use. Its data is licensed under CC BY 4.0: https://open-meteo.com/en/licence
- To end this, run lapkeep disconnect openmeteo.`

// Client asks Open-Meteo. It is safe for concurrent use.
type Client struct{ api *client.Client }

// New returns a client. It sends no request.
func New(o client.Options) (*Client, error) {
	api, err := client.New(API(), o)
	return &Client{api}, err
}

// Name returns the service's name, "openmeteo".
func (c *Client) Name() source.Name { return Name }

// Policy returns the terms of use without a key, and the licence of the data.
func (c *Client) Policy() source.Policy {
	return source.Policy{
		Retention: source.Forever, Joined: true, Acknowledge: agree, TextVersion: "2026-11-30",
		Audiences:   []training.Audience{training.AudienceModel, training.AudiencePage, training.AudienceExport},
		Attribution: "Weather data by Open-Meteo.com.", Source: "https://open-meteo.com/en/terms", AsOf: "2026-08-18",
	}
}

// Check asks for a day at a place that says nothing about the athlete.
func (c *Client) Check(ctx context.Context) (source.Account, error) {
	noon := time.Date(2020, time.June, 1, 12, 0, 0, 0, time.UTC)
	_, err := c.Weather(ctx, []source.Stay{{Lat: 47, Lon: 8, From: noon, To: noon}})
	return source.Account{}, err
}

// cellsPerDegree is the number of cells in a degree of latitude or longitude.
const cellsPerDegree = 10

// mostSpan is the longest span of a request that counts as a single one.
const mostSpan = 14 * 24 * time.Hour

// request is a cell and the time for which to ask about it.
type request struct {
	lat, lon float64
	from, to time.Time
	stays    []int
}

// requests groups stays in the same cell at about the same time.
func requests(stays []source.Stay) (out []request) {
	order := make([]int, len(stays))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return stays[a].From.Compare(stays[b].From) })
	last := map[[2]float64]int{} // in out, by cell
	for _, i := range order {
		s := &stays[i]
		at := [2]float64{rounded(s.Lat), rounded(s.Lon)}
		n, ok := last[at]
		if !ok || s.To.Sub(out[n].from) > mostSpan {
			n = len(out)
			last[at], out = n, append(out, request{lat: at[0], lon: at[1], from: s.From})
		}
		r := &out[n]
		r.stays = append(r.stays, i)
		if s.To.After(r.to) {
			r.to = s.To
		}
	}
	return out
}

func rounded(degrees float64) float64 { return math.Round(degrees*cellsPerDegree) / cellsPerDegree }

// Weather returns the weather during each stay, or nil if the service has none.
func (c *Client) Weather(ctx context.Context, stays []source.Stay) ([]training.Values, error) {
	out := make([]training.Values, len(stays))
	for _, r := range requests(stays) {
		said, err := client.Ask[struct {
			Hourly hours `json:"hourly"`
		}](ctx, c.api, client.Request{Op: opArchive, Query: url.Values{
			"latitude": {degrees(r.lat)}, "longitude": {degrees(r.lon)}, "timeformat": {"unixtime"},
			"start_date": {r.from.UTC().Format(time.DateOnly)}, "end_date": {r.to.UTC().Add(time.Hour).Format(time.DateOnly)},
			"hourly": {"temperature_2m,apparent_temperature,precipitation,cloud_cover,wind_speed_10m,wind_gusts_10m,wind_direction_10m"},
		}})
		if err != nil {
			return nil, err
		}
		for _, i := range r.stays {
			out[i] = said.Hourly.during(stays[i].From, stays[i].To)
		}
	}
	return out, nil
}

func degrees(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

// hours holds a column per value. Wind, clouds and temperature are those at the hour;
// precipitation is the sum of the hour before. Speeds are in km/h.
type hours struct {
	At       []int64    `json:"time"`
	AirC     []*float64 `json:"temperature_2m"`
	FeelsC   []*float64 `json:"apparent_temperature"`
	RainMM   []*float64 `json:"precipitation"`
	Clouds   []*float64 `json:"cloud_cover"`
	WindKMH  []*float64 `json:"wind_speed_10m"`
	GustKMH  []*float64 `json:"wind_gusts_10m"`
	WindFrom []*float64 `json:"wind_direction_10m"`
}

const hourS = 3600

// during returns the values of a time, each from the hours that touch it: means, the highest
// gust, and the wettest hour.
func (h *hours) during(from, to time.Time) (v training.Values) {
	first, last := from.Unix()-from.Unix()%hourS, to.Unix()+hourS-1
	last -= last % hourS
	each := func(column []*float64, after int64, do func(i int, x float64)) {
		for i := range min(len(h.At), len(column)) {
			if x := column[i]; x != nil && h.At[i] >= first+after && h.At[i] <= max(last, first+after) {
				do(i, *x)
			}
		}
	}
	mean := func(m training.Metric, column []*float64) {
		sum, n := 0.0, 0.0
		each(column, 0, func(_ int, x float64) { sum, n = sum+x, n+1 })
		if n > 0 {
			v = v.Put(m, sum/n)
		}
	}
	extreme := func(m training.Metric, column []*float64, after int64, better int) {
		best, found := 0.0, false
		each(column, after, func(_ int, x float64) {
			if !found || cmp.Compare(x, best) == better {
				best, found = x, true
			}
		})
		if found {
			v = v.Put(m, best)
		}
	}
	mean(training.MetricWeatherTempC, h.AirC)
	extreme(training.MetricWeatherMinTempC, h.AirC, 0, -1)
	extreme(training.MetricWeatherMaxTempC, h.AirC, 0, 1)
	mean(training.MetricFeelsLikeC, h.FeelsC)
	mean(training.MetricCloudsPct, h.Clouds)
	mean(training.MetricWindSpeedKMH, h.WindKMH)
	extreme(training.MetricWindGustKMH, h.GustKMH, 0, 1)
	extreme(training.MetricMaxRainMM, h.RainMM, hourS, 1)
	east, north := 0.0, 0.0
	each(h.WindFrom, 0, func(i int, from float64) {
		speed := 1.0
		if i < len(h.WindKMH) && h.WindKMH[i] != nil {
			speed = *h.WindKMH[i]
		}
		sin, cos := math.Sincos(from * math.Pi / 180)
		east, north = east+speed*sin, north+speed*cos
	})
	if east != 0 || north != 0 {
		v = v.Put(training.MetricWindFromDeg, math.Mod(math.Atan2(east, north)*180/math.Pi+360, 360))
	}
	return v
}
