package igpsporttest

import (
	"fmt"
	"strconv"
	"time"

	"lapkeep/test/archivetest/bodytest"
)

// outings are what the sample goes through in turn. Only the number of cycling
// is known; walks have none.
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

// firstRide is beyond what a float64 can count: ids are whole numbers of 64 bits.
const firstRide = 9007199254740993

func objectID(id int64) string { return fmt.Sprintf("%024x", uint64(id)) }

// fill gives an athlete activities, one a day, and workouts.
func (s *Server) fill(region Region, m *Member, n int) {
	for i := range n {
		s.addSample(region, m, i)
	}
	for i := range 3 {
		w := &Workout{ID: s.nextID, Doc: sampleWorkout(i)}
		s.nextID++
		w.Doc["createTime"], w.Doc["createTimestamp"] = s.now().In(m.Zone).Format(dateTime), s.now().UnixMilli()
		m.Workouts = append(m.Workouts, w)
	}
}

// addSample is the activity of the i-th day before yesterday; -1 is today.
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

// AddRide records one more activity, so many days before the server's present.
func (s *Server) AddRide(region Region, daysAgo int) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.worlds[region].logins[s.options.username(region)].member
	s.addSample(region, m, daysAgo-1)
	r := m.Rides[len(m.Rides)-1]
	s.nextID++
	r.ID = 40000000 + int64(s.nextID)
	r.Object, r.Body.Seed = objectID(r.ID), uint64(r.ID)
	return r.ID
}

// sampleWorkout is one of three; the last is the maker's own, which stays.
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

// sampleDay is the day of the i-th newest activity, at some hour of the morning.
func (s *Server) sampleDay(m *Member, i int) time.Time {
	day := s.now().In(m.Zone).AddDate(0, 0, -1-i)
	return time.Date(day.Year(), day.Month(), day.Day(), 6+max(i, 0)%4, 30, 0, 0, m.Zone)
}
