package igpsporttest

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/emulator"
	"lapkeep/test/intervalstest/signaltest"
	"lapkeep/test/rawfit"
)

// fileURL returns the address of an activity's file. Everybody who knows the
// address can read the file.
func (s *Server) fileURL(region Region, r *Ride) string {
	return s.FilesURL + "/" + string(region) + "/fit/" + r.Object + ".fit"
}

// files answers for the file host of both regions, which belongs to another
// company: credentials of the service must not reach it.
func (s *Server) files(x *emulator.Exchange) func() response {
	x.Entry.Aside, x.Entry.Body, x.Entry.Operation = true, "", "file"
	if x.Request.Method == http.MethodPut {
		x.Entry.Operation = "putFile"
	}
	return func() response {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.file(x.Request, x.Body)
	}
}

// leaks refuses a request that carries credentials of the service.
func (s *Server) leaks(host string, r *http.Request) bool {
	leaked := false
	for _, name := range []string{"Authorization", "Cookie", "X-Signature", "X-Access-Key"} {
		if r.Header.Get(name) != "" {
			s.Violated("%s host: %s %s carries %s", host, r.Method, r.URL.Path, name)
			leaked = true
		}
	}
	return leaked
}

func denied(status int, code string) response {
	return response{Status: status, Kind: "application/xml", Body: []byte("<Error><Code>" + code + "</Code></Error>")}
}

func (s *Server) file(r *http.Request, body []byte) response {
	if s.leaks("the file", r) {
		return denied(http.StatusBadRequest, "InvalidArgument")
	}
	parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	if r.Method == http.MethodPut && len(parts) == 2 && parts[0] == "upload" {
		return s.put(r, parts[1], body)
	}
	if r.Method != http.MethodGet || len(parts) != 3 || s.worlds[Region(parts[0])] == nil {
		return denied(http.StatusNotFound, "NoSuchKey")
	}
	for _, m := range s.worlds[Region(parts[0])].members {
		for _, ride := range m.Rides {
			if ride.Object+".fit" == parts[2] {
				return response{Status: http.StatusOK, Kind: "application/octet-stream", Body: ride.FIT()}
			}
		}
	}
	return denied(http.StatusNotFound, "NoSuchKey")
}

// elsewhere answers for a host outside the service. It has a recording under
// every path, so that a client that follows a redirect would import it.
func (s *Server) elsewhere(x *emulator.Exchange) func() response {
	x.Entry.Aside = true
	s.leaks("the other", x.Request)
	return func() response {
		return response{Status: http.StatusOK, Kind: "application/octet-stream", Body: rawfit.SteadyRide().Bytes}
	}
}

// upload is a file being uploaded.
type upload struct {
	member  string
	region  Region
	data    []byte
	expires time.Time
}

// signedURL returns an address to which a file can be put for an hour.
func signedURL(c *call) (any, error) {
	c.want("fileExtension", ".fit")
	id := "up" + strconv.Itoa(c.next())
	c.server.uploads[id] = &upload{
		member: strconv.FormatInt(c.member.ID, 10), region: c.region, expires: c.server.Now().Add(time.Hour),
	}
	return Doc{"ossId": id + ".fit", "signedUrl": c.server.FilesURL + "/upload/" + id + ".fit?Signature=emulated"}, nil
}

// put stores a file. The address was signed without a Content-Type.
func (s *Server) put(r *http.Request, name string, body []byte) response {
	u := s.uploads[strings.TrimSuffix(name, ".fit")]
	if r.Header.Get("Content-Type") != "" {
		s.Violated("the file host: a PUT with Content-Type %q, which the address is not signed for", r.Header.Get("Content-Type"))
		return denied(http.StatusForbidden, "SignatureDoesNotMatch")
	}
	if u == nil || r.URL.Query().Get("Signature") != "emulated" || s.Now().After(u.expires) {
		return denied(http.StatusForbidden, "AccessDenied")
	}
	u.data = body
	return response{Status: http.StatusOK, Kind: "application/xml"}
}

// uploaded makes an activity from an uploaded file. A known file makes no
// second one; whether the service reports that is unknown, and here it does
// not.
func uploaded(c *call) (any, error) {
	c.knows("the upload", c.body, "fileName", "ossName")
	s := c.server
	u := s.uploads[strings.TrimSuffix(text(c.body, "ossName"), ".fit")]
	if u == nil || u.data == nil || u.region != c.region || u.member != strconv.FormatInt(c.member.ID, 10) {
		return nil, refuseCode(500, "ossName error")
	}
	rec, err := signaltest.Glance(u.data)
	if err != nil {
		return nil, refuseCode(500, "File error")
	}
	for _, r := range c.member.Rides {
		if r.Start.Equal(rec.Start) && bytes.Equal(r.FIT(), u.data) {
			return nil, nil
		}
	}
	r := &Ride{
		ID: int64(30000000 + c.next()), Title: text(c.body, "fileName"), Start: rec.Start, File: u.data, Seconds: rec.Seconds, Bare: true,
	}
	if d := rec.Streams["distance"].Data; len(d) > 0 {
		r.Metres, _ = d[len(d)-1].(float64) // null if nothing was measured
	}
	r.Exercise = map[string]any{"Ride": 0, "Run": 1}[rec.Sport]
	r.Object = objectID(r.ID)
	c.member.Rides = append(c.member.Rides, r)
	return nil, nil
}

