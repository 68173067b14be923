package connections

import (
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"time"

	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/services/client"
	"lapkeep/internal/services/connection"
	"lapkeep/internal/services/igpsport"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/training"
)

// Former is the config file of another program for a service, from which the
// athlete may take over the account: a JSON object of texts.
type Former struct {
	Path   string // below the user's home folder, with slashes
	Fields map[string]settings.Use
}

// longestFormer is larger than any such file.
const longestFormer = 64 << 10

// former offers to take over an existing config file of a service that is not
// connected yet. Nothing is read before somebody agrees.
func (s *Set) former(k Kind, n *connect.Need) {
	if _, where := s.account(k); k.Former == nil || s.o.UserHome == "" || where != "" {
		return
	}
	path := filepath.Join(s.o.UserHome, filepath.FromSlash(k.Former.Path))
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return
	}
	needs := *n
	n.Former = path
	n.TakeOver = func() (connect.Need, error) {
		said, err := k.Former.read(path)
		if err != nil {
			return needs, err
		}
		fill(&needs, said, path)
		return needs, nil
	}
}

// read reads the file. Its error does not quote the file, which contains a
// password.
func (f *Former) read(path string) (map[settings.Use]string, error) {
	text, err := disk.ReadRegular(path, longestFormer)
	fields := map[string]any{}
	if err == nil {
		err = json.Unmarshal(text, &fields)
	}
	if err != nil {
		return nil, training.Errorf(training.KindInvalid, "%s cannot be read in its earlier settings format.", path).
			WithFix("Leave it, and type the values when asked.")
	}
	said := map[settings.Use]string{}
	for name, use := range f.Fields {
		if text, ok := fields[name].(string); ok {
			said[use] = strings.TrimSpace(text)
		}
	}
	return said, nil
}

// fill adds the settings of a file that ours leave open. It takes a password
// only together with its user.
func fill(n *connect.Need, said map[settings.Use]string, path string) {
	g := &n.Given
	if said[settings.ForPassword] != "" && g.Password.Empty() && (g.User == "" || g.User == said[settings.ForUser]) {
		g.Password, n.From = source.NewSecret(said[settings.ForPassword]), path
	}
	g.User, g.Region = cmp.Or(g.User, said[settings.ForUser]), cmp.Or(g.Region, said[settings.ForRegion])
	if n.Way == connect.ByApp && said[settings.ForRefresh]+said[settings.ForKey] != "" {
		g.Key, g.Refresh = source.NewSecret(said[settings.ForKey]), source.NewSecret(said[settings.ForRefresh])
		n.TokensFrom = path
	}
	for use, t := range map[settings.Use]*connect.Threshold{settings.ForFTP: &n.FTPW, settings.ForLTHR: &n.LTHRBpm} {
		if t.Text == "" && said[use] != "" {
			*t = connect.Threshold{Text: said[use], From: path}
		}
	}
}

