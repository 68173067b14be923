package client_test

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
)

// TestARefusalDoesNotSayTheKey: some services say what they were sent.
func TestARefusalDoesNotSayTheKey(t *testing.T) {
	t.Parallel()
	const key = "canary/4711+key" // its forms all differ
	pair := []byte("API_KEY:" + key)
	forms := []string{
		key, url.QueryEscape(key), base64.StdEncoding.EncodeToString(pair), base64.RawStdEncoding.EncodeToString(pair),
		base64.URLEncoding.EncodeToString(pair), base64.RawURLEncoding.EncodeToString(pair),
	}
	for _, scheme := range []source.Scheme{source.Basic, source.Bearer} {
		for _, code := range []int{400, 401, 422, 500} {
			s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(code)
				_, _ = w.Write([]byte("refused: " + strings.Join(forms, ", ") + "!"))
			})
			c := s.client(newClock(), func(o *client.TransportOptions) {
				o.BasicUser, o.Tokens, o.Retry.Tries = "API_KEY", &keys{token: source.Token{Scheme: scheme, Access: source.NewSecret(key)}}, 1
			})
			a, err := c.Do(get(t, s))
			if err == nil || a == nil || !strings.HasPrefix(string(a.Body), "refused: ") || !strings.HasSuffix(string(a.Body), "!") {
				t.Fatalf("%d: %+v %v", code, a, err)
			}
			for _, f := range forms {
				if strings.Contains(string(a.Body), f) {
					t.Errorf("%d: it says %s in %s", code, f, a.Body)
				}
			}
		}
	}
}
