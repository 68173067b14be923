package intervalstest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
)

type response struct {
	status     int
	kind, name string
	body       []byte
	location   string // where a redirect leads
}

// refused is an error as the service words it: its own two fields, or what its
// framework says where the request never reached it.
func refused(r *http.Request, status int, message string) response {
	var body any
	switch {
	case message != "":
		body = map[string]any{"status": status, "error": message}
	case status == http.StatusUnprocessableEntity: // some come without a body
		return response{status: status}
	default:
		body = map[string]any{
			"timestamp": "2026-09-20T22:30:00.000+00:00", "status": status,
			"error": http.StatusText(status), "path": r.URL.Path,
		}
	}
	text, err := json.Marshal(body)
	if err != nil {
		panic(err) // strings and numbers only
	}
	return response{status: status, kind: "application/json", body: text}
}

func (p response) write(w http.ResponseWriter, r *http.Request) {
	if p.kind != "" {
		w.Header().Set("Content-Type", p.kind)
	}
	if p.location != "" {
		w.Header().Set("Location", p.location)
	}
	if p.name != "" {
		w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", p.name))
	}
	if p.status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Basic realm="Realm"`)
	}
	if p.status != http.StatusNoContent {
		w.Header().Set("Content-Length", strconv.Itoa(len(p.body)))
	}
	w.WriteHeader(p.status)
	if r.Method != http.MethodHead && p.status != http.StatusNoContent {
		_, _ = w.Write(p.body) // a client that went away is no concern here
	}
}
