package guard

import (
	"crypto/tls"
	"net"
	"net/netip"
	"net/url"

	"lapkeep/internal/training"
)

// Door is how a listener is reached and what protects it.
type Door struct {
	Addr    string
	NoKey   bool
	TLS     bool
	Public  []*url.URL
	Proxies []netip.Prefix
}

// Check refuses a door through which strangers could come, or through which
// the key would travel in the open.
func (d Door) Check() error {
	host, _, err := net.SplitHostPort(d.Addr)
	if err != nil {
		return training.Errorf(training.KindInvalid, "%q is not an address: %w.", d.Addr, err).
			WithFix("Write 127.0.0.1:8642.")
	}
	beyond := !loopback(host)
	switch {
	case d.NoKey && (beyond || len(d.Public)+len(d.Proxies) > 0):
		return training.Errorf(training.KindForbidden, "Without a key the server may be reached from this machine only.").
			WithFix("Leave --no-auth out, or listen on 127.0.0.1 without --public-url and --trusted-proxy.")
	case beyond && !d.TLS && len(d.Proxies) == 0:
		return training.Errorf(training.KindForbidden, "%s is reachable from other machines, and the key would travel unencrypted.", d.Addr).
			WithFix("Add --tls-cert and --tls-key, or name the proxy that ends TLS with --trusted-proxy; else listen on 127.0.0.1.")
	}
	return nil
}

// Loopback is whether only this machine reaches an address such as 127.0.0.1:8642.
func Loopback(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	return err == nil && loopback(host)
}

func loopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// LoadTLS reads a certificate chain and its key, both PEM files.
func LoadTLS(certFile, keyFile string) (*tls.Config, error) {
	if certFile == "" || keyFile == "" {
		return nil, training.Errorf(training.KindInvalid, "A certificate and its key are needed together.").
			WithFix("Give both --tls-cert and --tls-key.")
	}
	cert, err := tls.LoadX509KeyPair(certFile, keyFile)
	if err != nil {
		return nil, training.Errorf(training.KindInvalid, "The certificate cannot be used: %w.", err).
			WithFix("Check the files of --tls-cert and --tls-key: PEM, and made for each other.")
	}
	return &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}}, nil
}

// ParseProxies reads networks, each a CIDR or one address.
func ParseProxies(texts []string) ([]netip.Prefix, error) {
	var out []netip.Prefix
	for _, s := range texts {
		p, err := netip.ParsePrefix(s)
		if addr, aerr := netip.ParseAddr(s); aerr == nil {
			p, err = netip.PrefixFrom(addr.Unmap(), addr.Unmap().BitLen()), nil
		}
		if err != nil || tooWide(p) {
			return nil, training.Errorf(training.KindInvalid, "%q is not the network of a proxy.", s).
				WithFix("Write it as 10.0.0.7/32 or 172.16.0.0/12, not every address.")
		}
		out = append(out, p.Masked())
	}
	return out, nil
}

// The widest networks that those who sell proxies publish are a /13 and a /29
// (Cloudflare's, 2026). What is wider is nobody's alone.
const (
	widestPublic4 = 12
	widestPublic6 = 28
)

// tooWide is whether a network holds machines of strangers, or of everybody.
func tooWide(p netip.Prefix) bool {
	for _, own := range ownNetworks() {
		if own.Bits() <= p.Bits() && own.Contains(p.Addr()) {
			return false
		}
	}
	if p.Addr().Is4() {
		return p.Bits() < widestPublic4
	}
	return p.Addr().Is4In6() || p.Bits() < widestPublic6
}

// ownNetworks are those that no stranger's packet comes from by itself:
// loopback, private, link-local, and that of carriers and overlays (RFC 6598).
func ownNetworks() []netip.Prefix {
	var out []netip.Prefix
	for _, s := range []string{
		"127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10",
		"::1/128", "fc00::/7", "fe80::/10",
	} {
		out = append(out, netip.MustParsePrefix(s))
	}
	return out
}
