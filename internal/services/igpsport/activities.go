package igpsport

import (
	"bytes"
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// mostRows is the maximum number of rows on a page.
const mostRows = 20

// ListActivities returns a page. It is not known in which time zone the service
// counts days, so ListActivities requests an additional day at both ends and then
// selects the requested days.
func (c *Client) ListActivities(ctx context.Context, q source.ActivityQuery) (source.ActivityPage, error) {
	at, err := placeOf(q.After)
	if err != nil {
		return source.ActivityPage{}, err
	}
	size := mostRows
	if q.Limit > 0 && q.Limit < size {
		size = q.Limit
	}
	query := url.Values{
		"pageNo": {strconv.Itoa(at.page)}, "pageSize": {strconv.Itoa(size)}, "reqType": {"0"}, "sort": {"1"},
		"beginTime": {(q.Days.From - 1).String()}, "endTime": {(q.Days.To + 1).String()},
	}
	if c.region.name == China {
		query.Set("sortType", "1")
	}
	page, err := client.Ask[Page](ctx, c.api, client.Request{Op: opActivities, Query: query})
	if err != nil {
		return source.ActivityPage{}, err
	}
	if last := page.Last(); last == "" || last == at.last {
		return source.ActivityPage{}, nil
	}
	all, err := c.complete(ctx, page.Rows)
	if err != nil {
		return source.ActivityPage{}, err
	}
	read, err := c.read(ctx, all, q.Days)
	return source.ActivityPage{Activities: read, Next: at.next(&page)}, err
}

// place is the position of a page. last is the last activity of the previous page. It is needed
// because some accounts get the last page again if they request a page beyond the end.
type place struct {
	page int
	last string
}

func placeOf(after string) (place, error) {
	if after == "" {
		return place{page: 1}, nil
	}
	number, last, _ := strings.Cut(after, ":")
	n, err := strconv.Atoi(number)
	if err != nil || n < 2 || !IsID(last) {
		return place{}, training.Errorf(training.KindInvalid, "%q is not a page of iGPSport's activities.", after)
	}
	return place{n, last}, nil
}

// next returns the position of the next page, empty after the last page.
func (p place) next(page *Page) string {
	if page.Pages > 0 && p.page >= page.Pages {
		return ""
	}
	return strconv.Itoa(p.page+1) + ":" + page.Last()
}

// complete requests the details of each activity whose row has neither a file URL
// nor a start time, and keeps all rows until the next page, so that no further
// request is needed for their files.
func (c *Client) complete(ctx context.Context, rows []Activity) ([]Activity, error) {
	var all []Activity
	for _, a := range rows {
		id := a.ID()
		if id == "" { // it cannot be requested or identified
			c.log.WarnContext(ctx, "an activity without an id was left out", "source", WireName, "title", a.Title)
			continue
		}
		if a.Readable() && !a.Timed() && a.FileURL() == "" {
			var err error
			if a, err = c.detailed(ctx, a); err != nil {
				return nil, err
			}
		}
		all = append(all, a)
	}
	c.remember(all)
	return all, nil
}

// detailed returns an activity with its details, or the row if it has none.
func (c *Client) detailed(ctx context.Context, a Activity) (Activity, error) {
	id := a.ID()
	c.mu.Lock()
	before, known := c.details[id]
	c.mu.Unlock()
	if known {
		return before, nil
	}
	whole, err := c.one(ctx, id)
	if f, ok := source.FailureOf(err); ok && (f.Fault == source.NotFound || f.Fault == source.Refused) {
		return a, nil
	}
	if err != nil {
		return a, err
	}
	if a.File = whole.File; whole.Timed() {
		a.Start = whole.Start
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.details) >= mostDetails {
		clear(c.details)
	}
	c.details[id] = a
	return a, nil
}

// mostDetails is the maximum number of activity details that are kept.
const mostDetails = 2000

func (c *Client) remember(all []Activity) {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.files)
	for i := range all {
		c.files[all[i].ID()] = all[i].FileURL()
	}
}

// read converts the activities of the given days to our type.
func (c *Client) read(ctx context.Context, all []Activity, days training.DayRange) ([]source.Activity, error) {
	if len(all) == 0 {
		return nil, nil
	}
	me, err := c.who(ctx)
	if err != nil {
		return nil, err
	}
	var out []source.Activity
	near := days.To
	for i := range all {
		if day, ok := all[i].Day(); ok {
			near = day
		}
		if a := all[i].Read(me.Location(), near); days.Contains(a.Day) {
			out = append(out, a)
		}
	}
	return out, nil
}

// one returns the details of one activity.
func (c *Client) one(ctx context.Context, id string) (Activity, error) {
	if !IsID(id) {
		return Activity{}, noID(id)
	}
	return client.Ask[Activity](ctx, c.api, client.Request{Op: opActivity, At: []string{id}})
}

// noID returns the error for a string that is not an id.
func noID(id string) error {
	return training.Errorf(training.KindInvalid, "%q is not an id of iGPSport.", id).WithFix("Give the number that a listing shows.")
}

