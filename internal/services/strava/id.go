package strava

import (
	"bytes"
	"context"
	"encoding/json"
	"mime/multipart"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
	"lapkeep/internal/training"
)

// id is a number of up to 63 bits that is kept as text, because floating-point
// numbers cannot represent many of these exactly.
type id = client.ID

// longestID is the number of digits of 2^63.
const longestID = 19

func isID(i id) bool {
	return i != "" && len(i) <= longestID && strings.Trim(string(i), "0123456789") == ""
}

// ours returns an error unless the text is an id that may become part of an address.
func ours(text string) error {
	if isID(id(text)) {
		return nil
	}
	return training.Errorf(training.KindInvalid, "%q is not an id of %s.", text, title).WithFix("Give the number that a listing shows.")
}

// Subscribe makes the service call an address. An application has at most one subscription.
func (c *Client) Subscribe(ctx context.Context, callback, word string) (string, error) {
	form, web, err := c.asApplication(ctx)
	if err != nil {
		return "", err
	}
	form.Set("callback_url", callback)
	form.Set("verify_token", word)
	made, err := client.Ask[struct{ ID id }](ctx, web, request{
		Op: opSubscribe, Body: client.Form{Kind: formKind, Text: []byte(form.Encode())},
	})
	if err == nil && !isID(made.ID) {
		err = web.NotAsDescribed(opSubscribe, nil)
	}
	return string(made.ID), err
}

// Unsubscribe ends a subscription.
func (c *Client) Unsubscribe(ctx context.Context, text string) error {
	if err := ours(text); err != nil {
		return err
	}
	form, web, err := c.asApplication(ctx)
	if err != nil {
		return err
	}
	err = web.Do(ctx, request{
		Op: opUnsubscribe, At: []string{text}, Body: client.Form{Kind: formKind, Text: []byte(form.Encode())}, Repeatable: true,
	})
	if f, failed := source.FailureOf(err); failed && f.Fault == source.NotFound {
		return nil
	}
	return err
}

// asApplication returns the credentials of the application and a client that
// uses them, for requests that concern no athlete.
func (c *Client) asApplication(ctx context.Context) (url.Values, *client.Client, error) {
	t, err := c.o.Tokens.Token(ctx)
	if err != nil {
		return nil, nil, err
	}
	o := c.o
	o.Budget, o.Tokens = nil, token.Static(Name, source.Token{Scheme: source.Bearer, Access: t.Access})
	web, err := client.New(API(), o)
	return url.Values{"client_id": {t.User}, "client_secret": {t.Password.Reveal()}}, web, err
}

// ReadEvent parses an event from the service; ok is false if it is not an event.
func (c *Client) ReadEvent(body []byte) (e source.WebhookEvent, ok bool) {
	var said struct {
		Of           string          `json:"object_type"`
		What         string          `json:"aspect_type"`
		ID           id              `json:"object_id"`
		Owner        id              `json:"owner_id"`
		Subscription id              `json:"subscription_id"`
		Updates      json.RawMessage `json:"updates"`
	}
	if json.Unmarshal(body, &said) != nil || !isID(said.ID) || !isID(said.Owner) || !isID(said.Subscription) {
		return e, false
	}
	e = source.WebhookEvent{Subscription: string(said.Subscription), Owner: string(said.Owner), ID: string(said.ID)}
	var updates map[string]any
	if len(bytes.TrimSpace(said.Updates)) > 0 && json.Unmarshal(said.Updates, &updates) != nil {
		updates = nil // the updates have an unknown form and are not needed
	}
	switch {
	case said.Of == "activity" && said.What == "create":
		e.Kind = source.EventActivityMade
	case said.Of == "activity" && said.What == "update":
		e.Kind = source.EventActivityChanged
	case said.Of == "activity" && said.What == "delete":
		e.Kind = source.EventActivityDeleted
	case said.Of == "athlete" && (updates["authorized"] == "false" || updates["authorized"] == false):
		e.Kind = source.EventAccessEnded
	}
	return e, true
}

