package intervalsicu

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Intervals holds the intervals of an activity.
type Intervals struct {
	All    []interval      `json:"icu_intervals"`
	Groups []intervalGroup `json:"icu_groups"`
}

type interval struct {
	Label     string  `json:"label"`
	Type      string  `json:"type"` // WORK or RECOVERY
	Group     string  `json:"group_id"`
	StartS    float64 `json:"start_time"`
	EndS      float64 `json:"end_time"`
	MovingS   float64 `json:"moving_time"`
	DistanceM float64 `json:"distance"`
	AvgWatts  float64 `json:"average_watts"`
	MaxWatts  float64 `json:"max_watts"`
	Weighted  float64 `json:"weighted_average_watts"`
	Intensity float64 `json:"intensity"` // percent
	Load      float64 `json:"training_load"`
	AvgHR     float64 `json:"average_heartrate"`
	MaxHR     float64 `json:"max_heartrate"`
	Cadence   float64 `json:"average_cadence"`
	Speed     float64 `json:"average_speed"` // m/s
	ClimbM    float64 `json:"total_elevation_gain"`
	Zone      float64 `json:"zone"`

	more map[string]float64
}

// intervalGroup is a group of intervals. It has the same values as an interval, but
// not for a single stretch.
type intervalGroup struct {
	interval
	id       string
	count    int
	elapsedS float64
}

// UnmarshalJSON reads an interval with the numbers of [moreOfInterval].
func (i *interval) UnmarshalJSON(b []byte) error {
	type plain interval
	if err := json.Unmarshal(b, (*plain)(i)); err != nil {
		return err
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(b, &all); err != nil {
		return err
	}
	for there, here := range moreOfInterval {
		var x *float64
		if err := unmarshal(all[there], &x); err != nil {
			return err
		}
		if x == nil {
			continue
		}
		if i.more == nil {
			i.more = map[string]float64{}
		}
		i.more[here.name] = *x * here.times
	}
	return nil
}

// UnmarshalJSON reads a group, whose id is a string.
func (g *intervalGroup) UnmarshalJSON(b []byte) error {
	if err := g.interval.UnmarshalJSON(b); err != nil {
		return err
	}
	var own struct {
		ID       string  `json:"id"`
		Count    float64 `json:"count"`
		ElapsedS float64 `json:"elapsed_time"`
	}
	err := json.Unmarshal(b, &own)
	g.id, g.count, g.elapsedS = own.ID, int(own.Count), own.ElapsedS
	return err
}

// kmh is the number of km/h in a metre per second.
const kmh = 3.6

// moreOfInterval maps numbers that are stored unchanged to our names, which include the
// unit. Watts per weight are left out, because they would reveal a weight that the athlete
// may not share with assistants. The service's document gives no units; those of torque,
// haemoglobin, EPOC and gradient are unknown, so our names for them include no unit.
var moreOfInterval = map[string]struct {
	name  string
	times float64
}{
	"joules":           {"work_kj", 0.001},
	"joules_above_ftp": {"work_above_ftp_kj", 0.001},
	"wbal_start":       {"w_prime_balance_start_j", 1}, "wbal_end": {"w_prime_balance_end_j", 1}, "avg_lr_balance": {"pedal_balance_pct", 1},
	"w5s_variability": {"variability_5s", 1}, "average_torque": {"avg_torque", 1}, "min_torque": {"min_torque", 1},
	"max_torque":    {"max_torque", 1},
	"min_heartrate": {"min_hr_bpm", 1}, "decoupling": {"decoupling_pct", 1}, "average_dfa_a1": {"dfa_alpha1", 1},
	"average_respiration": {"respiration_per_min", 1}, "average_epoc": {"epoc", 1}, "average_smo2": {"smo2_pct", 1},
	"average_smo2_2": {"smo2_2_pct", 1}, "average_thb": {"thb", 1}, "average_thb_2": {"thb_2", 1}, "min_speed": {"min_speed_kmh", kmh},
	"max_speed": {"max_speed_kmh", kmh}, "gap": {"graded_speed_kmh", kmh}, "min_cadence": {"min_cadence_rpm", 1},
	"max_cadence":    {"max_cadence_rpm", 1},
	"average_stride": {"avg_stride_m", 1}, "min_altitude": {"min_altitude_m", 1}, "max_altitude": {"max_altitude_m", 1},
	"average_gradient": {"avg_gradient", 1}, "average_temp": {"avg_temp_c", 1}, "average_weather_temp": {"weather_temp_c", 1},
	"average_feels_like": {"feels_like_c", 1}, "average_wind_speed": {"wind_speed_kmh", kmh}, "average_wind_gust": {"wind_gust_kmh", kmh},
	"prevailing_wind_deg": {"wind_from_deg", 1}, "headwind_percent": {"headwind_pct", 1}, "tailwind_percent": {"tailwind_pct", 1},
}

// Read converts an activity's intervals and their groups.
func (i *Intervals) Read() training.Drawn {
	out := training.Drawn{Intervals: make([]training.DrawnInterval, len(i.All))}
	for n := range i.All {
		out.Intervals[n] = i.All[n].read()
	}
	for n := range i.Groups {
		g := &i.Groups[n]
		group := training.DrawnGroup{Count: g.count, DrawnInterval: g.read()}
		group.Group, group.StartS, group.EndS = textclean.Line(g.id, textclean.NameRunes), 0, g.elapsedS
		out.Groups = append(out.Groups, group)
	}
	return out
}

func (i *interval) read() training.DrawnInterval {
	const percent = 100
	return training.DrawnInterval{
		Name: textclean.Line(i.Label, textclean.NameRunes), Group: textclean.Line(i.Group, textclean.NameRunes), Rest: i.Type == "RECOVERY",
		StartS: i.StartS, EndS: i.EndS, MovingS: i.MovingS, DistanceM: i.DistanceM, AvgPowerW: i.AvgWatts, MaxPowerW: i.MaxWatts,
		NormalizedPowerW: i.Weighted, Intensity: i.Intensity / percent, Load: i.Load, AvgHRBpm: i.AvgHR, MaxHRBpm: i.MaxHR, CadenceRPM: i.Cadence,
		SpeedMPS: i.Speed, ClimbM: i.ClimbM, Zone: int(i.Zone), More: i.more,
	}
}

// athlete holds the fields that we read from an athlete in the list. The response also has
// an e-mail address, an API key and more, none of which is used.
type athlete struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	TimeZone string `json:"timezone"`
	// Fields that only the list of athletes has.
	Permission string   `json:"icu_permission"`
	Tags       []string `json:"icu_tags"`
	Notes      *string  `json:"icu_notes"`
}

