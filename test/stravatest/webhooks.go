package stravatest

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"lapkeep/test/emulator"
)

// subscription is the address at which an application receives changes. There
// is at most one.
type subscription struct {
	id       int64
	callback string
	made     time.Time
}

func (h *subscription) doc(a *app) Doc {
	return Doc{
		"id": h.id, "resource_state": 2, "application_id": a.id, "callback_url": h.callback, "created_at": utc(h.made), "updated_at": utc(h.made),
	}
}

// createSubscription first asks the callback to identify itself. The lock is
// released meanwhile, because the callback may use the emulator.
func createSubscription(c *call) (any, error) {
	if err := c.client(); err != nil {
		return nil, err
	}
	s, back := c.server, c.form.Get("callback_url")
	u, err := url.Parse(back)
	switch {
	case c.app.hook != nil:
		return nil, bad("PushSubscription", "", "already exists")
	case back == "" || err != nil || len(back) > 255 || !loopback(u):
		return nil, bad("PushSubscription", "callback url", "invalid")
	case c.form.Get("verify_token") == "":
		return nil, bad("PushSubscription", "verify_token", "missing")
	}
	challenge, timeout := s.secret()[:16], s.options.CallbackTimeout
	s.mu.Unlock()
	err = prove(u, c.form.Get("verify_token"), challenge, timeout)
	s.mu.Lock()
	if err != nil {
		return nil, bad("PushSubscription", "callback url", "not verifiable")
	}
	c.app.hook = &subscription{300_000 + s.next(), back, s.Now()}
	return created{Doc{"id": c.app.hook.id}}, nil
}

// loopback keeps the emulator's requests on this machine.
func loopback(u *url.URL) bool {
	if u == nil || u.Scheme != "http" && u.Scheme != "https" {
		return false
	}
	return u.Hostname() == "localhost" || net.ParseIP(u.Hostname()).IsLoopback()
}

func prove(u *url.URL, verify, challenge string, timeout time.Duration) error {
	asked := *u
	q := asked.Query()
	for name, value := range map[string]string{"mode": "subscribe", "challenge": challenge, "verify_token": verify} {
		q.Set("hub."+name, value)
	}
	asked.RawQuery = q.Encode()
	answer, err := (&http.Client{Timeout: timeout}).Get(asked.String())
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, 1<<16))
	if err != nil {
		return err
	}
	var d map[string]string
	if err := json.Unmarshal(text, &d); err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK || d["hub.challenge"] != challenge {
		return fmt.Errorf("the callback answers %s and %q", answer.Status, d["hub.challenge"])
	}
	return nil
}

func listSubscriptions(c *call) (any, error) {
	if err := c.client(); err != nil {
		return nil, err
	}
	out := []Doc{}
	if c.app.hook != nil {
		out = append(out, c.app.hook.doc(c.app))
	}
	return out, nil
}

func deleteSubscription(c *call) (any, error) {
	if err := c.client(); err != nil {
		return nil, err
	}
	if c.app.hook == nil || c.app.hook.id != c.id {
		return nil, missing("PushSubscription")
	}
	c.app.hook = nil
	return nil, nil
}

// Event is the message that a webhook receives.
type Event struct {
	ObjectType     string `json:"object_type"` // activity or athlete
	ObjectID       int64  `json:"object_id"`
	AspectType     string `json:"aspect_type"` // create, update or delete
	Updates        Doc    `json:"updates"`
	OwnerID        int64  `json:"owner_id"`
	SubscriptionID int64  `json:"subscription_id"`
	EventTime      int64  `json:"event_time"`

	callback string
}

// tell queues an event for an application with a subscription.
func (s *Server) tell(a *app, athlete int64, e Event) {
	if a.hook == nil {
		return
	}
	e.OwnerID, e.SubscriptionID, e.EventTime, e.callback = athlete, a.hook.id, s.Now().Unix(), a.hook.callback
	if e.Updates == nil {
		e.Updates = Doc{}
	}
	s.pending = append(s.pending, e)
}

// tellActivity sends an event to every application that may see an activity.
// One that may not see private activities receives a change to private as a
// deletion.
func (s *Server) tellActivity(m *Athlete, a *Activity, aspect string, updates Doc) {
	for _, to := range s.apps {
		g := to.grants[m.ID]
		if g == nil || !slices.ContainsFunc(g.scopes, func(x string) bool { return strings.HasPrefix(x, "activity:read") }) {
			continue
		}
		e := Event{ObjectType: "activity", ObjectID: a.ID, AspectType: aspect, Updates: updates}
		if private, changed := updates["private"]; !g.whole() && changed {
			e.Updates, e.AspectType = nil, map[any]string{"true": "delete", "false": "create"}[private]
		} else if !g.sees(a) {
			continue
		}
		s.tell(to, m.ID, e)
	}
}

// Delivery determines how waiting events are delivered.
type Delivery struct {
	Twice    bool // each is sent twice
	Reversed bool // newest first
	Lost     bool // none is ever sent
}

// Delivered is an event and its receiver's answer.
type Delivered struct {
	Event  Event
	Tries  int
	Status int // of the last try; 0 is no answer in time
}

// Pending returns the events that wait for Deliver. Calling Advance between the
// change and Deliver delays them.
func (s *Server) Pending() []Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.pending)
}

// Deliver posts the waiting events, each up to three times if the receiver does
// not answer 200 in time.
func (s *Server) Deliver(d Delivery) []Delivered {
	s.mu.Lock()
	events, timeout := s.pending, s.options.CallbackTimeout
	s.pending = nil
	s.mu.Unlock()
	if d.Lost {
		return nil
	}
	if d.Reversed {
		slices.Reverse(events)
	}
	out := []Delivered{}
	for _, e := range events {
		times := 1
		if d.Twice {
			times = 2
		}
		for range times {
			out = append(out, post(e, timeout))
		}
	}
	return out
}

func post(e Event, timeout time.Duration) Delivered {
	text := emulator.JSON(0, e).Body
	out := Delivered{Event: e}
	for out.Tries < 3 && out.Status != http.StatusOK {
		out.Tries, out.Status = out.Tries+1, 0
		answer, err := (&http.Client{Timeout: timeout}).Post(e.callback, "application/json", strings.NewReader(string(text)))
		if err != nil {
			continue // it counts as a try
		}
		out.Status = answer.StatusCode
		_ = answer.Body.Close() // it is not read
	}
	return out
}
