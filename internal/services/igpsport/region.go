package igpsport

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// The regions. An account belongs to one of them and is unknown in the other, which still
// accepts the account's token, but treats it as the token of a different athlete.
const (
	China         = "cn"
	International = "intl"
)

// region is a region with its addresses.
type region struct {
	name      string
	title     i18n.Word
	host, web string // addresses of the service, and of the web page that uses it
	app       string // version of that page
}

func regions() []region {
	return []region{
		{China, "China", "https://prod.zh.igpsport.com", "https://app.igpsport.cn", "8.07.08"},
		{International, "international", "https://prod.en.igpsport.com", "https://app.igpsport.com", "8.07.06"},
	}
}

// regionOf returns the region with the given name.
func regionOf(name string) (region, error) {
	for _, r := range regions() {
		if strings.EqualFold(strings.TrimSpace(name), r.name) {
			return r, nil
		}
	}
	return region{}, training.Errorf(training.KindInvalid, "%q is not an iGPSport region.", name).
		WithFix("Choose %s, for an account made in China, or %s, for any other.", China, International)
}

// API describes the service to a client. The service does not state an acceptable
// pace; this is the pace of programs that it is known to accept.
func API() client.API {
	a := client.API{
		Name: WireName, Title: "iGPSport", Regions: map[string]string{}, Enveloped: true, PerSecond: 5, Burst: 10,
		FileHosts: []string{"*.aliyuncs.com"}, MaxFile: 32 << 20,
	}
	for _, r := range regions() {
		a.Regions[r.name] = r.host
	}
	a.URL = a.Regions[China]
	return a
}

// api returns the API of the region, with the headers that its web app sends.
func (r region) api() client.API {
	a := API()
	a.Header = http.Header{"Origin": {r.web}, "Referer": {r.web + "/"}, "Qiwu-App-Version": {r.app}}
	return a
}

// elsewhere returns an error for an address of the other region.
func (r region) elsewhere(base string) error {
	u, err := url.Parse(base)
	for _, other := range regions() {
		if err == nil && other.name != r.name && strings.EqualFold("https://"+u.Host, other.host) {
			return training.Errorf(training.KindInvalid, "The base address %s is not that of the region %s.", u.Host, r.name).
				WithFix("Leave the address out, or set the region to %s.", other.name)
		}
	}
	return nil
}

// fail returns the failure f with the sentences of e.
func fail(f source.Failure, e *training.Error) error {
	f.Source = WireName
	e.Err = &f
	return e
}

type explainer = func(f source.Failure, said client.Message) error

// explain returns a function that returns the error for a refused request.
func (r region) explain(s *signer) explainer {
	return func(f source.Failure, said client.Message) error {
		switch {
		case r.wantsSignature(f, said):
			return r.signature(s, f)
		case f.Fault == source.Refused && absent(said.Reason):
			f.Fault = source.NotFound
			return source.Fail(f, "iGPSport did not find what was requested.")
		case f.Fault == source.Unauthorised || f.Fault == source.Forbidden:
			return r.refusal(s, f)
		}
		return nil
	}
}

// refusal returns the error for a request that was refused without a reason. In
// China, the cause may be that requests are not signed.
func (r region) refusal(s *signer, f source.Failure) error {
	e := training.Errorf(training.KindForbidden, "iGPSport (%s) does not accept the sign-in.", r.title)
	if f.Fault == source.Forbidden {
		e = training.Errorf(training.KindForbidden, "iGPSport (%s) does not allow this.", r.title)
	}
	if s != nil || r.name != China {
		return fail(f, e.WithFix("Run `lapkeep connect igpsport` and sign in again."))
	}
	return fail(f, e.WithFix("Run `lapkeep connect igpsport` and sign in again. If this persists, requests may have to be signed: "+
		"set %s to the name of a file with a signing key.", KeySetting))
}

// absent reports whether a message means that there is no such thing. In China,
// such a message comes with the code of a server error.
func absent(reason string) bool { return names(reason, "不存在", "not exist", "not found") }

