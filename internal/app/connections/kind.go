package connections

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/oauth2"

	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/i18n"
	"lapkeep/internal/importing"
	"lapkeep/internal/services/client"
	"lapkeep/internal/services/connection"
	"lapkeep/internal/services/hevy"
	"lapkeep/internal/services/intervalsicu"
	"lapkeep/internal/services/openmeteo"
	"lapkeep/internal/services/polar"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/intake"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/kinds"
)

// Kind is a service that can be connected.
type Kind struct {
	client.API
	SignIn SignIn
	// Windows holds the known rate limits of the service.
	Windows []source.Quota
	// Settings are the service's settings, including their names in other
	// programs.
	Settings []settings.Definition
	// Former is another program's config file, or nil if there is none.
	Former *Former
	Open   func(o client.Options) (source.Service, error)
}

// Kinds returns all services.
func Kinds() []Kind {
	return []Kind{ofIntervalsICU(), ofIGPSport(), ofStrava(), ofPolar(), ofHevy(), ofOpenMeteo()}
}

// Settings returns the settings of all given services.
func Settings(kinds []Kind) (all []settings.Definition) {
	for _, k := range kinds {
		all = append(all, k.Settings...)
	}
	return all
}

// policy returns the policy of a service. If the service's client cannot be
// created, the policy allows nothing.
func policy(k Kind) source.Policy {
	s, err := k.Open(client.Options{}) // no request is sent
	if err != nil {
		return source.Policy{}
	}
	return s.Policy()
}

// Closed returns, for each service, the audiences from which the store hides its data.
func Closed(kinds []Kind) ledger.Closed {
	all := ledger.Closed{}
	for _, k := range kinds {
		for _, a := range policy(k).HiddenFrom() {
			all[k.Name.Run()] |= 1 << a
		}
	}
	return all
}

// abilities returns the abilities of a service, which are none if its client cannot
// be created.
func abilities(k Kind) source.Abilities {
	s, err := k.Open(client.Options{}) // no request is sent
	if err != nil {
		return source.Abilities{}
	}
	return kinds.AbilitiesOf(s)
}

// Offers returns all services with their abilities, to be shown to people.
func Offers(kinds []Kind) []connect.Offer {
	var all []connect.Offer
	for _, k := range kinds {
		all = append(all, connect.Offer{Name: string(k.Name), Title: k.Title, Keyless: k.SignIn.Asks == "", Abilities: abilities(k)})
	}
	return all
}

// Options holds the inputs for creating connections.
type Options struct {
	Athlete training.AthleteID
	Kinds   []Kind
	Given   map[source.Name]Given
	Vault   *token.Vault
	// Coach returns the coach who may connect the athlete with the coach's own key;
	// nil means that there is none.
	Coach func() Coach
	// Others returns the other athletes of the home with their keys; nil means that
	// there are none.
	Others func(ctx context.Context) []Coach
	// Meet creates the athlete's row in the store if there is none.
	Meet  func(ctx context.Context) error
	State ledger.Connections
	// Limited holds rows that the services' terms allow to be kept only for a few days.
	Limited  *limited.DB
	Store    *store.DB
	Importer *importing.Importer
	Journal  *journal.Journal
	// Outbox sends waiting changes; nil sends nothing.
	Outbox Outbox
	// Follow updates derived values after a sync.
	Follow func(ctx context.Context) error
	NewID  func() string
	Now    func() time.Time
	Sleep  func(ctx context.Context, d time.Duration) error // nil uses a timer
	Jitter func() float64
	Random io.Reader // for one-time values
	// Hooked keeps the hash of the address that a service calls, so that a server of many homes
	// finds the home of a call; an empty hash means that there is none.
	Hooked  func(name source.Name, hash string) error
	Version string
	// UserHome is the folder in which other programs keep their config files; empty
	// means that there is none.
	UserHome string
	Log      *slog.Logger
	Base     http.RoundTripper // nil sends real requests
	// ReadOnly is set for a home that cannot be written, so that nothing is synced into it.
	ReadOnly bool
}

// Outbox keeps the athlete's writes and sends them to services.
type Outbox interface {
	// Send sends the changes that are due for a service; if now is set, also those that
	// should still wait.
	Send(ctx context.Context, a training.AthleteID, name source.Name, now bool) error
	// Leave reads the things that the athlete created here, before the service's data that
	// contains them is removed. The returned function stores them again afterwards.
	Leave(tx *store.Tx, a training.AthleteID, name source.Name) (func() ([]journal.Changed, error), error)
	// Part ends the waiting of changes for an account that is disconnected. Rejoin
	// restores them when that account is connected again.
	Part(ctx context.Context, a training.AthleteID, name source.Name, account string) error
	Rejoin(ctx context.Context, a training.AthleteID, name source.Name, account string) error
	// Report lists the changes that are waiting or have failed at the time now, which is
	// in the athlete's time zone.
	Report(ctx context.Context, a training.AthleteID, name source.Name, now time.Time) (*servicevalues.Outbox, error)
}

