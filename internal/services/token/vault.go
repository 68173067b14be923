package token

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Vault stores the tokens of one athlete, one file per connection. The file states where the
// secrets are: in the keyring or in the file itself.
type Vault struct {
	// Dir is created with the first token, accessible only to its owner.
	Dir string
	// Keyring is used first; if it is nil, everything is stored in files.
	Keyring Keyring
	// NewID returns names for secrets in the keyring; two homes must not share
	// one.
	NewID func() string
}

// kept is the content of the file.
type kept struct {
	Scheme  source.Scheme `json:"scheme"`
	Account string        `json:"account,omitempty"`
	Scopes  []string      `json:"scopes,omitempty"`
	Expiry  time.Time     `json:"expiry,omitzero"`
	Region  string        `json:"region,omitempty"`
	// User is masked, for display.
	User string `json:"user,omitempty"`
	// Application is the id of the app through which the athlete is connected.
	Application string `json:"application,omitempty"`
	// Keyring is the name under which the secrets are stored in the keyring.
	Keyring string   `json:"keyring,omitempty"`
	Secrets *secrets `json:"secrets,omitempty"`
}

// secrets are stored together, so that a change to the file alone cannot send
// the keyring's secret elsewhere.
type secrets struct {
	Access   string `json:"access"`
	Refresh  string `json:"refresh,omitempty"`
	Address  string `json:"address,omitempty"`
	Region   string `json:"region,omitempty"`
	User     string `json:"user,omitempty"`
	Password string `json:"password,omitempty"`
}

// longestFile exceeds the size of any such file.
const longestFile = 64 << 10

func (v *Vault) path(n source.Name) string { return filepath.Join(v.Dir, string(n)+".json") }

// Load returns a connection's token, or an error of training.KindNotFound if there is none.
func (v *Vault) Load(n source.Name) (source.Token, error) {
	k, err := v.read(n)
	if err != nil {
		return source.Token{}, err
	}
	if k.Keyring != "" {
		if k.Secrets, err = v.unlock(k.Keyring); err != nil {
			return source.Token{}, v.locked(n, err)
		}
	}
	if k.Secrets == nil || k.Secrets.Access == "" {
		return source.Token{}, damaged(n, nil)
	}
	return source.Token{
		Scheme: k.Scheme, Access: source.NewSecret(k.Secrets.Access), Refresh: source.NewSecret(k.Secrets.Refresh),
		Expiry: k.Expiry, Address: k.Secrets.Address, Account: k.Account, Scopes: k.Scopes,
		Region: k.Secrets.Region, User: k.Secrets.User, Password: source.NewSecret(k.Secrets.Password),
		Application: k.Application,
	}, nil
}

func (v *Vault) read(n source.Name) (kept, error) {
	data, err := disk.ReadRegular(v.path(n), longestFile)
	if errors.Is(err, fs.ErrNotExist) {
		return kept{}, training.Errorf(training.KindNotFound, "%s is not connected.", n).WithFix("Run `lapkeep connect %s`.", n)
	}
	var k kept
	if err == nil {
		err = json.Unmarshal(data, &k)
	}
	if err != nil {
		return kept{}, damaged(n, err)
	}
	return k, nil
}

func (v *Vault) unlock(name string) (*secrets, error) {
	if v.Keyring == nil {
		return nil, errors.New("the keyring is switched off")
	}
	text, err := v.Keyring.Get(name)
	if err != nil {
		return nil, err
	}
	var s secrets
	if json.Unmarshal([]byte(text), &s) != nil {
		return nil, ErrNoSecret // the cause would quote a part of the text
	}
	return &s, nil
}

func (v *Vault) locked(n source.Name, err error) error {
	if errors.Is(err, ErrNoSecret) {
		return training.Errorf(training.KindNotFound, "The keyring no longer has the key for %s.", n).WithFix("Run `lapkeep connect %s`.", n)
	}
	e := training.Errorf(training.KindUnavailable, "The keyring did not return the key for %s.", n).
		WithFix("Unlock the keyring, or run `lapkeep connect %s` to keep the key in a file.", n)
	e.Err = err
	return e
}

