package igpsport

import (
	"context"
	"math"
	"strings"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// User describes the account's owner. The response also has an e-mail address, a
// phone number and more, none of which is used.
type User struct {
	ID     client.ID      `json:"memberId"`
	TextID string         `json:"strMemberId"`
	Name   string         `json:"nickName"`
	Born   string         `json:"birthDate"`
	Weight client.Number  `json:"weight"`
	ZoneS  *client.Number `json:"timeZone"` // seconds east of UTC
	FTP    client.Number  `json:"ftp"`
	LTHR   client.Number  `json:"lthr"`
	MaxHR  client.Number  `json:"mhr"`
	Height client.Number  `json:"height"` // cm
}

// MemberID returns the athlete's id, or "" if there is none.
func (u *User) MemberID() string {
	for _, id := range []string{string(u.ID), u.TextID} {
		if IsID(id) && id != "0" {
			return id
		}
	}
	return ""
}

const (
	china    = "Asia/Shanghai"
	chinaS   = 8 * 3600
	widestS  = 14 * 3600
	quarterS = 900
)

// TimeZone returns the IANA time zone if the UTC offset determines it, which is
// only the case for China. Otherwise, it returns "", because an offset fits several
// zones and changes with summer time.
func (u *User) TimeZone(inChina bool) string {
	if inChina && u.ZoneS != nil && *u.ZoneS == chinaS {
		return china
	}
	return ""
}

// Location returns the athlete's UTC offset as a location, or UTC if it is unknown or
// implausible.
func (u *User) Location() *time.Location {
	if u.ZoneS == nil {
		return time.UTC
	}
	if s := int(*u.ZoneS); s%quarterS == 0 && s >= -widestS && s <= widestS {
		return time.FixedZone("", s)
	}
	return time.UTC
}

// Intervals holds the athlete's thresholds and zones.
type Intervals struct {
	Member struct {
		ID      client.ID     `json:"memberId"`
		Name    string        `json:"nickName"` // only in China, like Weight and Height
		Weight  client.Number `json:"weight"`
		Height  client.Number `json:"height"`
		FTP     client.Number `json:"ftp"`
		LTHR    client.Number `json:"lthr"`
		MaxHR   client.Number `json:"mhr"`
		RestHR  client.Number `json:"quietHeartRate"`
		Mode    client.Number `json:"heartRateComputeMode"`
		RunLTHR client.Number `json:"runLthr"`
		RunMax  client.Number `json:"runMhr"`
	} `json:"member"`
	Power   []Band `json:"power"`     // watts
	Maximum []Band `json:"heartRate"` // bpm, relative to the maximum
	Reserve []Band `json:"heartRateReserve"`
	LTHR    []Band `json:"heartRateLactateThreshold"`
}

// Band is one zone, with inclusive ends.
type Band struct {
	Start client.Number `json:"start"`
	End   client.Number `json:"end"`
}

// Profile converts the account to a training.Profile. Implausible values (weight
// outside 20-300 kg and the like) are left out. Sex is also left out, because the
// meaning of its numbers is not known.
func (u *User) Profile(i *Intervals, inChina bool) training.Profile {
	p := training.Profile{ID: u.MemberID(), TimeZone: u.TimeZone(inChina)}
	if p.ID == "" {
		p.ID = string(i.Member.ID)
	}
	date, _, _ := strings.Cut(strings.ReplaceAll(u.Born, "T", " "), " ")
	if born, err := training.ParseDay(date); err == nil {
		p.Born = &born
	}
	if kg := first(u.Weight, i.Member.Weight); kg >= 20 && kg <= 300 {
		p.WeightKg = kg
	}
	if cm := first(u.Height, i.Member.Height); cm >= 50 && cm <= 260 {
		p.HeightCm = cm
	}
	if bpm := float64(i.Member.RestHR); bpm >= 20 && bpm <= 120 {
		p.RestHRBpm = bpm
	}
	return p
}

// Settings converts thresholds and zones to sport settings: always for cycling, and for
// running if the athlete has set it up. A value that was never entered there is 0.
func (i *Intervals) Settings(u *User) []training.SportSettings {
	m := &i.Member
	ride := training.SportSettings{
		ID: "cycling", Types: []string{"bike"}, Sports: []training.Discipline{training.Cycling.Plain()},
		FTPW: first(m.FTP, u.FTP), LTHRBpm: first(m.LTHR, u.LTHR), MaxHRBpm: first(m.MaxHR, u.MaxHR),
	}
	ride.PowerZonesPct, ride.HRZonesBpm = shares(i.Power, ride.FTPW), ends(i.heart(), ride.MaxHRBpm)
	all := []training.SportSettings{ride}
	if m.RunLTHR > 0 || m.RunMax > 0 {
		all = append(all, training.SportSettings{
			ID: "running", Types: []string{"run"}, Sports: []training.Discipline{training.Running.Plain()},
			LTHRBpm: float64(m.RunLTHR), MaxHRBpm: float64(m.RunMax),
		})
	}
	return all
}

// heart returns the heart rate zones by the method that the athlete chose (% of
// maximum, reserve or LTHR).
func (i *Intervals) heart() []Band {
	switch i.Member.Mode {
	case 0:
		return i.Maximum
	case 1:
		return i.Reserve
	case 2:
		return i.LTHR
	}
	return nil
}

// ends returns the upper bounds of the zones, or nil if they do not rise. The service stores
// no upper bound for the last zone; if the stored end is below the start, top is used.
func ends(zones []Band, top float64) []float64 {
	var out []float64
	for n, z := range zones {
		end := float64(z.End)
		if n == len(zones)-1 && z.End <= z.Start {
			end = top
		}
		if end <= float64(z.Start) || n > 0 && end <= out[n-1] {
			return nil
		}
		out = append(out, end)
	}
	return out
}

// wireOpen is the upper bound in percent that services write for the last zone,
// although it has no upper bound.
const wireOpen = 999

// shares returns the upper bounds of power zones as percentages of FTP. They are whole numbers if
// these lead to the service's rounded watts. The last zone is open.
func shares(zones []Band, ftp float64) []float64 {
	out := ends(zones, math.Inf(1))
	if ftp <= 0 || len(out) == 0 {
		return nil
	}
	for i, watts := range out {
		percent := 100 * watts / ftp
		if whole := math.Round(percent); math.Abs(whole*ftp/100-watts) <= 1 {
			out[i] = whole
			continue
		}
		out[i] = math.Round(10*percent) / 10
	}
	out[len(out)-1] = wireOpen
	return out
}

// who returns the account's owner. It sends a request only the first time. Some accounts do
// not have access to this data; for them, the id comes from the athlete's parameters.
func (c *Client) who(ctx context.Context) (User, error) {
	c.mu.Lock()
	known := c.me
	c.mu.Unlock()
	if known != nil {
		return *known, nil
	}
	me, err := client.Ask[User](ctx, c.api, client.Request{Op: opUser})
	if f, ok := source.FailureOf(err); ok && f.Fault == source.Forbidden {
		var i Intervals
		i, err = c.intervals(ctx)
		me = User{ID: i.Member.ID, Name: i.Member.Name}
	}
	switch id := me.MemberID(); {
	case err != nil:
	case id == "":
		err = c.api.NotAsDescribed(opUser, nil)
	case c.athlete != "" && c.athlete != id:
		err = fail(source.Failure{Fault: source.Unauthorised}, training.Errorf(training.KindForbidden,
			"The iGPSport sign-in belongs to the athlete %s, but %s is connected.", id, c.athlete).
			WithFix("Run `lapkeep connect igpsport` and sign in with the account that is connected, or disconnect it first."))
	}
	if err != nil {
		return User{}, err
	}
	c.mu.Lock()
	c.me = &me
	c.mu.Unlock()
	return me, nil
}

func (c *Client) intervals(ctx context.Context) (Intervals, error) {
	return client.Ask[Intervals](ctx, c.api, client.Request{Op: opIntervals})
}

// fresh requests the data of the account's owner again.
func (c *Client) fresh(ctx context.Context) (User, error) {
	c.mu.Lock()
	c.me = nil
	c.mu.Unlock()
	return c.who(ctx)
}

// Check returns the account to which the credential belongs.
func (c *Client) Check(ctx context.Context) (source.Account, error) {
	me, err := c.fresh(ctx)
	if err != nil {
		return source.Account{}, err
	}
	return source.Account{ID: me.MemberID(), Name: me.Name, TimeZone: me.TimeZone(c.region.name == China)}, nil
}

// Profile returns the profile of the athlete.
func (c *Client) Profile(ctx context.Context) (training.Profile, error) {
	me, err := c.fresh(ctx)
	if err != nil {
		return training.Profile{}, err
	}
	i, err := c.intervals(ctx)
	return me.Profile(&i, c.region.name == China), err
}

// SportSettings returns thresholds and zones.
func (c *Client) SportSettings(ctx context.Context) ([]training.SportSettings, error) {
	me, err := c.who(ctx)
	if err != nil {
		return nil, err
	}
	i, err := c.intervals(ctx)
	if err != nil {
		return nil, err
	}
	return i.Settings(&me), nil
}