// ofIGPSport returns iGPSport with the settings that igpsport-mcp had for it.
func ofIGPSport() Kind {
	return Kind{
		API: igpsport.API(),
		SignIn: SignIn{
			Asks: "the name and password of your account; the name is the telephone number in China and the e-mail address elsewhere",
			Account: &Account{
				Regions: []connect.Region{{Name: igpsport.China, Title: "China"}, {Name: igpsport.International, Title: "everywhere else"}},
				Login:   igpsport.Login,
			},
		},
		// The service publishes no limit. This one stops a mistake of ours from
		// sending requests for ever.
		Windows: []source.Quota{{Window: time.Hour, Limit: 10_000}},
		Settings: []settings.Definition{
			{
				Key: "igpsport_username", Env: []string{"IGPSPORT_USERNAME"}, Use: settings.ForUser,
				Help: "account of iGPSport: telephone number or e-mail address",
			},
			{
				Key: "igpsport_password", Env: []string{"IGPSPORT_PASSWORD"}, Secret: true, Use: settings.ForPassword,
				Help: "its password; `lapkeep connect igpsport` keeps it more safely",
			},
			{
				Key: "igpsport_region", Env: []string{"IGPSPORT_REGION"}, Use: settings.ForRegion,
				Allowed: []string{igpsport.China, igpsport.International}, Help: "where the account is; " + igpsport.China + " if unset",
			},
			{
				Key: "igpsport_ftp", Env: []string{"IGPSPORT_FTP"}, Number: true, Use: settings.ForFTP,
				Help: "FTP in watts, over what iGPSport says and not over your own",
			},
			{
				Key: "igpsport_lthr", Env: []string{"IGPSPORT_LTHR"}, Number: true, Use: settings.ForLTHR,
				Help: "heart rate at lactate threshold, as igpsport_ftp",
			},
			{
				Key: "igpsport_url", Env: []string{"IGPSPORT_API_BASE"}, Use: settings.ForAddress,
				Help: "address of iGPSport, if it is not the usual one of the region",
			},
			{
				Key: igpsport.KeySetting, Env: []string{"IGPSPORT_SIGNING_KEY_FILE"}, Path: true, Use: settings.ForSigning,
				Help: "file with a key of yours that signs requests to iGPSport in China, if it asks for that",
			},
			{
				Key: "igpsport_cache_dir", Env: []string{"IGPSPORT_CACHE_DIR"}, Help: "has no use: everything is in the home",
				Instead: "Lapkeep keeps everything in its home folder (--home, LAPKEEP_HOME). " +
					"The former folder can be deleted once its recordings are here.",
			},
			{
				Key: "igpsport_app_version", Env: []string{"IGPSPORT_APP_VERSION"}, Help: "has no use: each version of Lapkeep has one",
				Instead: "Lapkeep says the version of the app that it was written for. Should iGPSport want a newer one, update Lapkeep.",
			},
			{Key: settings.LogLevel, Env: []string{"IGPSPORT_LOG_LEVEL"}},
		},
		Former: &Former{Path: ".igpsport-mcp/config.json", Fields: map[string]settings.Use{
			"username": settings.ForUser, "password": settings.ForPassword, "region": settings.ForRegion,
			"ftp": settings.ForFTP, "lthr": settings.ForLTHR,
		}},
		Open: func(o client.Options) (source.Service, error) { return igpsport.New(o) },
	}
}

// webhookCursor is the key of the stored webhook. It is deleted with the
// connection.
const webhookCursor = "webhook"

// hook is an address that a service calls: hashes of the token in the address
// and of the word by which the service identifies itself, and the id of the
// subscription, which is empty until the service has assigned it.
type hook struct {
	Token        string `json:"token"`
	Word         string `json:"word"`
	Subscription string `json:"subscription"`
}

