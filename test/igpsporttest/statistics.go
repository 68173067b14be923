package igpsporttest

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"lapkeep/test/emulator"
)

// statistics returns the sums of the year of a day. Only one kind of period is
// known, the year, 2; any other sums up everything here, and has no axis.
// Distances of the axis are in kilometres, all others in metres.
func statistics(c *call) (any, error) {
	names := []string{"distanceUnit", "time", "type"}
	if c.region == INTL {
		names = []string{"DistanceUnit", "Time", "Type"}
	} else if big := c.param("bigSportType"); big == "" {
		c.server.Violated("%s %s: no bigSportType", c.region, c.op.name)
	}
	c.want(names[0], "0")
	day := c.day(names[1])
	if day == "" {
		return nil, refuseCode(400, names[1]+" error")
	}
	year := day[:4]
	if c.param(names[2]) != "2" {
		year = ""
	}
	var rides []*Ride
	for _, r := range c.member.Rides {
		if year == "" || r.Start.In(c.member.Zone).Format("2006") == year {
			rides = append(rides, r)
		}
	}
	return Doc{
		"statisticsData": sums(rides), "axis": c.axis(rides, year), "milestoneList": milestones(rides), "personalBestList": c.bests(),
	}, nil
}

func sums(rides []*Ride) Doc {
	var v figures
	for _, r := range rides {
		f := r.figures()
		v.metres, v.seconds, v.ascent, v.power = v.metres+f.metres, v.seconds+f.seconds, v.ascent+f.ascent, v.power+f.power*f.seconds/1000
	}
	return Doc{
		"totalCount": len(rides), "totalDistance": math.Round(v.metres), "totalTimerTime": v.seconds, "avgSpeed": v.speed(),
		"sumTotalAscent": math.Round(v.ascent), "totalCalories": math.Round(v.power), "totalPwrTSS": math.Round(v.seconds/360) / 10 * 60,
	}
}

// axis returns every month of a year; months without an activity have no count.
func (c *call) axis(rides []*Ride, year string) []Doc {
	out := []Doc{}
	if year == "" {
		return out
	}
	for month := 1; month <= 12; month++ {
		var in []*Ride
		for _, r := range rides {
			if int(r.Start.In(c.member.Zone).Month()) == month {
				in = append(in, r)
			}
		}
		name := year + "/" + strconv.Itoa(100 + month)[1:]
		d := Doc{"alias": strconv.Itoa(month), "group": year, "time": name, "value": 0.0}
		if len(in) > 0 {
			total := sums(in)
			d["value"] = math.Round(total["totalDistance"].(float64)/10) / 100
			d["totalCount"], d["totalTimerTime"] = len(in), total["totalTimerTime"]
		}
		out = append(out, d)
	}
	return out
}

func milestones(rides []*Ride) []Doc {
	out := []Doc{}
	for _, km := range []int{5, 10, 50, 100} {
		n := 0
		for _, r := range rides {
			if r.figures().metres >= float64(1000*km) {
				n++
			}
		}
		out = append(out, Doc{"distance": strconv.Itoa(km), "count": n})
	}
	return out
}

// bests returns the bests of all time, as strings of SI numbers. The service
// misspells the climb. The longest time names no activity.
func (c *call) bests() []Doc {
	kinds := []struct {
		key, cn, intl string
		of            func(figures) float64
	}{
		{"MaxDistance", "最长距离", "Longest distance", func(v figures) float64 { return v.metres }},
		{"MaxTime", "最长时间", "Longest time", func(v figures) float64 { return v.seconds }},
		{"MaxAvgSpeed", "最快均速", "Best average speed", func(v figures) float64 { return v.speed() }},
		{"MaxMaxSpeed", "最快速度", "Top speed", func(v figures) float64 { return v.maxSpeed }},
		{"MaxClimbinSpeed", "最大爬升", "Most climbing", func(v figures) float64 { return v.ascent }},
		{"MaxAvgPower", "最大均功率", "Best average power", func(v figures) float64 { return v.power }},
		{"MaxMaxPower", "最大功率", "Top power", func(v figures) float64 { return float64(v.maxPower) }},
	}
	out := []Doc{}
	for _, k := range kinds {
		var best *Ride
		value := 0.0
		for _, r := range c.member.Rides {
			if v := k.of(r.figures()); r.Exercise == 0 && v > value {
				best, value = r, v
			}
		}
		if best == nil {
			continue
		}
		label := k.cn
		if c.region == INTL {
			label = k.intl
		}
		d := Doc{
			"activityId": best.ID, "keyName": k.key, "keyLabel": label, "memberId": c.member.ID,
			"keyTime": best.Start.In(c.member.Zone).Format(dateTime), "keyValue": strconv.FormatFloat(math.Round(1000*value)/1000, 'f', -1, 64),
		}
		if k.key == "MaxTime" {
			d["activityId"] = nil
		}
		out = append(out, d)
	}
	return out
}

