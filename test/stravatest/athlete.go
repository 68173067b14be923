package stravatest

import (
	"fmt"
	"slices"
	"time"
)

// Athlete is an account.
type Athlete struct {
	ID                  int64
	First, Last, Sex    string
	City, State, Nation string
	Feet                bool // display setting; the API is always metric
	FTP                 int  // 0 is null
	WeightKg            float64
	MaxHeartRate        int
	Zone                string
	Subscribed          bool
	Created, Updated    time.Time
	Activities          []*Activity // newest first
	Gear                []Gear
	Clubs               []int64
	Routes              []*route
	Starred             map[int64]bool // segments

	zones map[string]*zoneInfo
}

// insert inserts an activity by its start.
func (m *Athlete) insert(a *Activity) {
	z := m.zones[a.Zone]
	if z == nil {
		z = &zoneInfo{location(a.Zone), zoneName(a.Zone)}
		m.zones[a.Zone] = z
	}
	a.zone = z
	at, _ := slices.BinarySearchFunc(m.Activities, a, func(x, y *Activity) int { return y.Start.Compare(x.Start) })
	m.Activities = slices.Insert(m.Activities, at, a)
}

// Athlete runs f on an account, for changes that no client can make.
func (s *Server) Athlete(id int64, f func(*Athlete)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(s.athletes[id])
}

func (m *Athlete) summary() Doc {
	return Doc{
		"id": m.ID, "username": nil, "resource_state": 2, "firstname": m.First, "lastname": m.Last, "bio": nil, "city": m.City,
		"state": textOrNull(m.State), "country": m.Nation, "sex": m.Sex, "premium": m.Subscribed, "summit": m.Subscribed,
		"created_at": utc(m.Created), "updated_at": utc(m.Updated), "badge_type_id": 0,
		"profile_medium": "avatar/athlete/medium.png", "profile": "avatar/athlete/large.png", "friend": nil, "follower": nil,
	}
}

func (m *Athlete) detail(s *Server) Doc {
	d := m.summary()
	d["resource_state"] = 3
	d["follower_count"], d["friend_count"], d["mutual_friend_count"], d["athlete_type"] = 12, 15, 0, 1
	d["date_preference"], d["measurement_preference"] = "%m/%d/%Y", "meters"
	if m.Feet {
		d["measurement_preference"] = "feet"
	}
	d["ftp"], d["weight"] = nil, m.WeightKg
	if m.FTP > 0 {
		d["ftp"] = m.FTP
	}
	clubs, bikes, shoes := []Doc{}, []Doc{}, []Doc{}
	for _, id := range m.Clubs {
		clubs = append(clubs, s.club(id, 2))
	}
	for _, g := range m.Gear {
		if g.ID[0] == 'b' {
			bikes = append(bikes, g.summary())
		} else {
			shoes = append(shoes, g.summary())
		}
	}
	d["clubs"], d["bikes"], d["shoes"] = clubs, bikes, shoes
	return d
}

func textOrNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

func getAthlete(c *call) (any, error) {
	if c.may("profile:read_all") {
		return c.athlete.detail(c.server), nil
	}
	return c.athlete.summary(), nil
}

// putAthlete accepts the weight as a form field or as a parameter: the
// documentation is unclear.
func putAthlete(c *call) (any, error) {
	kg, ok := decimal(c.both(), "weight")
	if !ok || kg <= 0 || kg > 500 {
		return nil, bad("Athlete", "weight", "invalid")
	}
	c.athlete.WeightKg, c.athlete.Updated = kg, c.server.Now()
	return c.athlete.detail(c.server), nil
}

func (m *Athlete) heartZones() []Doc {
	out := []Doc{}
	bounds := []int{0, 123, 153, 169, 184}
	for i, low := range bounds {
		high := -1
		if i+1 < len(bounds) {
			high = bounds[i+1]
		}
		out = append(out, Doc{"min": low, "max": high})
	}
	return out
}

func (m *Athlete) powerZones() []Doc {
	out, low := []Doc{}, 0
	for _, percent := range []int{55, 75, 90, 105, 120, 150} {
		high := m.FTP * percent / 100
		out = append(out, Doc{"min": low, "max": high})
		low = high + 1
	}
	return append(out, Doc{"min": low, "max": -1})
}

