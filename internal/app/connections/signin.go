package connections

import (
	"cmp"
	"context"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/oauth2"

	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
	"lapkeep/internal/training"
)

// SignIn describes how an athlete signs in to a service: with a key, unless Account
// or OAuth is set.
type SignIn struct {
	// Asks describes what the athlete needs in order to sign in, and where to find it. It is
	// empty if the service has no accounts.
	Asks string
	// Key is the scheme in which an entered key is sent.
	Key     source.Scheme
	Account *Account
	OAuth   *OAuth
}

// Account describes signing in with a user name and a password.
type Account struct {
	// Regions lists the regions that have separate accounts, in the order in which they
	// are offered; the first is the default. It is empty if accounts are not separate.
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

// suffices reports whether the settings alone are enough to sign in.
func (k Kind) suffices(g Given) bool {
	if k.SignIn.Account != nil {
		return g.Credentials.User != "" && !g.Credentials.Password.Empty()
	}
	return k.SignIn.Key != "" && !g.Key.Empty()
}

// region returns the region of a connection: the one in the settings, or else the stored one.
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
	return s.o.Vault.About(k.Name).Region
}

// signedInAs returns the account of a connection in a form that can be shown.
func (s *Set) signedInAs(k Kind) string {
	switch g := s.o.Given[k.Name]; {
	case k.SignIn.Account == nil:
		return ""
	case k.suffices(g):
		return source.Masked(g.Credentials.User)
	}
	return s.o.Vault.About(k.Name).User
}

// tokens returns the source of the credentials that a connection sends.
func (s *Set) tokens(k Kind, address, region string) source.Tokens {
	g := s.o.Given[k.Name]
	if k.SignIn.Asks == "" {
		return nil
	}
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

// ofSettings returns the vault for tokens of accounts in the settings. They are
// kept separate from tokens of accounts that the athlete connected.
func (s *Set) ofSettings() *token.Vault {
	v := *s.o.Vault
	v.Dir = filepath.Join(v.Dir, "settings")
	return &v
}

// renewal returns the function that renews an expired token, or nil for a key,
// which does not expire.
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

// begin gets the first token, using the data that a person entered.
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
	return training.Errorf(training.KindInvalid, "Unknown region %q.", region).WithFix("Use one of: %s.", strings.Join(names, ", "))
}

// threshold converts a threshold in the settings. The settings have already checked that
// it is a number.
func threshold(v settings.Value) connect.Threshold {
	return connect.Threshold{Text: v.Text, From: v.From, Setting: string(v.Key)}
}

// OAuth describes the authorisation of an app that the athlete registered with the service.
type OAuth struct {
	// Steps explain to a person how to create an app, if that needs explaining.
	Steps []string
	// URL is the base address for authorisation, unless the settings contain another one.
	URL string
	// Endpoint returns the endpoint below the given address.
	Endpoint func(base string) oauth2.Endpoint
	// Scopes lists the rights that are needed for reading, and Writing the additional
	// rights that are needed for changes. The rights in Writing are requested if the
	// athlete wants changes to be sent.
	Scopes, Writing []string
	// Rights maps each kind of thing to the right in Writing that is needed to change it.
	Rights map[string]string
	// Least lists rights of which at least one is needed; if it is empty, any right
	// is enough.
	Least []string
	// Comma is set if rights are separated by commas instead of spaces.
	Comma bool
	// Plain, Also, Callback and Owner have the same meaning as in [token.OAuth].
	Plain    bool
	Also     map[string]string
	Callback string
	Owner    string
}

func (o *OAuth) asked(write bool) []string {
	if write {
		return slices.Concat(o.Scopes, o.Writing)
	}
	return o.Scopes
}

// lacks reports whether the right for the first of the kinds that has one was not granted.
// If the granted rights are unknown, it returns false.
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

// missing returns the rights that were requested but not granted, if the
// service reports them.
func (s SignIn) missing(given []string, write bool) []string {
	if s.OAuth == nil || len(given) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.OAuth.asked(write)), func(scope string) bool { return slices.Contains(given, scope) })
}

// besides combines the address for signing in with the address for requests, in a form
// that can be compared. It is used because a token must be renewed where it was issued.
func (o *OAuth) besides(title, address, signIn string) (string, error) {
	if signIn == "" {
		return address, nil
	}
	signIn, err := client.API{Title: title, URL: o.URL}.Address(signIn)
	return strings.TrimSpace(address + " " + signIn), err
}

