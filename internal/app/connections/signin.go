package connections

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
	"lapkeep/internal/training"
)

// SignIn is how an athlete signs in to a service: with a key, unless it is with
// an account or by an app of theirs.
type SignIn struct {
	// Asks says what the athlete needs for it, and where it is found.
	Asks string
	// Key says how a key that was typed is sent.
	Key     source.Scheme
	Account *Account
	OAuth   *OAuth
}

// Account is signing in with a user's name and a password.
type Account struct {
	// Regions are where accounts are apart, as they are offered; the first holds
	// where settings name none. There are none where accounts are not apart.
	Regions []connect.Region
	Login   func(ctx context.Context, o client.Options, c source.Credentials) (source.Token, error)
}

func (s SignIn) way() connect.Way {
	switch {
	case s.Account != nil:
		return connect.ByAccount
	case s.OAuth != nil:
		return connect.ByApp
	}
	return connect.ByKey
}

// suffices reports whether the settings sign in by themselves.
func (k Kind) suffices(g Given) bool {
	if k.SignIn.Account != nil {
		return g.Credentials.User != "" && !g.Credentials.Password.Empty()
	}
	return k.SignIn.Key != "" && !g.Key.Empty()
}

// region is where a connection is: as the settings say, or as it was made.
func (s *Set) region(k Kind) string {
	g := s.o.Given[k.Name]
	switch a := k.SignIn.Account; {
	case a == nil || len(a.Regions) == 0:
		return ""
	case g.Credentials.Region != "":
		return g.Credentials.Region
	case k.suffices(g):
		return a.Regions[0].Name
	}
	return s.o.Vault.Region(k.Name)
}

// signedInAs is the account of a connection as it may be shown.
func (s *Set) signedInAs(k Kind) string {
	switch g := s.o.Given[k.Name]; {
	case k.SignIn.Account == nil:
		return ""
	case k.suffices(g):
		return source.Masked(g.Credentials.User)
	}
	return s.o.Vault.User(k.Name)
}

// tokens gives what a connection sends.
func (s *Set) tokens(k Kind, address, region string) source.Tokens {
	g := s.o.Given[k.Name]
	if k.SignIn.Account == nil && k.suffices(g) {
		return token.Static(k.Name, source.Token{Scheme: k.SignIn.Key, Access: g.Key, Account: g.Account})
	}
	keeper := &token.Keeper{
		Vault: s.o.Vault, Source: k.Name, Title: k.Title, Address: address, Region: region, Now: s.o.Now,
		Refresh: s.renewal(k), ByPassword: k.SignIn.Account != nil,
	}
	if k.suffices(g) {
		keeper.Vault, keeper.SignIn = s.ofSettings(), g.Credentials
	}
	return keeper
}

// ofSettings keeps the tokens of accounts that the settings say: they are none
// of those that the athlete connected.
func (s *Set) ofSettings() *token.Vault {
	v := *s.o.Vault
	v.Dir = filepath.Join(v.Dir, "settings")
	return &v
}

// renewal is how a token that ended is renewed; nil for a key, which does not end.
func (s *Set) renewal(k Kind) token.Refresh {
	switch {
	case k.SignIn.Account != nil:
		return func(ctx context.Context, old source.Token) (source.Token, error) {
			c := source.Credentials{Region: old.Region, User: old.User, Password: old.Password}
			return k.SignIn.Account.Login(ctx, s.options(k, "", c.Region, nil, s.budget(k)), c)
		}
	case k.SignIn.OAuth != nil:
		return func(ctx context.Context, old source.Token) (source.Token, error) {
			return s.oauth(k, old.User, old.Password, nil).Refresh(ctx, old)
		}
	}
	return nil
}

// begin gets the first token by what a person said.
func (s *Set) begin(ctx context.Context, k Kind, a entry, address string, b source.Budget) (t source.Token, err error) {
	switch {
	case k.SignIn.Account != nil:
		if err := k.SignIn.Account.has(a.Region); err != nil {
			return t, err
		}
		t, err = k.SignIn.Account.Login(ctx, s.options(k, "", a.Region, nil, b), a.Credentials)
	case k.SignIn.OAuth != nil:
		t, err = s.authorise(ctx, k, a)
	default:
		t = source.Token{Scheme: k.SignIn.Key, Access: a.Key}
	}
	t.Address, t.Region, t.User, t.Password = address, a.Region, a.User, a.Password
	return t, err
}

func (a *Account) has(region string) error {
	var names []string
	for _, r := range a.Regions {
		names = append(names, r.Name)
	}
	if region == "" && len(names) == 0 || slices.Contains(names, region) {
		return nil
	}
	return training.Errorf(training.KindInvalid, "There is no region %q.", region).WithFix("Use one of: %s.", strings.Join(names, ", "))
}

// threshold is a number of the settings, which know that it is one.
func threshold(v settings.Value) connect.Threshold {
	return connect.Threshold{Text: v.Text, From: v.From, Setting: string(v.Key)}
}