// outings are the kinds of activity in the sample, in turn. Of the sports'
// numbers, only the one for cycling is known; walks have none.
var outings = []struct {
	cn, intl, sport string
	exercise        any
}{
	{"早晨骑行", "Morning ride", "cycling", 0},
	{"甜点区间 3x5", "Sweet spot 3x5", "cycling", 0},
	{"夜跑", "Evening run", "running", 1},
	{"长途骑行", "Long ride", "cycling", 0},
	{"散步", "Walk", "walking", nil},
}

// firstRide is larger than a float64 can count: ids are 64-bit integers.
const firstRide = 9007199254740993

func objectID(id int64) string { return fmt.Sprintf("%024x", uint64(id)) }

// fill adds activities, one a day, and workouts to an athlete.
func (s *Server) fill(region Region, m *Member, n int) {
	for i := range n {
		s.addSample(region, m, i)
	}
	for i := range 3 {
		w := &Workout{ID: s.nextID, Doc: sampleWorkout(i)}
		s.nextID++
		w.Doc["createTime"], w.Doc["createTimestamp"] = s.Now().In(m.Zone).Format(dateTime), s.Now().UnixMilli()
		m.Workouts = append(m.Workouts, w)
	}
}

// addSample adds the activity of the i-th day before yesterday; -1 is today.
func (s *Server) addSample(region Region, m *Member, i int) {
	o, start := outings[max(i, 0)%len(outings)], s.sampleDay(m, i)
	r := &Ride{ID: 30200000 + m.ID%1000*10000 - int64(i), Title: o.cn, Start: start, Exercise: o.exercise, Bare: i%2 == 1}
	if i == 0 {
		r.ID = firstRide + m.ID%1000*2
	}
	if region == INTL {
		r.Title = o.intl
	}
	r.Object = objectID(r.ID)
	if o.sport == "cycling" && i%5 == 1 {
		r.Laps = 3
	}
	every := s.options.NoStartEvery
	r.NoStart = every > 0 && i%every == every-1
	r.Body = bodytest.Body{
		Start: start, Seed: uint64(m.ID)*1000 + uint64(i), Seconds: s.options.Seconds, Sport: o.sport, Serial: 50210000 + uint32(m.ID%1000),
		NoPower: o.sport != "cycling", Maker: makerIGPSport, Product: productBSC300, OffsetS: offset(r),
	}
	m.Rides = append(m.Rides, r)
}

func offset(r *Ride) int {
	_, seconds := r.Start.Zone()
	return seconds
}

// sampleWorkout returns one of three workouts; the last is the manufacturer's
// own, which cannot be deleted.
func sampleWorkout(i int) Doc {
	uuid := func(n int) string { return fmt.Sprintf("00000000-0000-4000-8000-0000000%02d%03d", i, n) }
	timed := func(n int, name, class string, seconds int, target Doc) Doc {
		return Doc{
			"type": "Step", "name": name, "intensityClass": class, "uuid": uuid(n), "openDuration": "false",
			"length": Doc{"unit": "Second", "value": seconds}, "intensityTarget": target,
		}
	}
	structure := []any{
		timed(1, "Warmup", "WarmUp", 600, Doc{"unit": "PowerCustom", "value": 0, "minValue": 125, "maxValue": 162}),
		Doc{
			"type": "Repetition", "name": "Set", "intensityClass": "Active", "openDuration": "false", "uuid": uuid(2),
			"length": Doc{"unit": "Repetition", "value": 3 + i}, "steps": []any{
				timed(3, "Work", "Active", 300, Doc{"unit": "PercentOfFTP", "value": 0, "minValue": 88, "maxValue": 94}),
				timed(4, "Recover", "Rest", 180, Doc{"unit": "Power", "value": 1}),
			},
		},
		Doc{
			"type": "Step", "name": "Cooldown", "intensityClass": "CoolDown", "uuid": uuid(5), "openDuration": "true",
			"intensityTarget": Doc{"unit": "HeartRate", "value": 1},
		},
	}
	return Doc{
		"title": "Sweet spot " + strconv.Itoa(3+i) + "x5", "description": "Steady", "totalTime": 660 + (3+i)*480, "workoutType": "bike",
		"sportBigType": 1, "allowDeletion": i != 2, "isOfficial": i == 2, "fromTP": false, "structure": structure, "tips": "", "img": "",
		"iconPath": "/icons/workout.png", "workoutDay": 0,
	}
}

// sampleDay returns the day of the i-th newest activity, at some hour of the
// morning.
func (s *Server) sampleDay(m *Member, i int) time.Time {
	day := s.Now().In(m.Zone).AddDate(0, 0, -1-i)
	return time.Date(day.Year(), day.Month(), day.Day(), 6+max(i, 0)%4, 30, 0, 0, m.Zone)
}
