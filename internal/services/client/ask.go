package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Operation is an operation of a service's API: its name there, its method, and a path with
// placeholders such as "/activity/{id}".
type Operation struct{ ID, Method, Path string }

// Get returns the operation that sends a GET to path. Logs and errors show id.
func Get(id, path string) Operation { return Operation{id, http.MethodGet, path} }

// Post returns the operation that sends a POST to path, which creates something.
func Post(id, path string) Operation { return Operation{id, http.MethodPost, path} }

// Put returns the operation that sends a PUT to path, which changes something.
func Put(id, path string) Operation { return Operation{id, http.MethodPut, path} }

// Delete returns the operation that sends a DELETE to path.
func Delete(id, path string) Operation { return Operation{id, http.MethodDelete, path} }

// at returns the path with its placeholders filled in order.
func (o Operation) at(values []string) string {
	path := o.Path
	for _, v := range values {
		before, after, _ := strings.Cut(path, "{")
		_, rest, _ := strings.Cut(after, "}")
		path = before + url.PathEscape(v) + rest
	}
	return path
}

// Request is one call of an operation.
type Request struct {
	Op    Operation
	At    []string // the values of the path's placeholders
	Query url.Values
	Body  any // sent as JSON, or unchanged if it is a [Form]
	// Repeatable is set if repeating the request has no further effect.
	Repeatable bool
}

// Form is a body that is not JSON.
type Form struct {
	Kind string
	Text []byte
}

// Send makes a request and returns the response without its envelope.
func (c *Client) Send(ctx context.Context, r Request) (*Answer, error) {
	address := c.base.String() + r.Op.at(r.At)
	if len(r.Query) > 0 {
		address += "?" + r.Query.Encode()
	}
	body, kind, err := c.body(r)
	if err != nil {
		return nil, err
	}
	if r.Repeatable {
		ctx = Repeatable(ctx)
	}
	if c.api.Buckets != nil {
		ctx = source.WithBuckets(ctx, c.api.Buckets(r.Op)...)
	}
	h, err := http.NewRequestWithContext(ctx, r.Op.Method, address, body)
	if err != nil {
		return nil, training.Errorf(training.KindInternal, "a request to %s could not be made: %w", c.api.Title, err)
	}
	h.Header = c.api.Header.Clone()
	if h.Header == nil {
		h.Header = http.Header{}
	}
	h.Header.Set("Accept", "application/json, */*")
	if kind != "" {
		h.Header.Set("Content-Type", kind)
	}
	a, err := c.http.Do(h)
	if err != nil {
		return nil, c.explain(ctx, a, err)
	}
	if c.api.Enveloped {
		return c.unwrap(ctx, r.Op, a)
	}
	return a, nil
}

func (c *Client) body(r Request) (body io.Reader, kind string, err error) {
	switch b := r.Body.(type) {
	case nil:
		return nil, "", nil
	case Form:
		return bytes.NewReader(b.Text), b.Kind, nil
	default:
		text, err := json.Marshal(b)
		if err != nil {
			return nil, "", training.Errorf(training.KindInternal, "a request to %s could not be written: %w", c.api.Title, err)
		}
		return bytes.NewReader(text), "application/json", nil
	}
}

// Do makes a request and ignores the content of the response.
func (c *Client) Do(ctx context.Context, r Request) error {
	_, err := c.Send(ctx, r)
	return err
}

// Ask makes a request and reads its response, which must be JSON whatever its
// declared type, because some services declare JSON as plain text.
func Ask[W any](ctx context.Context, c *Client, r Request) (W, error) {
	var w W
	a, err := c.Send(ctx, r)
	if err == nil {
		err = c.Decode(r.Op, a, &w)
	}
	return w, err
}

// One requests one thing and converts it to our type.
func One[W, T any](ctx context.Context, c *Client, r Request, read func(*W) T) (T, error) {
	w, err := Ask[W](ctx, c, r)
	if err != nil {
		var none T
		return none, err
	}
	return read(&w), nil
}

// List requests a list of things and converts each to our type.
func List[W, T any](ctx context.Context, c *Client, r Request, read func(*W) T) ([]T, error) {
	return One(ctx, c, r, func(list *[]W) []T {
		out := make([]T, len(*list))
		for i := range *list {
			out[i] = read(&(*list)[i])
		}
		return out
	})
}

var errPage = errors.New("a web page")

// Decode parses a response. Its errors distinguish a response that was cut off from
// one in an unknown form.
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

// NotAsDescribed returns the error for a response that cannot be parsed:
// Unavailable if it is cut off, Changed otherwise.
func (c *Client) NotAsDescribed(op Operation, err error) error {
	f := source.Failure{
		Fault: source.Changed, Source: c.api.Name, Title: c.api.Title, Status: http.StatusOK,
		Err: errors.New(op.ID + " answered in an unknown format"),
	}
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok && strings.HasPrefix(syntax.Error(), "unexpected end") ||
		errors.Is(err, io.ErrUnexpectedEOF) {
		f.Fault, f.Err = source.Unavailable, errors.New("the answer of "+op.ID+" is cut off")
		return source.Fail(f, "The response from %s was cut off.", c.api.Title)
	}
	if errors.Is(err, errPage) {
		f.Fault, f.Err = source.Unavailable, errors.New(op.ID+" answered with a web page")
		return source.Fail(f, "%s answered with a web page instead of data; it may come from a proxy or a sign-in page in between.", c.api.Title)
	}
	return source.Fail(f, "%s answered in a format that this version of Lapkeep does not know.", c.api.Title)
}

// NotFound returns a not-found error that names the missing thing.
func (c *Client) NotFound(what i18n.Word) error {
	f := source.Failure{Fault: source.NotFound, Source: c.api.Name, Title: c.api.Title, Status: http.StatusNotFound}
	return source.Fail(f, "%s has no %s.", c.api.Title, what)
}

// maxReason limits the length of a service's message about a refused request.
const maxReason = 160

// explain adds the service's message to the error for a refused request.
func (c *Client) explain(ctx context.Context, a *Answer, err error) error {
	f, ok := source.FailureOf(err)
	if !ok || a == nil {
		return err
	}
	said := MessageIn(a.Body)
	if c.api.Explain != nil {
		if why := c.api.Explain(f, said); why != nil {
			return c.http.Heed(ctx, why)
		}
	}
	switch {
	case f.Fault != source.Refused:
		return err
	case said.Reason == "": // some services report in this way that they have no such data
		f.Err = errors.New("no reason given")
		return source.Fail(f, "%s rejected the request without a reason; the data may not exist.", c.api.Title)
	}
	return source.Fail(f, "%s rejected the request. It says: %s", c.api.Title, said.Reason)
}
