package client

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"math"
	"mime"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// ID is an id, which services write as a number for some things and as text for
// others. Lapkeep treats all ids as text.
type ID string

// UnmarshalJSON reads either form; null is an empty id.
func (i *ID) UnmarshalJSON(b []byte) error {
	if bytes.Equal(b, []byte("null")) {
		*i = ""
		return nil
	}
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, (*string)(i))
	}
	var n json.Number
	if err := json.Unmarshal(b, &n); err != nil {
		return err
	}
	*i = ID(n)
	return nil
}

// Number is a number, or text that contains one. Null, other text and values
// that are not finite are 0.
type Number float64

var errNoNumber = errors.New("no number")

// UnmarshalJSON reads either form.
func (n *Number) UnmarshalJSON(b []byte) error {
	text := strings.TrimSpace(string(bytes.Trim(b, `"`)))
	if text == "" || text == "null" {
		*n = 0
		return nil
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return errNoNumber
	}
	if math.IsInf(x, 0) || math.IsNaN(x) {
		x = 0
	}
	*n = Number(x)
	return nil
}

// maxBytes is the maximum size of a response, and of a file that is packed in a response.
const maxBytes = 64 << 20

// File fetches the file of an activity and unpacks it if it is packed. otherwise is the name
// of the file if the service gives none.
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

// Fetch fetches a file from an address that the service returned, without sending
// the credential and without following redirects to another host.
func (c *Client) Fetch(ctx context.Context, address, name string) (source.File, error) {
	a, err := c.atFileHost(ctx, http.MethodGet, address, nil)
	if err != nil {
		return source.File{}, c.ofFileHost(err, "did not provide the file")
	}
	return source.File{Name: name, Body: a.Body}, nil
}

// Store uploads a file to an address that the service returned, by the rules of
// [Client.Fetch]. It is safe to repeat.
func (c *Client) Store(ctx context.Context, address string, file []byte) error {
	if int64(len(file)) > c.api.MaxFile {
		return training.Errorf(training.KindTooLarge, "%s does not accept files of more than %d MiB.", c.api.Title, c.api.MaxFile>>20)
	}
	a, err := c.atFileHost(Repeatable(ctx), http.MethodPut, address, file)
	if err != nil {
		return c.ofFileHost(err, "does not accept the file")
	}
	if a.Status >= http.StatusMultipleChoices {
		f := source.Failure{Fault: source.Changed, Source: c.api.Name, Title: c.api.Title, Status: a.Status}
		return source.Fail(f, "The file host of %s redirects elsewhere; the file was not sent there.", c.api.Title)
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

// ofFileHost changes the error of a refused file, so that it is not reported as a
// rejected credential: no credential was sent.
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
	return training.Errorf(training.KindForbidden, "%s gave a file address that is not on its own file hosts, so the file was not requested.",
		c.api.Title)
}

// mayLieAt reports whether a file may be fetched from an address: over TLS from
// a file host, or from this machine if the service itself runs on it.
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

// storing is the time limit for uploading a file.
const storing = 2 * time.Minute

// fileHost returns the client for files on one host. It follows no redirect to
// another host, and none at all for uploads.
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

// fileName returns the file name in the response's Content-Disposition, or the given name if
// there is none.
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
		return nil, source.Fail(f, "%s sent a file that cannot be unpacked.", c.api.Title)
	case len(plain) > maxBytes:
		return nil, training.Errorf(training.KindTooLarge, "%s sent a file of more than %d MiB.", c.api.Title, maxBytes>>20)
	}
	return plain, nil
}

// logging writes one line per request, without headers, bodies or values of query
// parameters.
type logging struct {
	next http.RoundTripper
	name source.Name
	now  func() time.Time
	log  *slog.Logger
}

