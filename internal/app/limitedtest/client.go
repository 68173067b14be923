package limitedtest

import (
	"context"
	"net/url"
	"strconv"
	"time"

	"lapkeep/internal/app/connections"
	jsonapi "lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Name is the service's.
const Name source.Name = "passing"

// Week is how long its rows may stay.
const Week = 7 * 24 * time.Hour

// Terms are what it allows.
func Terms() source.Policy {
	return source.Policy{
		Retention: Week, Audiences: []training.Audience{training.AudienceModel, training.AudiencePage}, DeletedOnDisconnect: true,
		Acknowledge:           "What is read from Passing stays for a week.",
		AcknowledgeAssistants: "Assistants pass on what they see.",
		TextVersion:           "2026-09-01", AsOf: "2026-09-01", Source: "https://passing.example/terms",
	}
}

// Kind is the service as those of the product are declared.
func (s *Server) Kind() connections.Kind {
	api := jsonapi.API{Name: Name, Title: "Passing", URL: s.URL}
	return connections.Kind{
		API:     api,
		SignIn:  connections.SignIn{Asks: "a key", Key: source.Bearer},
		Windows: []source.Quota{{Window: 15 * time.Minute, Aligned: true, Limit: 100}, {Window: 24 * time.Hour, Aligned: true, Limit: 1000}},
		Open: func(o jsonapi.Options) (source.Service, error) {
			c, err := jsonapi.New(api, o)
			return &client{c}, err
		},
	}
}

type client struct{ api *jsonapi.Client }

func (c *client) Name() source.Name { return Name }

func (c *client) Policy() source.Policy { return Terms() }

func (c *client) Check(ctx context.Context) (source.Account, error) {
	return jsonapi.Ask[source.Account](ctx, c.api, jsonapi.Request{Op: jsonapi.Get("me", "/me")})
}

func (c *client) Revoke(ctx context.Context) error {
	return c.api.Do(ctx, jsonapi.Request{Op: jsonapi.Post("revoke", "/revoke")})
}

func (r *Ride) read() source.Activity {
	v := training.Values{training.MetricDistanceKM: r.Meters / 1000, training.MetricAvgPowerW: r.Watts}
	if r.BPM > 0 {
		v = v.Put(training.MetricAvgHRBpm, r.BPM)
	}
	return source.Activity{
		ID: r.ID, Version: strconv.Itoa(r.Changed), Start: r.Begun, Day: training.DayOf(r.Begun),
		StartLocal: training.LocalTimeOf(r.Begun), HasStreams: true, Device: r.Device,
		Said: training.Statement{
			Ref: Name.Ref(r.ID), Name: r.Name, Description: r.Notes, Sport: training.Cycling,
			Entry: &training.Entry{Start: r.Begun, TimerS: float64(r.Seconds), ElapsedS: float64(r.Seconds), Values: v},
		},
		Edit: source.ActivityEdit{Name: r.Name, Description: r.Notes, Sport: training.Cycling},
	}
}

// UpdateActivity sets the name and the description.
func (c *client) UpdateActivity(
	ctx context.Context, id string, e source.ActivityEdit, fields ...source.ActivityField,
) (source.Activity, error) {
	body := map[string]string{}
	for _, f := range fields {
		switch f {
		case source.FieldName:
			body["name"] = e.Name
		case source.FieldDescription:
			body["notes"] = e.Description
		}
	}
	op := jsonapi.Put("edit", "/rides/{id}")
	return jsonapi.One(ctx, c.api, jsonapi.Request{Op: op, At: []string{id}, Body: body, Repeatable: true}, (*Ride).read)
}

func (c *client) DeleteActivity(context.Context, string) error {
	return training.Errorf(training.KindUnsupported, "Passing lets nobody delete a ride.")
}

func (c *client) TakesField(f source.ActivityField) bool {
	return f == source.FieldName || f == source.FieldDescription
}

func (c *client) DeletesActivities() bool { return false }

// ListActivities turns pages until an empty one.
func (c *client) ListActivities(ctx context.Context, q source.ActivityQuery) (source.ActivityPage, error) {
	page, _ := strconv.Atoi(q.After)
	query := url.Values{"from": {q.Days.From.String()}, "to": {q.Days.To.String()}, "page": {strconv.Itoa(page)}}
	all, err := jsonapi.List(ctx, c.api, jsonapi.Request{Op: jsonapi.Get("rides", "/rides"), Query: query}, (*Ride).read)
	out := source.ActivityPage{Activities: all}
	if len(all) > 0 {
		out.Next = strconv.Itoa(page + 1)
	}
	return out, err
}

func (c *client) Activities(ctx context.Context, ids ...string) (all []source.Activity, err error) {
	for _, id := range ids {
		a, err := jsonapi.One(ctx, c.api, jsonapi.Request{Op: jsonapi.Get("ride", "/rides/{id}"), At: []string{id}}, (*Ride).read)
		if err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	return all, nil
}

func (c *client) FetchStreams(ctx context.Context, id string) (training.Recording, error) {
	type said struct{ Heart []int32 }
	w, err := jsonapi.Ask[said](ctx, c.api, jsonapi.Request{Op: jsonapi.Get("streams", "/rides/{id}/streams"), At: []string{id}})
	rec := training.Recording{
		Sport: training.Cycling, Start: time.Unix(0, 0), ElapsedS: float64(len(w.Heart)), TimerS: float64(len(w.Heart)),
		Device: training.Device{Product: Planted + " device"},
	}
	rec.Columns.TimeS = make([]int32, len(w.Heart))
	for i, bpm := range w.Heart {
		rec.Columns.TimeS[i] = int32(i)
		rec.Columns.Put(training.HeartRate, i, bpm)
	}
	rec.Columns.Pad()
	return rec, err
}
