package connections

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/oauth2"

	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
)

// OAuth is authorising an app that the athlete registered at the service.
type OAuth struct {
	// Steps are how an app is made, for a person; none where that is known.
	Steps []string
	// URL is where it is authorised, unless settings name another place.
	URL string
	// Endpoint is where, at that address.
	Endpoint func(base string) oauth2.Endpoint
	// Scopes are the rights that reading takes, Writing those that changes take
	// besides: they are asked for if the athlete wants changes to be sent.
	Scopes, Writing []string
	// Rights name the one of Writing that changes of a kind of thing take.
	Rights map[string]string
	// Least are rights one of which there must be; none is that any will do.
	Least []string
	// Comma says that rights are separated by one, not by a space.
	Comma bool
	// Plain and Also are as in [token.OAuth].
	Plain bool
	Also  map[string]string
}

// asked are the rights that are asked for.
func (o *OAuth) asked(write bool) []string {
	if write {
		return slices.Concat(o.Scopes, o.Writing)
	}
	return o.Scopes
}

// lacks reports whether the rights that were given are without the one that
// changes of the first kind with a right take. Where nobody said what was given,
// nothing lacks.
func (s SignIn) lacks(kinds, given []string) bool {
	if s.OAuth == nil || len(given) == 0 {
		return false
	}
	for _, kind := range kinds {
		if right := s.OAuth.Rights[kind]; right != "" {
			return !slices.Contains(given, right)
		}
	}
	return false
}

// missing are rights that were asked for and not given, where that was said.
func (s SignIn) missing(given []string, write bool) []string {
	if s.OAuth == nil || len(given) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.OAuth.asked(write)), func(scope string) bool { return slices.Contains(given, scope) })
}

// besides is the form in which the address of requests, with that of signing
// in, is compared with others: a token that was given by one is renewed there.
func (o *OAuth) besides(title, address, signIn string) (string, error) {
	if signIn == "" {
		return address, nil
	}
	signIn, err := client.API{Title: title, URL: o.URL}.Address(signIn)
	return strings.TrimSpace(address + " " + signIn), err
}

// ofApp says what connecting by an app takes. Tokens of the settings are never
// used over those that are kept here: those are newer.
func (s *Set) ofApp(k Kind, n *connect.Need) {
	if k.SignIn.OAuth == nil {
		return
	}
	n.Steps, n.Writing = k.SignIn.OAuth.Steps, k.SignIn.OAuth.Writing
	n.Given.Key = source.Secret{}
	if g := s.o.Given[k.Name]; s.o.Vault.Where(k.Name) == "" {
		n.Given.Key, n.Given.Refresh, n.TokensFrom = g.Key, g.Refresh, g.From
	}
}

// authorise gets the first token: by what the athlete had before, as long as
// the service takes that, or by their consent.
func (s *Set) authorise(ctx context.Context, k Kind, a entry) (t source.Token, err error) {
	app := s.oauth(k, a.User, a.Password, k.SignIn.OAuth.asked(a.Write))
	switch {
	case !a.Refresh.Empty():
		t, err = app.Refresh(ctx, source.Token{Refresh: a.Refresh})
		if f, failed := source.FailureOf(err); failed && f.Fault == source.Unauthorised {
			t, err = a.agree(ctx, app)
		}
	case !a.Key.Empty():
		t = source.Token{Scheme: source.Bearer, Access: a.Key}
	default:
		t, err = a.agree(ctx, app)
	}
	t.Application = a.User
	least := k.SignIn.OAuth.Least
	if err == nil && len(t.Scopes) > 0 && len(least) > 0 &&
		!slices.ContainsFunc(least, func(scope string) bool { return slices.Contains(t.Scopes, scope) }) {
		err = source.Fail(source.Failure{Fault: source.Unscoped, Source: k.Name, Title: k.Title, Scope: least[0]}, "")
	}
	return t, err
}

// oauth is the app that the athlete registered. Its requests for tokens go to
// the host that gives them alone.
func (s *Set) oauth(k Kind, id string, secret source.Secret, scopes []string) *token.OAuth {
	own := k.SignIn.OAuth
	at := own.Endpoint(strings.TrimSuffix(cmp.Or(s.o.Given[k.Name].SignInURL, own.URL), "/"))
	var hosts []string
	if u, err := url.Parse(at.TokenURL); err == nil {
		hosts = append(hosts, u.Host)
	}
	if own.Comma {
		scopes = []string{strings.Join(scopes, ",")}
	}
	o := s.options(k, "", "", nil, nil)
	return &token.OAuth{
		Source: k.Name, Title: k.Title, Plain: own.Plain, Also: own.Also, Now: s.o.Now,
		Config: oauth2.Config{ClientID: id, ClientSecret: secret.Reveal(), Endpoint: at, Scopes: scopes},
		Explain: func(f source.Failure, answer []byte) error {
			if k.Explain == nil {
				return nil
			}
			return k.Explain(f, client.SaidIn(answer))
		},
		HTTP: client.NewTransport(client.TransportOptions{
			Source: k.Name, Title: k.Title, Hosts: hosts, UserAgent: o.UserAgent, Retry: o.Retry, Clock: o.Clock, Log: o.Log, Base: o.Base,
		}).HTTP(),
	}
}
