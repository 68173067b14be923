package strava

import (
	"bytes"
	"context"
	"mime/multipart"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// upload is a file on its way to be an activity.
type upload struct {
	ID       id     `json:"id"`
	Error    string `json:"error"`
	Activity id     `json:"activity_id"`
}

// kinds are the files that the service takes, packed or not.
var kinds = []string{"fit", "tcx", "gpx"}

// pauses are those between asking what became of a file: the service wants at
// least a second.
var pauses = []time.Duration{
	time.Second, 2 * time.Second, 3 * time.Second, 5 * time.Second, 8 * time.Second,
}

// duplicateOf is what the service says of a file that it has: the activity's id
// stands in it.
var duplicateOf = regexp.MustCompile(`(?i)duplicate of\b.*?(?:activities/|\s)(\d{1,19})\b`)

// Upload brings a file and waits until the service has read it. One that it has
// already is told by its own check.
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
		return nil, true, nil // it took the file and does not show it yet
	}
	return []string{string(u.Activity)}, true, nil
}

// wait gives what became of an upload, as far as that is known in time. The file
// is taken, whatever becomes of asking for it.
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

// uploadForm is a file with what is said of it.
func uploadForm(f source.File, said source.Upload) (client.Form, error) {
	name := path.Base(f.Name)
	kind := strings.ToLower(strings.TrimPrefix(path.Ext(strings.TrimSuffix(name, ".gz")), "."))
	if !slices.Contains(kinds, kind) {
		return client.Form{}, training.Errorf(training.KindUnsupported, "Strava takes files of the forms FIT, TCX and GPX, and this is none.").
			WithFix("export_activity writes the activity as one.")
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
