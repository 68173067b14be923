package app

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/training"
)

// feedFile is a file in the home. For each athlete whose calendar is published, it
// contains a hash of the token. The token itself is only in the address.
const feedFile = "calendar.feeds"

// These are the numbers of days before and after today that a feed covers.
const (
	feedBehind = 28
	feedAhead  = 365
)

const maxFeedFile = 1 << 20

type feeds map[training.AthleteID]string

func readFeeds(home string) (feeds, error) {
	out := feeds{}
	b, err := disk.ReadRegular(filepath.Join(home, feedFile), maxFeedFile)
	if errors.Is(err, fs.ErrNotExist) {
		return out, nil
	}
	if err == nil {
		err = json.Unmarshal(b, &out)
	}
	if err != nil {
		return nil, training.Errorf(training.KindUnavailable, "The file of the calendar feeds cannot be read: %w.", err).
			WithFix("Remove %s from the home folder, then turn the feed on again.", feedFile)
	}
	return out, nil
}

func hashOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// of returns the athlete with the given token. It always compares all hashes, so
// that the time it takes reveals nothing.
func (f feeds) of(token string) (who training.AthleteID, ok bool) {
	sum := hashOf(token)
	for a, kept := range f {
		if subtle.ConstantTimeCompare([]byte(kept), []byte(sum)) == 1 {
			who, ok = a, true
		}
	}
	return who, ok
}

// feed returns whether an athlete's calendar feed is on, after turning it on or off if
// that is requested. The path of the feed is known only when it is created.
func (p *Program) feed(s settings.Settings, change cli.FeedChange) (cli.Feed, error) {
	home, who := s.Get(settings.Home), training.AthleteID(s.Get(settings.Athlete))
	all, err := readFeeds(home)
	if err != nil {
		return cli.Feed{}, err
	}
	out := cli.Feed{On: all[who] != ""}
	switch {
	case change == cli.FeedShow || change == cli.FeedOff && !out.On:
		return out, nil
	case change == cli.FeedOff:
		out.On = false
		delete(all, who)
	default:
		token, err := guard.NewKey(p.Random)
		if err != nil {
			return cli.Feed{}, err
		}
		all[who] = hashOf(token)
		out = cli.Feed{On: true, Path: guard.FeedRoot + token + guard.FeedEnd, Replaced: out.On}
	}
	b, err := json.Marshal(all)
	if err == nil {
		err = settings.MakeHome(home)
	}
	if err == nil {
		err = disk.WriteAtomic(filepath.Join(home, feedFile), b, 0o600)
	}
	if err != nil {
		return cli.Feed{}, training.Errorf(training.KindUnavailable, "The calendar feed cannot be kept: %w.", err).
			WithFix("Make the home folder writable.")
	}
	return out, nil
}

// isFeed returns a function that reports whether a token belongs to a feed. If the file
// cannot be read, no token does.
func isFeed(home string) func(token string) bool {
	return func(token string) bool {
		all, err := readFeeds(home)
		_, ok := all.of(token)
		return err == nil && ok
	}
}

// sumsOfFeeds returns the hashes in the file of the feeds.
func sumsOfFeeds(file []byte) (sums [][sha256.Size]byte) {
	var all feeds
	if json.Unmarshal(file, &all) != nil {
		return nil
	}
	for _, kept := range all {
		if sum, err := hex.DecodeString(kept); err == nil && len(sum) == sha256.Size {
			sums = append(sums, [sha256.Size]byte(sum))
		}
	}
	return sums
}

// fed opens the home that a feed's token belongs to, until done is called.
type fed func(ctx context.Context, token string) (w *cli.Workbench, done func(), err error)

// alone returns the home of a server that has only one.
func alone(w *cli.Workbench) fed {
	return func(context.Context, string) (*cli.Workbench, func(), error) { return w, func() {}, nil }
}

// withFeeds answers requests for feeds, and passes all other requests to next.
func (p *Program) withFeeds(open fed, log *slog.Logger, next http.Handler) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if !guard.IsFeed(r) {
			next.ServeHTTP(rw, r)
			return
		}
		b, err := p.feedOf(r.Context(), open, guard.FeedToken(r.URL.Path))
		if err != nil {
			log.Error("a calendar feed request failed", "cause", err)
			http.Error(rw, "The calendar cannot be read now.", http.StatusServiceUnavailable)
			return
		}
		rw.Header().Set("Content-Type", "text/calendar; charset=utf-8")
		rw.Header().Set("Content-Disposition", `inline; filename="lapkeep.ics"`)
		_, _ = rw.Write(b) //nolint:gosec // the content type is that of a calendar, not a page; a closed connection reads no error
	})
}

