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

// Former describes another program's config file for a service, from which Lapkeep can adopt
// the athlete's account. The file is a JSON object of strings.
type Former struct {
	Path   string // below the user's home folder, with slashes
	Fields map[string]settings.Use
}

// longestFormer is the maximum size of such a file in bytes.
const longestFormer = 64 << 10

// former offers to use an existing config file for a service that is not connected yet.
// Nothing is read until somebody agrees.
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

// read reads the file. Its errors do not quote the file, because it contains a password.
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

// fill adds those settings from a file that are not set in Lapkeep. It takes a
// password only together with its user name.
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

// ofIGPSport returns iGPSport, with the settings that igpsport-mcp uses for it.
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
		// The service publishes no limit. This limit stops a bug in Lapkeep from sending
		// requests forever.
		Windows: []source.Quota{{Window: time.Hour, Limit: 10_000, Own: true}},
		Settings: []settings.Definition{
			{
				Key: "igpsport_username", Env: []string{"IGPSPORT_USERNAME"}, Use: settings.ForUser,
				Help: "iGPSport account name: telephone number or e-mail address",
			},
			{
				Key: "igpsport_password", Env: []string{"IGPSPORT_PASSWORD"}, Secret: true, Use: settings.ForPassword,
				Help: "iGPSport password; `lapkeep connect igpsport` stores it more safely",
			},
			{
				Key: "igpsport_region", Env: []string{"IGPSPORT_REGION"}, Use: settings.ForRegion,
				Allowed: []string{igpsport.China, igpsport.International}, Help: "region of the iGPSport account; " + igpsport.China + " if unset",
			},
			{
				Key: "igpsport_ftp", Env: []string{"IGPSPORT_FTP"}, Number: true, Use: settings.ForFTP,
				Help: "FTP in watts; overrides the one from iGPSport but not your own",
			},
			{
				Key: "igpsport_lthr", Env: []string{"IGPSPORT_LTHR"}, Number: true, Use: settings.ForLTHR,
				Help: "heart rate at lactate threshold in bpm; overrides the one from iGPSport but not your own",
			},
			{
				Key: "igpsport_url", Env: []string{"IGPSPORT_API_BASE"}, Use: settings.ForAddress,
				Help: "address of iGPSport, if not the default for the region",
			},
			{
				Key: igpsport.KeySetting, Env: []string{"IGPSPORT_SIGNING_KEY_FILE"}, Path: true, Use: settings.ForSigning,
				Help: "file with your own key for signing requests to iGPSport in China, if it requires that",
			},
			{
				Key: "igpsport_cache_dir", Env: []string{"IGPSPORT_CACHE_DIR"}, Help: "not used: everything is in the home folder",
				Instead: "Lapkeep keeps everything in its home folder (--home, LAPKEEP_HOME). " +
					"You can delete the old folder once its recordings are here.",
			},
			{
				Key: "igpsport_app_version", Env: []string{"IGPSPORT_APP_VERSION"}, Help: "not used: each version of Lapkeep sends a fixed app version",
				Instead: "Lapkeep sends the app version that it was written for. If iGPSport requires a newer one, update Lapkeep.",
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

// hook describes an address that a service calls. It holds hashes of the token in
// the address and of the secret with which the service identifies itself, and the
// id of the subscription, which is empty until the service has assigned one.
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

// hooks calls f for each service that has a webhook, until f returns true.
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

// Webhook subscribes a connected service to an address below base, which is an
// address of the server, or ends the subscription. The server must be running,
// because the service sends a test request first.
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
		return s.keepHook(ctx, k.Name, hook{})
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
	if err := s.keepHook(ctx, k.Name, h); err != nil {
		return err
	}
	if h.Subscription, err = caller.Subscribe(ctx, strings.TrimSuffix(base, "/")+guard.HookRoot+token, word); err != nil {
		_ = s.keepHook(context.WithoutCancel(ctx), k.Name, hook{}) // the service no longer calls that address
		return err
	}
	return s.o.State.SetCursor(ctx, s.key(k.Name), webhookCursor, h)
}

// keepHook stores the webhook of a service.
func (s *Set) keepHook(ctx context.Context, name source.Name, h hook) error {
	err := s.o.State.SetCursor(ctx, s.key(name), webhookCursor, h)
	if err == nil && s.o.Hooked != nil {
		err = s.o.Hooked(name, h.Token)
	}
	return err
}

// CalledAt reports whether a token belongs to an address that a service calls.
func (s *Set) CalledAt(ctx context.Context, token string) (at bool) {
	err := s.hooks(ctx, func(_ Kind, h hook) bool { at = is(token, h.Token); return at })
	return err == nil && at
}

// Proves reports whether word is the secret with which the service that has the token
// identifies itself.
func (s *Set) Proves(ctx context.Context, token, word string) (proves bool) {
	err := s.hooks(ctx, func(_ Kind, h hook) bool {
		proves = is(token, h.Token) && is(word, h.Word)
		return proves
	})
	return err == nil && proves
}

// Called reads an event that was sent to the address with the given token. ok is
// false if it is not an event or belongs to another subscription.
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

// AccountAt returns the athlete's own id on a connected service.
func (s *Set) AccountAt(name source.Name) string {
	k, err := s.kind(string(name))
	if err != nil {
		return ""
	}
	id, _ := s.account(k)
	return id
}

// ActOn immediately does what an event requires: it deletes here what was deleted there. It
// returns a function for the requests that still have to be sent to the service, or nil if
// there are none. An event that arrives twice or too late has no effect.
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

// look requests an activity that is new on the service, or that was changed and is stored
// here.
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
			return nil // the activity has been deleted in the meantime, at the service and here
		}
		return err
	}
	return keeper.Listed(ctx, act)
}