func hashed(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

func is(text, hash string) bool {
	return hash != "" && subtle.ConstantTimeCompare([]byte(hashed(text)), []byte(hash)) == 1
}

// hooks calls f for each service with a webhook until f returns true.
func (s *Set) hooks(ctx context.Context, f func(k Kind, h hook) (stop bool)) error {
	for _, k := range s.o.Kinds {
		if policy(k).Place() != source.Limited {
			continue
		}
		var h hook
		ok, err := s.o.State.Cursor(ctx, s.key(k.Name), webhookCursor, &h)
		if err != nil {
			return err
		}
		if ok && h.Token != "" && f(k, h) {
			return nil
		}
	}
	return nil
}

// Webhook subscribes a connected service to an address below base, one of the
// server's, or ends the subscription. The server must be running, because the
// service sends a test request first.
func (s *Set) Webhook(ctx context.Context, name, base string, on bool) error {
	k, err := s.kind(name)
	if err != nil {
		return err
	}
	service, err := s.Service(k.Name)
	if err != nil {
		return err
	}
	caller, ok := service.(source.WebhookSubscriber)
	if !ok || policy(k).Place() != source.Limited {
		return training.Errorf(training.KindUnsupported, "%s does not send notifications of changes.", k.Title).
			WithFix("Lapkeep checks it from time to time anyway.")
	}
	var was hook
	if _, err := s.o.State.Cursor(ctx, s.key(k.Name), webhookCursor, &was); err != nil {
		return err
	}
	if was.Subscription != "" {
		if err := caller.Unsubscribe(ctx, was.Subscription); err != nil {
			return err
		}
	}
	if !on {
		return s.o.State.SetCursor(ctx, s.key(k.Name), webhookCursor, hook{})
	}
	token, err := guard.NewKey(s.o.Random)
	if err != nil {
		return err
	}
	word, err := guard.NewKey(s.o.Random)
	if err != nil {
		return err
	}
	h := hook{Token: hashed(token), Word: hashed(word)}
	if err := s.o.State.SetCursor(ctx, s.key(k.Name), webhookCursor, h); err != nil {
		return err
	}
	if h.Subscription, err = caller.Subscribe(ctx, strings.TrimSuffix(base, "/")+guard.HookRoot+token, word); err != nil {
		_ = s.o.State.SetCursor(context.WithoutCancel(ctx), s.key(k.Name), webhookCursor, hook{}) // nothing calls that address
		return err
	}
	return s.o.State.SetCursor(ctx, s.key(k.Name), webhookCursor, h)
}

// CalledAt reports whether a token belongs to an address that a service calls.
func (s *Set) CalledAt(ctx context.Context, token string) (at bool) {
	err := s.hooks(ctx, func(_ Kind, h hook) bool { at = is(token, h.Token); return at })
	return err == nil && at
}

// Proves reports whether a word is the one by which the token's service
// identifies itself.
func (s *Set) Proves(ctx context.Context, token, word string) (proves bool) {
	err := s.hooks(ctx, func(_ Kind, h hook) bool {
		proves = is(token, h.Token) && is(word, h.Word)
		return proves
	})
	return err == nil && proves
}

// Called reads an event that arrived at the address of a token. ok is false if
// it is no event or belongs to another subscription.
func (s *Set) Called(ctx context.Context, token string, body []byte) (name source.Name, e source.WebhookEvent, ok bool, err error) {
	var of Kind
	var at hook
	err = s.hooks(ctx, func(k Kind, h hook) bool {
		if is(token, h.Token) {
			of, at = k, h
		}
		return at.Token != ""
	})
	if err != nil || at.Token == "" {
		return "", e, false, err
	}
	service, err := s.Service(of.Name)
	if err != nil {
		return of.Name, e, false, err
	}
	caller, can := service.(source.WebhookSubscriber)
	if !can {
		return of.Name, e, false, nil
	}
	e, ok = caller.ReadEvent(body)
	return of.Name, e, ok && at.Subscription != "" && e.Subscription == at.Subscription, nil
}

// AccountAt returns the athlete's own id at a connected service.
func (s *Set) AccountAt(name source.Name) string {
	k, err := s.kind(string(name))
	if err != nil {
		return ""
	}
	id, _ := s.account(k)
	return id
}

// ActOn does what an event requires at once: it deletes here what was deleted
// there. It returns what still has to be requested from the service, nil for
// nothing. An event that comes twice or too late changes nothing.
func (s *Set) ActOn(ctx context.Context, name source.Name, e source.WebhookEvent) (ask func(ctx context.Context) error, err error) {
	if s.o.Limited == nil {
		return nil, nil
	}
	switch e.Kind {
	case source.EventActivityDeleted:
		_, err = s.o.Limited.Delete(ctx, s.o.Athlete, string(name), e.ID)
	case source.EventAccessEnded:
		err = s.o.Limited.Forget(ctx, s.o.Athlete, string(name))
	case source.EventActivityMade, source.EventActivityChanged:
		return func(ctx context.Context) error { return s.look(ctx, name, e) }, nil
	case source.EventUnknown:
	}
	return nil, err
}

// look requests an activity that is new at the service, or that was changed and
// is stored here.
func (s *Set) look(ctx context.Context, name source.Name, e source.WebhookEvent) error {
	keeper, err := s.Apart(name)
	if err != nil || keeper == nil {
		return err
	}
	place := limited.Place{
		Scope: training.Scope{Athlete: s.o.Athlete, Audience: training.AudiencePage}, Source: string(name), Kind: limited.Activity,
	}
	if _, here, err := s.o.Limited.Row(ctx, place, e.ID); err != nil || !here && e.Kind == source.EventActivityChanged {
		return err
	}
	return lookAt(source.WithUrgency(ctx, source.Background), keeper, e.ID)
}

func lookAt(ctx context.Context, keeper *connection.Apart, id string) error {
	act, err := keeper.Detail(ctx, id, "")
	if err != nil {
		if f, failed := source.FailureOf(err); failed && f.Fault == source.NotFound {
			return nil // it was deleted meanwhile, there and here
		}
		return err
	}
	return keeper.Listed(ctx, act)
}
