package igpsporttest

import (
	"bytes"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"lapkeep/test/intervalstest/signaltest"
	"lapkeep/test/rawfit"
)

// fileURL is where an activity's file lies. Nothing opens it but knowing it.
func (s *Server) fileURL(region Region, r *Ride) string {
	return s.FilesURL + "/" + string(region) + "/fit/" + r.Object + ".fit"
}

// serveFile is the file host of both regions, which is another company's: what
// opens the service must not reach it.
func (s *Server) serveFile(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		return // the client went away, or sent too much
	}
	name := "file"
	if r.Method == http.MethodPut {
		name = "putFile"
	}
	s.mu.Lock()
	entry := s.record("files", name, r, nil)
	f := s.nextFault(entry)
	s.mu.Unlock()
	s.through(w, r, f, entry, func() response {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.file(r, body)
	})
}

// leaks refuses a request that carries what opens the service.
func (s *Server) leaks(host string, r *http.Request) bool {
	leaked := false
	for _, name := range []string{"Authorization", "Cookie", "X-Signature", "X-Access-Key"} {
		if r.Header.Get(name) != "" {
			s.violated("%s host: %s %s carries %s", host, r.Method, r.URL.Path, name)
			leaked = true
		}
	}
	return leaked
}

func denied(status int, code string) response {
	return response{status: status, kind: "application/xml", body: []byte("<Error><Code>" + code + "</Code></Error>")}
}

func (s *Server) file(r *http.Request, body []byte) response {
	if s.leaks("the file", r) {
		return denied(http.StatusBadRequest, "InvalidArgument")
	}
	parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	if r.Method == http.MethodPut && len(parts) == 2 && parts[0] == "upload" {
		return s.put(r, parts[1], body)
	}
	if r.Method != http.MethodGet || len(parts) != 3 || s.worlds[Region(parts[0])] == nil {
		return denied(http.StatusNotFound, "NoSuchKey")
	}
	for _, m := range s.worlds[Region(parts[0])].members {
		for _, ride := range m.Rides {
			if ride.Object+".fit" == parts[2] {
				return response{status: http.StatusOK, kind: "application/octet-stream", body: ride.FIT()}
			}
		}
	}
	return denied(http.StatusNotFound, "NoSuchKey")
}

// serveElsewhere is a host that is no part of the service. It has a recording
// under every path, so that a client that follows a redirect would take it.
func (s *Server) serveElsewhere(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	entry := s.record("elsewhere", "", r, nil)
	s.leaks("the other", r)
	s.mu.Unlock()
	p := response{status: http.StatusOK, kind: "application/octet-stream", body: rawfit.SteadyRide().Bytes}
	s.finish(entry, p.status)
	p.write(w)
}

// upload is a file on its way.
type upload struct {
	member  string
	region  Region
	data    []byte
	expires time.Time
}

// signedURL is where a file may be put, for an hour.
func signedURL(c *call) (any, error) {
	c.want("fileExtension", ".fit")
	id := "up" + strconv.Itoa(c.next())
	c.server.uploads[id] = &upload{
		member: strconv.FormatInt(c.member.ID, 10), region: c.region, expires: c.server.now().Add(time.Hour),
	}
	return Doc{"ossId": id + ".fit", "signedUrl": c.server.FilesURL + "/upload/" + id + ".fit?Signature=emulated"}, nil
}

// put stores a file. The address was signed without a Content-Type.
func (s *Server) put(r *http.Request, name string, body []byte) response {
	u := s.uploads[strings.TrimSuffix(name, ".fit")]
	if r.Header.Get("Content-Type") != "" {
		s.violated("the file host: a PUT with Content-Type %q, which the address is not signed for", r.Header.Get("Content-Type"))
		return denied(http.StatusForbidden, "SignatureDoesNotMatch")
	}
	if u == nil || r.URL.Query().Get("Signature") != "emulated" || s.now().After(u.expires) {
		return denied(http.StatusForbidden, "AccessDenied")
	}
	u.data = body
	return response{status: http.StatusOK, kind: "application/xml"}
}

// uploaded makes an activity of a file that was put. A file that is known makes
// no second one; whether the service says so is not known, and here it does not.
func uploaded(c *call) (any, error) {
	c.knows("the upload", c.body, "fileName", "ossName")
	s := c.server
	u := s.uploads[strings.TrimSuffix(text(c.body, "ossName"), ".fit")]
	if u == nil || u.data == nil || u.region != c.region || u.member != strconv.FormatInt(c.member.ID, 10) {
		return nil, refuseCode(500, "ossName error")
	}
	rec, err := signaltest.Glance(u.data)
	if err != nil {
		return nil, refuseCode(500, "File error")
	}
	for _, r := range c.member.Rides {
		if r.Start.Equal(rec.Start) && bytes.Equal(r.FIT(), u.data) {
			return nil, nil
		}
	}
	r := &Ride{
		ID: int64(30000000 + c.next()), Title: text(c.body, "fileName"), Start: rec.Start, File: u.data, Seconds: rec.Seconds, Bare: true,
	}
	if d := rec.Streams["distance"].Data; len(d) > 0 {
		r.Metres, _ = d[len(d)-1].(float64) // null where nothing was measured
	}
	r.Exercise = map[string]any{"Ride": 0, "Run": 1}[rec.Sport]
	r.Object = objectID(r.ID)
	c.member.Rides = append(c.member.Rides, r)
	return nil, nil
}
