package client

import (
	"flag"
	"net/http"
	"net/netip"
	"strings"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// guard refuses every host that was not configured, redirects included, and
// plain HTTP to any but this machine.
type guard struct {
	next     http.RoundTripper
	name     source.Name
	hosts    hosts
	loopback bool // refuse all but loopback, whatever is configured
}

func (g *guard) RoundTrip(r *http.Request) (*http.Response, error) {
	local := IsLoopback(r.URL.Hostname())
	switch {
	case g.loopback && !local:
		return nil, g.refuse(r, "tests connect to this machine only")
	case !g.hosts.has(r.URL.Host):
		return nil, g.refuse(r, "it is not one of the configured hosts")
	case r.URL.Scheme != "https" && !local:
		return nil, g.refuse(r, "it would go out unencrypted")
	}
	return g.next.RoundTrip(r)
}

func (g *guard) refuse(r *http.Request, why string) error {
	closeBody(r)
	return training.Errorf(training.KindForbidden, "No request was sent to %s for %s: %s.", r.URL.Hostname(), g.name, why).
		WithFix("If the address is right, set it as the service's base address.")
}

// hosts is a set of names as they stand in URLs.
type hosts map[string]bool

func newHosts(names []string) hosts {
	set := hosts{}
	for _, n := range names {
		set[strings.ToLower(n)] = true
	}
	return set
}

func (h hosts) has(host string) bool { return h[strings.ToLower(host)] }

// IsLoopback reports whether a host is this machine.
func IsLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}

// underTest reports whether this is a test binary. The testing package is not
// imported for it, because it would come into the product.
func underTest() bool { return flag.Lookup("test.v") != nil }