// wantsSignature reports whether a request was refused because it was not
// signed, or not correctly. Only China is known to require signatures.
func (r region) wantsSignature(f source.Failure, said client.Message) bool {
	refused := f.Status == http.StatusUnauthorized || f.Status == http.StatusForbidden || f.Status >= 500 || f.Fault == source.Refused
	return r.name == China && refused && names(said.Reason, "signature", "signed", "签名", "验签")
}

func names(reason string, words ...string) bool {
	reason = strings.ToLower(reason)
	for _, w := range words {
		if strings.Contains(reason, w) {
			return true
		}
	}
	return false
}

// signature returns the error for a request without the right signature.
func (r region) signature(s *signer, f source.Failure) error {
	f.Fault = source.Forbidden
	if s != nil {
		s.forget()
		return fail(f, training.Errorf(training.KindForbidden, "iGPSport (%s) does not accept the signature of the request.", r.title).
			WithFix("Check this machine's clock and the key in the file named by %s. The service may also have changed its key.", KeySetting))
	}
	return fail(f, training.Errorf(training.KindForbidden, "iGPSport (%s) refuses the request because it is not signed.", r.title).
		WithFix("Lapkeep has no signing key, because the key belongs to the manufacturer. If you have one, put it into a file, as hexadecimal "+
			"digits, base64 or a PEM private key, and name the file in the setting %s.", KeySetting))
}

// KeySetting is the setting with the path of the signing key's file.
const KeySetting = "igpsport_signing_key_file"

// Login signs in and returns the token of an account. It is sent only once,
// because the service counts wrong passwords.
func Login(ctx context.Context, o client.Options, c source.Credentials) (source.Token, error) {
	r, err := regionOf(c.Region)
	if err != nil {
		return source.Token{}, err
	}
	if c.User = strings.TrimSpace(c.User); c.User == "" || c.Password.Empty() {
		return source.Token{}, training.Errorf(training.KindInvalid, "Signing in to iGPSport takes an account name and a password.").
			WithFix("The name is the telephone number in China and the e-mail address elsewhere.")
	}
	o.Tokens = nil
	api, err := open(r, o, func(s *signer) explainer { return r.explainLogin(s, c) })
	if err != nil {
		return source.Token{}, err
	}
	session, err := client.Ask[Session](ctx, api, client.Request{
		Op: opLogin, Body: WireLogin{App: "igpsport-web", User: c.User, Password: c.Password.Reveal()},
	})
	if err == nil && session.Access == "" {
		err = api.NotAsDescribed(opLogin, nil)
	}
	if err != nil {
		return source.Token{}, err
	}
	return source.Token{
		Scheme: source.Bearer, Access: source.NewSecret(session.Access), Expiry: session.Expiry(o.Clock.Now()),
		Account: ClaimsOf(session.Access).Member, Region: r.name, User: c.User, Password: c.Password,
	}, nil
}

// passwordError is the code of a wrong password, which comes with HTTP 403.
const passwordError = 1002

// explainLogin returns a function that explains a refused sign-in. No sign-in is
// retried after one of these errors, because the account might get locked.
func (r region) explainLogin(s *signer, c source.Credentials) explainer {
	return func(f source.Failure, said client.Message) error {
		switch unsigned := s == nil && r.name == China && f.Fault == source.Unauthorised; {
		case unsigned || r.wantsSignature(f, said): // no other refusal is known to look like this
			return r.signature(s, f)
		case f.Fault.Temporary() || f.Fault == source.NotFound || f.Fault == source.Changed:
			return nil
		}
		f.Fault = source.Unauthorised
		who := i18n.Clip(c.User, longestUser)
		if said.Code == passwordError {
			return fail(f, training.Errorf(training.KindForbidden, "iGPSport (%s) does not accept the password for %s.", r.title, who).
				WithFix("Type it again, or choose the other region: its accounts are separate. Too many wrong passwords lock an account."))
		}
		if names(said.Reason, "lock", "锁定", "冻结", "too many") {
			f.Fault, f.Source = source.LockedOut, WireName
			return source.Fail(f, "")
		}
		reason := strings.ReplaceAll(said.Reason, c.Password.Reveal(), "(the password)")
		return fail(f, training.Errorf(training.KindForbidden, "iGPSport (%s) does not let %s sign in. It says: %s (code %d)", r.title, who,
			reason, said.Code).WithFix("Sign in at %s to see what it asks for, then run `lapkeep connect igpsport`.", r.web))
	}
}

