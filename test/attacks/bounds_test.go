//go:build e2e

package attacks_test

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"lapkeep/test/attacks/arenatest"
	"lapkeep/test/intervalstest"
)

// flood is the most that a server may hold while it is attacked, in MB.
const flood = 300

func peakOf(t *testing.T, pid int) int {
	t.Helper()
	mb, ok := arenatest.PeakMemory(pid)
	if !ok {
		t.Skip("this system does not tell what a process holds")
	}
	return mb
}

func bounds() []arenatest.Attack {
	return []arenatest.Attack{
		{
			Name: "many large bodies", By: arenatest.OtherUser, Seen: "c510560", Heavy: true,
			Tries: "200 requests at once, each with a body of 4 MB whose last byte is withheld",
			Run:   withDoor(manyBodies),
		},
		{
			Name: "sessions with much memory", By: arenatest.OtherUser, Seen: "c510560", Heavy: true,
			Tries: "40 sessions whose clients have names of 4 MB",
			Run:   withDoor(fatSessions),
		},
		{
			Name: "many recordings of the same minute", By: arenatest.Archive, Seen: "ac3d4695", Heavy: true,
			Tries: "400 recordings of the same minute in one file, to block other writes during the import",
			Run:   crowdOfOneMoment,
		},
		{
			Name: "exports that fill the disk", By: arenatest.Model, Seen: "c510560",
			Tries: "a tool that writes files counts as a read and is offered with `--writes none`",
			Run: func(t *testing.T) {
				u, rides := newAthlete(t)
				s := serve(t, u)
				for name, readOnly := range func() map[string]bool { _, r := s.Tools(); return r }() {
					if strings.HasPrefix(name, "export_") && readOnly {
						t.Errorf("%s says that it only reads", name)
					}
				}
				none := serve(t, u, "--writes", "none")
				before := names(t, u.Home)
				_ = none.Call("export_activity", object{"id": rides[0], "format": "fit"})
				_ = none.Call("export_route", object{"id": rides[0], "format": "gpx"})
				if after := names(t, u.Home); len(after) > len(before) {
					t.Errorf("under none there are %d files more", len(after)-len(before))
				}
			},
		},
		{
			Name: "the same export again", By: arenatest.Model, Seen: arenatest.Held, Tries: "one activity exported 20 times must use the disk once",
			Run: func(t *testing.T) {
				u, rides := newAthlete(t)
				s := serve(t, u)
				for range 20 {
					if a := s.Call("export_activity", object{"id": rides[0], "format": "fit"}); a.Error {
						t.Fatal(a.Text)
					}
				}
				if got := names(t, filepath.Join(u.Home, "exports")); len(got) != 1 {
					t.Errorf("%d files: %q", len(got), got[:min(3, len(got))])
				}
			},
		},
		{
			Name: "a wait of a year", By: arenatest.Service, Seen: "c510560",
			Tries: "Retry-After of a year; the next sync must ask again within the longest interval",
			Run:   waitOfAYear,
		},
		{
			Name: "an endless answer of a service", By: arenatest.Service, Seen: arenatest.Held,
			Tries: "an answer that never ends, and one that never begins; SIGTERM must end each command",
			Run:   func(t *testing.T) { endlessService(t) },
		},
		{
			Name: "a redirect", By: arenatest.Service, Seen: arenatest.Held, Tries: "the service redirects requests with the key to another host",
			Run: redirect,
		},
	}
}

