package strava

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
	"lapkeep/internal/training"
)

// Name is the service's name in ids: "strava:123".
const Name source.Name = "strava"

const (
	title = "Strava"
	// Website is the address where athletes connect and view their data.
	Website = "https://www.strava.com"
	// publicAPI is the address of the API. From 2027 on, the API will also be at the other
	// addresses, which are spelled in two ways.
	publicAPI = Website + "/api/v3"
)

// API describes the service.
func API() client.API {
	return client.API{
		Name: Name, Title: title, URL: publicAPI, Others: []string{"https://api-v3.strava.com", "https://www.api-v3.strava.com"},
		PerSecond: 5, Burst: 10, Buckets: buckets, Quotas: quotas, Explain: explain, Ended: ended,
	}
}

// Client accesses Strava for one athlete. It is safe for concurrent use.
type Client struct {
	api    *client.Client
	o      client.Options
	policy source.Policy
	clock  client.Clock

	mu   sync.Mutex
	me   *athlete  // nil until requested
	last *activity // the last one that was requested individually
}

// New returns a client that is subject to terms. It sends no request.
func New(o client.Options, terms source.Policy) (*Client, error) {
	api, err := client.New(API(), o)
	return &Client{api: api, o: o, policy: terms, clock: o.Clock}, err
}

// Name returns the service's name, "strava".
func (c *Client) Name() source.Name { return Name }

// Policy returns the terms under which the client was created.
func (c *Client) Policy() source.Policy { return c.policy }

type request = client.Request

// athlete is the owner of the token.
type athlete struct {
	ID    id     `json:"id"`
	First string `json:"firstname"`
	Last  string `json:"lastname"`
}

// who returns the token's athlete. It sends a request only the first time.
func (c *Client) who(ctx context.Context) (athlete, error) {
	c.mu.Lock()
	known := c.me
	c.mu.Unlock()
	if known != nil {
		return *known, nil
	}
	me, err := client.Ask[athlete](ctx, c.api, request{Op: opAthlete})
	switch {
	case err != nil:
	case !isID(me.ID):
		err = c.api.NotAsDescribed(opAthlete, nil)
	case c.o.Athlete != "" && c.o.Athlete != string(me.ID):
		err = source.Fail(source.Failure{Fault: source.Unauthorised, Source: Name, Title: title},
			"The access to %s belongs to the athlete %s, but %s is connected.", title, string(me.ID), c.o.Athlete)
	}
	if err != nil {
		return athlete{}, err
	}
	c.mu.Lock()
	c.me = &me
	c.mu.Unlock()
	return me, nil
}

// Check returns the token's account; the scopes are those in the token.
func (c *Client) Check(ctx context.Context) (source.Account, error) {
	c.mu.Lock()
	c.me = nil
	c.mu.Unlock()
	me, err := c.who(ctx)
	if err != nil {
		return source.Account{}, err
	}
	t, err := c.o.Tokens.Token(ctx)
	name := me.First
	if me.Last != "" {
		name += " " + me.Last
	}
	return source.Account{ID: string(me.ID), Name: name, Scopes: t.Scopes}, err
}

const formKind = "application/x-www-form-urlencoded"

// Revoke ends access on the service, with the operation that was added in 2026, or else with
// the one that will be removed in mid-2027. If access has ended already, it returns nil.
func (c *Client) Revoke(ctx context.Context) error {
	t, err := c.o.Tokens.Token(ctx)
	if f, failed := source.FailureOf(err); failed && f.Fault == source.Unauthorised {
		return nil
	}
	if err != nil {
		return err
	}
	secret := t.Refresh
	if secret.Empty() {
		secret = t.Access
	}
	by := source.Token{Scheme: source.Basic, Access: t.Password}
	err = c.website(ctx, t.User, by, opRevoke, url.Values{"token": {secret.Reveal()}})
	if f, failed := source.FailureOf(err); !failed || f.Fault != source.NotFound && f.Fault != source.Changed && f.Fault != source.Refused {
		return err
	}
	return c.website(ctx, "", source.Token{Scheme: source.Bearer, Access: t.Access}, opDeauthorize, nil)
}

