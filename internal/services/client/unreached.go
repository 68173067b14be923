package client

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// unreached says why a request had no answer, if the reason lies between here
// and the service: then it is not the service that fails.
func unreached(name source.Name, r *http.Request, err error) (*training.Error, bool) {
	host := r.URL.Hostname()
	var e *training.Error
	unreachable := func(format string) *training.Error { return training.Errorf(training.KindUnavailable, format, host) }
	switch {
	case ofCertificates(err):
		e = unreachable("The connection to %s is not trusted: its certificate cannot be checked.").
			WithFix("Install this system's CA certificates (the package ca-certificates) or set SSL_CERT_FILE, and check the clock. " +
				"Where a proxy opens connections, add its certificate to them.")
	case is[*net.DNSError](err):
		e = unreachable("The name %s cannot be resolved to an address.").
			WithFix("Check that this machine is online and that its DNS works; what was fetched before is still here.")
	case ofDialling(err):
		e = unreachable("No connection to %s can be made.").WithFix("Check that this machine is online and that no firewall or proxy " +
			"stands between; what was fetched before is still here.")
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

// ofDialling reports whether no connection was made at all.
func ofDialling(err error) bool {
	e, ok := errors.AsType[*net.OpError](err)
	return ok && e.Op == "dial"
}

func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}
