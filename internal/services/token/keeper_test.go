package token_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/oauth2"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
	"lapkeep/internal/training"
)

var today = time.Date(2026, 5, 2, 0, 0, 0, 0, time.UTC)

func at(t time.Time) func() time.Time { return func() time.Time { return t } }

// mint makes new tokens and counts.
type mint struct {
	mu   sync.Mutex
	made int
	err  error
}

func (m *mint) refresh(_ context.Context, old source.Token) (source.Token, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.err != nil {
		return source.Token{}, m.err
	}
	m.made++
	return source.Token{
		Scheme: source.Bearer, Access: source.NewSecret(fmt.Sprintf("access%d", m.made)), Refresh: source.NewSecret(old.Refresh.Reveal() + "+"),
		Expiry: today.Add(time.Hour),
	}, nil
}

func refused() error {
	return source.Fail(source.Failure{Fault: source.Unauthorised, Source: "tri"}, "No.")
}

func keeper(t *testing.T, m *mint) *token.Keeper {
	t.Helper()
	v := vault(t, nil)
	save(t, v, full())
	return &token.Keeper{Vault: v, Source: "tri", Refresh: m.refresh, Now: at(today)}
}

func gives(t *testing.T, k *token.Keeper, want string) {
	t.Helper()
	got, err := k.Token(t.Context())
	if err != nil || got.Access.Reveal() != want {
		t.Errorf("%q, %v; want %q", got.Access.Reveal(), err, want)
	}
}

func TestATokenIsRefreshedOnceAndSaved(t *testing.T) {
	t.Parallel()
	m := &mint{}
	k := keeper(t, m)
	gives(t, k, "access1")
	gives(t, k, "access1")
	kept, err := k.Vault.Load("tri")
	if err != nil || kept.Access.Reveal() != "access1" || kept.Refresh.Reveal() != canary+"-r+" || kept.Account != "i7" {
		t.Errorf("kept %q %q of %s, %v", kept.Access.Reveal(), kept.Refresh.Reveal(), kept.Account, err)
	}
	other := &token.Keeper{Vault: k.Vault, Source: "tri", Refresh: m.refresh, Now: at(today)}
	gives(t, other, "access1")
	if m.made != 1 {
		t.Errorf("%d were made", m.made)
	}
	k.Now = at(today.Add(59 * time.Minute))
	gives(t, k, "access2")
}

func TestManyAtOnceRefreshOnce(t *testing.T) {
	t.Parallel()
	m := &mint{}
	k := keeper(t, m)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() { gives(t, k, "access1") })
	}
	wg.Wait()
	if m.made != 1 {
		t.Errorf("%d were made", m.made)
	}
}

func TestAConnectionThatEndsOrChangesElsewhere(t *testing.T) {
	t.Parallel()
	k := keeper(t, &mint{})
	k.Now = at(today.AddDate(-1, 0, 0))
	gives(t, k, canary)
	other := full()
	other.Access = source.NewSecret("other")
	save(t, k.Vault, other)
	gives(t, k, "other")
	if err := k.Vault.Delete("tri"); err != nil {
		t.Fatal(err)
	}
	got, err := k.Token(t.Context())
	if f, _ := source.FailureOf(err); f.Fault != source.Unauthorised || !got.Access.Empty() || training.KindOf(err) == training.KindNotFound {
		t.Errorf("what was deleted is given: %v", err)
	}
	save(t, k.Vault, full())
	gives(t, k, canary)
}

func TestARefusedToken(t *testing.T) {
	t.Parallel()
	m := &mint{}
	k := keeper(t, m)
	gives(t, k, "access1")
	first, _ := k.Token(t.Context())
	second, err := k.Renew(t.Context(), first)
	if err != nil || second.Access.Reveal() != "access2" {
		t.Errorf("%v", err)
	}
	again, err := k.Renew(t.Context(), first)
	if err != nil || again.Access != second.Access || m.made != 2 {
		t.Errorf("who was refused with the old one gets the new one: %v, %d made", err, m.made)
	}
	gives(t, k, "access2")
}

func TestAKeyThatNothingRenews(t *testing.T) {
	t.Parallel()
	k := token.Static("tri", full())
	if got, err := k.Token(t.Context()); err != nil || got.Access.Reveal() != canary {
		t.Error(err)
	}
	_, err := k.Renew(t.Context(), full())
	if f, _ := source.FailureOf(err); f.Fault != source.Unauthorised || strings.Contains(err.Error(), canary) {
		t.Error(err)
	}
}

func TestADeadToken(t *testing.T) {
	t.Parallel()
	for name, k := range map[string]*token.Keeper{
		"refused":          keeper(t, &mint{err: refused()}),
		"nothing to do it": {Vault: keeper(t, nil).Vault, Source: "tri", Now: at(today)},
	} {
		_, err := k.Token(t.Context())
		f, _ := source.FailureOf(err)
		if f.Fault != source.Unauthorised || !strings.Contains(err.Error(), "lapkeep connect tri") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := k.Vault.Load("tri"); err != nil {
			t.Errorf("%s: what was kept stays: %v", name, err)
		}
	}
}

