// Package polar reads an athlete's training sessions and nights from Polar's AccessLink
// (version 4), through an application that the athlete registers.
//
// A session is fetched in the form of Polar Flow's archive, which package formats reads.
// Times are local and mostly come with their offset from UTC.
package polar

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Name is the service's name in ids: "polar:123".
const Name source.Name = "polar"

const title = "Polar"

// SignInAddress is the address at which athletes give access.
const SignInAddress = "https://auth.polar.com"

// The operations, by their names in the service's document. The end of their days is exclusive.
var (
	opSessions = client.Get("training-sessions", "/training-sessions/list")
	opNights   = client.Get("sleeps", "/sleeps")
	opRecharge = client.Get("nightly-recharge-results", "/nightly-recharge-results")
)

// These are the longest spans of one request, in days. A request for the parts of a thing
// is for a single day.
const (
	sessionDays  = 90
	nightDays    = 30
	rechargeDays = 28
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

	mu   sync.Mutex
	days map[string]training.Day // of listed sessions, because a session is requested by its day
}

// New returns a client. It sends no request.
func New(o client.Options) (*Client, error) {
	api, err := client.New(API(), o)
	return &Client{api: api, tokens: o.Tokens, now: o.Clock.Now, days: map[string]training.Day{}}, err
}

// Name returns the service's name, "polar".
func (c *Client) Name() source.Name { return Name }

// Policy returns the terms of the API agreement, which asks for consent, attribution, and
// deletion at the end of the connection.
func (c *Client) Policy() source.Policy {
	return source.Policy{
		Retention: source.Forever, Joined: true, DeletedOnDisconnect: true, Attribution: "From Polar.",
		Audiences: []training.Audience{training.AudienceModel, training.AudiencePage, training.AudienceExport},
		Source:    "https://www.polar.com/polar-api-agreement", AsOf: "2026-08-15",
	}
}

// Check returns the account that gave access, and the scopes that it gave.
func (c *Client) Check(ctx context.Context) (source.Account, error) {
	t, err := c.tokens.Token(ctx)
	if err != nil {
		return source.Account{}, err
	}
	today := training.DayOf(c.now())
	_, err = c.sessions(ctx, training.DayRange{From: today, To: today})
	return source.Account{ID: t.Account, Scopes: t.Scopes}, err
}

// at returns the parameters of a request for days. Sessions need times of day.
func at(days training.DayRange, clock string, features ...string) url.Values {
	return url.Values{
		"from": {days.From.String() + clock}, "to": {(days.To + 1).String() + clock}, "features": features,
	}
}

const midnight = "T00:00:00"

func (c *Client) sessions(ctx context.Context, days training.DayRange, features ...string) ([]json.RawMessage, error) {
	said, err := client.Ask[struct {
		All []json.RawMessage `json:"trainingSessions"`
	}](ctx, c.api, client.Request{Op: opSessions, Query: at(days, midnight, features...)})
	return said.All, err
}

// session is the head of a session.
type session struct {
	Identifier struct {
		ID client.ID `json:"id"`
	} `json:"identifier"`
	Modified string         `json:"modified"`
	Start    string         `json:"startTime"` // local
	Stop     string         `json:"stopTime"`
	Millis   client.Number  `json:"durationMillis"`
	Minutes  *client.Number `json:"timezoneOffsetMinutes"`
	Metres   client.Number  `json:"distanceMeters"`
	Kcal     client.Number  `json:"calories"`
	HRAvg    client.Number  `json:"hrAvg"`
	HRMax    client.Number  `json:"hrMax"`
	Name     string         `json:"name"`
}

// local reads a local time; ok is false if it is none.
func local(text string) (t time.Time, ok bool) {
	t, err := time.Parse("2006-01-02T15:04:05.999", strings.TrimSuffix(text, "Z"))
	return t, err == nil
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
	all, err := c.sessions(ctx, days)
	if err != nil {
		return out, err
	}
	for _, raw := range all {
		var s session
		if err := json.Unmarshal(raw, &s); err != nil {
			return out, c.api.NotAsDescribed(opSessions, err)
		}
		if a, ok := s.activity(raw); ok && days.Contains(a.Day) {
			out.Activities = append(out.Activities, a)
		}
	}
	slices.SortFunc(out.Activities, func(a, b source.Activity) int { return b.Start.Compare(a.Start) })
	c.remember(out.Activities)
	if days.From > q.Days.From {
		out.Next = (days.From - 1).String()
	}
	return out, nil
}

func (c *Client) remember(all []source.Activity) {
	const most = 5000
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.days) > most {
		clear(c.days)
	}
	for i := range all {
		c.days[all[i].ID] = all[i].Day
	}
}

// activity converts the head of a session; ok is false if it has no id or no start.
func (s *session) activity(raw []byte) (a source.Activity, ok bool) {
	start, ok := local(s.Start)
	id := string(s.Identifier.ID)
	if !ok || id == "" || strings.ContainsAny(id, ":/ ") {
		return a, false
	}
	e := training.Entry{Start: start, Local: true, TimerS: float64(s.Millis) / 1000}
	if stop, ok := local(s.Stop); ok && stop.After(start) {
		e.ElapsedS = stop.Sub(start).Seconds()
	}
	if s.Minutes != nil {
		zone := time.FixedZone("", int(*s.Minutes)*60)
		e.Start, e.Local = start.Add(-time.Duration(*s.Minutes)*time.Minute).In(zone), false
	}
	for m, x := range map[training.Metric]client.Number{
		training.MetricDistanceKM: s.Metres / 1000, training.MetricAvgHRBpm: s.HRAvg, training.MetricMaxHRBpm: s.HRMax,
		training.MetricCaloriesKcal: s.Kcal,
	} {
		if x > 0 {
			e.Values = e.Values.Put(m, float64(x))
		}
	}
	return source.Activity{
		ID: id, Version: training.Fingerprint([]byte(cmp.Or(s.Modified, string(raw)))), Start: e.Start, Day: training.DayOf(start), HasFile: true,
		Statement: training.Statement{Ref: Name.Ref(id), Entry: &e},
	}, true
}

