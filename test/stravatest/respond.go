package stravatest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"lapkeep/test/emulator"
)

type response = emulator.Response

// created is an answer with status 201.
type created struct{ v any }

// file is an answer that is not JSON.
type file struct {
	kind, name string
	body       []byte
}

func respond(v any) response {
	switch v := v.(type) {
	case response:
		return v
	case created:
		return emulator.JSON(http.StatusCreated, v.v)
	case file:
		return response{
			Status: http.StatusOK, Kind: v.kind, Body: v.body,
			Headers: map[string]string{"Content-Disposition": `attachment; filename="` + v.name + `"`},
		}
	case nil:
		return response{Status: http.StatusNoContent}
	}
	return emulator.JSON(http.StatusOK, v)
}

// refusalError is a refusal of a request.
type refusalError struct {
	status  int
	message string
	errors  []Doc
}

func (e *refusalError) Error() string { return e.message }

// refusal returns an error for RESOURCE/FIELD/CODE, or "".
func refusal(status int, says string) response {
	no := &refusalError{status, http.StatusText(status), []Doc{}}
	if part := strings.Split(says, "/"); len(part) == 3 {
		no.errors = append(no.errors, Doc{"resource": part[0], "field": part[1], "code": part[2]})
	}
	return no.response()
}

func (e *refusalError) response() response {
	return emulator.JSON(e.status, Doc{"message": e.message, "errors": e.errors})
}

func refuse(status int, message, resource, field, code string) error {
	return &refusalError{status, message, []Doc{{"resource": resource, "field": field, "code": code}}}
}

func bad(resource, field, code string) error {
	return refuse(http.StatusBadRequest, "Bad Request", resource, field, code)
}

func unauthorized(resource, field, code string) error {
	return refuse(http.StatusUnauthorized, "Authorization Error", resource, field, code)
}

func forbidden(resource, field, code string) error {
	return refuse(http.StatusForbidden, "Forbidden", resource, field, code)
}

// missing returns the error for a missing or hidden thing, which the service
// does not distinguish.
func missing(resource string) error {
	return refuse(http.StatusNotFound, "Record Not Found", resource, "id", "invalid")
}

// unpaid returns an error without a list of errors: its real contents are
// unknown.
func unpaid() error {
	return &refusalError{http.StatusPaymentRequired, "Payment Required", []Doc{}}
}

// basePath is the prefix of every API path at the base URL up to 2027.
const basePath = "/api/v3"

// operation is one call of the service.
type operation struct {
	name       string // as in the service's document
	method     string
	path       string   // {id} is a number, {word} anything
	web        bool     // belongs to the website, not the API
	alias      bool     // is also under the API's base
	client     bool     // the caller is identified by client_id and client_secret, not by a token
	scopes     []string // one of these is enough; none is any token
	subscribed bool     // the athlete must pay
	extended   bool     // the application must have the highest tier
	write      bool     // it counts only in the overall bucket
	query      []string
	form       []string // fields of the body, JSON or a form
	answer     func(c *call) (any, error)
}

// call is one request.
type call struct {
	server  *Server
	x       *emulator.Exchange
	host    string
	request *http.Request
	path    string // without the API's base
	query   url.Values
	form    url.Values
	files   map[string]sentFile
	raw     []byte
	body    Doc // decoded JSON
	op      *operation
	id      int64
	word    string
	token   *accessToken // nil: no valid one
	app     *app
	athlete *Athlete
	over    bool // a limit is exceeded
}

type sentFile struct {
	name string
	body []byte
}

