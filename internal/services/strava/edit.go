package strava

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// notThere are words for sports that the service does not have.
var notThere = []string{"TrackRide", "Cyclocross", "OpenWaterSwim", "VirtualSki", "Transition", "Other", "Hockey", "Rugby", "WaterSport"}

// sportType is the service's word for a sport.
func sportType(sport training.Sport, sub string) (string, error) {
	if word := source.WriteSportWord(sport, sub, notThere...); word != "" {
		return word, nil
	}
	return "", training.Errorf(training.KindUnsupported, "Strava has no sport %q.", sport).
		WithFix("Use one of cycling, running, swimming and the other common ones, or fitness.")
}

// noGear is the gear of an activity without any.
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
			return source.Activity{}, training.Errorf(training.KindUnsupported, "Strava lets nobody set %s.", string(f)).
				WithFix("It can be set here; the service keeps what it has.")
		}
	}
	if len(body) == 0 {
		return source.Activity{}, training.Errorf(training.KindInvalid, "No field to change was named.").WithFix("Name at least one field.")
	}
	return client.One(ctx, c.api, request{Op: opUpdateActivity, At: []string{text}, Body: body, Repeatable: true}, (*activity).read)
}

// TakesField reports whether anybody can set a field there.
func (c *Client) TakesField(f source.ActivityField) bool {
	return slices.Contains([]source.ActivityField{
		source.FieldName, source.FieldDescription, source.FieldSport, source.FieldCommute, source.FieldIndoor, source.FieldGear,
		source.FieldHideFromHome,
	}, f)
}

// DeletesActivities is false: the service lets no application do so.
func (c *Client) DeletesActivities() bool { return false }

// DeleteActivity is what the service lets no application do.
func (c *Client) DeleteActivity(context.Context, string) error {
	return training.Errorf(training.KindUnsupported, "Strava lets no application delete an activity.").
		WithFix("Delete it on its page there.")
}

// CreateManual makes activities that nothing recorded. The service keeps no name
// of ours: one that begins at the same second, lasts as long and was not recorded
// either is the same.
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
		return source.Activity{}, training.Errorf(training.KindInvalid, "Strava takes no activity that does not say how long it lasted.").
			WithFix("Give its duration.")
	}
	if before, ok, err := c.entered(ctx, m.Start, elapsed); err != nil || ok {
		return before, err
	}
	form := url.Values{
		"name": {m.Said.Name}, "sport_type": {word}, "start_date_local": {string(m.Start) + "Z"}, // local; the Z is not meant
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

// entered looks whether there is such an entry already.
func (c *Client) entered(ctx context.Context, start training.LocalTime, elapsedS int) (a source.Activity, ok bool, err error) {
	q := source.ActivityQuery{Days: training.DayRange{From: start.Day(), To: start.Day()}}
	for {
		page, err := c.ListActivities(ctx, q)
		if err != nil {
			return a, false, err
		}
		for _, a := range page.Activities {
			if !a.HasStreams && a.StartLocal == start && int(a.Said.Entry.ElapsedS) == elapsedS {
				return a, true, nil
			}
		}
		if q.After = page.Next; q.After == "" {
			return a, false, nil
		}
	}
}