// website sends a request to the host that connects athletes. No budget counts it.
func (c *Client) website(ctx context.Context, user string, t source.Token, op client.Operation, form url.Values) error {
	o := c.o
	o.BaseURL, o.Budget, o.Tokens = o.SignInURL, nil, token.Static(Name, t)
	web, err := client.New(client.API{Name: Name, Title: title, URL: Website, BasicUser: user, Explain: explain}, o)
	if err != nil {
		return err
	}
	return web.Do(ctx, request{Op: op, Body: client.Form{Kind: formKind, Text: []byte(form.Encode())}, Repeatable: true})
}

// notThere lists words for sports that the service does not have.
var notThere = []string{"TrackRide", "Cyclocross", "OpenWaterSwim", "VirtualSki", "Transition", "Other", "Hockey", "Rugby", "WaterSport"}

// sportType returns the service's word for a sport, or an error if it has none.
func sportType(sport training.Sport, sub string) (string, error) {
	if word := source.WriteSportWord(sport, sub, notThere...); word != "" {
		return word, nil
	}
	return "", training.Errorf(training.KindUnsupported, "Strava has no sport %q.", sport).
		WithFix("Use one of cycling, running, swimming and the other common ones, or fitness.")
}

// noGear is the gear id for an activity without gear.
const noGear = "none"

// UpdateActivity sets the named fields.
func (c *Client) UpdateActivity(
	ctx context.Context, text string, e source.ActivityEdit, fields ...source.ActivityField,
) (source.Activity, error) {
	if err := ours(text); err != nil {
		return source.Activity{}, err
	}
	body := map[string]any{}
	for _, f := range fields {
		switch f {
		case source.FieldName:
			body["name"] = e.Name
		case source.FieldDescription:
			body["description"] = e.Description
		case source.FieldCommute:
			body["commute"] = e.Commute
		case source.FieldIndoor:
			body["trainer"] = e.Indoor
		case source.FieldHideFromHome:
			body["hide_from_home"] = e.HideFromHome
		case source.FieldGear:
			body["gear_id"] = strings.TrimPrefix(e.GearID, string(Name)+":")
			if e.GearID == "" {
				body["gear_id"] = noGear
			}
		case source.FieldSport:
			word, err := sportType(e.Sport, e.SubSport)
			if err != nil {
				return source.Activity{}, err
			}
			body["sport_type"] = word
		default:
			return source.Activity{}, training.Errorf(training.KindUnsupported, "Strava does not let applications set %s.", string(f)).
				WithFix("You can set it in Lapkeep; the service keeps its own value.")
		}
	}
	if len(body) == 0 {
		return source.Activity{}, training.Errorf(training.KindInvalid, "No field to change was given.").WithFix("Name at least one field.")
	}
	return client.One(ctx, c.api, request{Op: opUpdateActivity, At: []string{text}, Body: body, Repeatable: true}, (*activity).read)
}

// TakesField reports whether the service allows a field to be set.
func (c *Client) TakesField(f source.ActivityField) bool {
	return slices.Contains([]source.ActivityField{
		source.FieldName, source.FieldDescription, source.FieldSport, source.FieldCommute, source.FieldIndoor, source.FieldGear,
		source.FieldHideFromHome,
	}, f)
}

// DeletesActivities returns false, because Strava does not let applications
// delete activities.
func (c *Client) DeletesActivities() bool { return false }

// DeleteActivity returns an error, because Strava does not let applications delete
// activities.
func (c *Client) DeleteActivity(context.Context, string) error {
	return training.Errorf(training.KindUnsupported, "Strava does not let applications delete activities.").
		WithFix("Delete it on its page there.")
}

// CreateManual creates activities without a recording. The service stores no
// external id, so two activities without a recording count as the same if they
// begin in the same second and have the same duration.
func (c *Client) CreateManual(ctx context.Context, entries []source.ManualActivity) ([]source.Activity, error) {
	var out []source.Activity
	for i := range entries {
		a, err := c.create(ctx, &entries[i])
		if err != nil {
			return out, err
		}
		a.ExternalID = entries[i].ExternalID
		out = append(out, a)
	}
	return out, nil
}

