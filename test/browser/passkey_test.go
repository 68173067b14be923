package browser

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/webauthn"
	"github.com/chromedp/chromedp"
)

// called runs a command of the program on the home, and returns what it prints.
func called(t testing.TB, args ...string) string {
	t.Helper()
	path, home := program(t)
	out, err := exec.CommandContext(t.Context(), path, append(args, "--home", home)...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s%v", args, out, err)
	}
	return string(out)
}

// door starts the server to which people sign in, under the name that browsers take for secure.
func door(t testing.TB) *url.URL {
	t.Helper()
	path, home := program(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	_, port, _ := net.SplitHostPort(addr)
	at := &url.URL{Scheme: "http", Host: "localhost:" + port}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	c := exec.CommandContext(ctx, path, "serve", "--http", addr, "--public-url", at.String(), "--home", home)
	c.Stderr = os.Stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cancel(); _ = c.Wait() })
	for range 300 {
		if res, err := http.Get(at.String() + "/healthz"); err == nil {
			_ = res.Body.Close()
			return at
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal("the server does not answer")
	return nil
}

// command sends a command of the browser's protocol.
func command[P, R any](t testing.TB, b *tab, c cdp.Command[P, R], params P) (r R) {
	t.Helper()
	b.do(t, chromedp.Action[chromedp.Void](func(ctx context.Context, s *chromedp.Target) (chromedp.Void, error) {
		var err error
		r, err = cdp.Call(ctx, s, c, params)
		return chromedp.Void{}, err
	}))
	return r
}

// press1 presses the button with a text.
func (b *tab) press1(t testing.TB, text string) {
	t.Helper()
	button := fmt.Sprintf(`[...document.querySelectorAll("button")].find((b) => b.textContent === %q)`, text)
	b.until(t, fmt.Sprintf(`%s?.checkVisibility() ?? false`, button))
	b.do(t, chromedp.Evaluate[chromedp.Void](button+".click()"))
}

// reads waits for a text of the page.
func (b *tab) reads(t testing.TB, text string) {
	t.Helper()
	b.until(t, fmt.Sprintf(`document.body?.innerText.includes(%q) ?? false`, text))
}

// TestAPasskeyLetsAProgramIn: a person signs in with a code, adds a passkey of the browser's
// virtual authenticator, signs in with that on the way from a program, and the program reads.
func TestAPasskeyLetsAProgramIn(t *testing.T) {
	copied(t)
	said := called(t, "login", "setup", "Olga")
	code := regexp.MustCompile(`(?:[A-Z2-9]{4}-){3}[A-Z2-9]{4}`).FindString(said)
	answers := make(chan url.Values, 1)
	client := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/back" {
			answers <- r.URL.Query()
		}
		_, _ = io.WriteString(w, "<title>done</title>")
	}))
	defer client.Close()
	id := regexp.MustCompile(`lapkeep-[a-z2-9]+`).FindString(called(t, "login", "client", "Chat", "--redirect", client.URL+"/back"))
	at := door(t)
	b := launch(t, at)
	command(t, b, webauthn.Enable, webauthn.EnableParams{})
	device := command(t, b, webauthn.AddVirtualAuthenticator, webauthn.AddVirtualAuthenticatorParams{
		Options: &webauthn.VirtualAuthenticatorOptions{
			Protocol: webauthn.AuthenticatorProtocolCtap2, Transport: webauthn.AuthenticatorTransportInternal,
			HasResidentKey: true, HasUserVerification: true, IsUserVerified: true, AutomaticPresenceSimulation: true,
		},
	}).AuthenticatorID
	b.do(t, chromedp.Navigate(at.String()+"/login"))
	b.until(t, `document.querySelector("input[name=code]") !== null`)
	if strings.Contains(get1(t, b, `document.body.innerText`), "passkey") {
		t.Error("a passkey is asked for, and there is none")
	}
	b.do(t, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelector("input[name=code]").value = %q`, code)))
	b.press1(t, "Sign in")
	b.reads(t, "You are signed in as Olga.")
	b.press1(t, "Add a passkey")
	b.reads(t, "added on "+time.Now().Format(time.DateOnly))
	b.press1(t, "Sign out this browser")
	b.reads(t, "Type the code")

	const verifier = "0123456789012345678901234567890123456789abc"
	sum := sha256.Sum256([]byte(verifier))
	ask := url.Values{
		"response_type": {"code"}, "client_id": {id}, "redirect_uri": {client.URL + "/back"}, "state": {"s"}, "scope": {"read"},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(sum[:])}, "code_challenge_method": {"S256"}, "resource": {at.String() + "/mcp"},
	}
	b.do(t, chromedp.Navigate(at.String()+"/login/authorize?"+ask.Encode()))
	b.wrong()
	verify := func(yes bool) {
		command(t, b, webauthn.SetUserVerified, webauthn.SetUserVerifiedParams{AuthenticatorID: device, IsUserVerified: yes})
	}
	verify(false)
	b.press1(t, "Sign in with a passkey")
	b.reads(t, "Your browser gave no passkey. Try again.")
	verify(true)
	b.press1(t, "Sign in with a passkey")
	b.reads(t, "Chat wants access")
	b.press1(t, "Allow")
	var got url.Values
	select {
	case got = <-answers:
	case <-time.After(30 * time.Second):
		t.Fatal("the program gets no answer: " + get1(t, b, `document.body.innerText`))
	}
	if got.Get("iss") != at.String() || got.Get("state") != "s" || got.Get("code") == "" {
		t.Fatalf("the answer is %v", got)
	}
	res, err := http.PostForm(at.String()+"/login/token", url.Values{
		"grant_type": {"authorization_code"}, "code": {got.Get("code")}, "client_id": {id}, "redirect_uri": {client.URL + "/back"},
		"code_verifier": {verifier}, "resource": {at.String() + "/mcp"},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var token struct {
		Access string `json:"access_token"`
	}
	if err := json.NewDecoder(res.Body).Decode(&token); err != nil || token.Access == "" {
		t.Fatalf("there is no token: %d %v", res.StatusCode, err)
	}
	if text := greeted(t, at, token.Access); !strings.Contains(text, `"serverInfo"`) {
		t.Errorf("the program is answered %s", text)
	}
	for _, w := range b.wrong() {
		if !strings.HasPrefix(w, "asked "+client.URL) {
			t.Error(w)
		}
	}
	b.do(t, chromedp.Navigate(at.String()+"/login"))
	command(t, b, network.SetExtraHTTPHeaders, network.SetExtraHTTPHeadersParams{Headers: network.Headers{"Accept-Language": "zh-CN"}})
	b.do(t, chromedp.Navigate(at.String()+"/login"))
	b.reads(t, "添加通行密钥")
	if list := called(t, "login", "list"); !strings.Contains(list, "passkey of Olga") {
		t.Errorf("the command lists %s", list)
	} else {
		key := regexp.MustCompile(`(?m)^(\S+) +passkey of Olga`).FindStringSubmatch(list)
		called(t, "login", "withdraw", key[1])
	}
	b.do(t, chromedp.Navigate(at.String()+"/login"))
	b.reads(t, "请输入")
	if slices.Contains(strings.Fields(get1(t, b, `document.body.innerText`)), "使用通行密钥登录") {
		t.Error("a passkey that was removed is asked for")
	}
}

// greeted returns what the server answers a program with a token.
func greeted(t testing.TB, at *url.URL, token string) string {
	t.Helper()
	const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},` +
		`"clientInfo":{"name":"t","version":"1"}}}`
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, at.String()+"/mcp", strings.NewReader(hello))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