func (l *logging) RoundTrip(r *http.Request) (*http.Response, error) {
	began := l.now()
	resp, err := l.next.RoundTrip(r)
	status := 0
	if resp != nil {
		status = resp.StatusCode
	}
	attrs := []slog.Attr{
		slog.String("source", string(l.name)), slog.String("method", r.Method), slog.String("host", r.URL.Host),
		slog.String("path", r.URL.Path), slog.String("query", keys(r.URL.Query())),
		slog.Int("status", status), slog.Int64("ms", l.now().Sub(began).Milliseconds()),
	}
	level := slog.LevelDebug
	if err != nil {
		attrs = append(attrs, slog.String("error", cause(err).Error()))
	}
	l.log.LogAttrs(r.Context(), level, "request", attrs...)
	return resp, err
}

// keys returns the names of query parameters without their values.
func keys(q url.Values) string {
	var names []string
	for k := range q {
		names = append(names, k)
	}
	slices.Sort(names)
	return strings.Join(names, ",")
}

// cause returns an error without the address that net/http adds.
func cause(err error) error {
	if u, ok := errors.AsType[*url.Error](err); ok {
		return cause(u.Err)
	}
	return err
}

// unreached returns the error for a request that got no response because of
// something between this machine and the service (a certificate, DNS, no route). It
// returns false if the service itself failed.
func unreached(name source.Name, r *http.Request, err error) (*training.Error, bool) {
	host := r.URL.Hostname()
	var e *training.Error
	unreachable := func(format string) *training.Error { return training.Errorf(training.KindUnavailable, format, host) }
	switch {
	case ofCertificates(err):
		e = unreachable("The connection to %s is not trusted: its certificate cannot be checked.").
			WithFix("Install this system's CA certificates (the package ca-certificates) or set SSL_CERT_FILE, and check the clock. If a proxy " +
				"inspects encrypted connections, add its certificate too.")
	case is[*net.DNSError](err):
		e = unreachable("The name %s cannot be resolved to an address.").
			WithFix("Check that this machine is online and that its DNS works; what was fetched before is still here.")
	case ofDialling(err):
		e = unreachable("No connection to %s can be made.").WithFix("Check that this machine is online and that no firewall or proxy " +
			"blocks the connection; what was fetched before is still here.")
	default:
		return nil, false
	}
	e.Err = &source.Failure{Fault: source.Unavailable, Source: name, Err: cause(err)}
	return e, true
}

func ofCertificates(err error) bool {
	return is[x509.UnknownAuthorityError](err) || is[x509.HostnameError](err) || is[x509.CertificateInvalidError](err) ||
		is[x509.SystemRootsError](err) || is[*tls.CertificateVerificationError](err) || is[tls.RecordHeaderError](err) ||
		errors.Is(err, http.ErrSchemeMismatch)
}

// ofDialling reports whether no connection could be made.
func ofDialling(err error) bool {
	e, ok := errors.AsType[*net.OpError](err)
	return ok && e.Op == "dial"
}

func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

const defaultPage = 100

// Before requests a page from a service without cursors. list returns at most limit
// activities that began no later than newest, a day or local time, with the newest
// first; start returns an activity's start. The next page begins at the second of
// this page's last activity, which is then listed again, because several activities
// may have begun in that second.
func Before[W any](
	q source.ActivityQuery, start func(*W) string, list func(newest string, limit int) ([]W, error),
) (page []W, next string, err error) {
	newest := q.Days.To.String()
	if q.After != "" {
		t, err := training.ParseLocalTime(q.After)
		if err != nil {
			return nil, "", err
		}
		newest = string(t)
	}
	limit := cmp.Or(q.Limit, defaultPage)
	for {
		page, err := list(newest, limit)
		if err != nil || len(page) < limit {
			return page, "", err
		}
		if next := earliest(page, start); next != "" && (q.After == "" || next < q.After) {
			return page, next, nil
		}
		limit *= 2 // more than one page began within a second, so the bound would not change
	}
}

// earliest returns the earliest start on the page plus one second, so that the
// next page includes it whether or not the service's bound is inclusive. It is
// empty if no start can be parsed.
func earliest[W any](page []W, start func(*W) string) string {
	var first training.LocalTime
	for i := range page {
		t, err := training.ParseLocalTime(start(&page[i]))
		if err == nil && (first == "" || t < first) {
			first = t
		}
	}
	if first == "" {
		return ""
	}
	return string(training.LocalTimeOf(first.In(time.UTC).Add(time.Second)))
}
