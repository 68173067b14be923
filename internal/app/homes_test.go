package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// hostedBy returns the server of the homes below a root, as it is behind its guard.
func (p *person) hostedBy(t testing.TB, root string) (*hosted, http.Handler) {
	t.Helper()
	prog := p.program(&bytes.Buffer{}, &bytes.Buffer{})
	in := prog.places()
	in.Flags = map[settings.Key]string{settings.Home: root}
	s, err := settings.Load(in)
	if err != nil {
		t.Fatal(err)
	}
	h := prog.hosted(s)
	server, err := h.server()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.pool.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	return h, guard.New(guard.Options{HomeOf: h.keys.Home}).Wrap(server.Routes(t.Context(), "/mcp"))
}

// posts sends one message with a key.
func posts(t testing.TB, to http.Handler, key, method, params string) *httptest.ResponseRecorder {
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, method, params)
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://127.0.0.1:8642/mcp", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+key)
	w := httptest.NewRecorder()
	to.ServeHTTP(w, r)
	return w
}

func called(t testing.TB, to http.Handler, key, tool, args string) string {
	return posts(t, to, key, "tools/call", fmt.Sprintf(`{"name":%q,"arguments":%s}`, tool, args)).Body.String()
}

// homesOf adds homes, and returns their root and keys.
func (p *person) homesOf(t testing.TB, names ...string) (root string, keys map[string]string) {
	t.Helper()
	root, keys = filepath.Join(p.user, "homes"), map[string]string{}
	for _, name := range names {
		p.must(t, "homes", "add", name, "--homes", root)
		key, err := readSecret(filepath.Join(root, name, keyFile))
		if err != nil || guard.CheckKey(key) != nil {
			t.Fatalf("the key of %s: %q %v", name, key, err)
		}
		keys[name] = key
	}
	return root, keys
}

// TestAKeyOpensOneOfManyHomes for reading and writing, and no other; a wrong key learns nothing.
func TestAKeyOpensOneOfManyHomes(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	root, keys := p.homesOf(t, "anna", "ben", "cleo")
	h, to := p.hostedBy(t, root)
	out := posts(t, to, keys["anna"], "tools/list", `{}`).Body.String()
	if !strings.Contains(out, `"get_wellness"`) || h.pool.Open() != 0 {
		t.Errorf("listing tools opened %d homes: %.200s", h.pool.Open(), out)
	}
	if out := called(t, to, keys["anna"], "save_gear", `{"name":"shoes of anna","kind":"shoes"}`); strings.Contains(out, "isError") {
		t.Fatal(out)
	}
	if out := called(t, to, keys["anna"], "list_gear", `{}`); !strings.Contains(out, "shoes of anna") {
		t.Error(out)
	}
	if out := called(t, to, keys["ben"], "list_gear", `{}`); strings.Contains(out, "shoes of anna") || !strings.Contains(out, `"result"`) {
		t.Error(out)
	}
	alone := guard.New(guard.Options{Key: keys["anna"]}).Wrap(http.NotFoundHandler())
	for _, key := range []string{"", "wrong", strings.Repeat("w", 43), "anna", "home:anna", keys["anna"][1:], keys["anna"] + "x"} {
		got, want := posts(t, to, key, "tools/list", `{}`), posts(t, alone, key, "tools/list", `{}`)
		if got.Code != http.StatusUnauthorized || got.Body.String() != want.Body.String() ||
			fmt.Sprint(got.Header()) != fmt.Sprint(want.Header()) {
			t.Errorf("%q: %d %s %v, want %s %v", key, got.Code, got.Body, got.Header(), want.Body, want.Header())
		}
	}
	p.must(t, "key", "new", "--home", filepath.Join(root, "anna"))
	if got := posts(t, to, keys["anna"], "tools/list", `{}`); got.Code != http.StatusUnauthorized {
		t.Errorf("the former key: %d", got.Code)
	}
}

// TestADamagedHomeAmongGoodOnes is named in its error, and the others answer.
func TestADamagedHomeAmongGoodOnes(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	root, keys := p.homesOf(t, "anna", "ben")
	file := filepath.Join(root, "anna", store.FileName)
	if err := os.WriteFile(file, bytes.Repeat([]byte("damaged "), 4096), 0o600); err != nil {
		t.Fatal(err)
	}
	_, to := p.hostedBy(t, root)
	for range 2 {
		if out := called(t, to, keys["anna"], "list_gear", `{}`); !strings.Contains(out, `"isError":true`) || !strings.Contains(out, "home anna") {
			t.Errorf("the damaged home: %s", out)
		}
		if out := called(t, to, keys["ben"], "list_gear", `{}`); strings.Contains(out, "isError") {
			t.Errorf("the other home: %s", out)
		}
	}
	if err := os.RemoveAll(filepath.Join(root, "ben")); err != nil {
		t.Fatal(err)
	}
	if got := posts(t, to, keys["ben"], "tools/list", `{}`); got.Code != http.StatusUnauthorized {
		t.Errorf("a removed home: %d %s", got.Code, got.Body)
	}
}

