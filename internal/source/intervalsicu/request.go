package intervalsicu

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/source"
	"lapkeep/internal/source/intervalsicu/wire"
	"lapkeep/internal/source/transport"
	"lapkeep/internal/training"
)

// request is one call of an operation.
type request struct {
	op    operation
	at    []string // the values of the path's places
	query url.Values
	// body is sent as JSON, or as it is if it is a form.
	body any
	// repeatable says that doing it twice does no more than doing it once.
	repeatable bool
}

// form is a multipart body.
type form struct {
	kind string
	text []byte
}

// send makes a request. It gives the answer's body, which may be empty.
func (c *Client) send(ctx context.Context, r request) (*transport.Answer, error) {
	address := c.base + r.op.at(r.at...)
	if len(r.query) > 0 {
		address += "?" + r.query.Encode()
	}
	body, kind, err := r.bytes()
	if err != nil {
		return nil, err
	}
	if r.repeatable {
		ctx = transport.Repeatable(ctx)
	}
	h, err := http.NewRequestWithContext(ctx, r.op.method, address, body)
	if err != nil {
		return nil, training.Errorf(training.KindInternal, "a request to Intervals.icu could not be made: %w", err)
	}
	h.Header.Set("Accept", "application/json, */*")
	if kind != "" {
		h.Header.Set("Content-Type", kind)
	}
	a, err := c.http.Do(h)
	if err != nil {
		return nil, explain(a, err)
	}
	return a, nil
}

func (r request) bytes() (body io.Reader, kind string, err error) {
	switch b := r.body.(type) {
	case nil:
		return nil, "", nil
	case form:
		return bytes.NewReader(b.text), b.kind, nil
	default:
		text, err := json.Marshal(b)
		if err != nil {
			return nil, "", training.Errorf(training.KindInternal, "a request to Intervals.icu could not be written: %w", err)
		}
		return bytes.NewReader(text), "application/json", nil
	}
}

// ask makes a request and reads its answer, which must be JSON whatever its
// declared type: the service has been seen to call JSON plain text.
func ask[T any](ctx context.Context, c *Client, r request) (T, error) {
	var out T
	a, err := c.send(ctx, r)
	if err != nil {
		return out, err
	}
	if err := decode(a.Body, &out); err != nil {
		return out, notAsDescribed(r.op, err)
	}
	return out, nil
}

// do makes a request whose answer is of no interest.
func (c *Client) do(ctx context.Context, r request) error {
	_, err := c.send(ctx, r)
	return err
}

var (
	errPage = errors.New("a web page")
	errForm = errors.New("another form")
)

func decode(body []byte, out any) error {
	text := bytes.TrimSpace(body)
	switch {
	case len(text) == 0:
		return io.ErrUnexpectedEOF
	case text[0] == '<':
		return errPage
	}
	return json.Unmarshal(text, out)
}

// notAsDescribed tells an answer that did not arrive from one that has
// another form.
func notAsDescribed(op operation, err error) error {
	f := source.Failure{Fault: source.Changed, Source: wire.Name, Status: http.StatusOK, Err: errors.New(op.id + " answered in another form")}
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok && strings.HasPrefix(syntax.Error(), "unexpected end") || errors.Is(err, io.ErrUnexpectedEOF) {
		f.Fault, f.Err = source.Unavailable, errors.New("the answer of "+op.id+" is cut off")
		return source.Fail(f, "Intervals.icu did not answer to the end.")
	}
	if errors.Is(err, errPage) {
		f.Fault, f.Err = source.Unavailable, errors.New(op.id+" answered with a web page")
		return source.Fail(f, "Intervals.icu answered with a web page instead of data; something between may have done that.")
	}
	return source.Fail(f, "Intervals.icu answered in a form that is not known here.")
}

// maxReason is how much of the service's own words on a refusal is passed on.
const maxReason = 160

// explain adds the service's own words to a refusal, and says of what came
// from Strava why it is refused.
func explain(a *transport.Answer, err error) error {
	f, ok := source.FailureOf(err)
	if !ok || a == nil || f.Fault != source.Refused {
		return err
	}
	var said struct {
		Error string `json:"error"`
	}
	_ = json.Unmarshal(a.Body, &said) // it may be empty, or a page
	reason := textclean.Line(said.Error, maxReason)
	switch {
	case strings.Contains(reason, "Strava activities"):
		return withheld()
	case reason == "":
		f.Err = errNoReason
		return source.Fail(f, "Intervals.icu does not accept the request and gives no reason; there may be no such data.")
	}
	return source.Fail(f, "Intervals.icu does not accept the request. It says: "+reason)
}

// errNoReason marks a refusal without a word, as the service's way of saying
// that it has nothing to show.
var errNoReason = errors.New("no reason given")

func withheld() error {
	return training.Errorf(training.KindForbidden, "Intervals.icu does not give this activity. %s", wire.Withheld)
}

func notFound(what string) error {
	return source.Fail(source.Failure{Fault: source.NotFound, Source: wire.Name, Status: http.StatusNotFound}, what)
}
