//go:build e2e

package attacks_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lapkeep/test/attacks/arenatest"
)

// get returns a request without a body.
func get(method, target, host string, more ...string) string {
	return fmt.Sprintf("%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n%s\r\n", method, target, host,
		strings.Join(append(more, ""), "\r\n"))
}

// refused fails the test unless the answer is one of these, in words of ours.
func refused(t *testing.T, what string, r arenatest.Reply, statuses ...int) {
	t.Helper()
	good := r.Status == 0 // it was hung up on, which lets nobody in
	for _, s := range statuses {
		good = good || r.Status == s
	}
	if !good {
		t.Errorf("%s: %d %.300s, want one of %d", what, r.Status, r.Body, statuses)
	}
	ours(t, what, r)
}

// ours fails the test if an answer speaks of what the program is made of.
func ours(t *testing.T, what string, r arenatest.Reply) {
	t.Helper()
	for _, word := range []string{
		"jsonrpc2.", "mcp.", "json: ", "go-sdk", "goroutine", "unmarshal", "*http",
		"struct field", "of type ", ".go:", "wireRequest", "<html", "<pre>", "net/http",
	} {
		if strings.Contains(r.Body, word) {
			t.Errorf("%s: the answer says %q: %.300s", what, word, r.Body)
		}
	}
	for name := range r.Header {
		if strings.HasPrefix(name, "Access-Control-") || name == "Server" || name == "X-Powered-By" {
			t.Errorf("%s: the answer has the header %s", what, name)
		}
	}
}

// withDoor returns an attack on one server on loopback.
func withDoor(run func(t *testing.T, d *arenatest.Door)) func(t *testing.T) {
	return func(t *testing.T) {
		u, _ := newAthlete(t)
		run(t, u.ServeHTTP(t))
	}
}