// TestAHomeHasItsOwnLimits: its config narrows what the server offers, and nothing of the
// server's environment is used for it.
func TestAHomeHasItsOwnLimits(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	root, keys := p.homesOf(t, "anna", "ben")
	writeConfig(t, filepath.Join(root, "anna"), "writes: none\n")
	writeConfig(t, filepath.Join(root, "ben"), "writes: full\nimport_dirs: /\n")
	p.environ = append(p.environ, "INTERVALS_API_KEY=of the server's owner", "LAPKEEP_ATHLETE=owner", "LAPKEEP_IMPORT_DIRS=/")
	h, to := p.hostedBy(t, root)
	const write = `{"name":"shoes","kind":"shoes"}`
	if out := called(t, to, keys["anna"], "save_gear", write); !strings.Contains(out, "not offered here") {
		t.Errorf("written against the home's own limit: %s", out)
	}
	if out := called(t, to, keys["ben"], "save_gear", write); strings.Contains(out, "isError") {
		t.Error(out)
	}
	s, err := h.settingsOf(filepath.Join(root, "ben"))
	if err != nil || s.Get(settings.Writes) != "safe" || s.Get(settings.Athlete) != settings.DefaultAthlete ||
		s.Get(settings.ImportDirs) != "" {
		t.Errorf("writes %s, athlete %s, import %s, %v", s.Get(settings.Writes), s.Get(settings.Athlete), s.Get(settings.ImportDirs), err)
	}
	for _, v := range s.All() {
		if strings.Contains(v.Text, "owner") {
			t.Errorf("%s is of the server's owner", v.Key)
		}
	}
}

// TestManyHomesNeedTheirOwnKeys: what gives access to one home only is refused.
func TestManyHomesNeedTheirOwnKeys(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	root, _ := p.homesOf(t, "anna")
	p.environ = append(p.environ, "LAPKEEP_API_KEY="+strings.Repeat("k", 40))
	for _, args := range [][]string{
		{"--http", "127.0.0.1:0"},
		{"--http", "127.0.0.1:0", "--no-auth"},
		{"--http", "127.0.0.1:0", "--secret-path"},
		{"--http", "127.0.0.1:0", "--athletes", "all"},
		{"--http", "127.0.0.1:0", "--home", filepath.Join(root, "anna")},
		{},
	} {
		code, _, said := p.run(t.Context(), append([]string{"serve", "--homes", root}, args...)...)
		if code == 0 || said == "" {
			t.Errorf("%q: %d %s", args, code, said)
		}
	}
}

// BenchmarkHomes asks a server of 1,000 homes: the first list of tools, then reads of random
// homes by 50 clients who pause between their questions, as people do.
func BenchmarkHomes(b *testing.B) {
	p := newPerson(b)
	root, keys := p.homesOf(b, "h0000")
	from := filepath.Join(p.user, "rides")
	rides(b, from, may, 1200, slices.Repeat([]training.Sport{training.Cycling, training.Running}, 6)...)
	p.must(b, "import", from, "--home", filepath.Join(root, "h0000"))
	all := []string{keys["h0000"]}
	for i := 1; i < 1000; i++ {
		dir := filepath.Join(root, fmt.Sprintf("h%04d", i))
		if err := errors.Join(os.CopyFS(dir, os.DirFS(filepath.Join(root, "h0000"))), os.Chmod(dir, 0o700)); err != nil {
			b.Fatal(err)
		}
		all = append(all, fmt.Sprintf("key-%040d", i))
		if err := os.WriteFile(filepath.Join(dir, keyFile), []byte(all[i]), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		began := time.Now()
		h, to := p.hostedBy(b, root)
		posts(b, to, all[999], "tools/list", `{}`)
		b.ReportMetric(float64(time.Since(began).Microseconds())/1000, "ms/first-list")
		var mu sync.Mutex
		var took []time.Duration
		var clients sync.WaitGroup
		for range 50 {
			clients.Go(func() {
				for range 20 {
					time.Sleep(rand.N(500 * time.Millisecond))
					at := time.Now()
					out := called(b, to, all[rand.IntN(len(all))], "list_activities", `{"limit":5}`)
					mu.Lock()
					took = append(took, time.Since(at))
					mu.Unlock()
					if strings.Contains(out, "isError") || !strings.Contains(out, "activities") {
						b.Error(out)
					}
				}
			})
		}
		clients.Wait()
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "ms/p95")
		b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms/median")
		b.ReportMetric(float64(h.pool.Open()), "open")
		if fds, err := os.ReadDir("/proc/self/fd"); err == nil {
			b.ReportMetric(float64(len(fds)), "fds")
		}
	}
}