// segment is a segment, from a list or requested individually.
type segment struct {
	ID       id       `json:"id"`
	Name     string   `json:"name"`
	Distance *float64 `json:"distance"`
	GradePct *float64 `json:"average_grade"`
	HighM    *float64 `json:"elevation_high"`
	LowM     *float64 `json:"elevation_low"`
	GainM    *float64 `json:"total_elevation_gain"`
	Efforts  *float64 `json:"effort_count"`
	Athletes *float64 `json:"athlete_count"`
	City     string   `json:"city"`
	State    string   `json:"state"`
	Country  string   `json:"country"`
	Own      struct {
		BestS *float64 `json:"pr_elapsed_time"`
	} `json:"athlete_segment_stats"`
}

func (s *segment) read() source.Segment {
	out := source.Segment{ID: string(s.ID), Name: s.Name, AvgGradePct: s.GradePct, OwnBestS: s.Own.BestS}
	if s.Distance != nil {
		km := *s.Distance / 1000
		out.DistanceKm = &km
	}
	return out
}

func (s *segment) place() string {
	var parts []string
	for _, p := range []string{s.City, s.State, s.Country} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, ", ")
}

// effort is one of the athlete's efforts on a segment.
type effort struct {
	ID         id      `json:"id"`
	Name       string  `json:"name"`
	StartLocal string  `json:"start_date_local"`
	ElapsedS   float64 `json:"elapsed_time"`
	Activity   struct {
		ID id `json:"id"`
	} `json:"activity"`
}

func (e *effort) read() source.SegmentEffort {
	a := activity{StartLocal: e.StartLocal}
	return source.SegmentEffort{ID: string(e.ID), ActivityID: string(e.Activity.ID), Name: e.Name, Start: a.clock(), TimeS: e.ElapsedS}
}

// Segments returns a page of the segments that the athlete starred; the service
// does not say which segments they created.
func (c *Client) Segments(ctx context.Context, q source.SegmentQuery) (source.SegmentPage, error) {
	if q.Own {
		return source.SegmentPage{Note: "Strava does not say which segments an athlete created."}, nil
	}
	page, err := pageOf(q.After)
	if err != nil {
		return source.SegmentPage{}, err
	}
	list, err := client.List(ctx, c.api, request{Op: opStarred, Query: url.Values{
		"page": {strconv.Itoa(page)}, "per_page": {strconv.Itoa(size(q.Limit))},
	}}, (*segment).read)
	out := source.SegmentPage{Segments: list}
	if err == nil && len(list) > 0 {
		out.Next = strconv.Itoa(page + 1)
	}
	return out, err
}

// Segment returns a segment with the athlete's efforts, which the service returns only to
// subscribers; other athletes get only their best time.
func (c *Client) Segment(ctx context.Context, text string) (source.SegmentDetail, error) {
	if err := ours(text); err != nil {
		return source.SegmentDetail{}, err
	}
	s, err := client.Ask[segment](ctx, c.api, request{Op: opSegment, At: []string{text}})
	if err != nil {
		return source.SegmentDetail{}, err
	}
	out := source.SegmentDetail{
		Segment: s.read(), ElevationGainM: s.GainM, MinAltitudeM: s.LowM, MaxAltitudeM: s.HighM, Athletes: s.Athletes, Efforts: s.Efforts,
		Place: s.place(),
	}
	out.Own, err = client.List(ctx, c.api, request{
		Op: opEfforts, Query: url.Values{"segment_id": {text}, "per_page": {strconv.Itoa(mostRows)}},
	}, (*effort).read)
	if f, failed := source.FailureOf(err); failed && (f.Fault == source.Unpaid || f.Fault == source.Unscoped) {
		err = nil
	}
	return out, err
}

// SegmentRanking returns an error, because Strava no longer offers segment rankings.
func (c *Client) SegmentRanking(context.Context, source.RankingQuery) (source.SegmentRanking, error) {
	return source.SegmentRanking{}, training.Errorf(training.KindUnsupported, "Strava does not provide segment rankings.").
		WithFix("The segment's page there shows them.")
}

// upload is an uploaded file that becomes an activity.
type upload struct {
	ID       id     `json:"id"`
	Error    string `json:"error"`
	Activity id     `json:"activity_id"`
}

// kinds lists the file types that the service accepts, packed or not.
var kinds = []string{"fit", "tcx", "gpx"}

// pauses are the waiting times between requests for the state of a file. The
// service asks clients to wait at least a second.
var pauses = []time.Duration{
	time.Second, 2 * time.Second, 3 * time.Second, 5 * time.Second, 8 * time.Second,
}

