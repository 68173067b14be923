package intervalsicu

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

const (
	baseURL = "https://intervals.icu"
	apiPath = "/api/v1"
)

// API describes the service to a client. Its author asks for at most ten requests
// per second from one address, with short bursts; we send eight, to leave room for
// other programs.
func API() client.API {
	return client.API{
		Name: WireName, Title: "Intervals.icu", URL: baseURL, Path: apiPath, BasicUser: "API_KEY", PerSecond: 8, Burst: 8,
		Explain: func(f source.Failure, said client.Message) error {
			if f.Fault == source.Refused && strings.Contains(said.Reason, "Strava activities") {
				return withheld()
			}
			return nil
		},
	}
}

func withheld() error {
	return training.Errorf(training.KindForbidden, "Intervals.icu does not provide this activity. %s", Withheld)
}

// Client accesses Intervals.icu for one athlete. It is safe for concurrent use.
type Client struct {
	api     *client.Client
	tokens  source.Tokens
	athlete string // in the form used in paths
	now     func() time.Time

	mu sync.Mutex
	me *owner // nil until requested
	// roster lists the athletes that the service last listed, if the credential belongs to
	// their coach.
	roster *[]source.Other
	mine   map[string]bool // activities known to be the athlete's
}

// New returns a client. It sends no request. [AthleteID] parses o.Athlete.
func New(o client.Options) (*Client, error) {
	athlete, err := AthleteID(o.Athlete)
	if err != nil {
		return nil, err
	}
	api, err := client.New(API(), o)
	return &Client{api: api, mine: map[string]bool{}, tokens: o.Tokens, athlete: athlete, now: o.Clock.Now}, err
}

// AthleteID parses an athlete's id in the forms that people use. An empty id and
// "0" mean the owner of the credential. AthleteID does not add a letter to a bare
// number, because the oldest accounts have such ids.
func AthleteID(s string) (string, error) {
	id := strings.ToLower(strings.TrimSpace(s))
	id = strings.TrimPrefix(id, string(WireName)+":")
	if id == "" {
		return self, nil
	}
	if digits := strings.TrimPrefix(id, "i"); digits == "" || strings.Trim(digits, "0123456789") != "" {
		return "", training.Errorf(training.KindInvalid, "%q is not the id of an Intervals.icu athlete.", s).
			WithFix("Write the id as i12345 or 12345, as Settings, Developer shows it; leave it out for yourself.")
	}
	return id, nil
}

// self is the id that means the owner of the credential in paths.
const self = "0"

// Name returns the service's name, "intervals".
func (c *Client) Name() source.Name { return WireName }

// Policy returns the policy that follows from the service's terms: athletes may
// keep and use their own data.
func (c *Client) Policy() source.Policy {
	return source.Policy{
		Retention: source.Forever, Joined: true,
		Audiences: []training.Audience{training.AudienceModel, training.AudiencePage, training.AudienceExport},
		Source:    "https://intervals.icu/api-docs.html", AsOf: "2026-09-24",
	}
}

// messagePage is the number of messages per request.
const messagePage = 100

// activityPage is the address of an activity's page, without its id.
const activityPage = baseURL + "/activities/"

// Messages returns an activity's messages, oldest first, without deleted ones.
func (c *Client) Messages(ctx context.Context, activityID string) ([]source.Message, error) {
	if err := c.owns(ctx, activityID); err != nil {
		return nil, err
	}
	me, err := c.who(ctx)
	if err != nil {
		return nil, err
	}
	var out []source.Message
	seen := map[ID]bool{}
	q := url.Values{"limit": {strconv.Itoa(messagePage)}}
	for {
		list, err := client.Ask[[]Message](ctx, c.api, request{Op: opMessages, At: []string{activityID}, Query: q})
		if err != nil {
			return nil, err
		}
		fresh, last := 0, int64(0)
		for i := range list {
			if n, err := Number(string(list[i].ID)); err == nil {
				last = max(last, n)
			}
			if seen[list[i].ID] {
				continue
			}
			fresh, seen[list[i].ID] = fresh+1, true
			if m, ok := list[i].Read(me.id); ok {
				m.Page = activityPage + url.PathEscape(activityID)
				out = append(out, m)
			}
		}
		if len(list) < messagePage || fresh == 0 {
			break
		}
		q.Set("sinceId", strconv.FormatInt(last, 10))
	}
	slices.SortStableFunc(out, func(a, b source.Message) int { return a.At.Compare(b.At) })
	return out, nil
}

