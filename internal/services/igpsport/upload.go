package igpsport

import (
	"bytes"
	"context"
	"net/url"
	"slices"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Upload brings a FIT file. The service says neither which activity it became
// nor whether it was there before: the list does, by when an activity began.
func (c *Client) Upload(ctx context.Context, f source.File, said source.Upload) (ids []string, fresh bool, err error) {
	if !isFIT(f.Body) {
		return nil, false, training.Errorf(training.KindUnsupported, "iGPSport takes FIT files, and this is none.").
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

// uploading is a file on its way.
type uploading struct {
	c     *Client
	file  []byte
	start time.Time
	// others are activities that were there before it was sent.
	others []string
	sent   bool
}

// look gives the id of the activity that has the file, among those of its days
// that were not there before, and empty if none has.
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
			if !u.sent { // what is new may still be without its time
				u.others = append(u.others, a.ID)
			}
		}
		if q.After = page.Next; q.After == "" {
			return "", nil
		}
	}
}

// zones are apart by quarters of an hour: by which clock a start is told is
// not certain.
const zones = 15 * time.Minute

// is reports whether an activity began when the recording does. Where only its
// file can tell, that is compared.
func (u *uploading) is(ctx context.Context, a *source.Activity) (bool, error) {
	if a.StartLocal == "" { // the list has its day alone
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

// bring puts the file where the service wants it and has it read.
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

// pauses are those before the list is asked for what was taken: the service
// may still be reading it.
func pauses() []time.Duration {
	return []time.Duration{0, time.Second, 2 * time.Second, 4 * time.Second}
}

// wait gives the id of the activity that the file became, empty if it does not
// appear. The file is taken, whatever becomes of asking for it.
func (u *uploading) wait(ctx context.Context) string {
	for _, pause := range pauses() {
		if err := u.c.clock.Pause(ctx, pause); err != nil {
			return ""
		}
		id, err := u.look(ctx)
		if err != nil {
			u.c.log.WarnContext(ctx, "a file was sent, and what it became could not be asked for", "source", u.c.Name(), "error", err)
			return ""
		}
		if id != "" {
			return id
		}
	}
	return ""
}