// duplicateOf matches the service's error for a file that it already has; the
// error contains the activity's id.
var duplicateOf = regexp.MustCompile(`(?i)duplicate of\b.*?(?:activities/|\s)(\d{1,19})\b`)

// Upload sends a file and waits until the service has processed it. If the service
// recognises a duplicate, Upload returns the existing ids and fresh is false.
func (c *Client) Upload(ctx context.Context, f source.File, said source.Upload) (ids []string, fresh bool, err error) {
	form, err := uploadForm(f, said)
	if err != nil {
		return nil, false, err
	}
	u, err := client.Ask[upload](ctx, c.api, request{Op: opCreateUpload, Body: form})
	if err != nil {
		return nil, false, err
	}
	u = c.wait(ctx, u)
	switch {
	case u.Error != "":
		if m := duplicateOf.FindStringSubmatch(u.Error); m != nil {
			return []string{m[1]}, false, nil
		}
		return nil, false, source.Fail(source.Failure{Fault: source.Refused, Source: Name}, "%s could not read the file.", title)
	case u.Activity == "":
		return nil, true, nil // the file was accepted, but its activity is not shown yet
	}
	return []string{string(u.Activity)}, true, nil
}

// wait returns the latest known state of an upload, after waiting for it to be
// processed. The service has accepted the file, even if these requests fail.
func (c *Client) wait(ctx context.Context, u upload) upload {
	for _, pause := range pauses {
		if u.Error != "" || u.Activity != "" || !isID(u.ID) || c.clock.Pause(ctx, pause) != nil {
			return u
		}
		now, err := client.Ask[upload](ctx, c.api, request{Op: opUpload, At: []string{string(u.ID)}})
		if err != nil {
			return u
		}
		u = now
	}
	return u
}

// uploadForm returns the multipart form with the file, its name and
// description.
func uploadForm(f source.File, said source.Upload) (client.Form, error) {
	name := path.Base(f.Name)
	kind := strings.ToLower(strings.TrimPrefix(path.Ext(strings.TrimSuffix(name, ".gz")), "."))
	if !slices.Contains(kinds, kind) {
		return client.Form{}, training.Errorf(training.KindUnsupported, "Strava accepts FIT, TCX and GPX files, and this is none of them.").
			WithFix("export_activity writes the activity as such a file.")
	}
	if strings.HasSuffix(name, ".gz") {
		kind += ".gz"
	}
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for field, value := range map[string]string{
		"data_type": kind, "name": said.Name, "description": said.Description, "external_id": said.ExternalID,
	} {
		if value == "" {
			continue
		}
		if err := w.WriteField(field, value); err != nil {
			return client.Form{}, err
		}
	}
	part, err := w.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write(f.Body)
	}
	if err == nil {
		err = w.Close()
	}
	return client.Form{Kind: w.FormDataContentType(), Text: body.Bytes()}, err
}

// comment is a comment on an activity. Its author has no id.
type comment struct {
	ID      id      `json:"id"`
	Text    string  `json:"text"`
	By      athlete `json:"athlete"`
	Created string  `json:"created_at"`
	Cursor  string  `json:"cursor"`
}

func (m *comment) read(activity string) source.Message {
	at, err := time.Parse(time.RFC3339, m.Created)
	if err != nil {
		at = time.Time{}
	}
	return source.Message{
		ID: string(m.ID), AuthorID: string(m.By.ID), Author: strings.TrimSpace(m.By.First + " " + m.By.Last), At: at.UTC(), Kind: "text",
		Text: m.Text, Page: Website + "/activities/" + activity,
	}
}

// Messages returns the comments on an activity, oldest first.
func (c *Client) Messages(ctx context.Context, activity string) ([]source.Message, error) {
	if err := ours(activity); err != nil {
		return nil, err
	}
	var out []source.Message
	seen := map[string]bool{}
	q := url.Values{"page_size": {strconv.Itoa(mostRows)}}
	for {
		list, err := client.Ask[[]comment](ctx, c.api, request{Op: opComments, At: []string{activity}, Query: q})
		if err != nil {
			return nil, err
		}
		for i := range list {
			out = append(out, list[i].read(activity))
		}
		if len(list) == 0 {
			return out, nil
		}
		cursor := list[len(list)-1].Cursor
		if cursor == "" || seen[cursor] {
			return out, nil
		}
		seen[cursor] = true
		q.Set("after_cursor", cursor)
	}
}
