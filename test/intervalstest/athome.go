package intervalstest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/intervalstest/apitest"
)

// What follows is done by the first athlete at the service's own pages: no
// request, so that neither the log nor a fault knows of it.

// AtService runs one of the service's operations as its pages would: the path
// without /api/v1, with "0" for the athlete.
func (s *Server) AtService(method, path string, body any) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	target, err := url.Parse("/api/v1" + path)
	if err != nil {
		return fmt.Errorf("a path of the service: %w", err)
	}
	r := &http.Request{Method: method, URL: target, Header: http.Header{}}
	op := s.find(r).op
	if op == nil {
		return fmt.Errorf("the service has no %s %s", method, path)
	}
	c := &apitest.Call{World: s.world, Op: op, Query: target.Query(), Request: r}
	if body != nil { // as JSON has it
		text, err := json.Marshal(body)
		if err != nil {
			return fmt.Errorf("a body for the service: %w", err)
		}
		if err := json.Unmarshal(text, &c.JSON); err != nil {
			return fmt.Errorf("a body for the service: %w", err)
		}
	}
	if err := c.ChooseAthlete(); err != nil {
		return err
	}
	_, err = s.run(c)
	return err
}

// EditActivity changes fields of an activity.
func (s *Server) EditActivity(id string, fields map[string]any) error {
	return s.AtService(http.MethodPut, "/activity/"+url.PathEscape(id), fields)
}

// DeleteActivity takes one away; what is withheld can be deleted too.
func (s *Server) DeleteActivity(id string) error {
	return s.AtService(http.MethodDelete, "/activity/"+url.PathEscape(id), nil)
}

// EditIntervals draws an activity's intervals anew: of each start_index,
// end_index and label.
func (s *Server) EditIntervals(id string, drawn []map[string]any) error {
	return s.AtService(http.MethodPut, "/activity/"+url.PathEscape(id)+"/intervals", drawn)
}

// EditWellness changes a day, which may be one without a record.
func (s *Server) EditWellness(day string, fields map[string]any) error {
	return s.AtService(http.MethodPut, "/athlete/0/wellness/"+url.PathEscape(day), fields)
}

// EditEvent changes one on the calendar.
func (s *Server) EditEvent(id string, fields map[string]any) error {
	return s.AtService(http.MethodPut, "/athlete/0/events/"+url.PathEscape(id), fields)
}

// DeleteEvent takes one off the calendar.
func (s *Server) DeleteEvent(id string) error {
	return s.AtService(http.MethodDelete, "/athlete/0/events/"+url.PathEscape(id), nil)
}

// EditSettings changes the settings of a sport from today on; activities keep
// those of their day.
func (s *Server) EditSettings(sport string, fields map[string]any) error {
	return s.AtService(http.MethodPut, "/athlete/0/sport-settings/"+url.PathEscape(sport), fields)
}

// EditGear changes gear, such as its name or the day on which it was retired.
func (s *Server) EditGear(id string, fields map[string]any) error {
	return s.AtService(http.MethodPut, "/athlete/0/gear/"+url.PathEscape(id), fields)
}

// Withhold makes an activity one of Strava's, which is shown as a stub from
// now on, or shows it again. Its load counts either way. The id stays.
func (s *Server) Withhold(id string, hidden bool) {
	s.Do(func(w *apitest.World) {
		if a := w.Athletes[0].Activities[id]; a != nil {
			a.Stub = hidden
		}
	})
}

// Record adds a ride of so many seconds that a device sent at a moment, with
// the thresholds of today. The answer is its id.
func (s *Server) Record(at time.Time, seconds int) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.world.Athletes[0]
	local := at.In(a.Zone)
	_, offset := local.Zone()
	id := "i" + apitest.NumberText(float64(s.world.Next()))
	b := &bodytest.Body{
		Start: at.UTC(), Seed: uint64(len(id)) + uint64(seconds), Seconds: seconds, Sport: "cycling",
		Serial: 4711, OffsetS: offset,
	}
	a.Activities[id] = &apitest.Activity{Body: b, Title: "New ride", Doc: apitest.PlainDoc(apitest.Doc{
		"id": id, "icu_athlete_id": a.ID, "name": "New ride", "type": "Ride", "source": "GARMIN_CONNECT",
		"external_id": "garmin-" + id, "file_type": "fit",
		"start_date": at.UTC().Format(time.RFC3339), "start_date_local": local.Format(apitest.LocalTime),
		"timezone": a.Zone.String(), "created": s.world.Stamp(),
		"analyzed": s.world.Stamp(), "elapsed_time": b.ElapsedS(), "moving_time": b.TimerS(), "distance": b.DistanceM(),
		"trainer": false, "commute": false, "race": false,
	})}
	s.settle()
	return id
}
