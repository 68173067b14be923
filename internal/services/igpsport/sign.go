package igpsport

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/services/client"
	"lapkeep/internal/training"
)

// accessKey names the key of the web page, which the service unwraps for
// everybody who asks and only the page's own private key opens.
const accessKey = "AKIDWebClient"

// signer signs requests with a key of the athlete's. It is nil without one.
type signer struct {
	now    func() time.Time
	random io.Reader
	ask    func(ctx context.Context) (wrapped []byte, err error)
	opens  *rsa.PrivateKey // nil where the key that signs is given itself

	mu  sync.Mutex
	key []byte // nil until it is asked for
}

// newSigner is nil where there is no key, or nothing is signed.
func newSigner(r region, o client.Options) (*signer, error) {
	if o.SigningKeyFile == "" || r.name != China {
		return nil, nil
	}
	if o.Random == nil {
		return nil, training.Errorf(training.KindInternal, "a signer without randomness")
	}
	s := &signer{now: o.Clock.Now, random: o.Random}
	text, err := disk.ReadRegular(o.SigningKeyFile, longestKey)
	if err != nil {
		return nil, training.Errorf(training.KindInvalid, "The file that %s names cannot be read: %w", KeySetting, err).
			WithFix("Check the name, and that you may read it.")
	}
	if s.key, s.opens, err = readKey(string(text)); err != nil || s.opens == nil {
		return s, err
	}
	o.Tokens = nil
	plain, err := client.New(r.api(), o)
	s.ask = func(ctx context.Context) ([]byte, error) { return wrappedKey(ctx, plain) }
	return s, err
}

// readKey reads a key that signs, or a private key that opens the one that the
// service hands out wrapped.
func readKey(text string) (key []byte, opens *rsa.PrivateKey, err error) {
	text = strings.TrimSpace(text)
	if block, _ := pem.Decode([]byte(text)); block != nil {
		if opens, err = x509.ParsePKCS1PrivateKey(block.Bytes); err == nil {
			return nil, opens, nil
		}
		any, _ := x509.ParsePKCS8PrivateKey(block.Bytes)
		if opens, ok := any.(*rsa.PrivateKey); ok {
			return nil, opens, nil
		}
		return nil, nil, noKey()
	}
	if key, err = hex.DecodeString(text); err != nil {
		key, err = fromBase64(text)
	}
	if err != nil || len(key) < shortestKey {
		return nil, nil, noKey()
	}
	return key, nil, nil
}

// No key has fewer bytes than the one, and no file of one more than the other.
const (
	shortestKey = 16
	longestKey  = 64 << 10
)

func noKey() error {
	return training.Errorf(training.KindInvalid, "The file that %s names holds no key that signs.", KeySetting).
		WithFix("It holds hexadecimal digits, base64, or an RSA private key as PEM.")
}

// fromBase64 reads either alphabet, with padding or without.
func fromBase64(text string) ([]byte, error) {
	plain := strings.NewReplacer("-", "+", "_", "/", "=", "").Replace(strings.Join(strings.Fields(text), ""))
	return base64.RawStdEncoding.DecodeString(plain)
}

// wrappedKey asks for the key that signs, which comes encrypted.
func wrappedKey(ctx context.Context, api *client.Client) ([]byte, error) {
	got, err := client.Ask[struct {
		Key string `json:"secret_key"`
	}](ctx, api, client.Request{Op: opPublicKey})
	if err != nil {
		return nil, err
	}
	wrapped, err := fromBase64(got.Key)
	if err != nil {
		return nil, api.NotAsDescribed(opPublicKey, err)
	}
	return wrapped, nil
}

// session is the key that signs.
func (s *signer) session(ctx context.Context) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.key != nil {
		return s.key, nil
	}
	wrapped, err := s.ask(ctx)
	if err != nil {
		return nil, err
	}
	key, err := rsa.DecryptOAEP(sha256.New(), nil, s.opens, wrapped, nil)
	if err != nil || len(key) == 0 {
		return nil, training.Errorf(training.KindInvalid, "The private key in the file that %s names does not open the key of iGPSport.",
			KeySetting).WithFix("The service may have changed it; without the right one leave the setting empty.")
	}
	s.key = key
	return key, nil
}

// forget has the key asked for again, for the service may have changed it.
func (s *signer) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.opens != nil {
		s.key = nil
	}
}

// sign signs one try of a request, with words that no other try has.
func (s *signer) sign(r *http.Request) error {
	key, err := s.session(r.Context())
	if err != nil {
		return err
	}
	body, err := bodyOf(r)
	if err != nil {
		return training.Errorf(training.KindInternal, "a request has no body to sign: %w", err)
	}
	nonce, err := uuid(s.random)
	if err != nil {
		return err
	}
	stamp := strconv.FormatInt(s.now().Unix(), 10)
	for name, value := range map[string]string{
		"X-Access-Key": accessKey, "X-Platform": "web", "X-Timestamp": stamp, "X-Nonce": nonce,
		"X-Signature": signature(key, r.Method, r.URL.RequestURI(), stamp, nonce, body),
	} {
		r.Header.Set(name, value)
	}
	return nil
}

func bodyOf(r *http.Request) ([]byte, error) {
	if r.Body == nil {
		return nil, nil
	}
	body, err := io.ReadAll(r.Body)
	_ = r.Body.Close() // it is in memory
	r.Body = io.NopCloser(bytes.NewReader(body))
	return body, err
}

// signature is HMAC-SHA-256 over five lines.
func signature(key []byte, method, target, stamp, nonce string, body []byte) string {
	sum := sha256.Sum256(body)
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s\n%s\n%s\n%s\n%x", method, target, stamp, nonce, sum)
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// uuid is a random one, of version 4.
func uuid(random io.Reader) (string, error) {
	var b [16]byte
	if random == nil {
		return "", training.Errorf(training.KindInternal, "an id without randomness")
	}
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return "", training.Errorf(training.KindInternal, "no randomness: %w", err)
	}
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:]), nil
}
