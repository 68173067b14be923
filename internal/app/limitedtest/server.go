// Package limitedtest is a fictional service for tests: a server and its client. Its terms allow
// its rows to be kept for a week, separate from all others, and to be shown only to
// athletes who agreed to this.
package limitedtest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"lapkeep/internal/app/connections"
	jsonapi "lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Key opens the account.
const Key = "limited-key-4711"

// Planted is a word that is in every row of this service, and nowhere else.
const Planted = "xyzzyplanted"

// PlantedBpm is the heart rate of all streams.
const PlantedBpm = 213

// Ride is a ride, as the service stores it.
type Ride struct {
	ID      string    `json:"id"`
	Changed int       `json:"changed"`
	Name    string    `json:"name"`
	Notes   string    `json:"notes,omitempty"`
	Device  string    `json:"device"`
	Begun   time.Time `json:"begun"`
	Seconds int       `json:"seconds"`
	Meters  float64   `json:"meters"`
	Watts   float64   `json:"watts,omitempty"`
	BPM     float64   `json:"bpm,omitempty"` // average heart rate
}

// Server is the service. Its zero value is not usable; see [New].
type Server struct {
	*httptest.Server

	mu      sync.Mutex
	rides   []Ride
	paths   []string
	revoked bool
	fails   func(path string) int // status of the answer; 0 means the usual status
}

// New starts the server.
func New(t testing.TB) *Server {
	t.Helper()
	s := &Server{}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /me", func(w http.ResponseWriter, _ *http.Request) {
		write(w, map[string]string{"ID": "7", "Name": Planted + " account", "TimeZone": "Asia/Tokyo"})
	})
	mux.HandleFunc("GET /rides", s.list)
	mux.HandleFunc("GET /rides/{id}", s.one)
	mux.HandleFunc("PUT /rides/{id}", s.edit)
	mux.HandleFunc("GET /rides/{id}/streams", s.streams)
	mux.HandleFunc("POST /revoke", func(w http.ResponseWriter, _ *http.Request) { s.revoked = true; write(w, "gone") })
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.paths = append(s.paths, strings.TrimPrefix(r.URL.RequestURI(), "/"))
		if r.Header.Get("Authorization") != "Bearer "+Key || s.revoked {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		if s.fails != nil {
			if status := s.fails(r.URL.Path); status != 0 {
				w.WriteHeader(status)
				fmt.Fprintf(w, `{"message":"%s is not allowed"}`, Planted)
				return
			}
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func write(w http.ResponseWriter, v any) { _ = json.NewEncoder(w).Encode(v) }

// Rode adds rides.
func (s *Server) Rode(all ...Ride) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rides = append(s.rides, all...)
	slices.SortFunc(s.rides, func(a, b Ride) int { return b.Begun.Compare(a.Begun) })
}

// Delete deletes a ride.
func (s *Server) Delete(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rides = slices.DeleteFunc(s.rides, func(r Ride) bool { return r.ID == id })
}

// Fail makes the server answer with the status that f returns, unless the status is 0.
func (s *Server) Fail(f func(path string) int) { s.mu.Lock(); defer s.mu.Unlock(); s.fails = f }

// Asked returns the requests since the last call to Asked.
func (s *Server) Asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.paths
	s.paths = nil
	return out
}

// Revoked reports whether the key was revoked.
func (s *Server) Revoked() bool { s.mu.Lock(); defer s.mu.Unlock(); return s.revoked }

// Renew makes the revoked key valid again.
func (s *Server) Renew() { s.mu.Lock(); defer s.mu.Unlock(); s.revoked = false }

// pageSize is the maximum number of rides on a page. A page may have fewer rides; only an
// empty page is the last one.
const pageSize = 200

func (s *Server) list(w http.ResponseWriter, r *http.Request) {
	from, to := r.FormValue("from"), r.FormValue("to")
	page, _ := strconv.Atoi(r.FormValue("page"))
	var found []Ride
	for _, ride := range s.rides {
		if day := ride.Begun.Format(time.DateOnly); day >= from && day <= to {
			ride.Notes = "" // only requests for a single ride return them
			found = append(found, ride)
		}
	}
	lo := min(page*pageSize, len(found))
	write(w, append([]Ride{}, found[lo:min(lo+pageSize, len(found))]...))
}

func (s *Server) one(w http.ResponseWriter, r *http.Request) {
	i := slices.IndexFunc(s.rides, func(x Ride) bool { return x.ID == r.PathValue("id") })
	if i < 0 {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	write(w, s.rides[i])
}

func (s *Server) streams(w http.ResponseWriter, r *http.Request) {
	i := slices.IndexFunc(s.rides, func(x Ride) bool { return x.ID == r.PathValue("id") })
	if i < 0 {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	write(w, map[string]any{"heart": slices.Repeat([]int{PlantedBpm}, s.rides[i].Seconds)})
}

// edit sets the given fields of a ride. The caller must hold s.mu.
func (s *Server) edit(w http.ResponseWriter, r *http.Request) {
	i := slices.IndexFunc(s.rides, func(x Ride) bool { return x.ID == r.PathValue("id") })
	if i < 0 {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	if err := json.NewDecoder(r.Body).Decode(&s.rides[i]); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	s.rides[i].Changed++
	write(w, s.rides[i])
}

// Ride returns the ride as it is stored now.
func (s *Server) Ride(id string) Ride {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.IndexFunc(s.rides, func(x Ride) bool { return x.ID == id }); i >= 0 {
		return s.rides[i]
	}
	return Ride{}
}

// Name is the name of the service.
const Name source.Name = "passing"

// Week is the time for which the service's rows may be kept.
const Week = 7 * 24 * time.Hour

// Terms returns the terms of the service.
func Terms() source.Policy {
	return source.Policy{
		Retention: Week, Audiences: []training.Audience{training.AudienceModel, training.AudiencePage}, DeletedOnDisconnect: true,
		Acknowledge:           "What is read from Passing stays for a week.",
		AcknowledgeAssistants: "Assistants pass on what they see.",
		TextVersion:           "2026-09-01", AsOf: "2026-09-01", Source: "https://passing.example/terms",
	}
}

// Kind returns the service, declared like the product's own services.
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
		Statement: training.Statement{
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

// ListActivities requests pages until a page is empty.
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
