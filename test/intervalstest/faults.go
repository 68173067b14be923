package intervalstest

import (
	"context"
	"net/http"
	"strconv"
)

// Fault is something that goes wrong with requests. Which ones it meets is
// said by the first fields, what happens by the others.
type Fault struct {
	Operation string // the document's operationId; "" is every request
	Method    string // "" is every method
	After     int    // this many matching requests pass first
	Every     int    // then each n-th is met; 0 is each
	Times     int    // and no more than so many; 0 is no end

	Status     int             // answered instead, with the service's error body
	RetryAfter string          // the header's text; "" leaves the header out
	Body       string          // answered instead, with Status or 200: invalid JSON, say
	Cut        bool            // the connection breaks before the answer or, with Body, within it
	Gate       <-chan struct{} // the request waits until it is closed or the client goes away
	Held       func()          // is called when a request comes to the gate

	// Late lets the operation take effect before the fault, so that the client
	// cannot know whether it did.
	Late bool
}

type fault struct {
	Fault
	seen, met int
}

// Inject makes requests meet f from now on; of several faults the first that
// matches counts. The function ends it.
func (s *Server) Inject(f Fault) (remove func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	in := &fault{Fault: f}
	s.faults = append(s.faults, in)
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		for i, g := range s.faults {
			if g == in {
				s.faults = append(s.faults[:i:i], s.faults[i+1:]...)
				return
			}
		}
	}
}

// nextFault counts the newest request and is what it meets.
func (s *Server) nextFault(op string) *fault {
	method := s.log[len(s.log)-1].Method
	for _, f := range s.faults {
		if f.Operation != "" && f.Operation != op || f.Method != "" && f.Method != method {
			continue
		}
		f.seen++
		n := f.seen - f.After
		if n <= 0 || n%max(f.Every, 1) != 0 || f.Times > 0 && f.met >= f.Times {
			continue
		}
		f.met++
		return f
	}
	return nil
}

// hold waits at the gate; false is a client that went away.
func (f *fault) hold(ctx context.Context) bool {
	if f.Gate == nil {
		return true
	}
	if f.Held != nil {
		f.Held()
	}
	select {
	case <-f.Gate:
		return true
	case <-ctx.Done():
		return false
	}
}

// breaks tells whether the answer is another one than the operation's.
func (f *fault) breaks() bool { return f.Status != 0 || f.Body != "" || f.Cut }

// answer sends what the fault sends and is the status, 0 for a broken
// connection.
func (f *fault) answer(w http.ResponseWriter) int {
	if f.Cut {
		f.cut(w)
		return 0
	}
	status := f.Status
	if status == 0 {
		status = http.StatusOK
	}
	body := f.Body
	if body == "" {
		body = `{"status":` + strconv.Itoa(status) + `,"error":"` + http.StatusText(status) + `"}`
	}
	if f.RetryAfter != "" {
		w.Header().Set("Retry-After", f.RetryAfter)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(body)) // a client that went away is no concern here
	return status
}

// cut sends the body, if there is one, with the promise of more, and breaks.
func (f *fault) cut(w http.ResponseWriter) {
	if f.Body != "" {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(2*len(f.Body)))
		_, _ = w.Write([]byte(f.Body)) // it is broken off anyway
		_ = http.NewResponseController(w).Flush()
	}
	panic(http.ErrAbortHandler)
}
