package apitest

import (
	"fmt"
	"net/http"
	"strconv"
)

// File is an answer that is not JSON.
type File struct {
	Kind, Name string // its media type and its own name
	Data       []byte
}

// WithStatus is a JSON answer with a status other than 200.
type WithStatus struct {
	Status int
	Value  any
}

// RefusalError is a request that the service turns down. Some of its answers
// have no message.
type RefusalError struct {
	Status  int
	Message string
}

func (e *RefusalError) Error() string { return strconv.Itoa(e.Status) + " " + e.Message }

// Refuse turns a request down. Without a message the answer is that of the
// service's framework.
func Refuse(status int, message string) error { return &RefusalError{status, message} }

// Invalid is a 422.
func Invalid(format string, args ...any) error {
	return Refuse(http.StatusUnprocessableEntity, fmt.Sprintf(format, args...))
}

// NotFound is a 404.
func NotFound(what string) error { return Refuse(http.StatusNotFound, what+" not found") }