func (a *athlete) other() source.Other {
	o := source.Other{ID: a.ID, Name: a.Name, Tags: a.Tags, Access: strings.ToLower(a.Permission)}
	if a.Notes != nil {
		o.Notes = *a.Notes
	}
	return o
}

// owner is the athlete for whom the client requests data.
type owner struct {
	id, name, timeZone string
	zone               *time.Location
}

// who returns the athlete. It sends a request only the first time.
func (c *Client) who(ctx context.Context) (owner, error) {
	c.mu.Lock()
	known := c.me
	c.mu.Unlock()
	if known != nil {
		return *known, nil
	}
	a, err := client.Ask[athlete](ctx, c.api, request{Op: opAthlete, At: []string{c.athlete}})
	if err != nil {
		return owner{}, err
	}
	me := owner{id: a.ID, name: a.Name, timeZone: a.TimeZone, zone: training.Athlete{TimeZone: a.TimeZone}.Location()}
	c.mu.Lock()
	c.me = &me
	c.mu.Unlock()
	return me, nil
}

// Check returns the account to which the credential belongs. An API key has all
// rights; a token has those in its scopes. Only for a key does the service list the
// athletes that its owner coaches or follows.
func (c *Client) Check(ctx context.Context) (source.Account, error) {
	c.mu.Lock()
	c.me = nil
	c.mu.Unlock()
	me, err := c.who(ctx)
	if err != nil {
		return source.Account{}, err
	}
	account := source.Account{ID: me.id, Name: me.name, TimeZone: me.timeZone}
	if c.tokens == nil {
		return account, nil
	}
	token, err := c.tokens.Token(ctx)
	if err != nil {
		return source.Account{}, err
	}
	account.Scopes = token.Scopes
	if token.Scheme != source.Basic {
		return account, nil
	}
	account.Others, _, err = c.named(ctx, me.id)
	return account, err
}

