package authserver

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// client is a program that asks for access.
type client struct {
	id, name  string
	redirects []string
	host      string // of the program's own description; empty if it was registered by hand
}

// Limits on the description of a program.
const (
	maxDocument   = 5 << 10
	documentTime  = 3 * time.Second
	documentFresh = 10 * time.Minute
	maxKept       = 64
)

// clientCache keeps the descriptions that were read last.
type clientCache struct {
	mu  sync.Mutex
	all map[string]keptClient
}

type keptClient struct {
	client
	until time.Time
}

func (c *clientCache) get(id string, now time.Time) (client, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k, ok := c.all[id]
	return k.client, ok && now.Before(k.until)
}

func (c *clientCache) put(k client, until time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.all == nil || len(c.all) >= maxKept {
		c.all = map[string]keptClient{}
	}
	c.all[k.id] = keptClient{k, until}
}

// client returns the program with the given id: one that was registered by hand, or one whose
// id is the address of its description.
func (s *Server) client(ctx context.Context, id string) (client, error) {
	known, err := s.Book.Clients(ctx)
	if err != nil {
		return client{}, err
	}
	for _, c := range known {
		if c.ID == id {
			return client{id: id, name: c.Name, redirects: c.Redirects}, nil
		}
	}
	now := s.Now()
	if c, ok := s.clients.get(id, now); ok {
		return c, nil
	}
	at, err := documentAddress(id)
	if err != nil {
		return client{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, documentTime)
	defer cancel()
	text, err := s.Fetch(ctx, at)
	if err != nil {
		s.Log.InfoContext(ctx, "the description of a program was not read", "err", err)
		return client{}, unreadable()
	}
	c, err := readDocument(id, at, text)
	if err == nil {
		s.clients.put(c, now.Add(documentFresh))
	}
	return c, err
}

func unreadable() error {
	return training.Errorf(training.KindInvalid, "The program's description cannot be read.").
		WithFix("Tell its makers, or register it: lapkeep login client NAME --redirect ADDRESS.")
}

// documentAddress returns the address in a client id. It must be written in the one way in
// which everybody reads it.
func documentAddress(id string) (*url.URL, error) {
	u, err := url.Parse(id)
	if err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil || u.Fragment != "" || u.RawQuery != "" || len(u.Path) < 2 ||
		!plainHost(u.Host) || u.Port() != "" || u.String() != id || strings.Contains(u.Path, "/.") || len(id) > 500 {
		return nil, training.Errorf(training.KindNotFound, "This program is not known here.").
			WithFix("Register it: lapkeep login client NAME --redirect ADDRESS.")
	}
	return u, nil
}

func readDocument(id string, at *url.URL, text []byte) (client, error) {
	var d struct {
		ID        string   `json:"client_id"`
		Name      string   `json:"client_name"`
		Redirects []string `json:"redirect_uris"`
		Method    string   `json:"token_endpoint_auth_method"`
		Secret    string   `json:"client_secret"`
	}
	if json.Unmarshal(text, &d) != nil || d.ID != id || len(d.Redirects) == 0 || d.Secret != "" ||
		strings.HasPrefix(d.Method, "client_secret") {
		return client{}, unreadable()
	}
	if d.Method != "" && d.Method != "none" { // whoever has its client id could claim to be it
		return client{}, training.Errorf(training.KindInvalid, "The program wants to prove its identity in a way that Lapkeep does not check.").
			WithFix("Register it: lapkeep login client NAME --redirect ADDRESS. It then has a client id and no secret.")
	}
	name := textclean.Line(d.Name, 60)
	if name == "" {
		name = at.Host
	}
	return client{id: id, name: name, redirects: d.Redirects, host: at.Host}, nil
}

// CheckRedirect returns an error for an address to which no answer may be sent.
func CheckRedirect(text string) error {
	u, err := url.Parse(text)
	if err == nil && u.Fragment == "" && u.User == nil && plainHost(u.Host) && (u.Scheme == "https" || u.Scheme == "http" && loopback(u)) {
		return nil
	}
	return training.Errorf(training.KindInvalid, "%q is not a valid return address.", textclean.Line(text, 100)).
		WithFix("Use https://… or, for a program on the person's own device, http://127.0.0.1:PORT/…")
}

// plainHost reports whether a host consists of what is in addresses as they are sent. Letters
// that look like others are then seen as xn--….
func plainHost(host string) bool {
	return host != "" && strings.Trim(host, "abcdefghijklmnopqrstuvwxyz0123456789.-:[]") == "" && !strings.HasSuffix(host, ":")
}

func loopback(u *url.URL) bool {
	addr, err := netip.ParseAddr(u.Hostname())
	return u.Hostname() == "localhost" || err == nil && addr.IsLoopback()
}

// answersAt reports whether a program may be answered at an address. It must be listed exactly;
// only the port of a program on the person's own device may differ (RFC 8252, 7.3).
func (c *client) answersAt(redirect string) bool {
	if CheckRedirect(redirect) != nil {
		return false
	}
	if slices.Contains(c.redirects, redirect) {
		return true
	}
	at, err := url.Parse(redirect)
	if err != nil || at.Scheme != "http" {
		return false
	}
	return slices.ContainsFunc(c.redirects, func(listed string) bool {
		u, err := url.Parse(listed)
		if err != nil || u.Scheme != "http" || !loopback(u) {
			return false
		}
		u.Host = strings.TrimSuffix(u.Host, ":"+u.Port())
		plain := *at
		plain.Host = strings.TrimSuffix(at.Host, ":"+at.Port())
		return u.String() == plain.String()
	})
}

// errNotPublic is the error for an address that is not on the public internet.
var errNotPublic = errors.New("not a public address")

// fetchPublic reads a description from a public address. The address is checked when the
// connection is made, after the name was resolved, so that no name can lead elsewhere.
func fetchPublic(ctx context.Context, at *url.URL) ([]byte, error) {
	return fetch(ctx, at, &http.Transport{
		Proxy: nil,
		DialContext: (&net.Dialer{Timeout: documentTime, Control: func(_, address string, _ syscall.RawConn) error {
			return public(address)
		}}).DialContext,
		DisableKeepAlives: true, TLSHandshakeTimeout: documentTime, MaxResponseHeaderBytes: maxDocument,
	})
}

// public returns an error unless an address is on the public internet.
func public(address string) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	a := at.Addr().Unmap()
	if !a.IsGlobalUnicast() || a.IsPrivate() || at.Port() != 443 {
		return errNotPublic
	}
	if a.Is6() && !netip.MustParsePrefix("2000::/3").Contains(a) { // all that is public today
		return errNotPublic
	}
	for _, p := range reserved() {
		if p.Contains(a) {
			return errNotPublic
		}
	}
	return nil
}

