// Package polar reads an athlete's training sessions and nights from Polar's AccessLink
// (version 4), through an application that the athlete registers.
//
// A session is fetched in the form of Polar Flow's archive, which package formats reads.
// Times are local and mostly come with their offset from UTC.
package polar

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"lapkeep/internal/formats/jsonfile"
	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Name is the service's name in ids: "polar:123".
const Name source.Name = "polar"

const title = "Polar"

// SignInAddress is the address at which athletes give access.
const SignInAddress = "https://auth.polar.com"

// The operations, by their names in the service's document.
var (
	opSessions = client.Get("training-sessions", "/training-sessions/list")
	opNights   = client.Get("sleeps", "/sleeps")
	opRecharge = client.Get("nightly-recharge-results", "/nightly-recharge-results")
)

// sessionDays and nightDays are the longest spans of one request in days, the shorter one of
// nights and recharges. A request for the parts of a thing is for a single day.
const (
	sessionDays = 90
	nightDays   = 28
)

// API describes the service to a client.
func API() client.API {
	return client.API{Name: Name, Title: title, URL: "https://www.polaraccesslink.com", Path: "/v4/data", PerSecond: 3, Burst: 6}
}

// Windows returns the service's limits.
func Windows() []source.Quota {
	return []source.Quota{{Window: 15 * time.Minute, Limit: 3000}, {Window: 24 * time.Hour, Limit: 100_000}}
}

// Client reads from Polar for one athlete. It is safe for concurrent use.
type Client struct {
	api    *client.Client
	tokens source.Tokens
	now    func() time.Time
	days   sync.Map // the days of listed sessions by id, because a session is requested by its day
}

// New returns a client. It sends no request.
func New(o client.Options) (*Client, error) {
	api, err := client.New(API(), o)
	return &Client{api: api, tokens: o.Tokens, now: o.Clock.Now}, err
}

// Name returns the service's name, "polar".
func (c *Client) Name() source.Name { return Name }

// Policy returns the terms: an API agreement for applications, here the athlete's own. It asks
// that what was read is deleted with the connection.
func (c *Client) Policy() source.Policy {
	return source.Policy{
		Retention: source.Forever, Joined: true, DeletedOnDisconnect: true,
		Audiences: []training.Audience{training.AudienceModel, training.AudiencePage, training.AudienceExport},
		Source:    "https://www.polar.com/polar-api-agreement", AsOf: "2026-08-15",
	}
}

// Check returns the account that gave access, and the scopes that it gave.
func (c *Client) Check(ctx context.Context) (source.Account, error) {
	t, err := c.tokens.Token(ctx)
	if err == nil {
		_, err = c.ask(ctx, opSessions, one(training.DayOf(c.now())))
	}
	return source.Account{ID: t.Account, Scopes: t.Scopes}, err
}

func one(d training.Day) training.DayRange { return training.DayRange{From: d, To: d} }

// answer is the response to any of the operations, which names its list.
type answer struct {
	Sessions  []json.RawMessage `json:"trainingSessions"`
	Nights    []night           `json:"nightSleeps"`
	Recharges []night           `json:"nightlyRechargeResults"`
}

// ask requests days, whose end is exclusive there. Sessions need times of day.
func (c *Client) ask(ctx context.Context, op client.Operation, days training.DayRange, features ...string) (answer, error) {
	clock := ""
	if op.ID == opSessions.ID {
		clock = "T00:00:00"
	}
	return client.Ask[answer](ctx, c.api, client.Request{Op: op, Query: url.Values{
		"from": {days.From.String() + clock}, "to": {(days.To + 1).String() + clock}, "features": features,
	}})
}

// session is the head of a session.
type session struct {
	Identifier struct {
		ID client.ID `json:"id"`
	} `json:"identifier"`
	Start   string         `json:"startTime"` // local
	Millis  client.Number  `json:"durationMillis"`
	Minutes *client.Number `json:"timezoneOffsetMinutes"`
	Metres  client.Number  `json:"distanceMeters"`
	HRAvg   client.Number  `json:"hrAvg"`
}

// ListActivities returns the sessions of up to 90 days.
func (c *Client) ListActivities(ctx context.Context, q source.ActivityQuery) (out source.ActivityPage, err error) {
	days := q.Days
	if q.After != "" {
		if days.To, err = training.ParseDay(q.After); err != nil {
			return out, err
		}
	}
	days.From = max(days.From, days.To-sessionDays+1)
	said, err := c.ask(ctx, opSessions, days)
	if err != nil {
		return out, err
	}
	for _, raw := range said.Sessions {
		var s session
		if err := json.Unmarshal(raw, &s); err != nil {
			return out, c.api.NotAsDescribed(opSessions, err)
		}
		if a, ok := s.activity(raw); ok && days.Contains(a.Day) {
			c.days.Store(a.ID, a.Day)
			out.Activities = append(out.Activities, a)
		}
	}
	slices.SortStableFunc(out.Activities, func(a, b source.Activity) int { return b.Start.Compare(a.Start) })
	if days.From > q.Days.From {
		out.Next = (days.From - 1).String()
	}
	return out, nil
}

