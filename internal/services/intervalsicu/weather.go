package intervalsicu

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Weather holds the service's weather values for an activity. The service's document gives
// no units: temperatures are in °C; wind, like every speed, is in m/s; percentages are from
// 0 to 100; rain and snow are in mm.
type Weather struct {
	HasWeather *bool    `json:"has_weather"`
	AirC       *float64 `json:"average_weather_temp"`
	MinAirC    *float64 `json:"min_weather_temp"`
	MaxAirC    *float64 `json:"max_weather_temp"`
	FeelsLikeC *float64 `json:"average_feels_like"`
	WindMPS    *float64 `json:"average_wind_speed"`
	GustMPS    *float64 `json:"average_wind_gust"`
	WindDeg    *float64 `json:"prevailing_wind_deg"`
	Headwind   *float64 `json:"headwind_percent"`
	Tailwind   *float64 `json:"tailwind_percent"`
	Clouds     *float64 `json:"average_clouds"`
	MaxRainMM  *float64 `json:"max_rain"`
	MaxSnowMM  *float64 `json:"max_snow"`
}

// values returns the plausible weather values, or nil if there are none. Zero wind and zero
// rain are kept.
func (w *Weather) values() training.Values {
	if w.HasWeather != nil && !*w.HasWeather {
		return nil
	}
	const coldest, hottest, storm, round, whole, flood, perHour = -90, 65, 120, 360, 100, 1000, 3.6
	var v training.Values
	put := func(m training.Metric, x *float64, low, high, unit float64) {
		if x != nil && *x >= low && *x <= high {
			v = v.Put(m, *x*unit)
		}
	}
	put(training.MetricWeatherTempC, w.AirC, coldest, hottest, 1)
	put(training.MetricWeatherMinTempC, w.MinAirC, coldest, hottest, 1)
	put(training.MetricWeatherMaxTempC, w.MaxAirC, coldest, hottest, 1)
	put(training.MetricFeelsLikeC, w.FeelsLikeC, coldest, hottest, 1)
	put(training.MetricWindSpeedKMH, w.WindMPS, 0, storm, perHour)
	put(training.MetricWindGustKMH, w.GustMPS, 0, storm, perHour)
	put(training.MetricWindFromDeg, w.WindDeg, 0, round, 1)
	put(training.MetricHeadwindPct, w.Headwind, 0, whole, 1)
	put(training.MetricTailwindPct, w.Tailwind, 0, whole, 1)
	put(training.MetricCloudsPct, w.Clouds, 0, whole, 1)
	put(training.MetricMaxRainMM, w.MaxRainMM, 0, flood, 1)
	put(training.MetricMaxSnowMM, w.MaxSnowMM, 0, flood, 1)
	return v
}

// Upload uploads a file. The service recognises a file by its content, so
// sending it twice creates only one activity.
func (c *Client) Upload(ctx context.Context, f source.File, said source.Upload) (ids []string, fresh bool, err error) {
	q := url.Values{}
	for name, v := range map[string]string{
		"name": said.Name, "description": said.Description, "device_name": said.Device, "external_id": said.ExternalID,
		"paired_event_id": said.PlannedEventID,
	} {
		if v != "" {
			q.Set(name, v)
		}
	}
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, err := w.CreateFormFile("file", f.Name)
	if err == nil {
		_, err = part.Write(f.Body)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		return nil, false, training.Errorf(training.KindInternal, "a file could not be packed for Intervals.icu: %w", err)
	}
	r := request{
		Op: opUpload, At: []string{c.athlete}, Query: q,
		Body: client.Form{Kind: w.FormDataContentType(), Text: b.Bytes()}, Repeatable: true,
	}
	a, err := c.api.Send(ctx, r)
	if err != nil {
		return nil, false, err
	}
	ids, err = c.uploaded(a)
	return ids, a.Status == http.StatusCreated, err
}

func (c *Client) uploaded(a *client.Answer) ([]string, error) {
	var made struct {
		ID         ID `json:"id"`
		Activities []struct {
			ID ID `json:"id"`
		} `json:"activities"`
	}
	if err := c.api.Decode(opUpload, a, &made); err != nil {
		return nil, err
	}
	var ids []string
	for _, m := range made.Activities {
		ids = append(ids, string(m.ID))
	}
	if len(ids) == 0 && made.ID != "" {
		ids = []string{string(made.ID)}
	}
	return ids, nil
}

