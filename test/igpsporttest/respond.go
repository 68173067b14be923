package igpsporttest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
)

// Doc is a JSON object.
type Doc = map[string]any

type response struct {
	status   int
	kind     string
	location string
	body     []byte
}

func jsonResponse(status int, v any) response {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // all of it came from JSON, or is plain values
	}
	return response{status: status, kind: "application/json; charset=utf-8", body: text}
}

// failed is an error in the service's envelope.
func failed(status, code int, message string) response {
	return jsonResponse(status, Doc{"code": code, "message": message, "data": nil})
}

func (p response) write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", p.kind)
	if p.location != "" {
		w.Header().Set("Location", p.location)
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(p.body)))
	w.WriteHeader(p.status)
	_, _ = w.Write(p.body) // a client that went away is no concern here
}

// refusalError is a request that the service refuses.
type refusalError struct {
	status, code int
	message      string
	plain        Doc // the whole body instead of the envelope
}

func (e *refusalError) Error() string { return e.message }

// refuse is an error with an HTTP status of its own.
func refuse(status, code int, message string) error {
	return &refusalError{status: status, code: code, message: message}
}

// refuseCode is a business error, which comes as HTTP 200.
func refuseCode(code int, message string) error {
	return refuse(http.StatusOK, code, message)
}

// textual has strings in the place of numbers.
func textual(v any) any {
	var plain any
	d := json.NewDecoder(bytes.NewReader(jsonResponse(0, v).body))
	d.UseNumber() // ids are longer than a float64 holds
	if err := d.Decode(&plain); err != nil {
		panic(err) // it was written in the line above
	}
	var walk func(v any) any
	walk = func(v any) any {
		switch v := v.(type) {
		case json.Number:
			return v.String()
		case []any:
			for i := range v {
				v[i] = walk(v[i])
			}
		case Doc:
			for k := range v {
				v[k] = walk(v[k])
			}
		}
		return v
	}
	return walk(plain)
}