// AddMessage posts a message to an activity. It is sent at most once, because a
// message that others have read cannot be taken back.
func (c *Client) AddMessage(ctx context.Context, activityID, text string) (source.Posted, error) {
	if strings.TrimSpace(text) == "" {
		return source.Posted{}, training.Errorf(training.KindInvalid, "The message is empty.").WithFix("Write at least a word.")
	}
	if err := c.owns(ctx, activityID); err != nil {
		return source.Posted{}, err
	}
	made, err := client.Ask[struct {
		ID   ID   `json:"id"`
		Chat Chat `json:"new_chat"`
	}](ctx, c.api, request{Op: opSendMessage, At: []string{activityID}, Body: Patch{"content": text}})
	if err != nil {
		return source.Posted{}, err
	}
	p := source.Posted{ID: string(made.ID), Chat: string(made.Chat.ID)}
	if p.Chat == "" { // the message exists, but cannot be deleted from here without the chat
		p.Chat, _ = c.chatOn(ctx, activityID)
	}
	return p, nil
}

// chatOn returns the id of the chat about an activity, among the chats of the key's
// owner, who may be the athlete's coach. The service lists only chats with
// something new, so chatOn must be called right after sending a message.
func (c *Client) chatOn(ctx context.Context, activityID string) (string, error) {
	list, err := client.Ask[[]Chat](ctx, c.api, request{Op: opChats, At: []string{self}})
	if err != nil {
		return "", err
	}
	for _, chat := range list {
		if string(chat.ActivityID) == activityID {
			return string(chat.ID), nil
		}
	}
	return "", nil
}

// DeleteMessage deletes a message. The service keeps an empty message in its place.
func (c *Client) DeleteMessage(ctx context.Context, activityID string, p source.Posted) error {
	if err := postedAt(activityID, p); err != nil {
		return err
	}
	if p.Chat == "" {
		var err error
		if p.Chat, err = c.chatOn(ctx, activityID); err != nil {
			return err
		}
	}
	if p.Chat == "" {
		return training.Errorf(training.KindUnsupported, "Intervals.icu no longer reports which chat the message is in.").
			WithFix("Delete it on the page of the activity there.")
	}
	return c.api.Do(ctx, request{Op: opDeleteMessage, At: []string{p.Chat, p.ID}, Repeatable: true})
}

// postedAt returns an error if an id of an activity, message or chat is
// malformed.
func postedAt(activity string, p source.Posted) error {
	if err := activityID(activity); err != nil {
		return err
	}
	if _, err := Number(p.ID); err != nil {
		return err
	}
	if p.Chat == "" {
		return nil
	}
	_, err := Number(p.Chat)
	return err
}

// ListActivities returns a page of the athlete's activities.
func (c *Client) ListActivities(ctx context.Context, q source.ActivityQuery) (source.ActivityPage, error) {
	start := func(a *Activity) string { return a.StartLocal }
	list, next, err := client.Before(q, start, func(newest string, limit int) ([]Activity, error) {
		return client.Ask[[]Activity](ctx, c.api, request{Op: opActivities, At: []string{c.athlete}, Query: url.Values{
			"oldest": {q.Days.From.String()}, "newest": {newest}, "limit": {strconv.Itoa(limit)}, "fields": {strings.Join(Fields(), ",")},
		}})
	})
	if err != nil {
		return source.ActivityPage{}, err
	}
	c.remember(list)
	read, err := c.read(ctx, list)
	return source.ActivityPage{Activities: read, Next: next}, err
}

