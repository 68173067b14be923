package guard_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/faces/guard"
	"lapkeep/internal/training"
)

// TestCheck01_DoorsThatStayShut: nothing but loopback without a key, and no
// key in the open.
func TestCheck01_DoorsThatStayShut(t *testing.T) {
	t.Parallel()
	proxy := []netip.Prefix{netip.MustParsePrefix("10.0.0.7/32")}
	public := []*url.URL{{Scheme: "https", Host: "ride.example"}}
	for _, c := range []struct {
		door guard.Door
		want training.Kind
	}{
		{guard.Door{Addr: "0.0.0.0:8642"}, training.KindForbidden},
		{guard.Door{Addr: ":8642"}, training.KindForbidden},
		{guard.Door{Addr: "[::]:8642"}, training.KindForbidden},
		{guard.Door{Addr: "192.168.1.5:8642"}, training.KindForbidden},
		{guard.Door{Addr: "example.com:8642"}, training.KindForbidden},
		{guard.Door{Addr: "127.0.0.1.evil.example:1"}, training.KindForbidden},
		{guard.Door{Addr: "0.0.0.0:8642", NoKey: true, TLS: true}, training.KindForbidden},
		{guard.Door{Addr: "127.0.0.1:8642", NoKey: true, Public: public}, training.KindForbidden},
		{guard.Door{Addr: "127.0.0.1:8642", NoKey: true, Proxies: proxy}, training.KindForbidden},
		{guard.Door{Addr: "8642"}, training.KindInvalid},
	} {
		if err := c.door.Check(); training.KindOf(err) != c.want || err == nil {
			t.Errorf("%+v: %v, want %s", c.door, err, c.want)
		}
	}
	for _, d := range []guard.Door{
		{Addr: "127.0.0.1:0"},
		{Addr: "localhost:0"},
		{Addr: "[::1]:0"},
		{Addr: "127.0.0.1:0", NoKey: true},
		{Addr: "127.0.0.1:0", Public: public},
		{Addr: "0.0.0.0:0", TLS: true},
		{Addr: "0.0.0.0:0", Proxies: proxy},
	} {
		if err := d.Check(); err != nil {
			t.Errorf("%+v: %v", d, err)
		}
	}
}

func TestParsing(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"https://ride.example": true, "http://ride.example:8080/lapkeep": true,
		"ride.example": false, "ftp://ride.example": false, "https://": false, "https://a:b@ride.example": false, "https://x/?q": false,
	} {
		if _, err := guard.ParsePublicURL(text); (err == nil) != want {
			t.Errorf("%s: %v", text, err)
		}
	}
	for text, want := range map[string]bool{
		"10.0.0.0/8": true, "10.0.0.7": true, "fd00::/8": true, "::1": true,
		"0.0.0.0/0": false, "::/0": false, "proxy": false, "": false,
		"0.0.0.0/1": false, "128.0.0.0/1": false, "8.0.0.0/8": false, "0.0.0.0/8": false, "2000::/3": false, "::/1": false,
		"::ffff:0:0/96": false,
		"10.0.0.0/7":    false, "fc00::/6": false, "172.16.0.0/12": true, "100.64.0.0/10": true, "fc00::/7": true,
		"104.16.0.0/13": true, "2a06:98c0::/29": true, "104.16.0.0/12": true, "104.0.0.0/11": false, "2a06:98c0::/28": true,
		"2a06:98c0::/27": false,
	} {
		if _, err := guard.ParseProxies([]string{text}); (err == nil) != want {
			t.Errorf("%q: %v", text, err)
		}
	}
	for text, want := range map[string]bool{
		strings.Repeat("k", 16): true, strings.Repeat("k", 15): false, "": false,
		"k k k k k k k k k": false,
	} {
		if err := guard.CheckKey(text); (err == nil) != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestCheck01_PlainHTTPComesFromTheProxyAlone once a proxy was named.
func TestCheck01_PlainHTTPComesFromTheProxyAlone(t *testing.T) {
	t.Parallel()
	for peer, want := range map[string]int{
		"10.0.0.7:1": 200, "[::ffff:10.0.0.7]:1": 200, "127.0.0.1:1": 200, "10.0.0.8:1": 403, "[fe80::1]:1": 403, "": 403,
	} {
		g := guard.New(guard.Options{Key: key, Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.7/32")}})
		w := httptest.NewRecorder()
		g.Wrap(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})).ServeHTTP(w, request(func(r *http.Request) { r.RemoteAddr = peer }))
		if w.Code != want {
			t.Errorf("from %q: %d, want %d", peer, w.Code, want)
		}
	}
}

// TestCheck02_TheAddressOfTheConnectionIsNoName: other machines may write the
// server's own address, and no other.
func TestCheck02_TheAddressOfTheConnectionIsNoName(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]int{"192.168.1.5:8642": 200, "192.168.1.6:8642": 403, "box.local:8642": 403} {
		g := guard.New(guard.Options{Key: key})
		w := httptest.NewRecorder()
		g.Wrap(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})).ServeHTTP(w, request(func(r *http.Request) {
			r.Host = host
			local := &net.TCPAddr{IP: net.IPv4(192, 168, 1, 5), Port: 8642}
			*r = *r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, local))
		}))
		if w.Code != want {
			t.Errorf("Host %s: %d, want %d", host, w.Code, want)
		}
	}
}