// Coach is an athlete who may use their own key to connect others.
type Coach struct {
	Athlete training.AthleteID
	Vault   *token.Vault // nil if there is no coach
}

// Set holds the connections of one athlete. It is safe for concurrent use.
type Set struct {
	o Options

	mu   sync.Mutex
	open map[source.Name]opened
}

// opened is a client, with the account and the address for which it was created.
type opened struct {
	service source.Service
	as      string
}

// New returns the connections of an athlete; it sends no request.
func New(o Options) *Set { return &Set{o: o, open: map[source.Name]opened{}} }

// kind finds a service by its name, ignoring case.
func (s *Set) kind(name string) (Kind, error) {
	var names []string
	for _, k := range s.o.Kinds {
		if strings.EqualFold(name, string(k.Name)) || strings.EqualFold(name, k.Title) {
			return k, nil
		}
		names = append(names, string(k.Name))
	}
	return Kind{}, training.Errorf(training.KindNotFound, "Lapkeep cannot be connected to %q.", i18n.Clip(name, longestName)).
		WithFix("It can be connected to: %s.", strings.Join(names, ", "))
}

const longestName = 40

// account returns the athlete's id on the service and the place where the key is kept; where
// is empty if the service is not connected.
func (s *Set) account(k Kind) (id, where string) {
	if g := s.o.Given[k.Name]; k.suffices(g) {
		return g.Account, g.From
	}
	about := s.o.Vault.About(k.Name)
	return about.Account, about.Where
}

// Connected returns the names of the connected services.
func (s *Set) Connected() []source.Name {
	var names []source.Name
	for _, k := range s.o.Kinds {
		if _, where := s.account(k); where != "" {
			names = append(names, k.Name)
		}
	}
	return names
}

// Title returns the display name of a service.
func (s *Set) Title(name source.Name) string {
	k, err := s.kind(string(name))
	if err != nil {
		return string(name)
	}
	return k.Title
}