// FetchRecording returns a session with its samples, in the form of the archive.
func (c *Client) FetchRecording(ctx context.Context, id string) (source.File, error) {
	c.mu.Lock()
	day, known := c.days[id]
	c.mu.Unlock()
	if !known {
		return source.File{}, c.api.NotFound("a session that was not listed")
	}
	all, err := c.sessions(ctx, training.DayRange{From: day, To: day},
		"samples", "laps", "routes", "pause-times", "statistics", "comments")
	if err != nil {
		return source.File{}, err
	}
	for _, raw := range all {
		var s session
		if json.Unmarshal(raw, &s) == nil && string(s.Identifier.ID) == id {
			return source.File{Name: "training-session-" + day.String() + "-" + id + ".json", Body: bytes.Clone(raw)}, nil
		}
	}
	return source.File{}, c.api.NotFound("the session")
}

// Wellness returns what the nights say: sleep, its stages and score, and the heart rate
// variability (RMSSD) of its first hours.
func (c *Client) Wellness(ctx context.Context, days training.DayRange) ([]training.WellnessDay, error) {
	days.To = min(days.To, training.DayOf(c.now())+1)
	byDay := map[training.Day]*training.WellnessDay{}
	put := func(date string, f training.WellnessField, x float64) {
		day, err := training.ParseDay(date)
		if low, high, ok := f.Range(); err != nil || !days.Contains(day) || x <= 0 || ok && (x < low || x > high) {
			return
		}
		if byDay[day] == nil {
			byDay[day] = &training.WellnessDay{Day: day}
		}
		byDay[day].Put(f, x, string(Name))
	}
	for part := range spans(days, rechargeDays) {
		if err := c.recharge(ctx, part, put); err != nil {
			return nil, err
		}
	}
	for part := range spans(days, nightDays) {
		if err := c.nights(ctx, part, put); err != nil {
			return nil, err
		}
	}
	out := make([]training.WellnessDay, 0, len(byDay))
	for _, d := range byDay {
		out = append(out, *d)
	}
	slices.SortFunc(out, func(a, b training.WellnessDay) int { return int(a.Day - b.Day) })
	return out, nil
}

// spans yields the parts of days with at most so many days each.
func spans(days training.DayRange, most training.Day) func(yield func(training.DayRange) bool) {
	return func(yield func(training.DayRange) bool) {
		for from := days.From; from <= days.To; from += most {
			if !yield(training.DayRange{From: from, To: min(from+most-1, days.To)}) {
				return
			}
		}
	}
}

// putter adds a value to a day.
type putter func(date string, f training.WellnessField, x float64)

func (c *Client) recharge(ctx context.Context, days training.DayRange, put putter) error {
	const minuteMs = 60_000
	said, err := client.Ask[struct {
		All []struct {
			Date        string        `json:"sleepResultDate"`
			RRMs        client.Number `json:"meanNightlyRecoveryRri"`
			RmssdMs     client.Number `json:"meanNightlyRecoveryRmssd"`
			BreathingMs client.Number `json:"meanNightlyRecoveryRespirationInterval"` // 0 means none
		} `json:"nightlyRechargeResults"`
	}](ctx, c.api, client.Request{Op: opRecharge, Query: at(days, "")})
	for _, r := range said.All {
		put(r.Date, training.WellnessHRVRmssdMs, float64(r.RmssdMs))
		if r.RRMs > 0 {
			put(r.Date, training.WellnessSleepingHRBpm, minuteMs/float64(r.RRMs))
		}
		if r.BreathingMs > 0 {
			put(r.Date, training.WellnessRespirationPerM, minuteMs/float64(r.BreathingMs))
		}
	}
	return err
}

// night is a night of sleep. Durations are texts such as "5070s".
type night struct {
	Date       string `json:"sleepDate"`
	Evaluation struct {
		Asleep seconds            `json:"asleepDuration"`
		Phases map[string]seconds `json:"phaseDurations"`
	} `json:"sleepEvaluation"`
	Score struct {
		Score client.Number `json:"sleepScore"`
	} `json:"sleepScore"`
}

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

// nights asks which nights there are, and then for each of them.
func (c *Client) nights(ctx context.Context, days training.DayRange, put putter) error {
	list := func(days training.DayRange, features ...string) ([]night, error) {
		said, err := client.Ask[struct {
			All []night `json:"nightSleeps"`
		}](ctx, c.api, client.Request{Op: opNights, Query: at(days, "", features...)})
		return said.All, err
	}
	heads, err := list(days)
	if err != nil {
		return err
	}
	for _, head := range heads {
		day, err := training.ParseDay(head.Date)
		if err != nil {
			continue
		}
		whole, err := list(training.DayRange{From: day, To: day}, "sleep-result", "sleep-evaluation", "sleep-score")
		if err != nil {
			return err
		}
		for i := range whole {
			n := &whole[i]
			put(n.Date, training.WellnessSleepS, float64(n.Evaluation.Asleep))
			put(n.Date, training.WellnessSleepScore, float64(n.Score.Score))
			for phase, f := range map[string]training.WellnessField{
				"wake": training.WellnessSleepAwakeS, "rem": training.WellnessSleepRemS, "light": training.WellnessSleepLightS,
				"deep": training.WellnessSleepDeepS,
			} {
				put(n.Date, f, float64(n.Evaluation.Phases[phase]))
			}
		}
	}
	return nil
}