// TestCheck11_TheKeyGoesNoFurther than the guard.
func TestCheck11_TheKeyGoesNoFurther(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*http.Request){
		"key":         nil,
		"secret-path": func(r *http.Request) { r.URL.Path = "/s/" + key + "/mcp/x"; r.Header.Del("Authorization") },
	} {
		g := guard.New(guard.Options{Key: key, SecretPath: "/s/" + key})
		var seen *http.Request
		g.Wrap(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { seen = r })).ServeHTTP(httptest.NewRecorder(), request(change))
		if seen == nil {
			t.Errorf("%s: refused", name)
			continue
		}
		if seen.Header.Get("Authorization") != "" || strings.Contains(seen.URL.Path, key) || guard.Caller(seen.Context()) != name {
			t.Errorf("%s: %v %s by %q", name, seen.Header, seen.URL.Path, guard.Caller(seen.Context()))
		}
	}
	if who := guard.Caller(t.Context()); who != "" {
		t.Errorf("outside a guard the caller is %q", who)
	}
}

// TestCheck05_OnlyTheWholeSecretPathOpens.
func TestCheck05_OnlyTheWholeSecretPathOpens(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]int{
		"/s/" + key + "/mcp": 200, "/s/" + key: 401, "/s/" + key[:5] + "/mcp": 401, "/s//mcp": 401, "/" + key + "/mcp": 401,
		"/mcp": 401, "/s/": 401,
		"/S/" + key + "/mcp": 401,
	} {
		w := httptest.NewRecorder()
		guard.New(guard.Options{Key: "another-key", SecretPath: "/s/" + key}).
			Wrap(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})).
			ServeHTTP(w, request(func(r *http.Request) { r.URL.Path = path; r.Header.Del("Authorization") }))
		if w.Code != want {
			t.Errorf("%s: %d, want %d", path, w.Code, want)
		}
		if w.Code != 200 && w.Header().Get("Connection") != "close" {
			t.Errorf("%s: a stranger may linger", path)
		}
	}
	w := httptest.NewRecorder() // where there is no such path
	guard.New(guard.Options{Key: key}).Wrap(http.NotFoundHandler()).
		ServeHTTP(w, request(func(r *http.Request) { r.URL.Path = "/s//mcp"; r.Header.Del("Authorization") }))
	if w.Code != http.StatusUnauthorized {
		t.Errorf("an empty secret opens: %d", w.Code)
	}
}

func TestSecretPathsCannotBeGuessed(t *testing.T) {
	t.Parallel()
	one, err := guard.NewSecretPath(rand.Reader)
	two, err2 := guard.NewSecretPath(rand.Reader)
	if err != nil || err2 != nil || one == two || len(one) < 40 || !strings.HasPrefix(one, "/s/") {
		t.Errorf("%q, %q, %v, %v", one, two, err, err2)
	}
}

// certificate writes one for 127.0.0.1 and returns its files and a client
// that trusts it.
func certificate(t *testing.T) (cert, keyFile string, client *http.Client) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	made := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, made, made, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	pkcs, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cert, keyFile = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for path, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, keyFile: {Type: "PRIVATE KEY", Bytes: pkcs}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(parsed)
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, ForceAttemptHTTP2: true}
	t.Cleanup(transport.CloseIdleConnections)
	return cert, keyFile, &http.Client{Transport: transport}
}

func TestTLS(t *testing.T) {
	t.Parallel()
	cert, keyFile, client := certificate(t)
	config, err := guard.LoadTLS(cert, keyFile)
	if err != nil {
		t.Fatal(err)
	}
	l, err := guard.Listen(t.Context(), "127.0.0.1:0", false)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	h := guard.New(guard.Options{NoKey: true}).Wrap(http.HandlerFunc(func(w http.ResponseWriter,
		r *http.Request,
	) {
		io.Copy(w, r.Body)
	}))
	go func() { done <- guard.Serve(ctx, tls.NewListener(l, config), h, slog.New(slog.DiscardHandler)) }()
	res, err := client.Post("https://"+l.Addr().String(), "text/plain", strings.NewReader("sealed"))
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(res.Body)
	res.Body.Close()
	if err != nil || string(body) != "sealed" || res.ProtoMajor != 2 {
		t.Errorf("%q over %s, %v", body, res.Proto, err)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	for _, files := range [][2]string{{cert, ""}, {"", keyFile}, {keyFile, cert}, {cert, cert + "x"}} {
		_, err := guard.LoadTLS(files[0], files[1])
		if training.KindOf(err) != training.KindInvalid || err == nil {
			t.Fatalf("%v: %v", files, err)
		}
		if lone := files[0] == "" || files[1] == ""; lone != strings.Contains(err.Error(), "together") {
			t.Errorf("%v: %v", files, err)
		}
	}
}