// activity converts the head of a session; ok is false if it has no id or no start.
func (s *session) activity(raw []byte) (a source.Activity, ok bool) {
	start, err := time.Parse("2006-01-02T15:04:05", strings.TrimSuffix(s.Start, "Z"))
	id := string(s.Identifier.ID)
	if err != nil || id == "" || strings.ContainsAny(id, ":/ ") {
		return a, false
	}
	e := training.Entry{Start: start, Local: true, TimerS: float64(s.Millis) / 1000}
	if s.Minutes != nil {
		e.Start, e.Local = start.Add(-time.Duration(*s.Minutes)*time.Minute).In(time.FixedZone("", int(*s.Minutes)*60)), false
	}
	for m, x := range map[training.Metric]client.Number{training.MetricDistanceKM: s.Metres / 1000, training.MetricAvgHRBpm: s.HRAvg} {
		if x > 0 {
			e.Values = e.Values.Put(m, float64(x))
		}
	}
	return source.Activity{
		ID: id, Version: training.Fingerprint(raw), Start: e.Start, Day: training.DayOf(start), HasFile: true,
		Statement: training.Statement{Ref: Name.Ref(id), Entry: &e},
	}, true
}

// FetchRecording returns a session with its samples, in the form of the archive.
func (c *Client) FetchRecording(ctx context.Context, id string) (source.File, error) {
	if day, listed := c.days.Load(id); listed {
		said, err := c.ask(ctx, opSessions, one(day.(training.Day)), "samples", "laps", "routes", "pause-times", "statistics", "comments")
		if err != nil {
			return source.File{}, err
		}
		for _, raw := range said.Sessions {
			var s session
			if json.Unmarshal(raw, &s) == nil && string(s.Identifier.ID) == id {
				return source.File{Name: "training-session-" + id + ".json", Body: raw}, nil
			}
		}
	}
	return source.File{}, c.api.NotFound("file of this activity")
}

// night is a night of sleep or the recharge in its first hours. Durations are texts such as
// "5070s".
type night struct {
	Slept      string `json:"sleepDate"`
	Evaluation struct {
		Asleep seconds `json:"asleepDuration"`
		Phases struct {
			Wake  seconds `json:"wake"`
			REM   seconds `json:"rem"`
			Light seconds `json:"light"`
			Deep  seconds `json:"deep"`
		} `json:"phaseDurations"`
	} `json:"sleepEvaluation"`
	Score struct {
		Score client.Number `json:"sleepScore"`
	} `json:"sleepScore"`

	jsonfile.PolarRecharge
}

// day returns the day on which the athlete woke.
func (n *night) day() (training.Day, error) { return training.ParseDay(cmp.Or(n.Slept, n.Date)) }

// seconds is a duration in s.
type seconds float64

// UnmarshalJSON reads a text such as "3.5s"; anything else is 0.
func (s *seconds) UnmarshalJSON(b []byte) error {
	d, err := time.ParseDuration(strings.Trim(string(b), `"`))
	if *s = 0; err == nil {
		*s = seconds(d.Seconds())
	}
	return nil
}

// Wellness returns what the nights say: sleep, its stages and score, and the heart rate
// variability (RMSSD) of its first hours. A kind of night to which the athlete gave no access
// is left out.
func (c *Client) Wellness(ctx context.Context, days training.DayRange) ([]training.WellnessDay, error) {
	days.To = min(days.To, training.DayOf(c.now())+1)
	byDay := map[training.Day]*training.WellnessDay{}
	for from := days.From; from <= days.To; from += nightDays {
		all, err := c.nights(ctx, training.DayRange{From: from, To: min(from+nightDays-1, days.To)})
		if err != nil {
			return nil, err
		}
		for i := range all {
			if day, err := all[i].day(); err == nil && days.Contains(day) {
				if byDay[day] == nil {
					byDay[day] = &training.WellnessDay{Day: day}
				}
				all[i].put(byDay[day])
			}
		}
	}
	var out []training.WellnessDay
	for _, day := range slices.Sorted(maps.Keys(byDay)) {
		if d := byDay[day]; !d.Empty() {
			out = append(out, *d)
		}
	}
	return out, nil
}

// nights returns the recharges of some days, and the nights, whose parts it requests one by one.
func (c *Client) nights(ctx context.Context, days training.DayRange) ([]night, error) {
	recharges, noRecharge := c.ask(ctx, opRecharge, days)
	heads, noSleep := c.ask(ctx, opNights, days)
	denied := func(err error) bool {
		f, _ := source.FailureOf(err)
		return f.Fault == source.Forbidden
	}
	switch {
	case noSleep != nil && (noRecharge != nil || !denied(noSleep)):
		return nil, noSleep
	case noRecharge != nil && !denied(noRecharge):
		return nil, noRecharge
	}
	all := recharges.Recharges
	for i := range heads.Nights {
		day, err := heads.Nights[i].day()
		if err != nil {
			continue
		}
		whole, err := c.ask(ctx, opNights, one(day), "sleep-evaluation", "sleep-score")
		if err != nil {
			return nil, err
		}
		all = append(all, whole.Nights...)
	}
	return all, nil
}

// put adds the values of a night to a day.
func (n *night) put(w *training.WellnessDay) {
	n.Put(w, string(Name))
	phases := &n.Evaluation.Phases
	for f, x := range map[training.WellnessField]float64{
		training.WellnessSleepS: float64(n.Evaluation.Asleep), training.WellnessSleepScore: float64(n.Score.Score),
		training.WellnessSleepAwakeS: float64(phases.Wake), training.WellnessSleepRemS: float64(phases.REM),
		training.WellnessSleepLightS: float64(phases.Light), training.WellnessSleepDeepS: float64(phases.Deep),
	} {
		w.PutMeasured(f, x, string(Name))
	}
}
