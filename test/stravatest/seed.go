package stravatest

import (
	"fmt"
	"time"
)

// seed is what there is before any call.
func (s *Server) seed() {
	s.apps[DefaultClientID] = &app{id: DefaultClientID, secret: DefaultClientSecret, domain: "localhost", grants: map[int64]*grant{}}
	for i := range 16 {
		kind := "Ride"
		if i%4 == 3 {
			kind = "Run"
		}
		s.segments = append(s.segments, &segment{
			id: 640_981 + int64(i)*1009, name: fmt.Sprintf("Climb %d – Straße", i+1), kind: kind, lat: 52.40 + float64(i)*0.01, lng: 13.05,
			metres: 900 + float64(i)*137.5, grade: float64(i%7) + 0.5, category: i % 6, private: i%8 == 5,
			athletes: 40 + i*31, efforts: 400 + i*977%1000,
		})
	}
	first := s.addAthlete(DefaultAthleteID, "Ana")
	first.FTP = 265
	s.addAthlete(SecondAthleteID, "Bo")
	if s.options.NoFTP {
		first.FTP = 0
	}
	if s.options.Empty {
		return
	}
	first.Clubs = []int64{231_407, 231_408}
	first.Gear = []Gear{
		{ID: "b12345678", Name: "Renner", Brand: "Canyon", Model: "Ultimate", Primary: true, DistanceM: 12_345_678, Frame: 3},
		{ID: "b12345679", Name: "Old one", Brand: "Surly", Model: "Cross-Check", Retired: true, DistanceM: 40_001_000, Frame: 2},
		{ID: "g2345678", Name: "Pegasus", Brand: "Nike", Model: "Pegasus 41", Primary: true, DistanceM: 512_300},
	}
	for _, g := range s.segments {
		first.Starred[g.id] = g.id%2 == 0
	}
	s.seedRoutes(first)
	s.seedActivities(first)
}

func (s *Server) addAthlete(id int64, name string) *Athlete {
	m := &Athlete{
		ID: id, First: name, Last: "Muster", Sex: "F", City: "Potsdam", Nation: "Germany", Feet: true, WeightKg: 61.5, MaxHeartRate: 191,
		Zone: "Europe/Berlin", Subscribed: !s.options.NoSubscription, Created: time.Date(2014, 3, 1, 8, 0, 0, 0, time.UTC),
		Updated: time.Date(2026, 11, 1, 8, 0, 0, 0, time.UTC), Starred: map[int64]bool{}, zones: map[string]*zoneInfo{},
	}
	s.athletes[id] = m
	return m
}

func (s *Server) seedRoutes(m *Athlete) {
	for i := range 5 {
		r := &route{
			id: firstRoute + int64(i)*2, name: fmt.Sprintf("Round & back %d", i+1), kind: 1 + i%2, sub: 1 + i, private: i == 2, starred: i == 0,
			metres: 20_000 + float64(i)*3100.5, climb: 150 + float64(i)*40, made: time.Date(2025, 5, 1+i, 6, 0, 0, 0, time.UTC),
		}
		shape := &Activity{LatDeg: 52.39, LngDeg: 13.06}
		for k := range 120 {
			r.points = append(r.points, shape.point(float64(k)*70, float64(i)))
		}
		m.Routes = append(m.Routes, r)
	}
}

// seedActivities makes one a day, at hours at which the day is another one in
// UTC for some.
func (s *Server) seedActivities(m *Athlete) {
	kinds := sampleKinds()
	places := places()
	last := s.now().Truncate(24 * time.Hour)
	n := s.options.Activities
	m.Activities = make([]*Activity, 0, n)
	for i := n; i > 0; i-- { // the oldest first, whose place is at the front
		a := kinds[i%len(kinds)]
		p := places[i%len(places)]
		a.ID = s.activityID()
		a.Name = orElse(a.Name, fmt.Sprintf("%s %d", a.SportType, i))
		a.Seconds, a.Zone, a.LatDeg, a.LngDeg = s.options.Seconds+i%7*10, p.zone, p.lat, p.lng
		hour := []int{5, 23, 17, 0, 12}[i%5]
		a.Start = last.AddDate(0, 0, -i).Add(time.Duration(hour)*time.Hour + time.Duration(i%50)*time.Minute + 7*time.Second)
		if !a.Manual {
			a.UploadID = 18_500_000_000 + int64(n-i)
			a.ExternalID = fmt.Sprintf("garmin_ping_%d", 400_000_000_000+int64(i))
		}
		if a.Comments != nil {
			a.Comments = sampleComments(a.Start)
		}
		s.add(m, &a)
	}
}

func sampleComments(start time.Time) []Comment {
	out := []Comment{}
	for i := range 45 {
		out = append(out, Comment{
			ID: 5_000_000_000 + start.Unix()%1_000_000*100 + int64(i), Text: fmt.Sprintf("Good one, %d 🚴", i), By: "Kim L.",
			At: start.Add(time.Duration(i) * time.Hour),
		})
	}
	return out
}