func damaged(n source.Name, err error) error {
	e := training.Errorf(training.KindCorrupt, "The key for %s cannot be read.", n).WithFix("Run `lapkeep connect %s` again.", n)
	if err != nil && !errors.As(err, new(*json.SyntaxError)) {
		e.Err = err
	}
	return e
}

// Save stores the token of a connection, replacing an earlier one. It is on
// disk, or in the keyring, when Save returns.
func (v *Vault) Save(n source.Name, t source.Token) error {
	before, err := v.read(n)
	if err != nil {
		before = kept{}
	}
	k := kept{Scheme: t.Scheme, Account: t.Account, Scopes: t.Scopes, Expiry: t.Expiry, Region: t.Region, User: source.Masked(t.User)}
	k.Application = t.Application
	s := secrets{t.Access.Reveal(), t.Refresh.Reveal(), t.Address, t.Region, t.User, t.Password.Reveal()}
	if k.Keyring = v.intoKeyring(before.Keyring, s); k.Keyring == "" {
		k.Secrets = &s
	}
	data, err := json.Marshal(k)
	if err == nil {
		err = os.MkdirAll(v.Dir, 0o700)
	}
	if err == nil {
		err = disk.WriteAtomic(v.path(n), data, 0o600)
	}
	if err != nil {
		e := training.Errorf(training.KindUnavailable, "The key for %s could not be saved.", n).WithFix("Make sure that %s can be "+
			"written.", v.Dir)
		e.Err = err
		return e
	}
	if k.Keyring == "" && before.Keyring != "" && v.Keyring != nil {
		_ = v.Keyring.Delete(before.Keyring) // an old key, which would never be found again
	}
	return v.forgive(n)
}

// intoKeyring stores secrets in the keyring and returns the name under which they
// are stored, or "" if that fails.
func (v *Vault) intoKeyring(name string, s secrets) string {
	if v.Keyring == nil {
		return ""
	}
	if name == "" {
		name = v.NewID()
	}
	text, err := json.Marshal(s) // #nosec G117 -- it is for the keyring
	if err != nil || v.Keyring.Set(name, string(text)) != nil {
		return ""
	}
	return name
}

// Delete deletes a connection's token. It returns no error if there is none.
func (v *Vault) Delete(n source.Name) error {
	k, err := v.read(n)
	if err == nil && k.Keyring != "" && v.Keyring != nil {
		if err := v.Keyring.Delete(k.Keyring); err != nil && !errors.Is(err, ErrNoSecret) {
			return v.locked(n, err)
		}
	}
	if err := v.forgive(n); err != nil {
		return err
	}
	return removed(os.Remove(v.path(n)))
}

