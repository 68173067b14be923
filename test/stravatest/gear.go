package stravatest

import "fmt"

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

// club is what an id of a club stands for. All that is different about clubs
// is their id here.
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
