package client_test

import (
	"context"
	"net/url"
	"strconv"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// diary is an invented service that lists rides and hands out their files: all
// the code that such a service takes.
type diary struct{ api *client.Client }

func diaryAPI() client.API {
	return client.API{
		Name: "diary", Title: "The Diary", URL: "https://diary.example", Path: "/v1", PerSecond: 2, Burst: 4,
		Explain: func(f source.Failure, said client.Message) error {
			if said.Code == 1002 { // which it says with 403
				f.Fault = source.Unauthorised
				return source.Fail(f, "The Diary does not accept the key.")
			}
			return nil
		},
	}
}

func newDiary(o client.Options) (*diary, error) {
	api, err := client.New(diaryAPI(), o)
	return &diary{api: api}, err
}

func (d *diary) Name() source.Name { return "diary" }

func (d *diary) Policy() source.Policy {
	return source.Policy{Retention: source.Forever, Joined: true, Source: "https://diary.example/terms", AsOf: "2026-09-01"}
}

func (d *diary) Check(ctx context.Context) (source.Account, error) {
	return client.Ask[source.Account](ctx, d.api, client.Request{Op: client.Get("me", "/me")})
}

// ride is a ride as the service lists it.
type ride struct {
	ID, Title, Changed string
	Local              string // without a zone
	Begun              time.Time
	Seconds, Meters    float64
}

func (r *ride) read() source.Activity {
	local := training.LocalTime(r.Local)
	return source.Activity{
		ID: r.ID, Version: r.Changed, Start: r.Begun, StartLocal: local, Day: local.Day(), HasFile: true,
		Statement: training.Statement{Name: r.Title, Sport: training.Cycling, Entry: &training.Entry{
			TimerS: r.Seconds, ElapsedS: r.Seconds, Values: training.Values{training.MetricDistanceKM: r.Meters / 1000},
		}},
	}
}

func (d *diary) ListActivities(ctx context.Context, q source.ActivityQuery) (source.ActivityPage, error) {
	start := func(a *source.Activity) string { return string(a.StartLocal) }
	all, next, err := client.Before(q, start, func(newest string, limit int) ([]source.Activity, error) {
		query := url.Values{"from": {q.Days.From.String()}, "until": {newest}, "count": {strconv.Itoa(limit)}}
		return client.List(ctx, d.api, client.Request{Op: client.Get("rides", "/rides"), Query: query}, (*ride).read)
	})
	return source.ActivityPage{Activities: all, Next: next}, err
}

func (d *diary) FetchRecording(ctx context.Context, id string) (source.File, error) {
	return d.api.File(ctx, client.Request{Op: client.Get("file", "/rides/{id}/file"), At: []string{id}}, id+".fit")
}
