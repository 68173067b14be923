package igpsport

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// WireName is the service's name in ids: "igpsport:42".
const WireName source.Name = "igpsport"

// Activity is a row in the list of activities, or the response for one activity: the two
// share most of their field names. Which fields a row has depends on the account.
type Activity struct {
	Ride     client.ID      `json:"rideId"`
	Other    client.ID      `json:"activityId"` // if there is no rideId
	Member   client.ID      `json:"memberId"`
	Exercise *client.Number `json:"exerciseType"`
	Title    string         `json:"title"`
	Named    string         `json:"name"` // if there is no title
	Start    string         `json:"startTime"`

	DistanceM client.Number  `json:"rideDistance"`
	MovingS   client.Number  `json:"totalMovingTime"`
	RecordS   client.Number  `json:"recordTime"`
	TotalS    client.Number  `json:"totalTime"`
	SpeedMPS  client.Number  `json:"avgSpeed"`
	FastMPS   client.Number  `json:"maxSpeed"`
	GainM     *client.Number `json:"totalAscent"`
	LossM     *client.Number `json:"totalDescent"`
	PowerW    client.Number  `json:"avgPower"`
	ListHR    client.Number  `json:"avgHeartRate"`
	HR        client.Number  `json:"avgHrm"`
	MaxHR     client.Number  `json:"maxHrm"`
	Cadence   client.Number  `json:"avgCad"`
	Calories  client.Number  `json:"calorie"`

	Product string `json:"productName"`
	// ListFile and File are the addresses of its file in the list and in the details.
	ListFile string `json:"fitOssPath"`
	File     string `json:"fitUrl"`

	unread bool // the activity has an unknown form
}

// UnmarshalJSON reads an activity. An activity with a field in an unexpected form is still
// reported as existing, so that the rest of the list is not lost.
func (a *Activity) UnmarshalJSON(b []byte) error {
	type plain Activity
	var all plain
	err := json.Unmarshal(b, &all)
	if err == nil {
		*a = Activity(all)
		return nil
	}
	head := struct {
		Ride  client.ID       `json:"rideId"`
		Start json.RawMessage `json:"startTime"`
	}{}
	if json.Unmarshal(b, &head) != nil || head.Ride == "" {
		return err
	}
	*a = Activity{Ride: head.Ride, unread: true}
	_ = json.Unmarshal(head.Start, &a.Start) // the start may be the field with the unexpected form
	return nil
}

// ID returns the activity's id, which is empty if it has none that can be requested.
func (a *Activity) ID() string { return firstID(a.Ride, a.Other) }

func firstID(all ...client.ID) string {
	for _, id := range all {
		if IsID(string(id)) {
			return string(id)
		}
	}
	return ""
}