func TestSomebodyElseRefreshedWithoutTheLock(t *testing.T) {
	t.Parallel()
	k := keeper(t, nil)
	k.Refresh = func(context.Context, source.Token) (source.Token, error) {
		theirs := full()
		theirs.Access, theirs.Expiry = source.NewSecret("theirs"), today.Add(time.Hour)
		return source.Token{}, errors.Join(k.Vault.Save("tri", theirs), refused())
	}
	gives(t, k, "theirs")
}

func TestAServiceThatIsDown(t *testing.T) {
	t.Parallel()
	m := &mint{err: source.Fail(source.Failure{Fault: source.Unavailable, Source: "tri"}, "Down.")}
	k := keeper(t, m)
	if _, err := k.Token(t.Context()); training.KindOf(err) != training.KindUnavailable {
		t.Error(err)
	}
	m.err = nil
	gives(t, k, "access1")
}

func TestWhatCannotBeSavedIsNotUsedNorLost(t *testing.T) {
	t.Parallel()
	m := &mint{}
	k := keeper(t, m)
	k.Refresh = func(ctx context.Context, old source.Token) (source.Token, error) {
		// A folder in the place of the file: it can neither be read nor replaced.
		path := k.Vault.Dir + "/tri.json"
		if err := errors.Join(os.Remove(path), os.MkdirAll(path+"/in", 0o700)); err != nil {
			t.Error(err)
		}
		return m.refresh(ctx, old)
	}
	for range 2 {
		if got, err := k.Token(t.Context()); training.KindOf(err) != training.KindUnavailable || !got.Access.Empty() {
			t.Errorf("%v", err)
		}
	}
	if err := os.RemoveAll(k.Vault.Dir + "/tri.json"); err != nil {
		t.Fatal(err)
	}
	gives(t, k, "access1")
	if kept, err := k.Vault.Load("tri"); err != nil || kept.Access.Reveal() != "access1" || m.made != 1 {
		t.Errorf("%v, %d made", err, m.made)
	}
}

func TestACallerWhoGivesUp(t *testing.T) {
	t.Parallel()
	m := &mint{}
	k := keeper(t, m)
	ctx, cancel := context.WithCancel(t.Context())
	k.Refresh = func(ctx context.Context, old source.Token) (source.Token, error) {
		cancel()
		if ctx.Err() != nil {
			t.Error("what was begun must end")
		}
		return m.refresh(ctx, old)
	}
	_, _ = k.Token(ctx)
	if kept, err := k.Vault.Load("tri"); err != nil || kept.Access.Reveal() != "access1" {
		t.Errorf("%v", err)
	}
	stale := &token.Keeper{Vault: k.Vault, Source: "tri", Refresh: m.refresh, Now: at(today.Add(24 * time.Hour))}
	if _, err := stale.Token(ctx); training.KindOf(err) != training.KindCanceled {
		t.Errorf("one who gave up before: %v", err)
	}
}

// rotating returns a service whose refresh tokens work once.
func rotating(t *testing.T, valid string) (*httptest.Server, func() int) {
	t.Helper()
	var mu sync.Mutex
	made := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		if r.FormValue("refresh_token") != valid && r.FormValue("code") != "yes" {
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprintf(w, `{"error":"invalid_grant","refresh_token":%q}`, r.FormValue("refresh_token"))
			return
		}
		made++
		valid = fmt.Sprintf("refresh%d", made)
		_ = json.NewEncoder(w).Encode(map[string]any{
			"access_token": fmt.Sprintf("access%d", made), "refresh_token": valid, "token_type": "Bearer", "expires_in": 3600, "scope": "read,write",
		})
	}))
	t.Cleanup(s.Close)
	return s, func() int { mu.Lock(); defer mu.Unlock(); return made }
}

func oauth(url string) *token.OAuth {
	c := client.NewTransport(client.TransportOptions{
		Source: "tri", Hosts: []string{strings.TrimPrefix(url, "http://")},
		Clock: client.Clock{Now: time.Now},
	})
	return &token.OAuth{
		Source: "tri", HTTP: c.HTTP(), Now: time.Now,
		Config: oauth2.Config{ClientID: "7", Endpoint: oauth2.Endpoint{TokenURL: url, AuthURL: url + "/yes"}},
	}
}

