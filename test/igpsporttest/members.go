package igpsporttest

import (
	"strconv"
	"time"
)

// Member is one athlete of a region.
type Member struct {
	ID       int64
	Name     string
	Zone     *time.Location
	Interval Doc // what UserIntervalInfo answers
	Info     Doc // what UserInfo answers
	Rides    []*Ride
	Workouts []*Workout
	Segments []Doc // those that the athlete made
}

// Workout is one of the library, in the service's form.
type Workout struct {
	ID  int
	Doc Doc
}

// The athletes' numbers. In each region another one's number is a stranger's.
const (
	idCN   = 1730042
	idINTL = 908817
)

// addWorld fills a region: the athlete, and a stranger whose number is that of
// the other region's athlete, so that a token of there opens the wrong data.
func (s *Server) addWorld(region Region) {
	w := &world{members: map[string]*Member{}, logins: map[string]*account{}}
	s.worlds[region] = w
	zone, mine, strange, name := time.FixedZone("Asia/Shanghai", 8*3600), int64(idCN), int64(idINTL), "骑行者"
	if region == INTL {
		zone, mine, strange, name = time.FixedZone("Europe/Berlin", 2*3600), idINTL, idCN, "Rider"
	}
	athlete := s.member(region, mine, name, zone)
	w.logins[s.options.username(region)] = &account{member: athlete}
	other := s.member(region, strange, "Somebody else", zone)
	if s.options.Empty {
		return
	}
	s.fill(region, athlete, s.options.Activities)
	s.fill(region, other, 1)
}

func (s *Server) member(region Region, id int64, name string, zone *time.Location) *Member {
	m := &Member{ID: id, Name: name, Zone: zone}
	s.worlds[region].members[strconv.FormatInt(id, 10)] = m
	m.setParameters(region, s.options.NoThresholds, s.options.username(region))
	return m
}

func (m *Member) ride(id string) *Ride {
	for _, r := range m.Rides {
		if strconv.FormatInt(r.ID, 10) == id {
			return r
		}
	}
	return nil
}

func (m *Member) workout(id string) *Workout {
	for _, w := range m.Workouts {
		if strconv.Itoa(w.ID) == id {
			return w
		}
	}
	return nil
}