// ofApp fills in what is needed for a connection through an app. Stored tokens are
// newer than those in the settings, so the latter are used only if none are stored.
func (s *Set) ofApp(k Kind, n *connect.Need) {
	if k.SignIn.OAuth == nil {
		return
	}
	n.Steps, n.Writing = k.SignIn.OAuth.Steps, k.SignIn.OAuth.Writing
	n.Given.Key = source.Secret{}
	if g := s.o.Given[k.Name]; s.o.Vault.About(k.Name).Where == "" {
		n.Given.Key, n.Given.Refresh, n.TokensFrom = g.Key, g.Refresh, g.From
	}
}

// authorise gets the first token, using the athlete's former token if the service still
// accepts that, or else their consent.
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

// oauth returns the OAuth client for the app that the athlete registered. Its
// token requests go only to the host that issues tokens.
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
		Source: k.Name, Title: k.Title, Plain: own.Plain, Also: own.Also, Callback: own.Callback, Owner: own.Owner, Now: s.o.Now,
		Config: oauth2.Config{ClientID: id, ClientSecret: secret.Reveal(), Endpoint: at, Scopes: scopes},
		Explain: func(f source.Failure, answer []byte) error {
			if k.Explain == nil {
				return nil
			}
			return k.Explain(f, client.MessageIn(answer))
		},
		HTTP: client.NewTransport(client.TransportOptions{
			Source: k.Name, Title: k.Title, Hosts: hosts, UserAgent: o.UserAgent, Retry: o.Retry, Clock: o.Clock, Log: o.Log, Base: o.Base,
		}).HTTP(),
	}
}

// Given holds the settings of a service.
type Given struct {
	Key source.Secret // empty if there is none
	// Refresh is the token that renews Key, which is an access token in this case.
	Refresh source.Secret
	// Credentials holds the credentials of an account, or of the athlete's app.
	Credentials source.Credentials
	From        string // the origin of the key or password
	Account     string
	FTPW        connect.Threshold
	LTHRBpm     connect.Threshold
	// SigningKeyFile holds the key for signing requests, if the service needs one.
	SigningKeyFile string
	URL            string
	URLFrom        string // the origin of the address
	// SignInURL is the base address for authorising an app, if the settings contain one.
	SignInURL string
	// Apart is set if secrets and addresses do not all come from the same place.
	// The secret is then sent only to the service's own address.
	Apart bool
}

// GivenBy returns what the settings contain for each service.
func GivenBy(s settings.Settings, kinds []Kind) map[source.Name]Given {
	all := map[source.Name]Given{}
	for _, k := range kinds {
		all[k.Name] = k.given(s)
	}
	return all
}

func (k Kind) given(s settings.Settings) (g Given) {
	var secrets, addresses []string // their origins
	for _, d := range k.Settings {
		v := s.Value(d.Key)
		if v.Text == "" {
			continue
		}
		switch d.Use {
		case settings.ForKey:
			g.Key, g.From, secrets = source.NewSecret(v.Text), v.From, append(secrets, v.Origin)
		case settings.ForRefresh:
			g.Refresh, g.From, secrets = source.NewSecret(v.Text), v.From, append(secrets, v.Origin)
		case settings.ForPassword:
			g.Credentials.Password, g.From, secrets = source.NewSecret(v.Text), v.From, append(secrets, v.Origin)
		case settings.ForUser:
			g.Credentials.User = v.Text
		case settings.ForRegion:
			g.Credentials.Region = v.Text
		case settings.ForAthlete:
			g.Account = v.Text
		case settings.ForAddress:
			g.URL, g.URLFrom, addresses = v.Text, v.From, append(addresses, v.Origin)
		case settings.ForSignIn:
			g.SignInURL, g.URLFrom, addresses = v.Text, v.From, append(addresses, v.Origin)
		case settings.ForSigning:
			g.SigningKeyFile = v.Text
		case settings.ForFTP:
			g.FTPW = threshold(v)
		case settings.ForLTHR:
			g.LTHRBpm = threshold(v)
		}
	}
	for _, address := range addresses {
		g.Apart = g.Apart || slices.ContainsFunc(secrets, func(origin string) bool { return origin != address })
	}
	return g
}
