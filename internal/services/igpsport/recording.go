package igpsport

import (
	"bytes"
	"context"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// FetchRecording gives the FIT file of an activity. Where it lies the list says
// for most; what it says may be out of date, and then the service is asked.
func (c *Client) FetchRecording(ctx context.Context, id string) (source.File, error) {
	if !IsID(id) {
		return source.File{}, noID(id)
	}
	c.mu.Lock()
	listed := c.files[id]
	c.mu.Unlock()
	if listed != "" {
		file, err := c.file(ctx, listed, id)
		if err == nil || !stale(err) {
			return file, err
		}
	}
	address, err := c.address(ctx, id)
	if err != nil {
		return source.File{}, err
	}
	return c.file(ctx, address, id)
}

// stale reports whether another address may help.
func stale(err error) bool {
	switch training.KindOf(err) {
	case training.KindNotFound, training.KindForbidden, training.KindCorrupt, training.KindInvalid:
		return true
	}
	return false
}

// address asks where a file lies.
func (c *Client) address(ctx context.Context, id string) (string, error) {
	at, err := client.Ask[Address](ctx, c.api, client.Request{Op: opFile, At: []string{id}})
	if err != nil || at != "" {
		return string(at), err
	}
	a, err := c.one(ctx, id)
	if err == nil && a.File == "" {
		err = c.api.NotFound("file of this activity")
	}
	return a.File, err
}

// file fetches a file, which must be a FIT.
func (c *Client) file(ctx context.Context, address, id string) (source.File, error) {
	file, err := c.api.Fetch(ctx, address, id+".fit")
	if err != nil {
		return source.File{}, err
	}
	if !isFIT(file.Body) {
		return source.File{}, training.Errorf(training.KindCorrupt, "What iGPSport gives as the file of activity %s is no FIT file.", id)
	}
	return file, nil
}

func isFIT(b []byte) bool {
	const head = 12
	return len(b) >= head && bytes.Equal(b[8:head], []byte(".FIT"))
}
