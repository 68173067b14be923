package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
)

var errPage = errors.New("a web page")

// Decode reads an answer, and tells one that did not arrive from one that has
// another form.
func (c *Client) Decode(op Operation, a *Answer, out any) error {
	text, err := bytes.TrimSpace(a.Body), error(nil)
	switch {
	case len(text) == 0:
		err = io.ErrUnexpectedEOF
	case text[0] == '<':
		err = errPage
	default:
		err = json.Unmarshal(text, out)
	}
	if err == nil {
		return nil
	}
	return c.NotAsDescribed(op, err)
}

// NotAsDescribed is the failure of an operation whose answer cannot be read.
func (c *Client) NotAsDescribed(op Operation, err error) error {
	f := source.Failure{
		Fault: source.Changed, Source: c.api.Name, Title: c.api.Title, Status: http.StatusOK,
		Err: errors.New(op.ID + " answered in another form"),
	}
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok && strings.HasPrefix(syntax.Error(), "unexpected end") ||
		errors.Is(err, io.ErrUnexpectedEOF) {
		f.Fault, f.Err = source.Unavailable, errors.New("the answer of "+op.ID+" is cut off")
		return source.Fail(f, "%s broke off its answer.", c.api.Title)
	}
	if errors.Is(err, errPage) {
		f.Fault, f.Err = source.Unavailable, errors.New(op.ID+" answered with a web page")
		return source.Fail(f, "%s answered with a web page instead of data; a proxy or sign-in page between may have sent it.", c.api.Title)
	}
	return source.Fail(f, "%s answered in a form that this version does not know.", c.api.Title)
}

// NotFound says what a service does not have.
func (c *Client) NotFound(what i18n.Word) error {
	f := source.Failure{Fault: source.NotFound, Source: c.api.Name, Title: c.api.Title, Status: http.StatusNotFound}
	return source.Fail(f, "%s has no %s.", c.api.Title, what)
}

// maxReason is how much of a service's own words on a refusal is passed on.
const maxReason = 160

// explain adds the service's own words to a refusal.
func (c *Client) explain(ctx context.Context, a *Answer, err error) error {
	f, ok := source.FailureOf(err)
	if !ok || a == nil {
		return err
	}
	said := SaidIn(a.Body)
	if c.api.Explain != nil {
		if why := c.api.Explain(f, said); why != nil {
			return c.http.Heed(ctx, why)
		}
	}
	switch {
	case f.Fault != source.Refused:
		return err
	case said.Reason == "": // a service's way of saying that it has nothing to show
		f.Err = errors.New("no reason given")
		return source.Fail(f, "%s does not accept the request and gives no reason; there may be no such data.", c.api.Title)
	}
	return source.Fail(f, "%s does not accept the request. It says: %s", c.api.Title, said.Reason)
}