// Activities returns the athlete's activities among those with the given ids. It
// leaves out the activities of others, to which the token also gives access.
func (c *Client) Activities(ctx context.Context, ids ...string) ([]source.Activity, error) {
	me, err := c.who(ctx)
	if err != nil {
		return nil, err
	}
	var out []source.Activity
	for _, id := range ids {
		a, err := c.one(ctx, id)
		if training.KindOf(err) == training.KindNotFound && err != nil {
			continue
		}
		if err != nil {
			return nil, err
		}
		if by := string(a.Member); by != "" && by != "0" && by != me.MemberID() || a.ID() != id {
			continue
		}
		day, dated := a.Day()
		if !dated {
			return nil, c.api.NotAsDescribed(opActivity, nil)
		}
		out = append(out, a.Read(me.Location(), day))
	}
	return out, nil
}

// Upload uploads a FIT file. The service reports neither the resulting activity nor
// whether it already had the file, so Upload searches the list by start time.
func (c *Client) Upload(ctx context.Context, f source.File, said source.Upload) (ids []string, fresh bool, err error) {
	if !isFIT(f.Body) {
		return nil, false, training.Errorf(training.KindUnsupported, "iGPSport accepts FIT files, and this is not one.").
			WithFix("export_activity writes the activity as FIT; import that on its site or in its app.")
	}
	u := uploading{c: c, file: f.Body, start: said.Start.UTC().Truncate(time.Second)}
	if id, err := u.look(ctx); err != nil || id != "" {
		return []string{id}, false, err
	}
	if err := u.bring(ctx, f.Name); err != nil {
		return nil, false, err
	}
	if id := u.wait(ctx); id != "" {
		ids = []string{id}
	}
	return ids, true, nil
}

// uploading is a file being uploaded.
type uploading struct {
	c     *Client
	file  []byte
	start time.Time
	// others lists activities that existed before the upload.
	others []string
	sent   bool
}

// look returns the id of the file's activity. It searches the new activities of the
// days in question, and returns "" if none matches.
func (u *uploading) look(ctx context.Context) (string, error) {
	day := training.DayOf(u.start)
	q := source.ActivityQuery{Days: training.DayRange{From: day - 1, To: day + 1}}
	for {
		page, err := u.c.ListActivities(ctx, q)
		if err != nil {
			return "", err
		}
		for i := range page.Activities {
			a := &page.Activities[i]
			if a.Withheld != "" || slices.Contains(u.others, a.ID) {
				continue
			}
			if is, err := u.is(ctx, a); err != nil || is {
				return a.ID, err
			}
			if !u.sent { // after the upload, a new activity may still lack its time
				u.others = append(u.others, a.ID)
			}
		}
		if q.After = page.Next; q.After == "" {
			return "", nil
		}
	}
}

// Time zones differ by quarters of an hour, and the zone of a start is uncertain.
const zones = 15 * time.Minute

// is reports whether an activity began at the same time as the recording. If the
// activity's start is only in its file, it compares the files.
func (u *uploading) is(ctx context.Context, a *source.Activity) (bool, error) {
	if a.StartLocal == "" { // the list has only the activity's day
		all, err := u.c.Activities(ctx, a.ID)
		if err != nil || len(all) == 0 {
			return false, err
		}
		a = &all[0]
	}
	apart := a.Start.Sub(u.start)
	if a.StartLocal != "" && (apart == 0 || apart%zones != 0) {
		return apart == 0, nil
	}
	file, err := u.c.FetchRecording(ctx, a.ID)
	if kind := training.KindOf(err); err != nil && (kind == training.KindNotFound || kind == training.KindCorrupt) {
		return false, nil
	}
	return bytes.Equal(file.Body, u.file), err
}

// bring uploads the file to the service's storage and asks the service to read it.
func (u *uploading) bring(ctx context.Context, name string) error {
	var to struct {
		ID  string `json:"ossId"`
		URL string `json:"signedUrl"`
	}
	a, err := u.c.api.Send(ctx, client.Request{Op: opSignedURL, Query: url.Values{"fileExtension": {".fit"}}})
	if err == nil {
		err = u.c.api.Decode(opSignedURL, a, &to)
	}
	if err == nil && (to.ID == "" || to.URL == "") {
		err = u.c.api.NotAsDescribed(opSignedURL, nil)
	}
	if err != nil {
		return err
	}
	if err := u.c.api.Store(ctx, to.URL, u.file); err != nil {
		return err
	}
	u.sent = true
	return u.c.api.Do(ctx, client.Request{Op: opUploaded, Body: map[string]string{"fileName": name, "ossName": to.ID}})
}

// pauses returns the waiting times before each search for the uploaded file in the
// list, because the service may still be processing it.
func pauses() []time.Duration {
	return []time.Duration{0, time.Second, 2 * time.Second, 4 * time.Second}
}

// wait returns the id of the uploaded file's activity, or "" if the activity does
// not appear. The service has accepted the file, even if these requests fail.
func (u *uploading) wait(ctx context.Context) string {
	for _, pause := range pauses() {
		if err := u.c.clock.Pause(ctx, pause); err != nil {
			return ""
		}
		id, err := u.look(ctx)
		if err != nil {
			u.c.log.WarnContext(ctx, "a file was sent, but its result could not be queried", "source", u.c.Name(), "error", err)
			return ""
		}
		if id != "" {
			return id
		}
	}
	return ""
}
