package hevy

import (
	"context"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Name is the service's name in ids: "hevy:b459cba5-cd6d-463c-abd6-54f8eafcadcb".
const Name source.Name = "hevy"

const title = "Hevy"

// The operations, by their addresses in the service's document.
var (
	opUser     = client.Get("user info", "/user/info")
	opCount    = client.Get("workouts count", "/workouts/count")
	opWorkouts = client.Get("workouts", "/workouts")
	opWorkout  = client.Get("workout", "/workouts/{id}")
)

// API describes the service to a client. Its limits are not published, but it does answer
// 429 to clients that ask too often.
func API() client.API {
	return client.API{
		Name: Name, Title: title, URL: "https://api.hevyapp.com", Path: "/v1", KeyHeader: "api-key", PerSecond: 2, Burst: 4,
	}
}

// Client reads from Hevy for the owner of a key. It is safe for concurrent use.
type Client struct{ api *client.Client }

// New returns a client. It sends no request.
func New(o client.Options) (*Client, error) {
	api, err := client.New(API(), o)
	return &Client{api}, err
}

// Name returns the service's name, "hevy".
func (c *Client) Name() source.Name { return Name }

// Policy returns the service's terms: the key is for the subscriber's own programs, and
// nothing is said about what they do with the data.
func (c *Client) Policy() source.Policy {
	return source.Policy{
		Retention: source.Forever, Joined: true,
		Audiences: []training.Audience{training.AudienceModel, training.AudiencePage, training.AudienceExport},
		Source:    "https://api.hevyapp.com/docs/", AsOf: "2026-08-27",
	}
}

// Check returns the key's account. An account without a profile has no id.
func (c *Client) Check(ctx context.Context) (source.Account, error) {
	type user struct {
		ID   client.ID `json:"id"`
		Name string    `json:"name"`
	}
	said, err := client.Ask[struct {
		user

		Data *user `json:"data"`
	}](ctx, c.api, client.Request{Op: opUser})
	if f, failed := source.FailureOf(err); failed && f.Fault == source.NotFound {
		return source.Account{}, c.api.Do(ctx, client.Request{Op: opCount})
	}
	who := said.user
	if said.Data != nil {
		who = *said.Data
	}
	return source.Account{ID: string(who.ID), Name: textclean.Line(who.Name, textclean.NameRunes)}, err
}

// mostRows is the maximum number of workouts on a page.
const mostRows = 10

// page is a page of workouts, newest first.
type page struct {
	Count    client.Number `json:"page_count"`
	Workouts []workout     `json:"workouts"`
}

// oldest returns the day of the oldest workout of a page; ok is false if it has none.
func (p *page) oldest() (day training.Day, ok bool) {
	for i := range p.Workouts {
		if w := &p.Workouts[i]; !w.Start.IsZero() && (!ok || w.day() < day) {
			day, ok = w.day(), true
		}
	}
	return day, ok
}

// page requests a page. There is none beyond the last one.
func (c *Client) page(ctx context.Context, number int) (page, error) {
	p, err := client.Ask[page](ctx, c.api, client.Request{
		Op: opWorkouts, Query: url.Values{"page": {strconv.Itoa(number)}, "pageSize": {strconv.Itoa(mostRows)}},
	})
	if f, failed := source.FailureOf(err); failed && f.Fault == source.NotFound {
		return page{}, nil
	}
	return p, err
}

// ListActivities returns the workouts on the query's days. The service lists them newest
// first and does not select days, so ListActivities looks for the page on which they begin.
func (c *Client) ListActivities(ctx context.Context, q source.ActivityQuery) (out source.ActivityPage, err error) {
	var p page
	var number int
	if q.After == "" {
		p, number, err = c.first(ctx, q.Days.To)
	} else {
		if number, err = strconv.Atoi(q.After); err != nil || number < 2 {
			return out, training.Errorf(training.KindInvalid, "%q is not a page number of %s.", q.After, title)
		}
		p, err = c.page(ctx, number)
	}
	if err != nil {
		return out, err
	}
	for i := range p.Workouts {
		if w := &p.Workouts[i]; w.readable() && q.Days.Contains(w.day()) {
			out.Activities = append(out.Activities, w.activity())
		}
	}
	if oldest, some := p.oldest(); some && oldest >= q.Days.From && number < int(p.Count) {
		out.Next = strconv.Itoa(number + 1)
	}
	return out, nil
}

// first returns the first page with a workout on a day or before.
func (c *Client) first(ctx context.Context, day training.Day) (p page, number int, err error) {
	reaches := func(p *page) bool {
		oldest, some := p.oldest()
		return !some || oldest <= day
	}
	if p, err = c.page(ctx, 1); err != nil || reaches(&p) {
		return p, 1, err
	}
	from, to := 2, int(p.Count)
	if to < from {
		return p, 1, nil
	}
	for {
		number = (from + to) / 2
		if p, err = c.page(ctx, number); err != nil || from == to {
			return p, number, err
		}
		if reaches(&p) {
			to = number
		} else {
			from = number + 1
		}
	}
}

// Activities returns the existing workouts with the given ids.
func (c *Client) Activities(ctx context.Context, ids ...string) (out []source.Activity, err error) {
	for _, id := range ids {
		w, err := client.Ask[workout](ctx, c.api, client.Request{Op: opWorkout, At: []string{id}})
		if f, failed := source.FailureOf(err); failed && f.Fault == source.NotFound {
			continue
		}
		if err != nil {
			return nil, err
		}
		if w.readable() {
			out = append(out, w.activity())
		}
	}
	return out, nil
}

// workout is a workout as the service writes it.
type workout struct {
	ID          string `json:"id"`
	Title       string `json:"title"`
	Description string `json:"description"`
	Start       moment `json:"start_time"`
	End         moment `json:"end_time"`
	Exercises   []struct {
		Title string `json:"title"`
		Sets  []struct {
			Type      string        `json:"type"`
			WeightKg  client.Number `json:"weight_kg"`
			Reps      client.Number `json:"reps"`
			DistanceM client.Number `json:"distance_meters"`
			DurationS client.Number `json:"duration_seconds"`
			RPE       client.Number `json:"rpe"`
		} `json:"sets"`
	} `json:"exercises"`
}

// moment is a time, or zero if it is not one.
type moment struct{ time.Time }

// UnmarshalJSON reads a time, and anything else as no time.
func (m *moment) UnmarshalJSON(b []byte) error {
	if err := m.Time.UnmarshalJSON(b); err != nil {
		m.Time = time.Time{}
	}
	return nil
}

// readable reports whether a workout can be identified and has a time.
func (w *workout) readable() bool {
	odd := func(r rune) bool {
		return r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	}
	const longest = 64
	return w.ID != "" && len(w.ID) <= longest && !strings.ContainsFunc(w.ID, odd) && !w.Start.IsZero()
}

func (w *workout) day() training.Day { return training.DayOf(w.Start.UTC()) }

// activity converts a workout. A set that nobody can have done is left out.
func (w *workout) activity() source.Activity {
	s := training.Statement{
		Ref: Name.Ref(w.ID), Sport: training.Strength, Name: textclean.Line(w.Title, textclean.NameRunes),
		Description: textclean.Text(w.Description, textclean.TextRunes), Entry: &training.Entry{Start: w.Start.UTC()},
	}
	if lasted := w.End.Sub(w.Start.Time).Seconds(); lasted > 0 {
		s.Entry.TimerS, s.Entry.ElapsedS = lasted, lasted
	}
	for _, e := range w.Exercises {
		for _, x := range e.Sets {
			s.AddSet(training.StrengthSet{
				Exercise: textclean.Line(e.Title, textclean.NameRunes), Kind: training.ParseSetKind(x.Type), Reps: int(x.Reps),
				LoadKg: float64(x.WeightKg), DistanceM: float64(x.DistanceM), DurationS: float64(x.DurationS), RPE: float64(x.RPE),
			})
		}
	}
	version, _ := json.Marshal(s) // a statement can always be written
	return source.Activity{
		ID: w.ID, Version: training.Fingerprint(version), Start: s.Entry.Start, Day: w.day(), Statement: s,
	}
}