func overHTTP() []arenatest.Attack {
	return []arenatest.Attack{
		{
			Name: "OPTIONS *", By: arenatest.OtherUser, Seen: "c510560", Tries: "`OPTIONS *` without a key, and with a foreign Host",
			Run: withDoor(func(t *testing.T, d *arenatest.Door) {
				refused(t, "without a key", d.Raw(t, get("OPTIONS", "*", d.Address)), 401, 403, 400)
				refused(t, "foreign Host", d.Raw(t, get("OPTIONS", "*", "evil.example", "Authorization: Bearer "+d.Key)), 403, 400)
			}),
		},
		{
			Name: "two lengths", By: arenatest.OtherUser, Seen: "c510560",
			Tries: "Content-Length with Transfer-Encoding, two Content-Lengths, odd encodings",
			Run: withDoor(func(t *testing.T, d *arenatest.Door) {
				chunked := fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(arenatest.List), arenatest.List)
				head := "POST /mcp HTTP/1.1\r\nHost: " + d.Address + "\r\nAuthorization: Bearer " + d.Key +
					"\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nConnection: close\r\n"
				for _, more := range []string{
					fmt.Sprintf("Content-Length: %d\r\nTransfer-Encoding: chunked\r\n", len(arenatest.List)),
					"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
					"Transfer-Encoding: chunked\r\nContent-Length: 0\r\n",
					"Transfer-Encoding: xchunked\r\n", "Transfer-Encoding: chunked, identity\r\n",
					"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
				} {
					refused(t, more, d.Raw(t, head+more+"\r\n"+chunked), 400, 501)
				}
				refused(t, "two lengths", d.Raw(t, head+
					fmt.Sprintf("Content-Length: %d\r\nContent-Length: 3\r\n\r\n%s", len(arenatest.List), arenatest.List)), 400)
			}),
		},
		{
			Name: "unknown versions", By: arenatest.OtherUser, Seen: "c510560", Tries: "an unknown protocol version in the header",
			Run: withDoor(func(t *testing.T, d *arenatest.Door) {
				for _, v := range []string{"1999-01-01", "2999-01-01", "latest", "2025-11-25x", "../../x"} {
					refused(t, v, d.Post(t, arenatest.List, "MCP-Protocol-Version: "+v), 400)
				}
			}),
		},
		{
			Name: "names of libraries", By: arenatest.OtherUser, Seen: "c510560",
			Tries: "malformed messages, whose errors would name the program's libraries",
			Run: withDoor(func(t *testing.T, d *arenatest.Door) {
				for _, body := range []string{
					`{"jsonrpc":"2.0","id":{},"method":"tools/list"}`, `{"jsonrpc":"2.0","id":1,"method":7}`,
					`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":7}`,
					`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}`,
					`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_status","arguments":7}}`,
					`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}`, `{"jsonrpc":"1.0","id":1,"method":"tools/list"}`,
					`{"id":1}`, `{`, `7`, `"x"`, `null`, `[]`, `[1]`,
					`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":5,"capabilities":[],"clientInfo":"x"}}`,
					`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":7}}`,
					`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"x","arguments":[1]}}`,
					`{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{"ref":7,"argument":7}}`,
					`{"jsonrpc":"2.0","id":1,"result":{},"error":{}}`,
					`{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":7}}`,
				} {
					r := d.Post(t, body)
					if r.Status == 0 {
						t.Errorf("%s: hung up", body)
					}
					ours(t, body, r)
				}
			}),
		},
		{
			Name: "names of libraries over stdio", By: arenatest.Model, Seen: "c510560", Tries: "the same on standard input",
			Run: func(t *testing.T) {
				s := serve(t, arenatest.NewUser(t))
				for method, params := range map[string]any{
					"tools/call": object{"name": 7}, "resources/read": object{"uri": 7}, "prompts/get": object{"name": "x", "arguments": []int{1}},
					"completion/complete": object{"ref": 7}, "tools/list": 7, "logging/setLevel": object{"level": 7},
				} {
					line := s.Request(method, params)
					if line == "" {
						t.Fatalf("%s: there is no answer", method)
					}
					ours(t, method, arenatest.Reply{Body: line})
				}
			},
		},
		{
			Name: "an http page of an https address", By: arenatest.WebPage, Seen: "c510560",
			Tries: "Origin `http://` for a public address with `https://`",
			Run: func(t *testing.T) {
				u := arenatest.NewUser(t)
				d := u.ServeHTTP(t, "--public-url", "https://lap.example")
				for origin, want := range map[string]int{
					"http://lap.example": 403, "http://lap.example:80": 403,
					"https://lap.example": 200, "https://lap.example.evil.example": 403,
				} {
					if r := d.Post(t, arenatest.List, "Host: lap.example", "Origin: "+origin); r.Status != want {
						t.Errorf("%s: %d %.200s, want %d", origin, r.Status, r.Body, want)
					}
				}
			},
		},
		{
			Name: "everybody as a proxy", By: arenatest.OtherUser, Seen: "c510560", Tries: "`--trusted-proxy` with all addresses, also as two halves",
			Run: func(t *testing.T) {
				for _, networks := range []string{
					"0.0.0.0/0", "::/0", "0.0.0.0/0,::/0", "0.0.0.0/1,128.0.0.0/1", "::/1,8000::/1",
					"::ffff:0.0.0.0/96", "1.2.3.4/0",
				} {
					u := arenatest.NewUser(t)
					if d, said := u.TryHTTP(t, "--http", "0.0.0.0:0", "--trusted-proxy", networks); d != nil {
						t.Errorf("%s opens the server: %.200s", networks, said)
					}
				}
			},
		},
		{
			Name: "an open door", By: arenatest.OtherUser, Seen: arenatest.Held,
			Tries: "serving beyond loopback without a key or TLS (check 01)",
			Run: func(t *testing.T) {
				for _, args := range [][]string{
					{"--http", "0.0.0.0:0"},
					{"--http", ":0"},
					{"--http", "[::]:0"},
					{"--http", "0.0.0.0:0", "--no-auth"},
					{"--http", "127.0.0.1:0", "--no-auth", "--public-url", "https://a.example"},
					{"--transport", "http", "--http", "", "--host", "0.0.0.0", "--port", "0"},
				} {
					if d, said := arenatest.NewUser(t).TryHTTP(t, args...); d != nil {
						t.Errorf("%q opens the server: %.200s", args, said)
					}
				}
			},
		},
		{
			Name: "rebinding", By: arenatest.WebPage, Seen: arenatest.Held, Tries: "foreign Hosts that resolve to loopback (check 02)",
			Run: withDoor(func(t *testing.T, d *arenatest.Door) {
				_, port, _ := net.SplitHostPort(d.Address)
				for _, host := range []string{
					"evil.example", "evil.example:" + port, "127.0.0.1.evil.example",
					"localhost.evil.example", "", "127.0.0.1@evil.example", "0.0.0.0:" + port,
				} {
					refused(t, "Host "+host, d.Post(t, arenatest.List, "Host: "+host), 403, 400)
				}
				r := d.Post(t, arenatest.List, "Host: evil.example", "X-Forwarded-Host: "+d.Address, "Forwarded: host="+d.Address)
				refused(t, "a forwarded Host", r, 403)
			}),
		},
		{
			Name: "a page of another origin", By: arenatest.WebPage, Seen: arenatest.Held,
			Tries: "foreign and null Origins, cross-site fetches, preflights (checks 03, 04)",
			Run: withDoor(func(t *testing.T, d *arenatest.Door) {
				for _, h := range []string{
					"Origin: https://evil.example", "Origin: null", "Origin: http://127.0.0.1:1",
					"Origin: file://", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site",
				} {
					refused(t, h, d.Post(t, arenatest.List, h), 403)
				}
				refused(t, "preflight", d.Raw(t, get("OPTIONS", "/mcp", d.Address, "Origin: https://evil.example",
					"Access-Control-Request-Method: POST")), 403, 401, 405)
			}),
		},
		{
			Name: "no key, a wrong key", By: arenatest.OtherUser, Seen: arenatest.Held,
			Tries: "every path and method without the key, or with parts of it (check 05)",
			Run: withDoor(func(t *testing.T, d *arenatest.Door) {
				for _, key := range []string{
					"", "Bearer ", "Bearer x", "Bearer " + d.Key + "x", "Bearer " + d.Key[:20],
					"Basic " + d.Key, "Bearer " + strings.ToUpper(d.Key), d.Key,
				} {
					refused(t, "key "+key, d.Post(t, arenatest.List, "Authorization: "+key), 401)
				}
				for _, method := range []string{"GET", "HEAD", "PUT", "DELETE", "PATCH", "TRACE", "OPTIONS", "PROPFIND"} {
					for _, path := range []string{
						"/", "/mcp", "/sse", "/messages", "/s/x/mcp", "/metrics", "/debug/pprof/",
						"/.well-known/oauth-protected-resource", "//mcp", "/mcp/../mcp", "/%6dcp",
					} {
						refused(t, method+" "+path, d.Raw(t, get(method, path, d.Address)), 401, 403, 400)
					}
				}
				refused(t, "key in the query", d.Raw(t, get("GET", "/mcp?key="+d.Key+"&access_token="+d.Key, d.Address)), 401)
			}),
		},
		{
			Name: "invalid messages", By: arenatest.OtherUser, Seen: arenatest.Held,
			Tries: "other content types, large bodies, deep nesting, batches (check 06)",
			Run: withDoor(func(t *testing.T, d *arenatest.Door) {
				refused(t, "text", d.Post(t, arenatest.List, "Content-Type: text/plain"), 415)
				refused(t, "a form", d.Post(t, arenatest.List, "Content-Type: application/x-www-form-urlencoded"), 415)
				refused(t, "5 MiB", d.Post(t, `{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":"`+strings.Repeat("a", 5<<20)+`"}}`), 413)
				refused(t, "deep", d.Post(t, strings.Repeat(`{"a":`, 10000)+"1"+strings.Repeat("}", 10000)), 400)
				refused(t, "a batch", d.Post(t, "["+arenatest.List+","+arenatest.List+"]"), 400)
			}),
		},
		{
			Name: "other paths and methods", By: arenatest.OtherUser, Seen: arenatest.Held,
			Tries: "with the key: pages, traversal, methods (check 08)",
			Run: withDoor(func(t *testing.T, d *arenatest.Door) {
				key := "Authorization: Bearer " + d.Key
				for _, path := range []string{
					"/", "/index.html", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
					"/.lapkeep/http.key", "/debug/pprof/", "/mcp/x",
				} {
					refused(t, path, d.Raw(t, get("GET", path, d.Address, key)), 404, 400)
				}
				for _, method := range []string{"PUT", "PATCH", "TRACE", "CONNECT", "BREW"} {
					refused(t, method, d.Raw(t, get(method, "/mcp", d.Address, key)), 405, 400, 404)
				}
			}),
		},
		{
			Name: "another user's session", By: arenatest.OtherUser, Seen: arenatest.Held,
			Tries: "guessed session ids, and contradicting header and body (checks 07, 09)",
			Run: withDoor(func(t *testing.T, d *arenatest.Door) {
				for _, id := range []string{"1", "00000000", "admin", strings.Repeat("a", 4000)} {
					refused(t, "session "+id[:1], d.Post(t, arenatest.List, "Mcp-Session-Id: "+id), 404, 400, 431)
				}
				refused(t, "method of the header", d.Post(t,
					`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`,
					"MCP-Protocol-Version: 2026-07-28", "Mcp-Method: tools/call"), 400)
			}),
		},
		{
			Name: "the key in output", By: arenatest.Text, Seen: arenatest.Held, Tries: "the key in logs, answers and errors (checks 11, 20)",
			Run: func(t *testing.T) {
				u, _ := newAthlete(t)
				d := u.ServeHTTP(t, "--log-level", "debug")
				said := ""
				for _, body := range []string{
					arenatest.List, "{",
					`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_status","arguments":{}}}`,
				} {
					r := d.Post(t, body)
					said += r.Body + fmt.Sprint(r.Header)
				}
				said += d.Raw(t, get("GET", "/"+d.Key, d.Address, "Authorization: Bearer "+d.Key)).Body + d.Said()
				if strings.Contains(said, d.Key) {
					t.Errorf("the key is in: %.500s", said)
				}
				if info, err := os.Stat(filepath.Join(u.Home, "http.key")); err != nil || info.Mode().Perm() != 0o600 {
					t.Errorf("the key's file: %v %v", info, err)
				}
			},
		},
		{
			Name: "slow senders", By: arenatest.OtherUser, Seen: arenatest.Held,
			Tries: "strangers and callers who send a byte and wait must not keep others out (check 06)",
			Run: withDoor(func(t *testing.T, d *arenatest.Door) {
				for i := range 300 {
					conn, err := net.Dial("tcp", d.Address)
					if err != nil {
						t.Fatal(err)
					}
					defer conn.Close()
					text := "POST /mcp HTTP/1.1\r\nHost: " + d.Address + "\r\n"
					if i%2 == 0 {
						text += "Authorization: Bearer " + d.Key + "\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
					}
					_, _ = conn.Write([]byte(text)) // the server may hang up
				}
				begun := time.Now()
				if r := d.Post(t, arenatest.List); r.Status != 200 || time.Since(begun) > 5*time.Second {
					t.Errorf("after %v: %d %.200s", time.Since(begun), r.Status, r.Body)
				}
			}),
		},
	}
}

func TestHTTP(t *testing.T) { arenatest.Run(t, overHTTP()) }