// read converts activities to our type. If an activity has only a local start, the
// athlete's time zone determines the instant.
func (c *Client) read(ctx context.Context, list []Activity) ([]source.Activity, error) {
	zone := time.UTC
	if slices.ContainsFunc(list, func(a Activity) bool { return a.Start == "" }) {
		me, err := c.who(ctx)
		if err != nil {
			return nil, err
		}
		zone = me.zone
	}
	out := make([]source.Activity, len(list))
	for i := range list {
		out[i] = list[i].Read(zone)
	}
	return out, nil
}

// maxIDs is the maximum number of activities in one request; its address contains
// their ids.
const maxIDs = 50

// Activities returns the athlete's activities with the given ids, without missing
// ones and those of other athletes.
func (c *Client) Activities(ctx context.Context, ids ...string) ([]source.Activity, error) {
	var out []source.Activity
	for some := range slices.Chunk(ids, maxIDs) {
		for _, id := range some {
			if err := activityID(id); err != nil {
				return nil, err
			}
		}
		list, err := client.Ask[[]Activity](ctx, c.api, request{Op: opActivitiesByID, At: []string{c.athlete, strings.Join(some, ",")}})
		if err != nil {
			return nil, err
		}
		if list, err = c.own(ctx, list); err != nil {
			return nil, err
		}
		read, err := c.read(ctx, list)
		if err != nil {
			return nil, err
		}
		out = append(out, read...)
	}
	return out, nil
}

// activityID returns an error for a string that is not an id, before it becomes
// part of an address. Both forms are used unchanged: with a letter added, the bare
// number of an activity from Strava would identify a different activity.
func activityID(id string) error {
	if digits := strings.TrimPrefix(id, "i"); digits == "" || strings.Trim(digits, "0123456789") != "" {
		return training.Errorf(training.KindInvalid, "%q is not the id of an Intervals.icu activity.", id).
			WithFix("Give the id as a listing shows it: i123 or 123.")
	}
	return nil
}

// own removes the activities of other athletes. This is needed because an activity's
// address does not contain its athlete, and a coach's key gives access to several.
func (c *Client) own(ctx context.Context, list []Activity) ([]Activity, error) {
	me, err := c.who(ctx)
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(a Activity) bool { return a.AthleteID != "" && string(a.AthleteID) != me.id })
	c.remember(list)
	return list, nil
}

// remember records which activities are the athlete's, so that requests for their
// files need no further check.
func (c *Client) remember(list []Activity) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, a := range list {
		c.mine[string(a.ID)] = true
	}
}

// owns returns an error unless an activity is the athlete's.
func (c *Client) owns(ctx context.Context, id string) error {
	c.mu.Lock()
	known := c.mine[id]
	c.mu.Unlock()
	if known {
		return nil
	}
	_, err := c.one(ctx, id)
	return err
}

// one returns one of the athlete's activities.
func (c *Client) one(ctx context.Context, id string) (Activity, error) {
	if err := activityID(id); err != nil {
		return Activity{}, err
	}
	a, err := client.Ask[Activity](ctx, c.api, request{Op: opActivity, At: []string{id}})
	if err != nil {
		return a, err
	}
	own, err := c.own(ctx, []Activity{a})
	if err == nil && len(own) == 0 {
		err = c.api.NotFound("such activity of this athlete")
	}
	return a, err
}

// readable returns an activity, or an error if it is a stub or has an unknown form.
func (c *Client) readable(ctx context.Context, id string) (Activity, error) {
	a, err := c.one(ctx, id)
	switch {
	case err != nil:
	case a.Stub():
		err = withheld()
	case a.Unread():
		err = c.api.NotAsDescribed(opActivity, nil)
	}
	return a, err
}
