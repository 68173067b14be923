package limitedtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// Key opens the account.
const Key = "limited-key-4711"

// Planted is a word of every row, and of nothing else.
const Planted = "xyzzyplanted"

// PlantedBpm is the heart rate of all streams.
const PlantedBpm = 213

// Ride is one as the service has it.
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
	BPM     float64   `json:"bpm,omitempty"` // on average
}

// Server is the service. Its zero value is not usable; see [New].
type Server struct {
	*httptest.Server

	mu      sync.Mutex
	rides   []Ride
	paths   []string
	revoked bool
	fails   func(path string) int // the status of an answer, 0 is the usual one
}

// New starts it.
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

// Delete takes one away.
func (s *Server) Delete(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rides = slices.DeleteFunc(s.rides, func(r Ride) bool { return r.ID == id })
}

// Fail answers with a status where f gives one.
func (s *Server) Fail(f func(path string) int) { s.mu.Lock(); defer s.mu.Unlock(); s.fails = f }

// Asked are the requests since it was asked last.
func (s *Server) Asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.paths
	s.paths = nil
	return out
}

// Revoked says that the key was.
func (s *Server) Revoked() bool { s.mu.Lock(); defer s.mu.Unlock(); return s.revoked }

// Renew takes the revoked key again.
func (s *Server) Renew() { s.mu.Lock(); defer s.mu.Unlock(); s.revoked = false }

// pageSize is how many rides a page has; one may have fewer, and only an empty
// one is the last.
const pageSize = 200

func (s *Server) list(w http.ResponseWriter, r *http.Request) {
	from, to := r.FormValue("from"), r.FormValue("to")
	page, _ := strconv.Atoi(r.FormValue("page"))
	var found []Ride
	for _, ride := range s.rides {
		if day := ride.Begun.Format(time.DateOnly); day >= from && day <= to {
			ride.Notes = "" // it shows them of one alone
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

// edit sets what is given of a ride. It is called with s.mu.
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

// Ride is one as it stands.
func (s *Server) Ride(id string) Ride {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.IndexFunc(s.rides, func(x Ride) bool { return x.ID == id }); i >= 0 {
		return s.rides[i]
	}
	return Ride{}
}
