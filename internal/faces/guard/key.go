package guard

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"strings"

	"lapkeep/internal/training"
)

// What [Caller] says.
const (
	callerKeyHolder = "key"
	callerPath      = "secret-path"
	callerAnyone    = "anyone"
	callerFeed      = "feed"
	callerHook      = "hook"
)

// HookRoot begins the path at which a service calls; its token follows.
const HookRoot = "/hook/"

// HookToken is the token of such a path; empty for another path.
func HookToken(path string) string {
	token, ok := strings.CutPrefix(path, HookRoot)
	if !ok || strings.Contains(token, "/") {
		return ""
	}
	return token
}

// FeedRoot begins the path of a calendar that others read without the key; its
// token and [FeedEnd] follow.
const (
	FeedRoot = "/calendar/"
	FeedEnd  = ".ics"
)

// FeedToken is the token of a feed's path; empty for another path.
func FeedToken(path string) string {
	token, isFeed := strings.CutPrefix(path, FeedRoot)
	token, ends := strings.CutSuffix(token, FeedEnd)
	if !isFeed || !ends {
		return ""
	}
	return token
}

// secretRoot begins every secret path.
const secretRoot = "/s/"

// minKey is the fewest letters of a key that somebody chose.
const minKey = 16

// keys holds the credentials as hashes: comparing those takes the same time
// whatever was sent.
type keys struct {
	open      bool
	key, path credential
	isFeed    func(token string) bool
	isHook    func(token string) bool
}

type credential struct {
	sum [sha256.Size]byte
	set bool
}

func newCredential(text string) credential {
	return credential{sha256.Sum256([]byte(text)), text != ""}
}

func (c credential) is(text string) bool {
	sum := sha256.Sum256([]byte(text))
	return subtle.ConstantTimeCompare(sum[:], c.sum[:]) == 1 && c.set
}

func newKeys(o Options) keys {
	return keys{o.NoKey, newCredential(o.Key), newCredential(strings.TrimPrefix(o.SecretPath, secretRoot)), o.IsFeed, o.IsHook}
}

// identify says which credential a request carries, and returns the request
// without it; an empty name is nobody.
func (k keys) identify(r *http.Request) (*http.Request, string) {
	scheme, key, ok := strings.Cut(r.Header.Get("Authorization"), " ")
	holds := k.key.is(strings.TrimSpace(key)) && ok && strings.EqualFold(scheme, "Bearer")
	token, rest, found := strings.Cut(strings.TrimPrefix(r.URL.Path, secretRoot), "/")
	secret := k.path.is(token) && found && strings.HasPrefix(r.URL.Path, secretRoot)
	who := ""
	switch {
	case k.feeds(r):
		who = callerFeed
	case k.hooks(r):
		who = callerHook
	case secret:
		who = callerPath
	case holds:
		who = callerKeyHolder
	case k.open:
		who = callerAnyone
	default:
		return r, ""
	}
	r = r.Clone(r.Context())
	r.Header.Del("Authorization")
	if secret {
		r.URL.Path, r.URL.RawPath = "/"+rest, ""
	}
	return r, who
}

// feeds says that a request reads a feed that is there. It may read no more, so
// that a key beside it counts for nothing.
func (k keys) feeds(r *http.Request) bool {
	token := FeedToken(r.URL.Path)
	return token != "" && k.isFeed != nil && (r.Method == http.MethodGet || r.Method == http.MethodHead) && k.isFeed(token)
}

// hooks says that a service calls. It may do no more, as the reader of a feed.
func (k keys) hooks(r *http.Request) bool {
	token := HookToken(r.URL.Path)
	return token != "" && k.isHook != nil && (r.Method == http.MethodGet || r.Method == http.MethodPost) && k.isHook(token)
}

// IsHook says that a request came in as a service that calls.
func IsHook(r *http.Request) bool { return Caller(r.Context()) == callerHook }

// IsFeed says that a request came in as the reader of a feed.
func IsFeed(r *http.Request) bool { return Caller(r.Context()) == callerFeed }

// NewKey is a bearer key of 256 random bits, as text.
func NewKey(random io.Reader) (string, error) {
	b := make([]byte, 32)
	if _, err := io.ReadFull(random, b); err != nil {
		return "", fmt.Errorf("making a key: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(b), nil
}

// NewSecretPath is a path prefix that nobody can guess.
func NewSecretPath(random io.Reader) (string, error) {
	k, err := NewKey(random)
	return secretRoot + k, err
}

// CheckKey refuses a key that could be guessed by trying.
func CheckKey(key string) error {
	if len(key) >= minKey && !strings.ContainsAny(key, " \t\r\n") {
		return nil
	}
	return training.Errorf(training.KindInvalid, "The key of the HTTP server is too short or has spaces.").
		WithFix("Use at least %d characters without spaces, or leave it out and one is made.", minKey)
}