// CreateManual creates activities without a recording. An existing activity
// with the same external id is changed. Without an external id, a second
// request would create another activity, so it is not retried.
func (c *Client) CreateManual(ctx context.Context, entries []source.ManualActivity) ([]source.Activity, error) {
	if len(entries) == 0 {
		return nil, nil
	}
	keyed := true
	body := make([]Patch, len(entries))
	for i, e := range entries {
		p, err := ManualActivity(e)
		if err != nil {
			return nil, err
		}
		body[i], keyed = p, keyed && e.ExternalID != ""
	}
	made, err := client.Ask[[]Activity](ctx, c.api, request{Op: opManual, At: []string{c.athlete}, Body: body, Repeatable: keyed})
	if err != nil {
		return nil, err
	}
	return c.read(ctx, made)
}

// Wellness returns the days with data. Future days with only the service's
// projections are left out.
func (c *Client) Wellness(ctx context.Context, days training.DayRange) ([]training.WellnessDay, error) {
	list, err := c.wellness(ctx, days, nil)
	if err != nil {
		return nil, err
	}
	var out []training.WellnessDay
	for _, w := range list {
		d, err := w.Read()
		if err != nil {
			return nil, c.api.NotAsDescribed(opWellness, err)
		}
		if !d.Empty() {
			out = append(out, d)
		}
	}
	return out, nil
}

func (c *Client) wellness(ctx context.Context, days training.DayRange, fields []string) ([]Wellness, error) {
	q := url.Values{"oldest": {days.From.String()}, "newest": {days.To.String()}}
	if fields != nil {
		q.Set("fields", strings.Join(fields, ","))
	}
	return client.Ask[[]Wellness](ctx, c.api, request{Op: opWellness, At: []string{c.athlete, ""}, Query: q})
}

// Fitness returns the service's own model, day by day. Days that the service leaves
// out are missing.
func (c *Client) Fitness(ctx context.Context, days training.DayRange) ([]training.FitnessDay, error) {
	list, err := c.wellness(ctx, days, FitnessFields())
	if err != nil {
		return nil, err
	}
	var out []training.FitnessDay
	for _, w := range list {
		f, ok, err := w.Fitness()
		if err != nil {
			return nil, c.api.NotAsDescribed(opWellness, err)
		}
		if ok {
			out = append(out, f)
		}
	}
	return out, nil
}

// PutWellness sets fields of days. The service silently ignores changes to a day
// that the athlete has locked, so the result is compared with what was sent.
func (c *Client) PutWellness(ctx context.Context, days ...training.WellnessDay) error {
	var patches []Patch
	var span training.DayRange
	for i, d := range days {
		p, err := WriteWellness(d)
		if err != nil {
			return err
		}
		patches = append(patches, p)
		if i == 0 {
			span = training.DayRange{From: d.Day, To: d.Day}
		}
		span = training.DayRange{From: min(span.From, d.Day), To: max(span.To, d.Day)}
	}
	return c.put(ctx, span, patches)
}

// KeepsWellness reports whether the service has a field and allows it to be set.
func (c *Client) KeepsWellness(f training.WellnessField) bool { return KeepsWellness(f) }

// ClearWellness clears fields of a day.
func (c *Client) ClearWellness(ctx context.Context, day training.Day, fields ...training.WellnessField) error {
	if len(fields) == 0 {
		return nothingToChange()
	}
	p, err := ClearWellness(day, fields)
	if err != nil {
		return err
	}
	return c.put(ctx, training.DayRange{From: day, To: day}, []Patch{p})
}

func (c *Client) put(ctx context.Context, span training.DayRange, patches []Patch) error {
	switch len(patches) {
	case 0:
		return nothingToChange()
	case 1:
		had, err := client.Ask[Wellness](ctx, c.api,
			request{Op: opPutWellness, At: []string{c.athlete, span.From.String()}, Body: patches[0], Repeatable: true})
		if err != nil {
			return err
		}
		return c.took(patches, []Wellness{had})
	}
	if err := c.api.Do(ctx, request{Op: opWellnessBulk, At: []string{c.athlete}, Body: patches, Repeatable: true}); err != nil {
		return err
	}
	had, err := c.wellness(ctx, span, nil)
	if err != nil {
		return err
	}
	return c.took(patches, had)
}

// took returns an error if a locked day did not store the values that were sent.
func (c *Client) took(patches []Patch, had []Wellness) error {
	byDay := map[string]Wellness{}
	for _, w := range had {
		var day string
		if err := json.Unmarshal(w["id"], &day); err != nil {
			return c.api.NotAsDescribed(opWellness, err)
		}
		byDay[day] = w
	}
	var left []string
	for _, p := range patches {
		day := fmt.Sprint(p["id"])
		if locked := string(byDay[day]["locked"]) == "true"; locked && !byDay[day].Holds(p) {
			left = append(left, day)
		}
	}
	if len(left) == 0 {
		return nil
	}
	return training.Errorf(training.KindConflict, "Intervals.icu has locked %s, so it saved nothing.", strings.Join(left, ", ")).
		WithFix("Unlock the day on the service's own page; programs cannot unlock it.")
}