// feedOf returns the calendar of a feed's token, limited to what others may see.
func (p *Program) feedOf(ctx context.Context, open fed, token string) ([]byte, error) {
	w, done, err := open(ctx, token)
	if err != nil {
		return nil, err
	}
	defer done()
	all, err := readFeeds(w.Settings.Get(settings.Home))
	if err != nil {
		return nil, err
	}
	who, _ := all.of(token)
	call, err := p.newCall(ctx, w.DB, w.Limited, w.Settings, training.Scope{Athlete: who, Audience: training.AudienceModel}, "feed")
	if err != nil {
		return nil, err
	}
	days := training.DayRange{From: call.Today - feedBehind, To: call.Today + feedAhead}
	return calendar.File(ctx, w.DB, call.Scope, calendar.FileOptions{
		Days: days, Say: call.Say, Stamp: call.Now, Zone: call.Location, Others: true,
	})
}

// greetWithin limits how long a server may take to list its tools.
const greetWithin = 30 * time.Second

// executable returns the path that clients should start. A name on the PATH
// that links to this program is preferred, because it remains valid after an upgrade.
func (p *Program) executable() (string, error) {
	if p.Path != "" {
		return p.Path, nil
	}
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	if strings.Contains(self, string(filepath.Separator)+"go-build") {
		return "", training.Errorf(training.KindUnsupported, "This program was built by go run and will be gone when it ends.").
			WithFix("Install it first: go install ./cmd/lapkeep")
	}
	if named, err := exec.LookPath("lapkeep"); err == nil && sameFile(named, self) {
		return filepath.Abs(named)
	}
	return self, nil
}

func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// greet connects to a target as a client would, and lists its tools.
func (p *Program) greet(ctx context.Context, t cli.Target) (cli.Greeting, error) {
	ctx, cancel := context.WithTimeout(ctx, greetWithin)
	defer cancel()
	var said lastWords
	client := mcp.NewClient(&mcp.Implementation{Name: "lapkeep mcp install", Version: p.Version}, nil)
	session, err := client.Connect(ctx, transport(ctx, t, &said), nil)
	if err != nil {
		return cli.Greeting{}, said.explain(err)
	}
	g := cli.Greeting{}
	if about := session.InitializeResult(); about != nil && about.ServerInfo != nil {
		g.Name, g.Version = about.ServerInfo.Name, about.ServerInfo.Version
	}
	for _, err := range session.Tools(ctx, nil) {
		if err != nil {
			return g, errors.Join(said.explain(err), session.Close())
		}
		g.Tools++
	}
	return g, session.Close()
}

func transport(ctx context.Context, t cli.Target, errs *lastWords) mcp.Transport {
	if t.URL != "" {
		return &mcp.StreamableClientTransport{
			Endpoint: t.URL, MaxRetries: -1,
			HTTPClient: &http.Client{Transport: bearer{t.Key}, CheckRedirect: noRedirect},
		}
	}
	cmd := exec.CommandContext(ctx, t.Command,
		t.Args...) // #nosec G204 -- the entry that a person installed into a client, tried as the client would
	cmd.Env, cmd.Dir, cmd.Stderr = t.Environ, t.Dir, errs
	return &mcp.CommandTransport{Command: cmd}
}

// noRedirect prevents a redirect from sending the key elsewhere.
func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// bearer is an HTTP transport that adds the key to every request.
type bearer struct{ key string }

// RoundTrip sends one request.
func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	if b.key != "" {
		r = r.Clone(r.Context())
		r.Header.Set("Authorization", "Bearer "+b.key)
	}
	return http.DefaultTransport.RoundTrip(r)
}

// lastWords is a writer that keeps the last part of a program's standard error.
type lastWords struct {
	mu   sync.Mutex
	text []byte
}

// Write keeps the last two kilobytes.
func (w *lastWords) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.text = append(w.text, b...)
	w.text = w.text[max(0, len(w.text)-2048):]
	return len(b), nil
}

// explain adds the program's last output to an error.
func (w *lastWords) explain(err error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if text := strings.TrimSpace(string(w.text)); text != "" {
		return fmt.Errorf("%w: %s", err, text)
	}
	return err
}
