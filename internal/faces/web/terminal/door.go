package terminal

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// refused says why a request may not become a connection, "" if it may. Unlike
// the wall it lets no request through that says nothing of where it comes from:
// browsers always do.
func refused(r *http.Request) string {
	scheme := "http://"
	if r.TLS != nil {
		scheme = "https://"
	}
	origin := r.Header.Values("Origin")
	switch {
	case !loopbackHost(r.Host):
		return "The terminal does not answer to that Host."
	case len(origin) != 1 || !strings.EqualFold(origin[0], scheme+r.Host):
		return "Only the dashboard's own page may open the terminal."
	case !isOr(r, "Sec-Fetch-Site", "same-origin"), !isOr(r, "Sec-Fetch-Mode", "websocket"):
		return "Only the dashboard's own page may open the terminal."
	case !loopbackPeer(r.RemoteAddr), forwarded(r):
		return "The terminal is for browsers of this machine alone."
	}
	return ""
}

// isOr lets browsers through that do not say it.
func isOr(r *http.Request, header, want string) bool {
	said := r.Header.Values(header)
	return len(said) == 0 || len(said) == 1 && said[0] == want
}

func loopbackHost(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if strings.EqualFold(host, "localhost") {
		return true
	}
	addr, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && addr.Unmap().IsLoopback()
}

func loopbackPeer(remote string) bool {
	peer, err := netip.ParseAddrPort(remote)
	return err == nil && peer.Addr().Unmap().IsLoopback()
}

// forwarded is what came through a proxy that nobody named.
func forwarded(r *http.Request) bool {
	for _, name := range []string{"Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip"} {
		if len(r.Header.Values(name)) > 0 {
			return true
		}
	}
	return false
}
