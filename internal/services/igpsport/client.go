package igpsport

import (
	"context"
	"io"
	"log/slog"
	"sync"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Client is iGPSport for one athlete. It is safe for concurrent use.
type Client struct {
	api    *client.Client
	region region
	// athlete is whose account is connected, empty before that is known.
	athlete string
	log     *slog.Logger
	random  io.Reader // of the ids that the athlete's own things get
	clock   client.Clock

	mu sync.Mutex
	me *User // once asked
	// details are activities that were asked for alone, files the addresses of
	// those that were listed last.
	details map[string]Activity
	files   map[string]string
}

// New makes a client; nothing is asked yet. An account that names no region is
// one of China, where the service is from.
func New(o client.Options) (*Client, error) {
	if o.Region == "" {
		o.Region = China
	}
	r, err := regionOf(o.Region)
	if err != nil {
		return nil, err
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Tokens != nil {
		o.Tokens = regional{o.Tokens, r}
	}
	api, err := open(r, o, r.explain)
	return &Client{
		api: api, region: r, athlete: o.Athlete, log: o.Log, random: o.Random, clock: o.Clock,
		details: map[string]Activity{}, files: map[string]string{},
	}, err
}

// open makes what asks a region. How a failure is told depends on whether
// requests are signed.
func open(r region, o client.Options, explain func(s *signer) explainer) (*client.Client, error) {
	if err := r.elsewhere(o.BaseURL); err != nil {
		return nil, err
	}
	o.Region = r.name
	a := r.api()
	s, err := newSigner(r, o)
	if err != nil {
		return nil, err
	}
	if s != nil {
		a.Sign = s.sign
	}
	a.Explain = explain(s)
	return client.New(a, o)
}

// Name is the service's name.
func (c *Client) Name() source.Name { return WireName }

// Policy lets the athlete keep and use what is theirs: the terms of the app
// leave them control over it, and none are known for other programs.
func (c *Client) Policy() source.Policy {
	return source.Policy{
		Retention: source.Forever, Joined: true,
		Audiences: []training.Audience{training.AudienceModel, training.AudiencePage, training.AudienceExport},
		Source:    "https://prod.en.igpsport.com/service/mobile/api/docs/privacy", AsOf: "2026-11-24",
	}
}

// regional gives the tokens of one region alone: the other would take them, for
// somebody else.
type regional struct {
	source.Tokens
	region region
}

func (t regional) Token(ctx context.Context) (source.Token, error) {
	return t.own(t.Tokens.Token(ctx))
}

func (t regional) Renew(ctx context.Context, refused source.Token) (source.Token, error) {
	return t.own(t.Tokens.Renew(ctx, refused))
}

func (t regional) own(token source.Token, err error) (source.Token, error) {
	if err == nil && token.Region != t.region.name {
		err = fail(source.Failure{Fault: source.Unauthorised}, training.Errorf(training.KindForbidden,
			"The sign-in of iGPSport is of another region than %s and is not sent there.", t.region.name).
			WithFix("Run `lapkeep connect igpsport` and sign in there."))
	}
	if err != nil {
		return source.Token{}, err
	}
	return token, nil
}
