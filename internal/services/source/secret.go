package source

import (
	"context"
	"fmt"
	"log/slog"
	"time"
	"unique"
)

// Secret is text that does not print, log or marshal. Only Reveal gives it.
// Two are equal if their texts are. The text lies behind a pointer, since
// fmt looks into unexported fields without asking their Format.
type Secret struct{ text unique.Handle[string] }

const hidden = "[secret]"

// NewSecret wraps a secret.
func NewSecret(text string) Secret {
	if text == "" {
		return Secret{}
	}
	return Secret{unique.Make(text)}
}

// Reveal is the text itself, for the one place that sends or keeps it.
func (s Secret) Reveal() string {
	if s.Empty() {
		return ""
	}
	return s.text.Value()
}

// Empty reports whether there is none.
func (s Secret) Empty() bool { return s == Secret{} }

// Format prints a placeholder, whatever the verb.
func (s Secret) Format(f fmt.State, _ rune) { fmt.Fprint(f, hidden) }

// LogValue logs a placeholder.
func (s Secret) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalText writes a placeholder.
func (s Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// Credentials are what an athlete types to sign in with an account.
type Credentials struct {
	Region, User string
	Password     Secret
}

// Token is a credential of one connection: an API key, or a token that an
// account or an authorised app was given.
type Token struct {
	Scheme  Scheme
	Access  Secret
	Refresh Secret
	// Expiry is when Access ends; zero is never.
	Expiry time.Time
	// Address is the only one that it may be sent to, in the service's own form;
	// empty is the service's default.
	Address string
	// Region is where it holds, of a service whose accounts are apart by region.
	// It is never sent in another.
	Region string
	// User and Password are the account that signed in, or the id and the secret
	// of the athlete's app: with them a token that ended is renewed.
	User     string
	Password Secret
	// Application is the id of that app, as it may be shown.
	Application string
	// Account is the service's id of the athlete whose it is.
	Account string
	Scopes  []string
}

// Scheme is how a token is sent.
type Scheme string

// The schemes. Basic sends Access as the password of the user that the
// service asks for.
const (
	Bearer Scheme = "bearer"
	Basic  Scheme = "basic"
)

// Fresh reports whether Access holds for some time after now.
func (t Token) Fresh(now time.Time, margin time.Duration) bool {
	return !t.Access.Empty() && (t.Expiry.IsZero() || now.Add(margin).Before(t.Expiry))
}

// Tokens gives the token to send. It is safe for concurrent use, by several
// processes too.
type Tokens interface {
	// Token gives one that is fresh, refreshing it if need be.
	Token(ctx context.Context) (Token, error)
	// Renew gives another one after the service refused this: what another
	// process saved meanwhile, or a refreshed one. It fails with [Unauthorised]
	// if there is none.
	Renew(ctx context.Context, refused Token) (Token, error)
}