// IsID reports whether text is an id: a whole number of at most 64 bits.
func IsID(s string) bool {
	if len(s) == 0 || len(s) > 19 {
		return false
	}
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// Readable reports whether the activity has a known form.
func (a *Activity) Readable() bool { return !a.unread }

// Timed reports whether the start includes a time of day.
func (a *Activity) Timed() bool {
	_, timed := local(a.Start)
	return timed
}

// Day returns the local day on which the activity began; ok is false if the day is unknown.
func (a *Activity) Day() (training.Day, bool) {
	at, _ := local(a.Start)
	if at == "" {
		return 0, false
	}
	return at.Day(), true
}

// FileURL returns the URL of the activity's file, from the details or else from the
// list; it is empty if neither has one.
func (a *Activity) FileURL() string {
	if a.File != "" {
		return a.File
	}
	return a.ListFile
}

// local parses a date with or without a time of day, both in local time.
func local(s string) (at training.LocalTime, timed bool) {
	for _, layout := range []string{"2006-01-02 15:04:05", "2006.01.02 15:04:05", "2006-01-02T15:04:05"} {
		if t, err := time.Parse(layout, s); err == nil {
			return training.LocalTimeOf(t), true
		}
	}
	for _, layout := range []string{"2006.01.02", "2006-01-02"} {
		if t, err := time.Parse(layout, s); err == nil {
			return training.LocalTimeOf(t), false
		}
	}
	return "", false
}

// These are reasons why an activity cannot be shown.
const (
	Undated = "iGPSport does not say when it was."
	Unread  = "iGPSport gives it in a form that this version of Lapkeep cannot read; a newer one may."
)

// Read converts the activity to a [source.Activity]. Start times are in zone, the
// athlete's time zone. day, which comes from the neighbours in the list, is used
// for an activity without a start.
func (a *Activity) Read(zone *time.Location, day training.Day) source.Activity {
	at, timed := local(a.Start)
	out := source.Activity{ID: a.ID(), Day: day, Device: a.Product}
	out.Statement.Ref = WireName.Ref(out.ID)
	switch {
	case a.unread:
		out.Withheld = Unread
	case at == "":
		out.Withheld = Undated
	}
	if at != "" {
		out.Start, out.Day = at.In(zone).UTC(), at.Day()
	}
	if timed {
		out.StartLocal = at
	}
	if out.Withheld == "" {
		out.Statement, out.HasFile = a.statement(at), true
	}
	out.Version = a.version(&out)
	return out
}

func (a *Activity) statement(at training.LocalTime) training.Statement {
	s := training.Statement{
		Ref: WireName.Ref(a.ID()), Name: a.Title, CaloriesKcal: max(float64(a.Calories), 0),
		Entry: &training.Entry{
			Start: at.In(time.UTC), Local: true, TimerS: first(a.RecordS, a.MovingS), ElapsedS: first(a.TotalS, a.RecordS, a.MovingS),
			Values: a.values(),
		},
	}
	if s.Name == "" {
		s.Name = a.Named
	}
	if a.Exercise != nil && *a.Exercise == cycling {
		s.Sport = training.Cycling
	}
	return s
}

// cycling is the only sport number with a known meaning. For other sports, the file
// contains a name.
const cycling = 0

func first(all ...client.Number) float64 {
	for _, x := range all {
		if x > 0 {
			return float64(x)
		}
	}
	return 0
}

func (a *Activity) values() training.Values {
	var v training.Values
	for _, of := range []struct {
		metric training.Metric
		x      float64
	}{
		{training.MetricMovingTimeS, float64(a.MovingS)},
		{training.MetricDistanceKM, float64(a.DistanceM) / 1000},
		{training.MetricAvgSpeedKMH, float64(a.SpeedMPS) * 3.6},
		{training.MetricMaxSpeedKMH, float64(a.FastMPS) * 3.6},
		{training.MetricAvgPowerW, float64(a.PowerW)},
		{training.MetricAvgHRBpm, first(a.HR, a.ListHR)},
		{training.MetricMaxHRBpm, float64(a.MaxHR)},
		{training.MetricAvgCadenceRPM, float64(a.Cadence)},
		{training.MetricCaloriesKcal, float64(a.Calories)},
	} {
		if of.x > 0 {
			v = v.Put(of.metric, of.x)
		}
	}
	if a.GainM != nil { // on a flat road, the gain is 0
		v = v.Put(training.MetricElevationGainM, float64(*a.GainM))
	}
	if a.LossM != nil {
		v = v.Put(training.MetricElevationLossM, float64(*a.LossM))
	}
	return v
}

// version returns a hash of the fields that are both in the list and in the details, so that
// both give the same version.
func (a *Activity) version(read *source.Activity) string {
	var text bytes.Buffer
	fmt.Fprintf(&text, "%q %q %s %g %g %q", read.Statement.Name, read.Statement.Sport, read.Day, math.Round(float64(a.DistanceM)),
		math.Round(float64(a.MovingS)), read.Withheld)
	return training.Fingerprint(text.Bytes())
}

// Page is a page of the list of activities, whose rows are in "rows", in "list", or in a
// bare array.
type Page struct {
	Rows  []Activity
	Pages int // number of pages, 0 if not given
}

// UnmarshalJSON reads all three forms.
func (p *Page) UnmarshalJSON(b []byte) error {
	if bytes.HasPrefix(bytes.TrimSpace(b), []byte("[")) {
		return json.Unmarshal(b, &p.Rows)
	}
	var form struct {
		Rows  []Activity    `json:"rows"`
		List  []Activity    `json:"list"`
		Pages client.Number `json:"totalPage"`
	}
	err := json.Unmarshal(b, &form)
	p.Rows, p.Pages = append(form.Rows, form.List...), int(form.Pages)
	return err
}

// Last returns the id of the last activity of the page, or "" if there is none.
func (p *Page) Last() (id string) {
	for i := range p.Rows {
		if this := p.Rows[i].ID(); this != "" {
			id = this
		}
	}
	return id
}

// Address is the address of a file: a string, or an object that contains it.
type Address string

// UnmarshalJSON reads either form; null is an empty address.
func (u *Address) UnmarshalJSON(b []byte) error {
	if b[0] != '{' {
		return json.Unmarshal(b, (*string)(u))
	}
	var form struct{ URL string }
	err := json.Unmarshal(b, &form)
	*u = Address(form.URL)
	return err
}

// Claims are the claims in a token. They are not verified, and are only used to
// decide when to renew the token.
type Claims struct {
	Member string
	Expiry time.Time // zero if not given
}

// ClaimsOf parses a token (a JWT). A token in another form has no claims.
func ClaimsOf(token string) Claims {
	_, rest, _ := strings.Cut(token, ".")
	middle, _, _ := strings.Cut(rest, ".")
	text, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(middle, "="))
	if err != nil {
		return Claims{}
	}
	var said struct {
		Member client.ID     `json:"memberid"` // also matches memberId, because case is ignored
		Expiry client.Number `json:"exp"`
	}
	if err := json.Unmarshal(text, &said); err != nil {
		return Claims{}
	}
	c := Claims{Member: string(said.Member)}
	if said.Expiry > 0 && said.Expiry < 1<<40 {
		c.Expiry = time.Unix(int64(said.Expiry), 0).UTC()
	}
	return c
}

// WireLogin is the body of a sign-in. As JSON, it contains the password.
type WireLogin struct {
	App      string `json:"appId"`
	User     string `json:"username"`
	Password string `json:"password"`
}

// Session is the response to a [Login].
type Session struct {
	Access  string        `json:"access_token"`
	Seconds client.Number `json:"expires_in"`
}

// Expiry returns the end of the session: from its token, or else from the number of
// seconds in the response. The zero time means unknown.
func (s *Session) Expiry(now time.Time) time.Time {
	if at := ClaimsOf(s.Access).Expiry; !at.IsZero() {
		return at
	}
	if s.Seconds <= 0 || s.Seconds > 1<<31 {
		return time.Time{}
	}
	return now.Add(time.Duration(s.Seconds) * time.Second)
}