// host answers for one of the service's hosts.
func (s *Server) host(host string) http.Handler {
	return s.Handler(host, func(x *emulator.Exchange) func() response {
		r := x.Request
		c := &call{
			server: s, host: host, x: x, request: r, query: r.URL.Query(), form: url.Values{}, files: map[string]sentFile{}, raw: x.Body,
		}
		c.find()
		readErr := c.readBody()
		x.Entry.Path, x.Entry.Form = c.path, emulator.WithoutSecrets(c.form)
		if c.op != nil {
			x.Entry.Operation = c.op.name
		}
		if x.Entry.Kind != "application/json" {
			x.Entry.Body = ""
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		c.identify()
		c.count()
		x.Entry.Aside = c.app == nil
		return func() response { return c.reply(readErr) }
	})
}

// find sets the operation of a request, if there is one.
func (c *call) find() {
	asked, inAPI := c.request.URL.EscapedPath(), true
	if c.host == hostWeb {
		asked, inAPI = strings.CutPrefix(asked, basePath)
	}
	c.path = asked
	for _, op := range operations() {
		if op.method != c.request.Method || op.web && (c.host == hostAPI || inAPI && !op.alias) || !op.web && !inAPI {
			continue
		}
		place, ok := emulator.Match(op.path, asked, false)
		if !ok {
			continue
		}
		id, err := strconv.ParseInt(place, 10, 64)
		if err == nil || !strings.Contains(op.path, "{id}") {
			c.op, c.id, c.word = op, id, place
			return
		}
	}
}

// readBody reads a form, with files or without, or JSON.
func (c *call) readBody() error {
	if len(c.raw) == 0 {
		return nil
	}
	c.request.Body = io.NopCloser(bytes.NewReader(c.raw))
	switch kind := c.request.Header.Get("Content-Type"); {
	case strings.HasPrefix(kind, "application/json"):
		if err := json.Unmarshal(c.raw, &c.body); err != nil {
			return bad("Application", "body", "invalid")
		}
	case strings.HasPrefix(kind, "application/x-www-form-urlencoded"):
		form, err := url.ParseQuery(string(c.raw))
		if err != nil {
			return bad("Application", "body", "invalid")
		}
		c.form = form
	case strings.HasPrefix(kind, "multipart/form-data"):
		if err := c.request.ParseMultipartForm(emulator.MaxBody); err != nil {
			return bad("Application", "body", "invalid")
		}
		c.form = url.Values(c.request.MultipartForm.Value)
		for name, parts := range c.request.MultipartForm.File {
			part, err := parts[0].Open()
			if err != nil {
				return err
			}
			body, err := io.ReadAll(part)
			if err != nil {
				return err
			}
			c.files[name] = sentFile{parts[0].Filename, body}
		}
	}
	return nil
}

// reply returns the answer to a call, or to an unknown request.
func (c *call) reply(readErr error) response {
	s := c.server
	s.mu.Lock()
	defer s.mu.Unlock()
	v, err := c.handle(readErr)
	var no *refusalError
	switch {
	case errors.As(err, &no):
		return no.response()
	case err != nil:
		panic(err)
	}
	return respond(v)
}

// handle checks the caller and the request, in the service's order, and runs
// the operation.
func (c *call) handle(readErr error) (any, error) {
	if c.op != nil && (c.op.web || c.op.client) {
		if c.over {
			return nil, tooMany()
		}
		c.checkNames()
		return c.op.answer(c)
	}
	if err := c.admit(); err != nil {
		return nil, err
	}
	if c.op == nil {
		c.server.Violated("%s %s: the service has no such call", c.request.Method, c.request.URL.Path)
		return nil, refuse(http.StatusNotFound, "Record Not Found", "resource", "path", "invalid")
	}
	if readErr != nil {
		return nil, readErr
	}
	if err := c.permit(); err != nil {
		return nil, err
	}
	c.checkNames()
	return c.op.answer(c)
}

// checkNames makes unknown parameters violations.
func (c *call) checkNames() {
	for name := range c.query {
		if !slices.Contains(c.op.query, name) && name != "access_token" {
			c.server.Violated("%s: parameter %q is unknown", c.op.name, name)
		}
	}
	for name := range c.form {
		if !slices.Contains(c.op.form, name) && name != "access_token" {
			c.server.Violated("%s: field %q is unknown", c.op.name, name)
		}
	}
	for name := range c.body {
		if !slices.Contains(c.op.form, name) {
			c.server.Violated("%s: field %q is unknown, or cannot be changed", c.op.name, name)
		}
	}
}
