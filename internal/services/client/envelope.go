package client

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
)

// envelope is what services say of a failure, and some around every answer.
type envelope struct {
	Code    code            `json:"code"`
	Error   string          `json:"error"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"`
	Errors  details         `json:"errors"`
}

// Detail is one thing that a service finds wrong, in its own words.
type Detail struct {
	Resource string `json:"resource"`
	Field    string `json:"field"`
	Code     string `json:"code"`
}

// details are those of a list. Anything else is none.
type details []Detail

func (d *details) UnmarshalJSON(b []byte) error {
	var list []Detail
	if json.Unmarshal(b, &list) == nil {
		*d = list
	}
	return nil
}

// code is a number, or text that holds one. Any other text is none.
type code struct {
	number int
	known  bool
}

func (c *code) UnmarshalJSON(b []byte) error {
	n, err := strconv.Atoi(string(bytes.Trim(b, `"`)))
	*c = code{n, err == nil}
	return nil
}

func (e *envelope) said() Said {
	return Said{e.Code.number, textclean.Line(cmp.Or(e.Error, e.Message), maxReason), e.Errors}
}

// SaidIn is what an answer says of a failure. It may be empty, or a page.
func SaidIn(answer []byte) Said {
	var e envelope
	_ = json.Unmarshal(answer, &e) // of another form, what there is of it
	return e.said()
}

var errNoEnvelope = errors.New("no envelope")

// unwrap takes an answer out of its envelope, whose code may be that of a failure.
func (c *Client) unwrap(ctx context.Context, op Operation, a *Answer) (*Answer, error) {
	var e envelope
	if err := c.Decode(op, a, &e); err != nil {
		return nil, err
	}
	switch {
	case !e.Code.known:
		return nil, c.NotAsDescribed(op, errNoEnvelope)
	case e.Code.number == 0:
		return &Answer{Status: a.Status, Header: a.Header, Body: e.Data}, nil
	}
	f := source.Failure{
		Fault: faultOfCode(e.Code.number), Source: c.api.Name, Title: c.api.Title, Status: a.Status,
		Err: errors.New(op.ID + " answered a code"),
	}
	err := source.Fail(f, "%s refuses the request with code %d.", c.api.Title, e.Code.number)
	return nil, c.http.Heed(ctx, c.explain(ctx, a, err))
}

// faultOfCode reads a code where services take it from HTTP. What is wrong with
// any other request they do not say in a form that all share.
func faultOfCode(code int) source.Fault {
	switch code {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusTooManyRequests:
		f, _ := source.FaultOfStatus(code)
		return f
	}
	return source.Refused
}