// Service returns the client of a connection, or a training.KindNotFound error
// if there is none.
func (s *Set) Service(name source.Name) (source.Service, error) {
	k, err := s.kind(string(name))
	if err != nil {
		return nil, err
	}
	account, where := s.account(k)
	if where == "" {
		return nil, notConnected(k)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	region := s.region(k)
	as := account + " " + where + " " + region
	if o, ok := s.open[k.Name]; ok && o.as == as {
		return o.service, nil
	}
	address, err := s.address(k)
	if err != nil {
		return nil, err
	}
	b := s.budget(k)
	if p := policy(k); p.Acknowledge != "" {
		b = gate{b, func(ctx context.Context) error { return s.ask(ctx, k, p) }}
	}
	service, err := k.Open(s.options(k, account, region, s.tokens(k, address, region), b))
	if err == nil {
		s.open[k.Name] = opened{service, as}
	}
	return service, err
}

// address returns the address for requests, or an error if the key in the
// settings must not go there.
func (s *Set) address(k Kind) (string, error) {
	g := s.o.Given[k.Name]
	address, err := k.Address(g.URL)
	if err == nil && k.SignIn.OAuth != nil {
		address, err = k.SignIn.OAuth.besides(k.Title, address, g.SignInURL)
	}
	secret := !g.Key.Empty() || !g.Refresh.Empty() || !g.Credentials.Password.Empty()
	if err == nil && address != "" && g.Apart && secret {
		err = training.Errorf(training.KindForbidden,
			"The key for %s comes from %s and is not sent to the address that %s names.", k.Title, g.From, g.URLFrom).
			WithFix("Set both in one place, or remove one of them.")
	}
	return address, err
}

func notConnected(k Kind) error {
	return training.Errorf(training.KindNotFound, "%s is not connected.", k.Title).WithFix("Run `%s` at a terminal.", command(k))
}

func command(k Kind) string { return "lapkeep connect " + string(k.Name) }

// budget returns the budget of requests to the service. There is one budget for each
// athlete, or one for the whole home if the service counts requests by application.
func (s *Set) budget(k Kind) source.Budget { return s.budgetBy(k, s.application(k)) }

func (s *Set) budgetBy(k Kind, application string) source.Budget {
	return connection.NewBudget(s.o.State, s.key(k.Name), connection.BudgetOptions{
		Windows: k.Windows, Application: application,
		Title: k.Title, Now: s.o.Now,
	})
}

// application returns the application through which the service is used: the
// athlete's own, if the service signs in with one.
func (s *Set) application(k Kind) string {
	if k.SignIn.OAuth == nil {
		return ""
	}
	return cmp.Or(s.o.Vault.About(k.Name).Application, s.o.Given[k.Name].Credentials.User)
}

func (s *Set) options(k Kind, account, region string, tokens source.Tokens, b source.Budget) client.Options {
	g := s.o.Given[k.Name]
	return client.Options{
		BaseURL: g.URL, SignInURL: g.SignInURL, Athlete: account, Region: region, Tokens: tokens, Budget: b, UserAgent: "lapkeep/" + s.o.Version,
		Retry: client.Retry{Jitter: s.o.Jitter}, Clock: client.Clock{Now: s.o.Now, Sleep: s.o.Sleep}, Log: s.o.Log, Base: s.o.Base,
		SigningKeyFile: g.SigningKeyFile, Random: s.o.Random,
	}
}

func (s *Set) key(n source.Name) ledger.ConnectionKey { return connection.Key(s.o.Athlete, n) }

func (s *Set) scope() training.Scope {
	return training.Everything(s.o.Athlete)
}

// Views describes every service, whether connected or not, at the time now, which is in
// the athlete's time zone.
func (s *Set) Views(ctx context.Context, now time.Time) ([]servicevalues.ConnectedView, error) {
	var all []servicevalues.ConnectedView
	for _, k := range s.o.Kinds {
		v := servicevalues.ConnectedView{Name: k.Title, Takes: slices.DeleteFunc(abilities(k).Takes,
			func(kind string) bool { return s.Lacks(k.Name, kind) })}
		v.AccountID, v.KeyIn = s.account(k)
		if v.Connected = v.KeyIn != ""; v.Connected {
			var err error
			if v.Report, err = intake.ReportOf(ctx, s.o.State, s.key(k.Name), s.application(k), k.Title, now); err != nil {
				return nil, err
			}
			if err = s.relate(ctx, k, &v); err != nil {
				return nil, err
			}
			if v.Terms, err = s.terms(ctx, k, now.Location()); err != nil {
				return nil, err
			}
			if s.o.Outbox != nil {
				if v.Outbox, err = s.o.Outbox.Report(ctx, s.o.Athlete, k.Name, now); err != nil {
					return nil, err
				}
			}
		} else {
			v.HowTo = i18n.Name(command(k))
			v.Report = connection.Report{Source: string(k.Name), State: servicevalues.NotConnected, Activities: map[string]int{}}
		}
		all = append(all, v)
	}
	return all, nil
}

// Lacks reports whether a service was connected without the right to change a thing. The
// right is taken from the first of the given kinds that has one.
func (s *Set) Lacks(name source.Name, kinds ...string) bool {
	k, err := s.kind(string(name))
	return err == nil && k.SignIn.lacks(kinds, s.o.Vault.About(name).Scopes)
}

// View describes one service.
func (s *Set) View(ctx context.Context, name string, now time.Time) (servicevalues.ConnectedView, error) {
	k, err := s.kind(name)
	if err != nil {
		return servicevalues.ConnectedView{}, err
	}
	all, err := s.Views(ctx, now)
	if err != nil {
		return servicevalues.ConnectedView{}, err
	}
	return all[slices.IndexFunc(all, func(v servicevalues.ConnectedView) bool { return v.Source == string(k.Name) })], nil
}

// Check asks a connected service whose key it is and what it allows.
func (s *Set) Check(ctx context.Context, name source.Name) (source.Account, error) {
	k, err := s.kind(string(name))
	if err != nil {
		return source.Account{}, err
	}
	service, err := s.Service(name)
	if err != nil {
		return source.Account{}, err
	}
	who, err := service.Check(ctx)
	who.SignedInAs = s.signedInAs(k)
	if err != nil {
		return who, err
	}
	here := s.here(ctx, k)
	if who.Others = marked(who.Others, here); s.o.ReadOnly {
		return who, nil
	}
	return who, s.keepRoster(ctx, k, service, here)
}

// ofIntervalsICU returns Intervals.icu, with its settings, including their names in
// other programs.
func ofIntervalsICU() Kind {
	return Kind{
		API: intervalsicu.API(),
		SignIn: SignIn{
			Asks: "the API key from https://intervals.icu/settings, under Developer Settings",
			Key:  source.Basic,
		},
		Settings: []settings.Definition{
			{
				Key: "intervals_api_key", Env: []string{"INTERVALS_ICU_API_KEY", "API_KEY"}, Secret: true, Use: settings.ForKey,
				Anybodys: []string{"API_KEY"}, Beside: "intervals_athlete_id",
				Help: "Intervals.icu API key; `lapkeep connect intervals` stores it more safely. API_KEY is used only together with an athlete id",
			},
			{
				Key: "intervals_athlete_id", Env: []string{"INTERVALS_ICU_ATHLETE_ID", "ATHLETE_ID"}, Use: settings.ForAthlete,
				Help: "athlete id on Intervals.icu, such as i12345; the key's owner if unset",
			},
			{
				Key: "intervals_url", Env: []string{"INTERVALS_API_BASE_URL"}, Use: settings.ForAddress,
				Help: "address of Intervals.icu, if not the default",
			},
			{Key: settings.DeleteMode, Env: []string{"INTERVALS_ICU_DELETE_MODE"}},
		},
		// The service documents no limit per hour, only about ten requests a second. This
		// limit, which is a little above the client's pace, stops a bug in Lapkeep from
		// sending requests forever.
		Windows: []source.Quota{{Window: time.Hour, Limit: 30_000, Own: true}},
		Open:    func(o client.Options) (source.Service, error) { return intervalsicu.New(o) },
	}
}

func ofHevy() Kind {
	return Kind{
		API:    hevy.API(),
		SignIn: SignIn{Asks: "the API key from https://hevy.com/settings?developer, which needs Hevy Pro", Key: source.Bearer},
		Settings: []settings.Definition{
			{
				Key: "hevy_api_key", Env: []string{"HEVY_API_KEY"}, Secret: true, Use: settings.ForKey,
				Help: "Hevy API key; `lapkeep connect hevy` stores it more safely",
			},
			{Key: "hevy_url", Env: []string{"HEVY_API_BASE_URL"}, Use: settings.ForAddress, Help: "address of Hevy, if not the default"},
		},
		// The service publishes no limit. This limit stops a bug in Lapkeep from sending
		// requests forever.
		Windows: []source.Quota{{Window: time.Hour, Limit: 2000, Own: true}},
		Open:    func(o client.Options) (source.Service, error) { return hevy.New(o) },
	}
}

// ofPolar returns Polar, which is connected through an application of the athlete's own.
func ofPolar() Kind {
	return Kind{
		API: polar.API(),
		SignIn: SignIn{
			Asks: "an application of your own there, with its client ID and secret",
			OAuth: &OAuth{
				Steps: []string{
					"Open https://admin.polaraccesslink.com and log in with your Polar account.",
					"Create a client. Application name: any. Authorization callback domain, with all of its parts: http://localhost:8917/callback",
					"The page then shows the client ID and the client secret.",
				},
				URL: polar.SignInAddress,
				Endpoint: func(base string) oauth2.Endpoint {
					return oauth2.Endpoint{
						AuthURL: base + "/oauth/authorize", TokenURL: base + "/oauth/token", AuthStyle: oauth2.AuthStyleInHeader,
					}
				},
				Scopes: []string{"training_sessions:read", "sleep:read", "nightly_recharge:read"},
				Least:  []string{"training_sessions:read"},
				// The service knows one whole address: https://github.com/polarofficial/accesslink-example-python/issues/15
				Callback: "http://localhost:8917/callback",
				Owner:    "x_user_id",
			},
		},
		Windows: polar.Windows(),
		Settings: []settings.Definition{
			{Key: "polar_client_id", Env: []string{"POLAR_CLIENT_ID"}, Use: settings.ForUser, Help: "client ID of your application at Polar"},
			{
				Key: "polar_client_secret", Env: []string{"POLAR_CLIENT_SECRET"}, Secret: true, Use: settings.ForPassword,
				Help: "client secret of your application; `lapkeep connect polar` stores it more safely",
			},
			{Key: "polar_url", Env: []string{"POLAR_API_URL"}, Use: settings.ForAddress, Help: "address of Polar's API, if not the default"},
			{
				Key: "polar_oauth_url", Env: []string{"POLAR_OAUTH_URL"}, Use: settings.ForSignIn,
				Help: "Polar's authorization address, if not the default",
			},
		},
		Open: func(o client.Options) (source.Service, error) { return polar.New(o) },
	}
}

// ofOpenMeteo returns Open-Meteo, which needs no key but the athlete's agreement.
func ofOpenMeteo() Kind {
	return Kind{
		API: openmeteo.API(), Windows: openmeteo.Windows(),
		Settings: []settings.Definition{
			{
				Key: "openmeteo_url", Env: []string{"OPENMETEO_URL"}, Use: settings.ForAddress,
				Help: "address of Open-Meteo's archive, if not the default",
			},
		},
		Open: func(o client.Options) (source.Service, error) { return openmeteo.New(o) },
	}
}
