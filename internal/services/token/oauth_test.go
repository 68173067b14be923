package token_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"golang.org/x/oauth2"

	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
)

// TestTheOneAddressThatAServiceKnows is given to it, and a browser is waited for there. If
// another program has the port, the address is the same and can be pasted.
func TestTheOneAddressThatAServiceKnows(t *testing.T) {
	t.Parallel()
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if user, _, ok := r.BasicAuth(); !ok || user != "app" {
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = w.Write([]byte(`{"error":"invalid_client"}`))
			return
		}
		_, _ = fmt.Fprintf(w, `{"access_token":"a","token_type":"bearer","expires_in":60,"owner":48212001,"scope":%q}`, r.FormValue("redirect_uri"))
	}))
	t.Cleanup(service.Close)
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	back := "http://localhost:" + strings.TrimPrefix(taken.Addr().String(), "127.0.0.1:") + "/callback"
	app := func() *token.OAuth {
		return &token.OAuth{Source: "tri", Callback: back, Owner: "owner", Now: time.Now, HTTP: service.Client(), Config: oauth2.Config{
			ClientID: "app", Endpoint: oauth2.Endpoint{AuthURL: service.URL, TokenURL: service.URL, AuthStyle: oauth2.AuthStyleInHeader},
		}}
	}
	agree := func(pasted bool) {
		t.Helper()
		got, err := app().Authorise(t.Context(), func(_ context.Context, address string) (string, error) {
			u, err := url.Parse(address)
			if err != nil || u.Query().Get("redirect_uri") != back {
				t.Errorf("%s %v", address, err)
			}
			answer := back + "?code=c&state=" + u.Query().Get("state")
			if pasted {
				return answer, nil
			}
			for _, host := range []string{"elsewhere.example", strings.Split(back, "/")[2]} { // the second one ends the waiting
				r, err := http.NewRequest(http.MethodGet, strings.Replace(answer, "localhost", "127.0.0.1", 1), nil)
				if err != nil {
					return "", err
				}
				r.Host = host
				resp, err := http.DefaultClient.Do(r)
				if err != nil {
					return "", err
				}
				_ = resp.Body.Close()
				if (resp.StatusCode == http.StatusOK) != strings.HasPrefix(host, "localhost:") {
					t.Errorf("%s: %d", host, resp.StatusCode)
				}
			}
			return "", nil
		})
		if err != nil || got.Account != "48212001" || len(got.Scopes) != 1 || got.Scopes[0] != back {
			t.Errorf("pasted %v: %+v %v", pasted, got, err)
		}
	}
	agree(true) // the port is taken
	if err := taken.Close(); err != nil {
		t.Fatal(err)
	}
	agree(false)
	wrong := app()
	wrong.Config.ClientID = "other"
	_, err = wrong.Refresh(t.Context(), source.Token{Refresh: source.NewSecret("r")})
	if f, _ := source.FailureOf(err); f.Fault != source.ClientRefused {
		t.Errorf("%v", err)
	}
}