// named returns the athletes that the credential's owner coaches or follows, and the list's
// own entry for the athlete. It remembers the list if the athlete is the owner, for whom the
// list contains no permission.
func (c *Client) named(ctx context.Context, id string) (others []source.Other, me athlete, err error) {
	list, err := client.Ask[[]athlete](ctx, c.api, request{Op: opAthletes})
	if f, ok := source.FailureOf(err); ok && !f.Fault.Temporary() {
		return nil, me, nil // the service does not list them, so none are connected here
	}
	if err != nil {
		return nil, me, err
	}
	for i := range list {
		if a := &list[i]; a.ID != id {
			others = append(others, a.other())
		} else {
			me = *a
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.roster = nil; me.ID != "" && me.Permission == "" {
		c.roster = &others
	}
	return others, me, nil
}

// Roster returns the athletes in the latest list; known is false if there is no list.
func (c *Client) Roster() (others []source.Other, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.roster == nil {
		return nil, false
	}
	return *c.roster, true
}

// Profile returns the athlete's profile. Notes are only in the list of
// athletes, which an API key may read but an OAuth token may not.
func (c *Client) Profile(ctx context.Context) (training.Profile, error) {
	a, err := client.Ask[Athlete](ctx, c.api, request{Op: opAthlete, At: []string{c.athlete}})
	if err != nil {
		return training.Profile{}, err
	}
	if a.Notes != nil {
		return a.Read(), nil
	}
	_, me, err := c.named(ctx, string(a.ID))
	a.Notes = me.Notes
	return a.Read(), err
}

// SaveNotes replaces the notes on the athlete.
func (c *Client) SaveNotes(ctx context.Context, notes string) error {
	_, err := client.Ask[Athlete](ctx, c.api,
		request{Op: opUpdateAthlete, At: []string{c.athlete}, Body: NotesPatch(notes), Repeatable: true})
	return err
}

// Athlete holds the personal fields that we read. The response also has an e-mail
// address, an API key and more, none of which is used.
type Athlete struct {
	ID       ID      `json:"id"`
	Sex      string  `json:"sex"`
	Born     string  `json:"icu_date_of_birth"`
	TimeZone string  `json:"timezone"`
	WeightKg float64 `json:"icu_weight"`
	RestHR   float64 `json:"icu_resting_hr"`
	Notes    *string `json:"icu_notes"`
}

// Read converts the athlete. Implausible values (weight outside 20-300 kg,
// resting heart rate outside 20-120 bpm) are left out.
func (a *Athlete) Read() training.Profile {
	p := training.Profile{ID: string(a.ID), TimeZone: a.TimeZone}
	switch a.Sex {
	case "F":
		p.Sex = training.Female
	case "M":
		p.Sex = training.Male
	}
	if born, err := training.ParseDay(a.Born); err == nil {
		p.Born = &born
	}
	if a.WeightKg >= 20 && a.WeightKg <= 300 {
		p.WeightKg = a.WeightKg
	}
	if a.RestHR >= 20 && a.RestHR <= 120 {
		p.RestHRBpm = a.RestHR
	}
	if a.Notes != nil {
		p.Notes = *a.Notes
	}
	return p
}

// NotesPatch sets only the notes on an athlete.
func NotesPatch(notes string) Patch { return Patch{"icu_notes": notes} }

// Edits holds the fields of an activity that describe its intervals.
type Edits struct {
	Edited   bool     `json:"icu_intervals_edited"`
	Summary  []string `json:"interval_summary"`
	Analyzed string   `json:"analyzed"`
}

// drawn returns a version of the intervals: as drawn if the athlete edited them, or as
// found if the service detected them. Both are empty if the activity was not analysed. The
// version changes with every analysis, because no field gives the time of an edit.
func (e *Edits) drawn() (drawn, found string) {
	if !e.Edited && e.Analyzed == "" {
		return "", ""
	}
	text, err := json.Marshal(e)
	if err != nil { // texts can always be encoded
		return "", ""
	}
	version := training.Fingerprint(text)
	if e.Edited {
		return version, ""
	}
	return "", version
}
