package intervalsicu

import (
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"slices"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Message holds the fields that we read from a message.
type Message struct {
	ID        ID     `json:"id"`
	AthleteID ID     `json:"athlete_id"`
	Name      string `json:"name"`
	Created   string `json:"created"`
	Type      string `json:"type"`
	Content   string `json:"content"`
	Deleted   string `json:"deleted"`
	Attached  string `json:"attachment_url"`
	Seen      bool   `json:"seen"`
}

// Read converts the message; ok is false if it was deleted. me is the athlete's id.
func (m *Message) Read(me string) (_ source.Message, ok bool) {
	return source.Message{
		ID: string(m.ID), AuthorID: string(m.AthleteID), Author: m.Name, At: UTC(m.Created), Kind: lower(m.Type), Text: m.Content,
		Mine: me != "" && string(m.AthleteID) == me, Seen: m.Seen, Attachment: m.Attached != "",
		AttachmentURL: m.Attached,
	}, m.Deleted == ""
}

// Chat holds the fields that we read from a chat. Messages belong to chats.
type Chat struct {
	ID         ID `json:"id"`
	ActivityID ID `json:"activity_id"` // empty unless the chat is about an activity
}

// Route holds the fields that we read from a route.
type Route struct {
	ID          ID           `json:"route_id"`
	Name        string       `json:"name"`
	Description string       `json:"description"`
	Commute     bool         `json:"commute"`
	Tags        []string     `json:"tags"`
	ReplacedBy  ID           `json:"replaced_by_route_id"`
	LastType    string       `json:"most_recent_type"`
	Path        [][]*float64 `json:"latlngs"`
}

// Read converts the route. Points without coordinates are left out.
func (r *Route) Read() source.Route {
	out := source.Route{ID: string(r.ID), Name: r.Name, Description: r.Description, Commute: r.Commute, Tags: r.Tags}
	out.Sport, _ = Sport(r.LastType)
	for _, p := range r.Path {
		if len(p) == 2 && p[0] != nil && p[1] != nil {
			out.Path = append(out.Path, [2]float64{*p[0], *p[1]})
		}
	}
	return out
}

// Routes returns the routes that still exist. A route that was merged into another
// one no longer has activities.
func (c *Client) Routes(ctx context.Context) ([]source.Route, error) {
	list, err := client.Ask[[]Route](ctx, c.api, request{Op: opRoutes, At: []string{c.athlete}})
	if err != nil {
		return nil, err
	}
	var out []source.Route
	for i := range list {
		if list[i].ReplacedBy == "" {
			out = append(out, list[i].Read())
		}
	}
	slices.SortStableFunc(out, func(a, b source.Route) int { return cmp.Compare(a.Name, b.Name) })
	return out, nil
}

// Route returns a route with its path.
func (c *Client) Route(ctx context.Context, id string) (source.Route, error) {
	if _, err := Number(id); err != nil {
		return source.Route{}, err
	}
	r := request{Op: opRoute, At: []string{c.athlete, id}, Query: url.Values{"includePath": {"true"}}}
	return client.One(ctx, c.api, r, (*Route).Read)
}

// ActivityPatch returns the named fields of an edit in the service's form.
// Perceived exertion is written to the athlete's own field, not to Strava's.
func ActivityPatch(e source.ActivityEdit, fields []source.ActivityField) (Patch, error) {
	kind, err := typeOf(e.Sport, e.SubSport)
	if err != nil {
		return nil, err
	}
	p := Patch{
		"race": e.Race, "commute": e.Commute, "trainer": e.Indoor, "tags": tags(e.Tags), "icu_ignore_power": e.IgnorePower,
		"icu_ignore_hr": e.IgnoreHR,
	}
	p.text("name", e.Name)
	p.text("description", e.Description)
	p.text("type", kind)
	p.whole("feel", float64(e.Feel))
	p.whole("icu_rpe", e.PerceivedExertion)
	p.whole("icu_training_load", e.Load)
	p.whole("carbs_ingested", e.CarbsG)
	p["paired_event_id"] = nil
	if e.PlannedEventID != "" {
		if p["paired_event_id"], err = Number(e.PlannedEventID); err != nil {
			return nil, err
		}
	}
	p["gear"] = nil
	if e.GearID != "" {
		p["gear"] = map[string]string{"id": e.GearID}
	}
	return only(activityFields, p, "an activity", fields)
}

var activityFields = map[source.ActivityField][]string{
	source.FieldName: {"name"}, source.FieldDescription: {"description"}, source.FieldSport: {"type"}, source.FieldRace: {"race"},
	source.FieldCommute: {"commute"}, source.FieldIndoor: {"trainer"}, source.FieldFeel: {"feel"}, source.FieldPerceivedExertion: {"icu_rpe"},
	source.FieldLoad: {"icu_training_load"}, source.FieldCarbs: {"carbs_ingested"}, source.FieldTags: {"tags"}, source.FieldGear: {"gear"},
	source.FieldPlannedEvent: {"paired_event_id"}, source.FieldIgnorePower: {"icu_ignore_power"}, source.FieldIgnoreHR: {"icu_ignore_hr"},
}

// ManualActivity returns a manual activity in the service's form.
func ManualActivity(m source.ManualActivity) (Patch, error) {
	kind, err := typeOf(m.Said.Sport, m.Said.SubSport)
	if err != nil {
		return nil, err
	}
	p := Patch{"start_date_local": string(m.Start), "race": m.Said.Race, "commute": m.Said.Commute}
	p.text("external_id", m.ExternalID)
	p.text("name", m.Said.Name)
	p.text("description", m.Said.Description)
	p.text("type", kind)
	p["tags"] = tags(m.Said.Tags)
	p.whole("icu_rpe", m.Said.PerceivedExertion)
	if e := m.Said.Entry; e != nil {
		moving := e.Values[training.MetricMovingTimeS]
		if moving == 0 {
			moving = e.TimerS
		}
		p.whole("moving_time", moving)
		p.whole("elapsed_time", e.ElapsedS)
		p.number("distance", e.Values[training.MetricDistanceKM]*1000)
		p.number("total_elevation_gain", e.Values[training.MetricElevationGainM])
		p.whole("average_heartrate", e.Values[training.MetricAvgHRBpm])
		p.whole("max_heartrate", e.Values[training.MetricMaxHRBpm])
		p.whole("calories", e.Values[training.MetricCaloriesKcal])
		p.whole("icu_training_load", e.Values[training.MetricTSS])
	}
	if m.ExternalID != "" {
		return p, nil // the activity may exist, with more data than this response
	}
	return p.given(), nil
}

// UpdateActivity sets the named fields.
func (c *Client) UpdateActivity(
	ctx context.Context, id string, edit source.ActivityEdit, fields ...source.ActivityField,
) (source.Activity, error) {
	if len(fields) == 0 {
		return source.Activity{}, nothingToChange()
	}
	patch, err := ActivityPatch(edit, fields)
	if err != nil {
		return source.Activity{}, err
	}
	if err := c.writable(ctx, id); err != nil {
		return source.Activity{}, err
	}
	a, err := client.Ask[Activity](ctx, c.api, request{Op: opUpdateActivity, At: []string{id}, Body: patch, Repeatable: true})
	if err != nil {
		return source.Activity{}, err
	}
	read, err := c.read(ctx, []Activity{a})
	if err != nil {
		return source.Activity{}, err
	}
	return read[0], nil
}

func nothingToChange() error {
	return training.Errorf(training.KindInvalid, "No field to change was given.").WithFix("Name at least one field.")
}

// writable returns an error unless an activity is the athlete's and can be changed on the
// service.
func (c *Client) writable(ctx context.Context, id string) error {
	a, err := c.one(ctx, id)
	if err == nil && a.Stub() {
		err = withheld()
	}
	return err
}

// DeleteActivity deletes an activity. The service remembers the deletion and does
// not accept the same file again.
func (c *Client) DeleteActivity(ctx context.Context, id string) error {
	if _, err := c.one(ctx, id); err != nil {
		return err
	}
	err := c.api.Do(ctx, request{Op: opDeleteActivity, At: []string{id}, Repeatable: true})
	if f, ok := source.FailureOf(err); ok && f.Fault == source.NotFound {
		return nil // an earlier try succeeded but its response was lost
	}
	return err
}

// Settable returns the settable values of an activity.
func (c *Client) Settable(ctx context.Context, id string) (map[string]json.RawMessage, error) {
	if err := activityID(id); err != nil {
		return nil, err
	}
	text, err := client.Ask[json.RawMessage](ctx, c.api, request{Op: opActivity, At: []string{id}})
	if err != nil {
		return nil, err
	}
	var a Activity
	var all map[string]json.RawMessage
	if err := json.Unmarshal(text, &a); err != nil {
		return nil, c.api.NotAsDescribed(opActivity, err)
	}
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, c.api.NotAsDescribed(opActivity, err)
	}
	own, err := c.own(ctx, []Activity{a})
	switch {
	case err != nil:
		return nil, err
	case len(own) == 0:
		return nil, c.api.NotFound("such activity of this athlete")
	case a.Stub():
		return nil, withheld()
	}
	return Settable(all), nil
}

// Set sets the given settable values of an activity.
func (c *Client) Set(ctx context.Context, id string, values map[string]json.RawMessage) error {
	if len(values) == 0 {
		return nothingToChange()
	}
	for name := range values {
		if !CanSet(name) {
			return training.Errorf(training.KindUnsupported, "Intervals.icu does not allow %q of an activity to be set.", name)
		}
	}
	if err := c.writable(ctx, id); err != nil {
		return err
	}
	return c.api.Do(ctx, request{Op: opUpdateActivity, At: []string{id}, Body: values, Repeatable: true})
}

// Readmit makes the service forget the deletion of an activity, so that it accepts
// the file again. The service allows this only with the athlete's own id.
func (c *Client) Readmit(ctx context.Context, id string) error {
	if err := activityID(id); err != nil {
		return err
	}
	err := c.api.Do(ctx, request{Op: opTombstone, At: []string{id}, Repeatable: true})
	if f, ok := source.FailureOf(err); ok && f.Fault == source.NotFound {
		return nil // a deletion of an activity without a recording is not remembered, and an earlier try may have succeeded
	}
	return err
}
