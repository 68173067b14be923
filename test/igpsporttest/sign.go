package igpsporttest

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"
	"time"
)

// WebKey is the access key of the web app, the only one that the server knows.
const WebKey = "AKIDWebClient"

// PrivateKey unwraps what the server hands out as secret_key. It is of this
// server alone and no part of the vendor's.
func (s *Server) PrivateKey() (*rsa.PrivateKey, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.privateKey()
}

func (s *Server) privateKey() (*rsa.PrivateKey, error) {
	if s.key == nil {
		key, err := rsa.GenerateKey(rand.Reader, 2048)
		if err != nil {
			return nil, err
		}
		s.key = key
	}
	return s.key, nil
}

// publicKey hands out the key that signs, wrapped. Clients were seen to take
// either alphabet, with padding or without: every second answer is the other.
func publicKey(c *call) (any, error) {
	key, err := c.server.privateKey()
	if err != nil {
		return nil, err
	}
	wrapped, err := rsa.EncryptOAEP(sha256.New(), rand.Reader, &key.PublicKey, c.server.options.SessionKey, nil)
	if err != nil {
		return nil, err
	}
	c.server.handshakes++
	form := base64.StdEncoding
	if c.server.handshakes%2 == 0 {
		form = base64.RawURLEncoding
	}
	return Doc{"secret_key": form.EncodeToString(wrapped), "accessKey": WebKey}, nil
}

// Signature is what signs a request: five lines under HMAC-SHA-256.
func Signature(key []byte, method, target, timestamp, nonce string, body []byte) string {
	sum := sha256.Sum256(body)
	mac := hmac.New(sha256.New, key)
	_, _ = mac.Write([]byte(strings.Join([]string{method, target, timestamp, nonce, hex.EncodeToString(sum[:])}, "\n"))) // it never fails
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// checkSignature refuses what is not signed as it has to be. A nonce that was
// sent before is refused with 500, as was seen, and is a violation.
func (c *call) checkSignature() error {
	s, h := c.server, c.request.Header
	if c.region != CN || c.op.unkeyed || s.options.Signing == SigningOff {
		return nil
	}
	no := func(why string) error {
		return refuse(s.options.SigningRefusal, s.options.SigningRefusal, "signature "+why)
	}
	access, stamp, nonce, given := h.Get("X-Access-Key"), h.Get("X-Timestamp"), h.Get("X-Nonce"), h.Get("X-Signature")
	if access+stamp+nonce+given == "" {
		if s.options.Signing == SigningRequired {
			return no("required")
		}
		return nil
	}
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	off := s.now().Sub(time.Unix(seconds, 0)).Abs()
	switch {
	case access != WebKey:
		return no("has an unknown access key")
	case err != nil || off > s.options.Skew:
		return no("expired")
	case nonce == "" || given == "":
		return no("incomplete")
	case s.nonces[nonce]:
		s.violated("%s %s: nonce %q was sent before", c.region, c.op.name, nonce)
		return refuse(500, 500, "Internal Server Error")
	}
	s.nonces[nonce] = true
	want := Signature(s.options.SessionKey, c.request.Method, c.request.RequestURI, stamp, nonce, c.raw)
	if !hmac.Equal([]byte(want), []byte(given)) {
		return no("mismatch")
	}
	return nil
}
