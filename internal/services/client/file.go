package client

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// maxBytes is the longest answer, and the longest file that is packed in one.
const maxBytes = 64 << 20

// File fetches the file of an activity and unpacks it where it comes packed.
// Where the service does not name it, it is called otherwise.
func (c *Client) File(ctx context.Context, r Request, otherwise string) (source.File, error) {
	a, err := c.Send(ctx, r)
	if err != nil {
		return source.File{}, err
	}
	name, body := fileName(a.Header, otherwise), a.Body
	if bytes.HasPrefix(body, []byte{0x1f, 0x8b}) {
		name = strings.TrimSuffix(name, ".gz")
		if body, err = c.unpack(body); err != nil {
			return source.File{}, err
		}
	}
	if len(body) == 0 {
		return source.File{}, c.NotFound("file of this activity")
	}
	return source.File{Name: name, Body: body}, nil
}

// Fetch fetches a file from where the service says that it lies, and sends
// nothing there of what opens the service. Nobody is followed to another host.
func (c *Client) Fetch(ctx context.Context, address, name string) (source.File, error) {
	a, err := c.atFileHost(ctx, http.MethodGet, address, nil)
	if err != nil {
		return source.File{}, c.ofFileHost(err, "does not give the file")
	}
	return source.File{Name: name, Body: a.Body}, nil
}

// Store puts a file where the service says that it is to lie, by the rule of
// [Client.Fetch]. Sent twice it lies there once.
func (c *Client) Store(ctx context.Context, address string, file []byte) error {
	if int64(len(file)) > c.api.MaxFile {
		return training.Errorf(training.KindTooLarge, "%s takes no file of more than %d MiB.", c.api.Title, c.api.MaxFile>>20)
	}
	a, err := c.atFileHost(Repeatable(ctx), http.MethodPut, address, file)
	if err != nil {
		return c.ofFileHost(err, "does not take the file")
	}
	if a.Status >= http.StatusMultipleChoices {
		f := source.Failure{Fault: source.Changed, Source: c.api.Name, Title: c.api.Title, Status: a.Status}
		return source.Fail(f, "The file host of %s leads to another place, where the file was not sent.", c.api.Title)
	}
	return nil
}

func (c *Client) atFileHost(ctx context.Context, method, address string, body []byte) (*Answer, error) {
	u, err := url.Parse(address)
	if err != nil || !c.mayLieAt(u) {
		return nil, c.elsewhere()
	}
	h, err := http.NewRequestWithContext(ctx, method, u.String(), bytes.NewReader(body))
	if err != nil {
		return nil, c.elsewhere()
	}
	return c.fileHost(method, u.Host).Do(h)
}

// ofFileHost keeps a file that is not given from being taken for a credential
// that is not accepted: none was sent.
func (c *Client) ofFileHost(err error, does string) error {
	f, ok := source.FailureOf(err)
	if !ok || f.Fault != source.Unauthorised && f.Fault != source.Forbidden {
		return err
	}
	e := training.Errorf(training.KindForbidden, "The file host of %s %s.", c.api.Title, i18n.Word(does))
	f.Fault = source.Forbidden
	e.Err = &f
	return e
}

func (c *Client) elsewhere() error {
	return training.Errorf(training.KindForbidden, "%s names an address for a file that is none of its file hosts; it was not asked.",
		c.api.Title)
}

// mayLieAt reports whether a file may be fetched from there: over TLS from a
// file host, or from this machine while the service itself is on it.
func (c *Client) mayLieAt(u *url.URL) bool {
	if u.User != nil {
		return false
	}
	if IsLoopback(c.base.Hostname()) {
		return IsLoopback(u.Hostname())
	}
	host := strings.ToLower(u.Hostname())
	return u.Scheme == "https" && (u.Port() == "" || u.Port() == "443") && slices.ContainsFunc(c.api.FileHosts, func(own string) bool {
		of, all := strings.CutPrefix(own, "*")
		return all && strings.HasSuffix(host, of) || host == own
	})
}

// storing is how long a file may take to be sent.
const storing = 2 * time.Minute

// fileHost asks one host and follows it to no other, with a file nowhere.
func (c *Client) fileHost(method, host string) *HTTPClient {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := method + " " + host
	if c.files[key] == nil {
		t := c.transport()
		t.OpenHosts, t.MaxBytes = []string{host}, c.api.MaxFile
		if method != http.MethodGet {
			t.NoRedirects, t.TryTimeout = true, storing
		}
		c.files[key] = NewTransport(t)
	}
	return c.files[key]
}

// fileName is the name that an answer gives its file.
func fileName(h http.Header, otherwise string) string {
	_, params, err := mime.ParseMediaType(h.Get("Content-Disposition"))
	if err != nil {
		return otherwise
	}
	name := params["filename"]
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	return cmp.Or(textclean.Line(name, textclean.NameRunes), otherwise)
}

func (c *Client) unpack(packed []byte) (plain []byte, err error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err == nil {
		plain, err = io.ReadAll(io.LimitReader(r, maxBytes+1))
	}
	switch {
	case err != nil:
		f := source.Failure{Fault: source.Unavailable, Source: c.api.Name, Title: c.api.Title, Err: err}
		return nil, source.Fail(f, "%s sent a file that does not unpack.", c.api.Title)
	case len(plain) > maxBytes:
		return nil, training.Errorf(training.KindTooLarge, "%s sent a file of more than %d MiB.", c.api.Title, maxBytes>>20)
	}
	return plain, nil
}