// reserved returns networks that look public and are not: "this network", carriers' and test
// networks, and those that carry IPv4 addresses inside IPv6.
func reserved() []netip.Prefix {
	var out []netip.Prefix
	for _, s := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "168.63.129.16/32", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24",
		"203.0.113.0/24", "240.0.0.0/4", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
		"5f00::/16", "fec0::/10",
	} {
		out = append(out, netip.MustParsePrefix(s))
	}
	return out
}

func fetch(ctx context.Context, at *url.URL, over http.RoundTripper) ([]byte, error) {
	c := http.Client{
		Transport: over, Timeout: documentTime,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	//nolint:gosec // the transport dials public addresses only
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), http.NoBody)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/json")
	res, err := c.Do(req) //nolint:gosec // as above
	if err != nil {
		return nil, err
	}
	defer res.Body.Close() //nolint:errcheck // everything that is needed has been read
	kind, _, err := mime.ParseMediaType(res.Header.Get("Content-Type"))
	if res.StatusCode != http.StatusOK || err != nil || kind != "application/json" && !strings.HasSuffix(kind, "+json") {
		return nil, errors.New("the answer is not a JSON document: " + res.Status)
	}
	text, err := io.ReadAll(io.LimitReader(res.Body, maxDocument+1))
	if err == nil && len(text) > maxDocument {
		err = errors.New("the document is too long")
	}
	return text, err
}
