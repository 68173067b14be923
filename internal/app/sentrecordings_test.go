package app

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"lapkeep/test/igpsporttest"
	"lapkeep/test/rawfit"
)

// recording is an athlete of one region of iGPSport, with a ride here that is
// not there.
type recording struct {
	*linked
	igp    *igpsporttest.Server
	region igpsporttest.Region
	send   []string // the call that sends the ride
}

func newRecording(t *testing.T, r igpsporttest.Region) *recording {
	t.Helper()
	s := igpsporttest.New(t, igpsporttest.Options{Activities: 3, Seconds: 60})
	user := map[igpsporttest.Region]string{igpsporttest.CN: igpsporttest.DefaultPhone, igpsporttest.INTL: igpsporttest.DefaultEmail}[r]
	l := &linked{person: newPerson(t), begun: time.Now(), hurry: 50}
	l.sleep = func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	l.environ = append(l.environ, "IGPSPORT_REGION="+string(r), "IGPSPORT_API_BASE="+s.URL(r), "IGPSPORT_USERNAME="+user,
		"IGPSPORT_PASSWORD="+igpsporttest.DefaultPassword)
	file := filepath.Join(l.user, "ride.fit")
	if err := os.WriteFile(file, rawfit.SteadyRide().Bytes, 0o600); err != nil {
		t.Fatal(err)
	}
	l.ok(t, "", []string{"import", file})
	l.ok(t, "", []string{"connect", "igpsport"})
	var all struct{ Activities []struct{ ID string } }
	l.ask(t, &all, "list_activities", map[string]any{"range": "2025"})
	if len(all.Activities) != 1 {
		t.Fatalf("%+v", all)
	}
	return &recording{l, s, r, []string{"call", "update_activity", `{"id":"` + all.Activities[0].ID + `","send_to":"igpsport"}`}}
}

// agreed sends the ride with a person's consent.
func (x *recording) agreed(t *testing.T, says ...string) {
	t.Helper()
	asked := x.fails(t, "", x.send, "Send the recording of the cycling of 2025-06-14 to iGPSport.", "cannot be undone", "everybody who")
	code := regexp.MustCompile(`lapkeep approve (\w+)`).FindStringSubmatch(asked)
	if code == nil {
		t.Fatalf("nobody is asked: %s", asked)
	}
	x.inTTY = true
	x.ok(t, code[1]+"\n", []string{"approve", code[1]})
	x.inTTY = false
	x.ok(t, "", x.send, says...)
}

// rides are how many rides of 2025 the service has.
func (x *recording) rides() (n int) {
	x.igp.Do(x.region, func(m *igpsporttest.Member) {
		for _, r := range m.Rides {
			if r.Start.Equal(rawfit.Start()) {
				n++
			}
		}
	})
	return n
}

func (x *recording) asked(op string) (n int) {
	for _, q := range x.igp.Requests() {
		if q.Operation == op {
			n++
		}
	}
	return n
}

// eachRegion runs a test of a ride that is sent.
func eachRegion(t *testing.T, f func(t *testing.T, x *recording)) {
	t.Helper()
	for _, r := range []igpsporttest.Region{igpsporttest.CN, igpsporttest.INTL} {
		t.Run(string(r), func(t *testing.T) {
			t.Parallel()
			f(t, newRecording(t, r))
		})
	}
}

// TestARecordingIsSentWhenAsked, once: an import sends none, and an undo says
// that it stays there.
func TestARecordingIsSentWhenAsked(t *testing.T) {
	t.Parallel()
	eachRegion(t, func(t *testing.T, x *recording) {
		if n := x.asked("signedURL") + x.asked("putFile"); n > 0 {
			t.Errorf("it was sent by itself, in %d requests", n)
		}
		x.agreed(t, `"state":"done","id":"igpsport:3`, "Kept here only: name.")
		x.ok(t, "", x.send, "iGPSport has it already: igpsport:3")
		x.ok(t, "", []string{"sync"})
		var all struct{ Activities []struct{ ID string } }
		if x.ask(t, &all, "list_activities", map[string]any{"range": "2025"}); len(all.Activities) != 1 || x.rides() != 1 {
			t.Errorf("%d here, %d there", len(all.Activities), x.rides())
		}
		const stays = "An undo does not delete the activity at the service"
		if _, out, errs := x.do(t.Context(), "", "undo"); !strings.Contains(out+errs, stays) || x.rides() != 1 {
			t.Errorf("undo: %s%s", out, errs)
		}
	})
}

// TestARecordingWhoseAnswerIsLostIsSentOnce: what waits looks first.
func TestARecordingWhoseAnswerIsLostIsSentOnce(t *testing.T) {
	t.Parallel()
	eachRegion(t, func(t *testing.T, x *recording) {
		end := x.igp.Inject(igpsporttest.Fault{Operation: "uploaded", Late: true, Cut: true})
		x.agreed(t, `"state":"waiting"`)
		end()
		x.hurry = 5000
		for range 3 {
			x.ok(t, "", []string{"sync"})
		}
		if n := x.asked("uploaded"); n != 1 || x.rides() != 1 {
			t.Errorf("sent %d times, %d there", n, x.rides())
		}
		x.ok(t, "", x.send, "iGPSport has it already: igpsport:3")
	})
}

// TestARecordingThatDoesNotAppear is told as taken, without an id.
func TestARecordingThatDoesNotAppear(t *testing.T) {
	t.Parallel()
	eachRegion(t, func(t *testing.T, x *recording) {
		x.igp.Inject(igpsporttest.Fault{Operation: "uploaded", Late: true, Body: `{"code":0,"message":"success","data":null}`})
		end := x.igp.Inject(igpsporttest.Fault{Operation: "listActivities", Body: `{"code":0,"data":{"rows":[]}}`})
		x.agreed(t, `"state":"done","note":"It has the file and does not show the activity yet; a later sync finds it.`)
		end()
		x.agreed(t, `"state":"done","id":"igpsport:3`, "It had the recording already, so nothing was sent.")
		if n := x.asked("uploaded"); n != 1 || x.rides() != 1 {
			t.Errorf("sent %d times, %d there", n, x.rides())
		}
	})
}

// TestARecordingIsSentAlone, and to a service that takes it.
func TestARecordingIsSentAlone(t *testing.T) {
	t.Parallel()
	x := newRecording(t, igpsporttest.INTL)
	x.fails(t, "", []string{x.send[0], x.send[1], strings.Replace(x.send[2], "}", `,"name":"x"}`, 1)}, "in a call of its own")
	x.fails(t, "", []string{x.send[0], x.send[1], strings.Replace(x.send[2], "igpsport", "other", 1)}, `"other"`)
	if n := x.asked("signedURL"); n > 0 {
		t.Errorf("it was sent in %d requests", n)
	}
}