func TestOAuth(t *testing.T) {
	t.Parallel()
	s, made := rotating(t, canary)
	o := oauth(s.URL)
	address, verifier := o.Address("state1")
	if !strings.Contains(address, "state=state1") || !strings.Contains(address, "code_challenge=") ||
		strings.Contains(address, verifier.Reveal()) {
		t.Error(address)
	}
	first, err := token.Exchange(t.Context(), o, "yes", verifier)
	if err != nil || first.Access.Reveal() != "access1" || len(first.Scopes) != 2 || first.Expiry.IsZero() {
		t.Fatalf("%+v %v", first, err)
	}
	first.Account = "i7"
	second, err := o.Refresh(t.Context(), first)
	if err != nil || second.Refresh.Reveal() != "refresh2" || second.Account != "i7" || made() != 2 {
		t.Errorf("%+v %v", second, err)
	}
	first.Refresh = source.NewSecret(canary)
	_, err = o.Refresh(t.Context(), first)
	f, _ := source.FailureOf(err)
	if f.Fault != source.Unauthorised || strings.Contains(err.Error()+f.Error(), canary) {
		t.Errorf("%v %+v", err, f)
	}
	s.Close()
	if _, err := o.Refresh(t.Context(), second); training.KindOf(err) != training.KindUnavailable {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := o.Refresh(ctx, second); training.KindOf(err) != training.KindCanceled {
		t.Error(err)
	}
}

// The names by which a process of this test finds out that it is a child.
const (
	childDir = "LAPKEEP_TEST_TOKEN_DIR"
	childURL = "LAPKEEP_TEST_TOKEN_URL"
)

func TestMain(m *testing.M) {
	if turns, err := strconv.Atoi(os.Getenv(childTurns)); err == nil {
		turn(os.Getenv(childDir), os.Getenv(childURL), turns)
		return
	}
	if dir := os.Getenv(childDir); dir != "" {
		child(dir, os.Getenv(childURL))
		return
	}
	os.Exit(m.Run())
}

// child prints that it is ready, waits for a line, and prints its token.
func child(dir, url string) {
	fmt.Println("ready")
	_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
	k := &token.Keeper{Vault: &token.Vault{Dir: dir}, Source: "tri", Refresh: oauth(url).Refresh, Now: time.Now}
	got, err := k.Token(context.Background())
	fmt.Println(got.Access.Reveal(), err)
}

func TestOfSeveralProcessesOneRefreshes(t *testing.T) {
	t.Parallel()
	s, made := rotating(t, canary+"-r")
	v := vault(t, nil)
	save(t, v, full())
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var start []func() string
	for range 4 {
		cmd := exec.CommandContext(t.Context(), exe)
		cmd.Env = append(os.Environ(), childDir+"="+v.Dir, childURL+"="+s.URL)
		in, inErr := cmd.StdinPipe()
		out, outErr := cmd.StdoutPipe()
		if err := errors.Join(inErr, outErr, cmd.Start()); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		if !lines.Scan() || lines.Text() != "ready" {
			t.Fatalf("%q %v", lines.Text(), lines.Err())
		}
		start = append(start, func() string {
			fmt.Fprintln(in)
			lines.Scan()
			_ = cmd.Wait()
			return lines.Text()
		})
	}
	var wg sync.WaitGroup
	for _, f := range start {
		wg.Go(func() {
			if got := f(); got != "access1 <nil>" {
				t.Error(got)
			}
		})
	}
	wg.Wait()
	if made() != 1 {
		t.Errorf("%d refreshed", made())
	}
}

// TestATokenIsForItsAddressAlone, wherever it is kept, and whatever the file
// beside the keyring says.
func TestATokenIsForItsAddressAlone(t *testing.T) {
	t.Parallel()
	for name, k := range map[string]token.Keyring{"file": nil, "keyring": newRing()} {
		v := vault(t, k)
		for _, given := range []string{"", "https://there.example/api"} {
			saved := full()
			saved.Address, saved.Expiry = given, time.Time{}
			save(t, v, saved)
			for _, asked := range []string{"", "https://there.example/api", "https://attacker.example"} {
				keeper := &token.Keeper{Vault: v, Source: "tri", Address: asked, Now: at(today)}
				got, err := keeper.Token(t.Context())
				if asked == given {
					if err != nil || got.Access.Reveal() != canary {
						t.Errorf("%s, for %q: %v", name, given, err)
					}
					continue
				}
				f, _ := source.FailureOf(err)
				if f.Fault != source.Unauthorised || !got.Access.Empty() || !strings.Contains(err.Error(), "was given for") {
					t.Errorf("%s, for %q and asked for %q: %v", name, given, asked, err)
				}
			}
			if k != nil && strings.Contains(file(t, v), "there.example") {
				t.Error("the address lies where it can be changed without the key")
			}
		}
	}
}

func TestARefreshedTokenKeepsItsAddress(t *testing.T) {
	t.Parallel()
	v := vault(t, nil)
	old := full()
	old.Address = "https://there.example"
	save(t, v, old)
	k := &token.Keeper{Vault: v, Source: "tri", Address: old.Address, Refresh: (&mint{}).refresh, Now: at(today)}
	gives(t, k, "access1")
	if kept, err := v.Load("tri"); err != nil || kept.Address != old.Address {
		t.Errorf("%q, %v", kept.Address, err)
	}
}
