package intervalsicu

import (
	"bytes"
	"context"
	"errors"
	"mime/multipart"
	"net/http"
	"net/url"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Upload brings a file. The service knows a file by its content, so that
// sending it twice makes one activity of it.
func (c *Client) Upload(ctx context.Context, f source.File, said source.Upload) (ids []string, fresh bool, err error) {
	q := url.Values{}
	for name, v := range map[string]string{
		"name": said.Name, "description": said.Description, "device_name": said.Device, "external_id": said.ExternalID,
		"paired_event_id": said.PlannedEventID,
	} {
		if v != "" {
			q.Set(name, v)
		}
	}
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, err := w.CreateFormFile("file", f.Name)
	if err == nil {
		_, err = part.Write(f.Body)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		return nil, false, training.Errorf(training.KindInternal, "a file could not be packed for Intervals.icu: %w", err)
	}
	r := request{
		Op: opUpload, At: []string{c.athlete}, Query: q,
		Body: client.Form{Kind: w.FormDataContentType(), Text: b.Bytes()}, Repeatable: true,
	}
	a, err := c.api.Send(ctx, r)
	if err != nil {
		return nil, false, err
	}
	ids, err = c.uploaded(a)
	return ids, a.Status == http.StatusCreated, err
}

func (c *Client) uploaded(a *client.Answer) ([]string, error) {
	var made struct {
		ID         ID `json:"id"`
		Activities []struct {
			ID ID `json:"id"`
		} `json:"activities"`
	}
	if err := c.api.Decode(opUpload, a, &made); err != nil {
		return nil, err
	}
	var ids []string
	for _, m := range made.Activities {
		ids = append(ids, string(m.ID))
	}
	if len(ids) == 0 && made.ID != "" {
		ids = []string{string(made.ID)}
	}
	return ids, nil
}

// CreateManual makes activities without a recording. One with an external id
// that is there already is changed; without one, asking twice makes two, and
// so nothing is tried again.
func (c *Client) CreateManual(ctx context.Context, entries []source.ManualActivity) ([]source.Activity, error) {
	if len(entries) == 0 {
		return nil, nil
	}
	keyed := true
	body := make([]Patch, len(entries))
	for i, e := range entries {
		p, err := ManualActivity(e)
		if err != nil {
			return nil, err
		}
		body[i], keyed = p, keyed && e.ExternalID != ""
	}
	made, err := client.Ask[[]Activity](ctx, c.api, request{Op: opManual, At: []string{c.athlete}, Body: body, Repeatable: keyed})
	if err != nil {
		return nil, err
	}
	return c.read(ctx, made)
}