func getZones(c *call) (any, error) {
	d := Doc{"heart_rate": Doc{"custom_zones": false, "zones": c.athlete.heartZones()}}
	if c.athlete.FTP > 0 {
		d["power"] = Doc{"zones": c.athlete.powerZones()}
	}
	return d, nil
}

// getStats counts only activities that everyone may see.
func getStats(c *call) (any, error) {
	if err := c.own(); err != nil {
		return nil, err
	}
	now := c.server.Now()
	recent, year := now.AddDate(0, 0, -28), time.Date(now.Year(), 1, 1, 0, 0, 0, 0, time.UTC)
	d := Doc{"biggest_ride_distance": nil, "biggest_climb_elevation_gain": nil}
	longest, highest := 0.0, 0.0
	for _, kind := range []string{"Ride", "Run", "Swim"} {
		for span, from := range map[string]time.Time{"recent": recent, "ytd": year, "all": {}} {
			sum := Doc{"count": 0, "distance": 0.0, "moving_time": 0, "elapsed_time": 0, "elevation_gain": 0.0}
			if span == "recent" {
				sum["achievement_count"] = 0
			}
			for _, a := range c.athlete.Activities {
				if a.Visibility != Everyone || typeOf(a.SportType) != kind || a.Start.Before(from) {
					continue
				}
				t := c.server.totalsOf(a)
				sum["count"] = sum["count"].(int) + 1
				sum["distance"] = round(sum["distance"].(float64)+t.distance, 1)
				sum["moving_time"] = sum["moving_time"].(int) + t.moving
				sum["elapsed_time"] = sum["elapsed_time"].(int) + t.elapsed
				sum["elevation_gain"] = round(sum["elevation_gain"].(float64)+t.gain, 1)
				if kind == "Ride" {
					longest, highest = max(longest, t.distance), max(highest, t.gain)
				}
			}
			d[span+"_"+map[string]string{"Ride": "ride", "Run": "run", "Swim": "swim"}[kind]+"_totals"] = sum
		}
	}
	if longest > 0 {
		d["biggest_ride_distance"], d["biggest_climb_elevation_gain"] = longest, highest
	}
	return d, nil
}

// Gear is a bike (b…) or a pair of shoes (g…).
type Gear struct {
	ID, Name, Brand, Model, Description string
	Primary, Retired                    bool
	DistanceM                           float64
	Frame                               int // of a bike: 1 mtb, 2 cross, 3 road, 4 time trial
}

func (g Gear) summary() Doc {
	return Doc{
		"id": g.ID, "primary": g.Primary, "name": g.Name, "nickname": textOrNull(g.Name), "resource_state": 2, "retired": g.Retired,
		"distance": g.DistanceM, "converted_distance": round(g.DistanceM/1000, 1),
	}
}

func getGear(c *call) (any, error) {
	for _, g := range c.athlete.Gear {
		if g.ID != c.word {
			continue
		}
		d := g.summary()
		d["resource_state"], d["brand_name"], d["model_name"], d["description"] = 3, g.Brand, g.Model, textOrNull(g.Description)
		if g.ID[0] == 'b' {
			d["frame_type"] = g.Frame
		}
		return d, nil
	}
	return nil, missing("Gear")
}

// club returns the club with an id. Clubs here differ only in their id.
func (s *Server) club(id int64, state int) Doc {
	d := Doc{
		"id": id, "resource_state": state, "name": fmt.Sprintf("Wheelers %d", id), "profile_medium": "medium.jpg", "profile": "large.jpg",
		"cover_photo": nil, "cover_photo_small": nil, "sport_type": "cycling", "activity_types": []string{"Ride", "VirtualRide"},
		"city": "Potsdam", "state": "Brandenburg", "country": "Germany", "private": id%2 == 0, "member_count": 116, "featured": false,
		"verified": false, "url": fmt.Sprintf("wheelers-%d", id),
	}
	if state == 3 {
		d["membership"], d["admin"], d["owner"], d["following_count"] = "member", false, false, 2
	}
	return d
}

func listClubs(c *call) (any, error) {
	rows, err := paged(c, c.athlete.Clubs)
	if err != nil {
		return nil, err
	}
	out := []Doc{}
	for _, id := range rows {
		out = append(out, c.server.club(id, 2))
	}
	return out, nil
}

func getClub(c *call) (any, error) {
	for _, id := range c.athlete.Clubs {
		if id == c.id {
			return c.server.club(id, 3), nil
		}
	}
	return nil, missing("Club")
}
