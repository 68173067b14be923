package node

import (
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"fmt"
	"math/big"
	"os"
	"strings"
	"time"
)

// SecretSize is the number of bytes of a cluster's secret.
const SecretSize = 32

// innerName is the name in the certificates of nodes.
const innerName = "node.lapkeep.internal"

// certificateTime is how long a node's certificate is valid; it makes a new one at each start.
const certificateTime = 10 * 365 * 24 * time.Hour

// ReadSecret reads the file with a cluster's secret, which only its owner may read.
func ReadSecret(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("the cluster's secret cannot be read (make one: lapkeep-host secret FILE): %w", err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("others may read the cluster's secret %s; change that: chmod 600", path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	secret, err := base64.StdEncoding.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(secret) != SecretSize {
		return nil, fmt.Errorf("%s is no secret of a cluster; make one: lapkeep-host secret FILE", path)
	}
	return secret, nil
}

// NewSecret returns the text of a new secret file.
func NewSecret() []byte {
	secret := make([]byte, SecretSize)
	rand.Read(secret) //nolint:errcheck // it never fails
	return []byte(base64.StdEncoding.EncodeToString(secret) + "\n")
}

// Master returns the key that seals the homes' keys.
func Master(secret []byte) ([]byte, error) {
	return hkdf.Key(sha256.New, secret, nil, "lapkeep homes", 32)
}

// innerTLS returns how nodes speak with each other: both sides show a certificate that only a holder of the cluster's
// secret can have made.
func innerTLS(secret []byte, clock func() time.Time) (server, client *tls.Config, err error) {
	seed, err := hkdf.Key(sha256.New, secret, nil, "lapkeep nodes", ed25519.SeedSize)
	if err != nil {
		return nil, nil, err
	}
	now := clock()
	authority := ed25519.NewKeyFromSeed(seed)
	root := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "lapkeep cluster"}, BasicConstraintsValid: true, IsCA: true,
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(certificateTime), KeyUsage: x509.KeyUsageCertSign,
	}
	rootDER, err := x509.CreateCertificate(rand.Reader, root, root, authority.Public(), authority)
	if err != nil {
		return nil, nil, err
	}
	if root, err = x509.ParseCertificate(rootDER); err != nil {
		return nil, nil, err
	}
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	leaf := &x509.Certificate{
		SerialNumber: big.NewInt(now.UnixNano()), Subject: pkix.Name{CommonName: innerName}, DNSNames: []string{innerName},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(certificateTime), KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	leafDER, err := x509.CreateCertificate(rand.Reader, leaf, root, public, authority)
	if err != nil {
		return nil, nil, err
	}
	pool := x509.NewCertPool()
	pool.AddCert(root)
	certificate := []tls.Certificate{{Certificate: [][]byte{leafDER}, PrivateKey: private}}
	server = &tls.Config{
		Certificates: certificate, ClientCAs: pool, ClientAuth: tls.RequireAndVerifyClientCert,
		MinVersion: tls.VersionTLS13, Time: clock, NextProtos: []string{"h2", "http/1.1"},
	}
	client = &tls.Config{Certificates: certificate, RootCAs: pool, ServerName: innerName, MinVersion: tls.VersionTLS13, Time: clock}
	return server, client, nil
}

// EngineToken returns what opens an engine that runs in nodes.
func EngineToken(secret []byte) (string, error) {
	token, err := hkdf.Key(sha256.New, secret, nil, "lapkeep engine", 32)
	return base64.RawURLEncoding.EncodeToString(token), err
}
