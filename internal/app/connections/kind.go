package connections

import (
	"log/slog"
	"net/http"
	"time"

	"lapkeep/internal/source"
	"lapkeep/internal/source/intervalsicu"
	"lapkeep/internal/source/transport"
)

// Kind is a service that can be connected.
type Kind struct {
	Name  source.Name
	Title string
	// Asks says what the athlete needs for it, and where it is found.
	Asks string
	// Windows are what the service is known to allow.
	Windows []source.Quota
	// Scheme is how a key that was typed is sent.
	Scheme source.Scheme
	// Address is the form in which addresses of the service are compared; empty
	// is the service's own.
	Address func(url string) (string, error)
	Open    func(o Opening) (source.Service, error)
}

// Opening is what a client is made of.
type Opening struct {
	URL       string // empty is the service's own
	Account   string // the service's id of the athlete; empty is the owner of the key
	Tokens    source.Tokens
	Budget    source.Budget
	UserAgent string
	Jitter    func() float64
	Clock     transport.Clock
	Log       *slog.Logger
	Base      http.RoundTripper // nil is one of its own
}

// Kinds are all of them.
func Kinds() []Kind {
	return []Kind{{
		Name: "intervals", Title: "Intervals.icu",
		Asks:   "the API key that stands at https://intervals.icu/settings under Developer Settings",
		Scheme: source.Basic, Address: intervalsicu.Address,
		// The service names no such limit; it asks for some ten requests a
		// second. This one keeps a mistake of ours from asking for ever.
		Windows: []source.Quota{{Window: time.Hour, Limit: 10_000}},
		Open: func(o Opening) (source.Service, error) {
			return intervalsicu.New(intervalsicu.Options{
				BaseURL: o.URL, Athlete: o.Account, Tokens: o.Tokens, Budget: o.Budget, UserAgent: o.UserAgent,
				Retry: transport.Retry{Jitter: o.Jitter}, Clock: o.Clock, Log: o.Log, Base: o.Base,
			})
		},
	}}
}
