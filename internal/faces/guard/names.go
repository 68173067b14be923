package guard

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"lapkeep/internal/training"
)

// names lists the hosts and origins of a listener.
type names struct{ hosts, origins []string }

func newNames(public []*url.URL) names {
	var n names
	for _, u := range public {
		n.hosts = append(n.hosts, strings.ToLower(u.Hostname()))
		n.origins = append(n.origins, strings.ToLower(u.Scheme+"://"+u.Host))
	}
	return n
}

// ParsePublicURL reads the address of a tunnel or proxy.
func ParsePublicURL(s string) (*url.URL, error) {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, training.Errorf(training.KindInvalid, "%q is not the address of a server.", s).
			WithFix("Write it as https://lapkeep.example.org.")
	}
	return u, nil
}

// knownHost refuses names that a foreign page could have pointed at this
// machine (DNS rebinding). The address that the connection came to is no name.
func (n names) knownHost(r *http.Request) bool {
	host := strings.ToLower(hostOf(r.Host))
	if host == "localhost" || slices.Contains(n.hosts, host) {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && (addr.IsLoopback() || addr.Unmap() == localAddr(r))
}

func localAddr(r *http.Request) netip.Addr {
	if a, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr); ok {
		return a.AddrPort().Addr().Unmap()
	}
	return netip.Addr{}
}

func hostOf(hostport string) string {
	if host, _, err := net.SplitHostPort(hostport); err == nil {
		return host
	}
	return strings.Trim(hostport, "[]")
}

// private is whether nobody on the way reads a request: it came by TLS, here or
// at the proxy of a public address.
func (n names) private(r *http.Request) bool {
	return r.TLS != nil || slices.Contains(n.hosts, strings.ToLower(hostOf(r.Host))) && !n.ownScheme(r, "http")
}

// sameOrigin lets programs through, which send no Origin, and the listener's
// own pages.
func (n names) sameOrigin(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "none", "same-origin":
	default:
		return false
	}
	origins := r.Header.Values("Origin")
	if len(origins) == 0 {
		return true
	}
	if len(origins) > 1 {
		return false
	}
	if slices.Contains(n.origins, strings.ToLower(origins[0])) {
		return true
	}
	u, err := url.Parse(origins[0])
	return err == nil && n.ownScheme(r, u.Scheme) && u.Host != "" && strings.EqualFold(u.Host, r.Host)
}

// ownScheme is whether pages of the Host that was asked are had that way:
// what comes in the open, somebody else may have written.
func (n names) ownScheme(r *http.Request, scheme string) bool {
	public := strings.ToLower(hostOf(r.Host))
	switch {
	case slices.Contains(n.hosts, public):
		return slices.ContainsFunc(n.origins, func(o string) bool {
			u, err := url.Parse(o)
			return err == nil && u.Hostname() == public && u.Scheme == scheme
		})
	case r.TLS != nil:
		return scheme == "https"
	}
	return scheme == "http" || scheme == "https"
}
