package stravatest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
)

// Doc is a JSON object.
type Doc = map[string]any

type response struct {
	status   int
	kind     string
	location string
	headers  map[string]string
	body     []byte
}

const jsonKind = "application/json; charset=utf-8"

// created is an answer with status 201.
type created struct{ v any }

// file is an answer that is no JSON.
type file struct {
	kind, name string
	body       []byte
}

func jsonResponse(status int, v any) response {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // all of it came from JSON, or is plain values
	}
	return response{status: status, kind: jsonKind, body: text}
}

func respond(v any) response {
	switch v := v.(type) {
	case response:
		return v
	case created:
		return jsonResponse(http.StatusCreated, v.v)
	case file:
		return response{
			status: http.StatusOK, kind: v.kind, body: v.body,
			headers: map[string]string{"Content-Disposition": `attachment; filename="` + v.name + `"`},
		}
	case nil:
		return response{status: http.StatusNoContent}
	}
	return jsonResponse(http.StatusOK, v)
}

func (p response) write(w http.ResponseWriter) {
	if p.kind != "" {
		w.Header().Set("Content-Type", p.kind)
	}
	for name, value := range p.headers {
		w.Header().Set(name, value)
	}
	if p.location != "" {
		w.Header().Set("Location", p.location)
	}
	if p.status != http.StatusNoContent {
		w.Header().Set("Content-Length", strconv.Itoa(len(p.body)))
	}
	w.WriteHeader(p.status)
	_, _ = w.Write(p.body) // a client that went away is no concern here
}

// plain is a value as its JSON reads, with the digits of its numbers.
func plain(text []byte) any {
	var v any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber() // ids are longer than a float64 holds
	if err := d.Decode(&v); err != nil {
		panic(err) // it was written here
	}
	return v
}

// without takes fields out of a value and all that is in it.
func without(v any, names []string) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = without(v[i], names)
		}
	case Doc:
		for k := range v {
			if slices.Contains(names, k) {
				delete(v, k)
				continue
			}
			v[k] = without(v[k], names)
		}
	}
	return v
}

// refusalError is a request that the service refuses.
type refusalError struct {
	status  int
	message string
	errors  []Doc
}

func (e *refusalError) Error() string { return e.message }

func (e *refusalError) response() response {
	return jsonResponse(e.status, Doc{"message": e.message, "errors": e.errors})
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

// missing is what is not there or may not be seen, which the service does not
// tell apart.
func missing(resource string) error {
	return refuse(http.StatusNotFound, "Record Not Found", resource, "id", "invalid")
}

// unpaid has no list of errors: what it holds in life was not seen.
func unpaid() error {
	return &refusalError{http.StatusPaymentRequired, "Payment Required", []Doc{}}
}
