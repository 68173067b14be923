package emulator

import (
	"bytes"
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
	"strings"
)

// Doc is a JSON object.
type Doc = map[string]any

// Response is the answer to a request.
type Response struct {
	Status   int
	Kind     string // its media type
	Location string // the target of a redirect
	Headers  map[string]string
	Body     []byte

	unsized bool // it has no Content-Length
}

const jsonKind = "application/json; charset=utf-8"

// JSON returns v as an answer.
func JSON(status int, v any) Response {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // all values came from JSON or are plain
	}
	return Response{Status: status, Kind: jsonKind, Body: text}
}

func (p Response) write(w http.ResponseWriter) {
	if p.Kind != "" {
		w.Header().Set("Content-Type", p.Kind)
	}
	for name, value := range p.Headers {
		w.Header().Set(name, value)
	}
	if p.Location != "" {
		w.Header().Set("Location", p.Location)
	}
	if p.Status != http.StatusNoContent && !p.unsized {
		w.Header().Set("Content-Length", strconv.Itoa(len(p.Body)))
	}
	w.WriteHeader(p.Status)
	_, _ = w.Write(p.Body) // the client may have gone away
}

// Plain parses JSON and keeps the digits of its numbers.
func Plain(text []byte) any {
	var v any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber() // ids are longer than a float64 holds
	if err := d.Decode(&v); err != nil {
		panic(err) // it was written here
	}
	return v
}

var digits = regexp.MustCompile(`^[0-9]{1,19}$`)

// Match compares a path with a pattern in which {id} is a number of up to 19
// digits and {word} is anything, and returns the part at that position.
func Match(known, asked string, anyCase bool) (place string, ok bool) {
	parts, got := strings.Split(known, "/"), strings.Split(asked, "/")
	if len(parts) != len(got) {
		return "", false
	}
	for i, part := range parts {
		switch {
		case part == "{word}", part == "{id}" && digits.MatchString(got[i]):
			place = got[i]
		case part != got[i] && (!anyCase || !strings.EqualFold(part, got[i])):
			return "", false
		}
	}
	return place, true
}