// State is all data that a client can change, by region, member and kind ("cn
// 1730042 workouts"), for comparison. It has no ids and timestamps assigned by
// the service, because restored things get new ones.
type State map[string][]Doc

// State returns a copy of the current state.
func (s *Server) State() State {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := State{}
	for region, w := range s.worlds {
		for id, m := range w.members {
			add := func(kind string, d Doc, without ...string) {
				key := string(region) + " " + id + " " + kind
				out[key] = append(out[key], copied(d, without...))
			}
			add("parameters", m.Interval)
			add("user", m.Info)
			for _, v := range m.Workouts {
				add("workouts", v.Doc, "createTime", "createTimestamp")
			}
			for _, v := range m.Segments {
				add("segments", v, "id")
			}
			for _, v := range m.Rides {
				add("activities", Doc{"title": v.Title, "start": v.Start.UTC().Format(dateTime)})
			}
		}
	}
	for _, rows := range out {
		slices.SortFunc(rows, func(x, y Doc) int {
			return strings.Compare(string(emulator.JSON(0, x).Body), string(emulator.JSON(0, y).Body))
		})
	}
	return out
}

// copied returns a copy of a document through JSON, without some fields and
// without the uuids of steps.
func copied(d Doc, without ...string) Doc {
	d = maps.Clone(d)
	for _, name := range without {
		delete(d, name)
	}
	var out Doc
	if err := json.Unmarshal(emulator.JSON(0, d).Body, &out); err != nil {
		panic(err) // it was marshalled on the same line
	}
	unmarked(out["structure"])
	return out
}

func unmarked(v any) {
	list, _ := v.([]any)
	for _, e := range list {
		if step, ok := e.(Doc); ok {
			delete(step, "uuid")
			unmarked(step["steps"])
		}
	}
}

// MemberID returns the id of a region's athlete.
func (s *Server) MemberID(region Region) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strconv.FormatInt(s.worlds[region].logins[username(region)].member.ID, 10)
}

// WebKey is the access key of the web app, the only one the server knows.
const WebKey = "AKIDWebClient"

// PrivateKey unwraps the server's secret_key. It belongs to this server, not to
// the vendor.
func (s *Server) PrivateKey() (*rsa.PrivateKey, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.privateKey()
}

func (s *Server) privateKey() (*rsa.PrivateKey, error) {
	if s.key == nil {
		key, err := rsa.GenerateKey(rand.Reader, 2048)
		if err != nil {
			return nil, err
		}
		s.key = key
	}
	return s.key, nil
}

// publicKey returns the signing key, wrapped. Clients were seen to accept
// either alphabet, with or without padding: every second answer has the other
// one.
func publicKey(c *call) (any, error) {
	key, err := c.server.privateKey()
	if err != nil {
		return nil, err
	}
	wrapped, err := rsa.EncryptOAEP(sha256.New(), rand.Reader, &key.PublicKey, c.server.options.SessionKey, nil)
	if err != nil {
		return nil, err
	}
	c.server.handshakes++
	form := base64.StdEncoding
	if c.server.handshakes%2 == 0 {
		form = base64.RawURLEncoding
	}
	return Doc{"secret_key": form.EncodeToString(wrapped), "accessKey": WebKey}, nil
}

// Signature returns the signature of a request: the HMAC-SHA-256 of five lines.
func Signature(key []byte, method, target, timestamp, nonce string, body []byte) string {
	sum := sha256.Sum256(body)
	mac := hmac.New(sha256.New, key)
	_, _ = mac.Write([]byte(strings.Join([]string{method, target, timestamp, nonce, hex.EncodeToString(sum[:])}, "\n"))) // it never fails
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// checkSignature refuses a request without a required valid signature. A
// repeated nonce is refused with 500, as seen, and is a violation.
func (c *call) checkSignature() error {
	s, h := c.server, c.request.Header
	if c.region != CN || c.op.unkeyed || s.options.Signing == SigningOff {
		return nil
	}
	no := func(why string) error {
		return refuse(s.options.SigningRefusal, s.options.SigningRefusal, "signature "+why)
	}
	access, stamp, nonce, given := h.Get("X-Access-Key"), h.Get("X-Timestamp"), h.Get("X-Nonce"), h.Get("X-Signature")
	if access+stamp+nonce+given == "" {
		if s.options.Signing == SigningRequired {
			return no("required")
		}
		return nil
	}
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	off := s.Now().Sub(time.Unix(seconds, 0)).Abs()
	switch {
	case access != WebKey:
		return no("has an unknown access key")
	case err != nil || off > skew:
		return no("expired")
	case nonce == "" || given == "":
		return no("incomplete")
	case s.nonces[nonce]:
		s.Violated("%s %s: nonce %q was sent before", c.region, c.op.name, nonce)
		return refuse(500, 500, "Internal Server Error")
	}
	s.nonces[nonce] = true
	want := Signature(s.options.SessionKey, c.request.Method, c.request.RequestURI, stamp, nonce, c.raw)
	if !hmac.Equal([]byte(want), []byte(given)) {
		return no("mismatch")
	}
	return nil
}