func (c *Client) create(ctx context.Context, m *source.ManualActivity) (source.Activity, error) {
	word, err := sportType(m.Said.Sport, m.Said.SubSport)
	if err != nil {
		return source.Activity{}, err
	}
	entry := m.Said.Entry
	elapsed := int(max(entry.ElapsedS, entry.TimerS))
	if elapsed <= 0 {
		return source.Activity{}, training.Errorf(training.KindInvalid, "Strava does not accept an activity without a duration.").
			WithFix("Give its duration.")
	}
	if before, ok, err := c.entered(ctx, m.Start, elapsed); err != nil || ok {
		return before, err
	}
	form := url.Values{
		"name": {m.Said.Name}, "sport_type": {word}, "start_date_local": {string(m.Start) + "Z"}, // local time; the Z is meaningless
		"elapsed_time": {strconv.Itoa(elapsed)},
	}
	if m.Said.Name == "" {
		form.Set("name", word)
	}
	if m.Said.Description != "" {
		form.Set("description", m.Said.Description)
	}
	if km, ok := entry.Values[training.MetricDistanceKM]; ok {
		form.Set("distance", strconv.FormatFloat(km*1000, 'f', 1, 64))
	}
	for name, set := range map[string]bool{"commute": m.Said.Commute, "trainer": m.Said.SubSport == training.SubIndoor} {
		if set {
			form.Set(name, "1")
		}
	}
	return client.One(ctx, c.api, request{
		Op: opCreateActivity, Body: client.Form{Kind: formKind, Text: []byte(form.Encode())},
	}, (*activity).read)
}

// entered finds an existing activity that counts as the same.
func (c *Client) entered(ctx context.Context, start training.LocalTime, elapsedS int) (a source.Activity, ok bool, err error) {
	q := source.ActivityQuery{Days: training.DayRange{From: start.Day(), To: start.Day()}}
	for {
		page, err := c.ListActivities(ctx, q)
		if err != nil {
			return a, false, err
		}
		for _, a := range page.Activities {
			if !a.HasStreams && a.StartLocal == start && int(a.Statement.Entry.ElapsedS) == elapsedS {
				return a, true, nil
			}
		}
		if q.After = page.Next; q.After == "" {
			return a, false, nil
		}
	}
}

// explain returns the error for a refused request or token, or nil if the reason is not
// known. It matches the service's words loosely, because not all of them are documented.
func explain(f source.Failure, said client.Message) error {
	for _, d := range said.Details {
		field, code := strings.ToLower(d.Field), strings.ToLower(d.Code)
		switch resource := strings.ToLower(d.Resource); {
		case code == "missing" && strings.HasSuffix(field, "_permission"):
			f.Fault, f.Scope = source.Unscoped, strings.TrimSuffix(field, "_permission")
			return source.Fail(f, "")
		case resource == "refreshtoken":
			f.Fault = source.Unauthorised
			return source.Fail(f, "%s no longer grants access: it was withdrawn there, or this sign-in was replaced by another.", title)
		case resource == "authorizationcode":
			f.Fault = source.Unauthorised
			return source.Fail(f, "%s rejected the code: it has already been used, or has expired.", title)
		case resource == "application":
			if err := ofApplication(f, field, code); err != nil {
				return err
			}
		}
	}
	return nil
}

// ofApplication returns the error for a problem with the API application; if it
// returns nil, the status decides.
func ofApplication(f source.Failure, field, code string) error {
	switch {
	case strings.HasPrefix(field, "client_"):
		f.Fault = source.ClientRefused
	case code == "inactive":
		f.Fault = source.Inactive
	case strings.Contains(field, "athlete"):
		f.Fault = source.Crowded
	default:
		return nil
	}
	return source.Fail(f, "")
}

// ended reports whether a 401 concerns the credential and not a missing right.
func ended(said client.Message) bool {
	for _, d := range said.Details {
		if strings.EqualFold(d.Code, "missing") {
			return false
		}
	}
	return true
}