const longestUser = 60

// Client accesses iGPSport for one athlete. It is safe for concurrent use.
type Client struct {
	api    *client.Client
	region region
	// athlete is the id of the connected account, empty until it is known.
	athlete string
	log     *slog.Logger
	random  io.Reader // for ids of the athlete's own things
	clock   client.Clock

	mu sync.Mutex
	me *User // nil until requested
	// details holds the activities that were requested one by one, files the file
	// addresses from the latest list.
	details map[string]Activity
	files   map[string]string
}

// New returns a client. It sends no request. An account without a region belongs to
// China, where the service is based.
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

// open returns a client for a region. explain returns its errors, which depend on
// whether requests are signed.
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

// Name returns the service's name, "igpsport".
func (c *Client) Name() source.Name { return WireName }

// Policy returns the policy of the service: the terms of its app leave athletes in
// control of their data, and no terms for other programs are known.
func (c *Client) Policy() source.Policy {
	return source.Policy{
		Retention: source.Forever, Joined: true,
		Audiences: []training.Audience{training.AudienceModel, training.AudiencePage, training.AudienceExport},
		Source:    "https://prod.en.igpsport.com/service/mobile/api/docs/privacy", AsOf: "2026-11-24",
	}
}

// regional returns tokens of one region only, because the other region would accept them as
// tokens of a different athlete.
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
			"The iGPSport sign-in belongs to a region other than %s and is not sent there.", t.region.name).
			WithFix("Run `lapkeep connect igpsport` and sign in there."))
	}
	if err != nil {
		return source.Token{}, err
	}
	return token, nil
}

// FetchRecording returns the FIT file of an activity. It uses the URL from the
// list if there is one, and requests a new URL if that has expired.
func (c *Client) FetchRecording(ctx context.Context, id string) (source.File, error) {
	if !IsID(id) {
		return source.File{}, noID(id)
	}
	c.mu.Lock()
	listed := c.files[id]
	c.mu.Unlock()
	if listed != "" {
		file, err := c.file(ctx, listed, id)
		if err == nil || !stale(err) {
			return file, err
		}
	}
	address, err := c.address(ctx, id)
	if err != nil {
		return source.File{}, err
	}
	return c.file(ctx, address, id)
}

// stale reports whether a new address may help after an error.
func stale(err error) bool {
	switch training.KindOf(err) {
	case training.KindNotFound, training.KindForbidden, training.KindCorrupt, training.KindInvalid:
		return true
	}
	return false
}

// address requests the URL of an activity's file.
func (c *Client) address(ctx context.Context, id string) (string, error) {
	at, err := client.Ask[Address](ctx, c.api, client.Request{Op: opFile, At: []string{id}})
	if err != nil || at != "" {
		return string(at), err
	}
	a, err := c.one(ctx, id)
	if err == nil && a.File == "" {
		err = c.api.NotFound("file of this activity")
	}
	return a.File, err
}

// file downloads a file, which must be a FIT file.
func (c *Client) file(ctx context.Context, address, id string) (source.File, error) {
	file, err := c.api.Fetch(ctx, address, id+".fit")
	if err != nil {
		return source.File{}, err
	}
	if !isFIT(file.Body) {
		return source.File{}, training.Errorf(training.KindCorrupt, "The file that iGPSport returned for activity %s is not a FIT file.", id)
	}
	return file, nil
}

func isFIT(b []byte) bool {
	const head = 12
	return len(b) >= head && bytes.Equal(b[8:head], []byte(".FIT"))
}
