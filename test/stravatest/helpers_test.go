package stravatest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// server is one whose every exchange is held against the document.
func server(t *testing.T, o Options) *Server {
	t.Helper()
	s := New(t, o)
	return documentedBy(t, s, theDocument(t))
}

func documentedBy(t *testing.T, s *Server, d *document) *Server {
	if d != nil {
		s.mu.Lock()
		s.observe = func(x exchange) { d.check(t, x) }
		s.mu.Unlock()
	}
	return s
}

// unobserved is for what the document does not have.
func (s *Server) unobserved() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.observe = nil
}

// caller makes calls of the API.
type caller struct {
	t     *testing.T
	base  string
	token string
}

type answer struct {
	status int
	header http.Header
	text   string
	v      any
}

func calls(t *testing.T, s *Server, scopes ...string) caller {
	return caller{t, s.APIURL(), s.Grant(scopes...).Access}
}

func (c caller) send(r *http.Request) answer {
	c.t.Helper()
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	browser := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	got, err := browser.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	a := answer{status: got.StatusCode, header: got.Header, text: string(text)}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	_ = d.Decode(&a.v) // some answers are no JSON
	return a
}

func (c caller) request(method, path string, body io.Reader, kind string) answer {
	c.t.Helper()
	r, err := http.NewRequest(method, c.base+path, body)
	if err != nil {
		c.t.Fatal(err)
	}
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	return c.send(r)
}

func (c caller) get(path string) answer { c.t.Helper(); return c.request("GET", path, nil, "") }

func (c caller) form(method, path string, v url.Values) answer {
	c.t.Helper()
	return c.request(method, path, strings.NewReader(v.Encode()), "application/x-www-form-urlencoded")
}

func (c caller) json(method, path, body string) answer {
	c.t.Helper()
	return c.request(method, path, strings.NewReader(body), "application/json")
}

func (c caller) upload(name string, content []byte, fields map[string]string) answer {
	c.t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for k, v := range fields {
		if err := w.WriteField(k, v); err != nil {
			c.t.Fatal(err)
		}
	}
	if name != "" {
		part, err := w.CreateFormFile("file", name)
		if err != nil {
			c.t.Fatal(err)
		}
		_, _ = part.Write(content)
	}
	_ = w.Close()
	return c.request("POST", "/uploads", &b, w.FormDataContentType())
}

// rows are the objects of a list.
func (a answer) rows(t *testing.T) []Doc {
	t.Helper()
	list, ok := a.v.([]any)
	if !ok {
		t.Fatalf("no list: %d %s", a.status, a.text)
	}
	out := make([]Doc, len(list))
	for i, v := range list {
		out[i] = v.(Doc)
	}
	return out
}

func (a answer) doc(t *testing.T) Doc {
	t.Helper()
	d, ok := a.v.(Doc)
	if !ok {
		t.Fatalf("no object: %d %s", a.status, a.text)
	}
	return d
}

// wants fails unless the status is this one, and the first error reads so.
func (a answer) wants(t *testing.T, status int, words string) {
	t.Helper()
	if a.status != status {
		t.Fatalf("status %d, not %d: %s", a.status, status, a.text)
	}
	if words == "" {
		return
	}
	list, _ := a.doc(t)["errors"].([]any)
	if len(list) != 1 {
		t.Fatalf("errors are %v", list)
	}
	e := list[0].(Doc)
	if got := fmt.Sprintf("%v/%v/%v", e["resource"], e["field"], e["code"]); got != words {
		t.Errorf("the error is %s, not %s", got, words)
	}
}

// find is the first activity of a list that f likes.
func find(t *testing.T, rows []Doc, f func(Doc) bool) Doc {
	t.Helper()
	for _, r := range rows {
		if f(r) {
			return r
		}
	}
	t.Fatalf("no such row among %d", len(rows))
	return nil
}

func is(field string, value any) func(Doc) bool {
	return func(d Doc) bool { return fmt.Sprint(d[field]) == fmt.Sprint(value) }
}

// all are the activities that the caller sees, page by page.
func (c caller) all(query string) []Doc {
	c.t.Helper()
	out := []Doc{}
	for page := 1; ; page++ {
		rows := c.get(fmt.Sprintf("/athlete/activities?per_page=200&page=%d%s", page, query)).rows(c.t)
		if len(rows) == 0 {
			return out
		}
		out = append(out, rows...)
	}
}