// removed returns nil if the file to remove did not exist, and err otherwise.
func removed(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// About describes a token without its secrets.
type About struct {
	Account     string // the service's id of the athlete
	Region      string
	User        string // masked
	Application string
	Scopes      []string // nil if they are unknown
	// Where is the place of the secrets: "keyring" or "file".
	Where string
}

// About describes a connection's token; it is empty if there is none.
func (v *Vault) About(n source.Name) About {
	k, err := v.read(n)
	if err != nil {
		return About{}
	}
	where := "file"
	if k.Keyring != "" {
		where = "keyring"
	}
	return About{k.Account, k.Region, k.User, k.Application, k.Scopes, where}
}

// stamp returns information about the token file that shows whether the file has
// been saved again, or nil if there is no file.
func (v *Vault) stamp(n source.Name) fs.FileInfo {
	info, err := os.Stat(v.path(n))
	if err != nil {
		return nil
	}
	return info
}

// sameFile also compares modification times: the inode number of a deleted file may be
// reused, and some systems store times only to the millisecond.
func sameFile(a, b fs.FileInfo) bool {
	return a != nil && b != nil && os.SameFile(a, b) && a.ModTime().Equal(b.ModTime())
}

// refusal records that a service refused the credentials for renewing a token.
// It is stored, because repeated tries lock accounts, and removed when the next
// token is saved.
type refusal struct {
	At time.Time `json:"at"`
	// Until is the end of an account's lock; zero means until the next sign-in.
	Until time.Time `json:"until,omitzero"`
	// Of distinguishes refused credentials from later ones. It is too short to reveal them.
	Of string `json:"of,omitempty"`
}

func newRefusal(t source.Token, now, until time.Time) refusal {
	r := refusal{At: now.UTC(), Until: until}
	r.Of = r.mark(t)
	return r
}

// of reports whether a token has the refused credentials.
func (r refusal) of(t source.Token) bool { return r.Of == r.mark(t) }

// mark returns a short hash of the refused password, or of the locked account
// whatever its password.
func (r refusal) mark(t source.Token) string {
	password := t.Password.Reveal()
	if !r.Until.IsZero() {
		password = ""
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%d\x00%s\x00%s\x00%s", r.At.UnixNano(), t.Region, t.User, password))
	return hex.EncodeToString(sum[:2])
}

func (v *Vault) refusalPath(n source.Name) string {
	return filepath.Join(v.Dir, string(n)+".refused.json")
}

// refused returns the refusal that applies at now; holds is false if there is none.
func (v *Vault) refused(n source.Name, now time.Time) (r refusal, holds bool) {
	data, err := disk.ReadRegular(v.refusalPath(n), longestFile)
	if err != nil || json.Unmarshal(data, &r) != nil {
		return r, false
	}
	return r, r.Until.IsZero() || now.Before(r.Until)
}

// refuse stores a refusal.
func (v *Vault) refuse(n source.Name, r refusal) error {
	data, err := json.Marshal(r)
	if err == nil {
		err = disk.WriteAtomic(v.refusalPath(n), data, 0o600)
	}
	if err != nil {
		return training.Errorf(training.KindUnavailable, "The refused sign-in to %s could not be recorded: %w.", n, err).
			WithFix("Make sure that %s can be written.", v.Dir)
	}
	return nil
}

// forgive deletes a refusal.
func (v *Vault) forgive(n source.Name) error { return removed(os.Remove(v.refusalPath(n))) }

// lasting reports whether the account itself was refused, and until when.
func lasting(f source.Failure) (until time.Time, ok bool) {
	switch f.Fault {
	case source.Unavailable, source.RateLimited, source.NotFound, source.Changed, source.Forbidden, source.Refused:
		return time.Time{}, false // the cause may be the request or the service
	default:
		return f.RetryAt, true
	}
}

// withheld returns the error for a request that is not sent because the
// password was refused or the account is locked.
func (k *Keeper) withheld(r refusal, cause error) error {
	f := source.Failure{Fault: source.Unauthorised, Source: k.Source, Title: k.Title, RetryAt: r.Until, Err: cause}
	e := training.Errorf(training.KindForbidden, "%s did not accept the password of the account.", k.title()).
		WithFix("Run `lapkeep connect %s` and type it again; until then it is not sent again, to avoid locking the account.", k.Source)
	if !k.SignIn.Password.Empty() {
		e = e.WithFix("Correct it where it is set; until then it is not sent again, to avoid locking the account.")
	}
	if !r.Until.IsZero() {
		e = training.Errorf(training.KindForbidden, "%s has locked the account until %s.", k.title(), r.Until.UTC().Format(time.RFC3339)).
			WithFix("Wait until then: nothing is sent there before. If the password has changed, run `lapkeep connect %s`.", k.Source)
	}
	e.Err = &f
	return e
}

// Static returns a source for a token that is never renewed, such as a key in an
// environment variable.
func Static(n source.Name, t source.Token) source.Tokens { return static{n, t} }

type static struct {
	name  source.Name
	token source.Token
}

func (s static) Token(context.Context) (source.Token, error) { return s.token, nil }

func (s static) Renew(context.Context, source.Token) (source.Token, error) {
	return source.Token{}, source.Fail(source.Failure{Fault: source.Unauthorised, Source: s.name}, "")
}
