package igpsporttest

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"math"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lapkeep/test/emulator"
)

// mobile is the part of the API in which the service's framework ignores case.
const mobile = "/service/mobile/api/"

// operation is one call of the service.
type operation struct {
	name    string
	method  string
	path    string // {id} is a number
	only    Region // "" is both
	open    bool   // needs no token
	unkeyed bool   // is never signed
	plain   bool   // answers without the envelope
	numbers bool   // Options.NumbersText turns its numbers into strings
	query   []string
	answer  func(c *call) (any, error)
}

func (o *operation) anyCase() bool { return strings.HasPrefix(o.path, mobile) }

// call is one request of a region.
type call struct {
	server  *Server
	region  Region
	request *http.Request
	query   url.Values
	raw     []byte
	body    Doc
	op      *operation
	id      string
	member  *Member
}

var digits = regexp.MustCompile(`^[0-9]{1,19}$`)

// find sets the operation of a request. It returns an error status if there is
// none.
func (c *call) find() int {
	status := http.StatusNotFound
	for _, op := range operations() {
		if op.only != "" && op.only != c.region {
			continue
		}
		id, ok := emulator.Match(op.path, c.request.URL.EscapedPath(), op.anyCase())
		if !ok {
			continue
		}
		if op.method != c.request.Method {
			status = http.StatusMethodNotAllowed
			continue
		}
		c.op, c.id = op, id
		return http.StatusOK
	}
	return status
}

// handle checks the caller and the request, and runs the operation.
func (c *call) handle() (any, error) {
	if err := c.checkSignature(); err != nil {
		return nil, err
	}
	if !c.op.open {
		if err := c.authorise(); err != nil {
			return nil, err
		}
	}
	for name := range c.query {
		if !c.allows(name) {
			c.server.Violated("%s %s: parameter %q is unknown", c.region, c.op.name, name)
		}
	}
	if err := c.readBody(); err != nil {
		return nil, err
	}
	return c.op.answer(c)
}

func (c *call) allows(name string) bool {
	for _, known := range c.op.query {
		if name == known || c.op.anyCase() && strings.EqualFold(name, known) {
			return true
		}
	}
	return false
}

// readBody reads the JSON body of a request that has one.
func (c *call) readBody() error {
	if len(c.raw) == 0 || c.op.name == "addSegment" {
		return nil
	}
	if c.request.Method == http.MethodGet {
		c.server.Violated("%s %s: a GET with a body", c.region, c.op.name)
		return nil
	}
	if !strings.HasPrefix(c.request.Header.Get("Content-Type"), "application/json") {
		c.server.Violated("%s %s: the body is said to be %q", c.region, c.op.name, c.request.Header.Get("Content-Type"))
		return refuse(http.StatusUnsupportedMediaType, 415, "Unsupported Media Type")
	}
	d := json.NewDecoder(bytes.NewReader(c.raw))
	if err := d.Decode(&c.body); err != nil {
		c.server.Violated("%s %s: the body is no object: %v", c.region, c.op.name, err)
		return refuse(http.StatusBadRequest, 400, "Bad Request")
	}
	if _, err := d.Token(); err != io.EOF {
		c.server.Violated("%s %s: there is more behind the body", c.region, c.op.name)
	}
	return nil
}

// knows makes unknown fields of an object violations.
func (c *call) knows(where string, d Doc, names ...string) {
	for name := range d {
		if !slices.Contains(names, name) {
			c.server.Violated("%s %s: %s has a field %q, which the service does not", c.region, c.op.name, where, name)
		}
	}
}

// param returns a parameter of the query, ignoring case if the operation does.
func (c *call) param(name string) string {
	for key, values := range c.query {
		if len(values) > 0 && (key == name || c.op.anyCase() && strings.EqualFold(key, name)) {
			return values[0]
		}
	}
	return ""
}

// count returns a positive number from the query, or standard.
func (c *call) count(name string, standard int) int {
	text := c.param(name)
	n, err := strconv.Atoi(text)
	if err == nil && n > 0 {
		return n
	}
	if text != "" {
		c.server.Violated("%s %s: %s is %q", c.region, c.op.name, name, text)
	}
	return standard
}

// want makes any other value of a parameter a violation.
func (c *call) want(name string, values ...string) {
	got := c.param(name)
	if !slices.Contains(values, got) {
		c.server.Violated("%s %s: %s is %q", c.region, c.op.name, name, got)
	}
}

func (c *call) next() int {
	c.server.nextID++
	return c.server.nextID
}

// text returns a string of an object, "" if there is none.
func text(d Doc, name string) string {
	s, _ := d[name].(string)
	return s
}

func object(d Doc, name string) Doc {
	o, _ := d[name].(Doc)
	return o
}

// page is a page of rows and its position.
type page[T any] struct {
	rows                      []T
	number, size, pages, rowN int
}

// paged cuts a page out of rows. The size is capped; a page after the end is
// empty or the last one again.
func paged[T any](c *call, rows []T, numberName, sizeName string) page[T] {
	o := c.server.options
	p := page[T]{number: c.count(numberName, 1), size: min(c.count(sizeName, o.PageCap), o.PageCap), rowN: len(rows)}
	p.pages = (len(rows) + p.size - 1) / p.size
	at := p.number
	repeats := o.PastEnd == PastEndRepeats || o.PastEnd == PastEndVaries && c.region == CN
	if at > p.pages && repeats {
		at = p.pages
	}
	from := min(max(at-1, 0)*p.size, len(rows))
	p.rows = append([]T{}, rows[from:min(from+p.size, len(rows))]...)
	return p
}