// manyBodies sends all of each body but its last byte, then all last bytes.
func manyBodies(t *testing.T, d *arenatest.Door) {
	body := `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"` + strings.Repeat("a", 4<<20-200) + `"}}`
	head := fmt.Sprintf("POST /mcp HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: "+
		"application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: %d\r\n\r\n",
		d.Address, d.Key, len(body))
	var sent sync.WaitGroup
	for range 200 {
		conn, err := net.Dial("tcp", d.Address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		sent.Go(func() {
			_ = conn.SetDeadline(time.Now().Add(8 * time.Second)) // who is made to wait is left waiting
			_, _ = conn.Write([]byte(head + body[:len(body)-1]))
		})
	}
	sent.Wait()
	if mb := peakOf(t, d.Pid); mb > flood {
		t.Errorf("it held %d MB, %d are enough", mb, flood)
	}
}

func fatSessions(t *testing.T, d *arenatest.Door) {
	body := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"` +
		strings.Repeat("a", 4<<20-400) + `","version":"1"}}}`
	for range 40 {
		_ = d.Post(t, body) // a refusal is right
	}
	if mb := peakOf(t, d.Pid); mb > flood {
		t.Errorf("it held %d MB, %d are enough", mb, flood)
	}
	if r := d.Post(t, arenatest.List); r.Status != 200 {
		t.Errorf("afterwards: %d %.200s", r.Status, r.Body)
	}
}

// crowd returns one file with many recordings of one minute.
func crowd(n int) []byte {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0"?><TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>`)
	start := arenatest.Day(9)
	for i := range n {
		fmt.Fprintf(&b, `<Activity Sport="Biking"><Id>%s</Id><Lap StartTime="%[1]s"><TotalTimeSeconds>60</TotalTimeSeconds><Track>`,
			start.Format(time.RFC3339))
		for s := 0; s <= 60; s += 5 {
			fmt.Fprintf(&b, `<Trackpoint><Time>%s</Time><HeartRateBpm><Value>%d</Value></HeartRateBpm></Trackpoint>`,
				start.Add(time.Duration(s)*time.Second).Format(time.RFC3339), 100+i*s%71)
		}
		b.WriteString(`</Track></Lap></Activity>`)
	}
	return []byte(b.String() + `</Activities></TrainingCenterDatabase>`)
}

// crowdOfOneMoment holds what a crowd costs the processor against a quarter of it,
// and writes from a second process until the import ends.
func crowdOfOneMoment(t *testing.T) {
	few := arenatest.NewUser(t).Import(t, map[string][]byte{"crowd.tcx": crowd(100)})
	u, _ := newAthlete(t)
	s := serve(t, u)
	imported := make(chan arenatest.Said, 1)
	go func() { imported <- u.Import(t, map[string][]byte{"crowd.tcx": crowd(400)}) }()
	var longest time.Duration
	for n := 1; ; n++ {
		began := time.Now()
		a := s.Call("update_wellness", object{"date": "2026-03-02", "values": object{"resting_hr_bpm": 40 + n%30}})
		longest = max(longest, time.Since(began))
		if a.Error || a.Field("journal_id") == "" {
			t.Errorf("write %d: %.600s", n, a.Line)
		}
		select {
		case all := <-imported:
			t.Logf("%v of the processor, %v for a quarter; one of %d writes waited %v", all.Worked, few.Worked, n, longest)
			if few.Code != 0 || all.Code != 0 {
				t.Errorf("it was not imported: exit %d and %d: %.600s", few.Code, all.Code, all.All())
			}
			if all.Worked > 8*few.Worked {
				t.Errorf("four times as many took %v of the processor, and not %v", all.Worked, few.Worked)
			}
			if n < 3 {
				t.Errorf("there was time for %d writes of others", n)
			}
			return
		default:
		}
	}
}

func waitOfAYear(t *testing.T) {
	u, service := newConnected(t)
	remove := service.Inject(intervalstest.Fault{Status: 429, RetryAfter: "31536000"})
	u.Run(t, "sync")
	remove()
	year := time.Now().AddDate(1, 0, -7)
	for _, args := range [][]string{{"doctor", "--all"}, {"call", "get_status"}, {"check"}, {"sync"}} {
		said := u.Run(t, args...).All()
		for _, day := range []string{year.Format("2006-"), year.Format("Jan 2006")} {
			if strings.Contains(said, day) {
				t.Errorf("%q waits for a year: %.500s", args, said)
			}
		}
	}
}

// endlessService answers the key's check and then nothing more that ends.
func endlessService(t *testing.T) {
	for _, begins := range []bool{false, true} {
		u, service := newConnected(t)
		stop := make(chan struct{})
		endless := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			for begins {
				if _, err := w.Write(make([]byte, 1<<16)); err != nil {
					return
				}
			}
			select {
			case <-stop:
			case <-r.Context().Done():
			}
		}))
		defer endless.Close()
		defer close(stop)
		_ = service // its athlete is who is connected
		arenatest.Write(t, filepath.Join(u.Home, "config.yaml"), []byte(config+"intervals_url: "+endless.URL+"\n"))
		for _, args := range [][]string{{"sync"}, {"check"}, {"serve", "--http", "127.0.0.1:0"}} {
			if took := endsAt(t, u, syscall.SIGTERM, args...); took > soon {
				t.Errorf("%q goes on for %v after SIGTERM", args, took)
			}
		}
	}
}

func redirect(t *testing.T) {
	u := arenatest.NewUser(t)
	evil := arenatest.NewEvil(t)
	service := httptest.NewServer(http.RedirectHandler(evil.URL+"/api/v1/athlete/0", http.StatusTemporaryRedirect))
	defer service.Close()
	arenatest.Write(t, filepath.Join(u.Home, "config.yaml"), []byte(config+"intervals_url: "+service.URL+"\n"))
	s := u.RunWith(t, "canary-key-canary-key\n", "connect", "intervals")
	if s.Code == 0 || strings.Contains(s.All(), "canary-key") {
		t.Errorf("exit %d: %s", s.Code, s.All())
	}
	if strings.Contains(evil.Came(), "canary-key") || strings.Contains(evil.Came(), "Basic") {
		t.Errorf("the key went along: %s", evil.Came())
	}
	if _, err := os.Stat(filepath.Join(u.Home, "keys")); err == nil {
		for _, n := range names(t, filepath.Join(u.Home, "keys")) {
			t.Errorf("a key was kept: %s", n)
		}
	}
}

func TestBounds(t *testing.T) { arenatest.Run(t, bounds()) }