// setParameters sets the parameters of an athlete that the app requests. The
// international service has weight, height and name in UserInfo only.
func (m *Member) setParameters(region Region, none bool, login string) {
	ftp, lthr, mhr := 250, 168, 188
	if none {
		ftp, lthr, mhr = 0, 0, 0
	}
	member := Doc{
		"memberId": m.ID, "ftp": ftp, "lthr": lthr, "mhr": mhr, "quietHeartRate": 48, "heartRateComputeMode": 2,
		"runLthr": lthr, "runMhr": mhr, "runHeartRateComputeMode": 0, "swimLthr": 0, "swimMhr": 0,
	}
	m.Info = Doc{
		"strMemberId": strconv.FormatInt(m.ID, 10), "memberId": m.ID, "nickName": m.Name, "avatar": "", "sex": 1, "height": 178, "weight": 71.0,
		"birthDate": "1988-04-12", "cityId": 330100, "cityName": "杭州", "provinceName": "浙江", "mhr": mhr, "lthr": lthr, "ftp": ftp,
		"rideCalorie": 0, "timeZone": 28800, "bikeWeight": 8.2, "bikeWheelSize": 2096,
		"regTime": "03/14/2021 09:26:53", "integral": 0, "vO2max": 0, "attention": 1, "fans": 2, "unitMetric": 0, "unitLength": 0,
		"viewFriends": 0, "deviceName": "iGPSPORT BSC300,iGPSPORT HR60", "hasPassword": true, "isOfficial": false, "momentCount": 0,
		"isIdentified": false, "type": 0, "shareUrl": "",
	}
	if region == CN {
		maps.Copy(member, Doc{"nickName": m.Name, "weight": 71.0, "height": 178})
		m.Info["phone"] = login
	} else {
		maps.Copy(m.Info, Doc{"email": login, "timeZone": 7200, "cityName": "Freiburg", "provinceName": "Baden-Württemberg"})
	}
	m.Interval = Doc{
		"member": member, "power": zones([]float64{.55, .75, .90, 1.05, 1.20, 1.50}, ftp, 2500),
		"heartRate": zones([]float64{.60, .70, .80, .90}, mhr, mhr), "heartRateLactateThreshold": zones([]float64{.81, .89, .94, 1}, lthr, mhr),
		"heartRateReserve": []Doc{}, "speed": []Doc{}, "cad": []Doc{}, "runHeartRate": []Doc{}, "swimHeartRate": []Doc{},
	}
}

// zones returns zones with absolute bounds, the last of which ends at top.
// Without a threshold there are none.
func zones(shares []float64, of, top int) []Doc {
	out := []Doc{}
	if of == 0 {
		return out
	}
	from := 0
	for i, share := range append(shares, 0) {
		to := int(math.Round(share * float64(of)))
		if share == 0 {
			to = top
		}
		out = append(out, Doc{"id": i + 1, "start": from, "end": to})
		from = to + 1
	}
	return out
}

func intervalInfo(c *call) (any, error) { return c.member.Interval, nil }

// userInfo returns the athlete with the sums of all rides.
func userInfo(c *call) (any, error) {
	metres, seconds := 0.0, 0
	for _, r := range c.member.Rides {
		if r.File != nil {
			metres, seconds = metres+r.Metres, seconds+r.Seconds
			continue
		}
		metres, seconds = metres+r.Body.DistanceM(), seconds+r.Body.TimerS()
	}
	d := maps.Clone(c.member.Info)
	d["rideNum"], d["rideDistance"], d["rideTime"] = len(c.member.Rides), math.Round(metres), seconds
	return d, nil
}

// updateIntervalInfo accepts the whole object that was read. It ignores weight.
func updateIntervalInfo(c *call) (any, error) {
	given := object(c.body, "member")
	if given == nil {
		return nil, refuseCode(400, "member is required")
	}
	for name := range c.member.Interval {
		if _, ok := c.body[name]; !ok {
			c.server.Violated("%s %s: %q is missing, which would be lost", c.region, c.op.name, name)
		}
	}
	old := object(c.member.Interval, "member")
	kept := Doc{}
	maps.Copy(kept, given)
	for _, name := range []string{"memberId", "weight"} {
		if v, ok := old[name]; ok {
			kept[name] = v
		} else {
			delete(kept, name)
		}
	}
	fresh := Doc{}
	maps.Copy(fresh, c.body)
	fresh["member"] = kept
	c.member.Interval = fresh
	for _, name := range []string{"ftp", "lthr", "mhr"} {
		c.member.Info[name] = kept[name]
	}
	return nil, nil
}

// updateUserInfo accepts name, body and place under different names.
func updateUserInfo(c *call) (any, error) {
	names := map[string]string{
		"areaId": "cityId", "birthDate": "birthDate", "gender": "sex", "height": "height", "nickName": "nickName", "weight": "weight",
	}
	c.knows("the athlete", c.body, "areaId", "birthDate", "gender", "height", "nickName", "weight")
	for given, kept := range names {
		v, ok := c.body[given]
		if !ok {
			c.server.Violated("%s %s: %q is missing, which would be lost", c.region, c.op.name, given)
		}
		c.member.Info[kept] = v
		if _, shown := object(c.member.Interval, "member")[kept]; shown {
			object(c.member.Interval, "member")[kept] = v
		}
	}
	return nil, nil
}
