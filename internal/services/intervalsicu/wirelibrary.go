package intervalsicu

import (
	"context"
	"encoding/json"
	"math"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Workout holds the fields that we read from a library workout.
type Workout struct {
	ID          ID              `json:"id"`
	FolderID    ID              `json:"folder_id"`
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Doc         json.RawMessage `json:"workout_doc"`
	Type        string          `json:"type"`
	Indoor      bool            `json:"indoor"`
	MovingS     float64         `json:"moving_time"`
	DistanceM   float64         `json:"distance"`
	Load        float64         `json:"icu_training_load"`
	Joules      float64         `json:"joules"`
	AboveFTP    float64         `json:"joules_above_ftp"`
	Intensity   float64         `json:"icu_intensity"` // percent
	Target      string          `json:"target"`
	Color       string          `json:"color"`
	Tags        []string        `json:"tags"`
	Day         *int            `json:"day"` // from 0
}

// Read converts the workout, with distance in km, work in kJ, and intensity as a fraction.
func (w *Workout) Read() training.LibraryWorkout {
	out := training.LibraryWorkout{
		ID: string(w.ID), FolderID: string(w.FolderID), Name: w.Name, Description: w.Description,
		Structure: structure(w.Doc, w.Description), Indoor: w.Indoor,
		MovingTimeS: w.MovingS, DistanceKm: w.DistanceM / 1000, Load: w.Load, WorkKJ: w.Joules / 1000,
		AboveFTPKJ: w.AboveFTP / 1000, Intensity: w.Intensity / 100,
		Target: unless("AUTO", w.Target), Color: w.Color, Tags: w.Tags, PlanDay: w.Day,
	}
	out.Sport, out.SubSport = Sport(w.Type)
	return out
}

// WorkoutPatch returns a workout, or its named fields, in the service's form. The
// service does not accept steps; it parses them from the description.
func WorkoutPatch(w training.LibraryWorkout, fields ...string) (Patch, error) {
	kind, err := typeOf(w.Sport, w.SubSport)
	if err != nil {
		return nil, err
	}
	p := Patch{"indoor": w.Indoor, "target": automatic(w.Target), "tags": tags(w.Tags)}
	p.text("name", w.Name)
	p.text("description", w.Description)
	p.text("type", kind)
	p.text("color", w.Color)
	p.whole("moving_time", w.MovingTimeS)
	p.number("distance", w.DistanceKm*1000)
	p.whole("icu_training_load", w.Load)
	if w.FolderID != "" { // a workout must have a folder, so it is never cleared
		if p["folder_id"], err = Number(w.FolderID); err != nil {
			return nil, err
		}
	}
	if w.PlanDay != nil {
		p["day"] = *w.PlanDay
	}
	kept, err := only(workoutFields, p, "a workout", fields)
	if w.FolderID == "" {
		delete(kept, "folder_id")
	}
	return kept, err
}

var workoutFields = map[string][]string{
	"folder_id": {"folder_id"}, "name": {"name"}, "description": {"description"}, "sport": {"type"},
	"sub_sport": {"type"}, "indoor": {"indoor"},
	"moving_time_s": {"moving_time"}, "distance_km": {"distance"}, "load": {"icu_training_load"}, "target": {"target"}, "color": {"color"},
	"tags": {"tags"}, "plan_day": {"day"},
}

// NewWorkout returns the body of a request that creates a workout.
func NewWorkout(w training.LibraryWorkout) (Patch, error) {
	p, err := WorkoutPatch(w)
	if err != nil {
		return nil, err
	}
	if w.Target == "" {
		delete(p, "target")
	}
	return p.given(), nil
}

// Folder holds the fields that we read from a folder or a plan.
type Folder struct {
	ID          ID        `json:"id"`
	Type        string    `json:"type"`
	Name        string    `json:"name"`
	Description string    `json:"description"`
	Start       string    `json:"start_date_local"`
	Weeks       int       `json:"duration_weeks"`
	HoursMin    float64   `json:"hours_per_week_min"`
	HoursMax    float64   `json:"hours_per_week_max"`
	CanEdit     bool      `json:"canEdit"`
	Children    []Workout `json:"children"`
	Owner       *struct {
		Name string `json:"name"`
	} `json:"owner"`
}

// Read converts the folder and its workouts.
func (f *Folder) Read() training.WorkoutFolder {
	out := training.WorkoutFolder{
		ID: string(f.ID), Plan: f.Type == "PLAN", Name: f.Name, Description: f.Description, StartDay: wireDay(f.Start), Weeks: f.Weeks,
		HoursMin: f.HoursMin, HoursMax: f.HoursMax, CanEdit: f.CanEdit,
	}
	if f.Owner != nil {
		out.Owner = f.Owner.Name
	}
	for i := range f.Children {
		w := f.Children[i].Read()
		if w.FolderID == "" {
			w.FolderID = out.ID
		}
		out.Workouts = append(out.Workouts, w)
	}
	return out
}

// FolderPatch returns a folder, or its named fields, in the service's form; its
// weeks and hours are not sent, because they follow from its workouts.
func FolderPatch(f training.WorkoutFolder, fields ...string) (Patch, error) {
	p := Patch{"type": "FOLDER", "start_date_local": nil}
	if f.Plan {
		p["type"] = "PLAN"
	}
	p.text("name", f.Name)
	p.text("description", f.Description)
	if f.StartDay != nil {
		p["start_date_local"] = f.StartDay.String()
	}
	return only(folderFields, p, "a folder", fields)
}

var folderFields = map[string][]string{
	"plan": {"type"}, "name": {"name"}, "description": {"description"}, "start_date": {"start_date_local"},
}

// NewFolder returns the body of a request that creates a folder.
func NewFolder(f training.WorkoutFolder) Patch {
	p, _ := FolderPatch(f) // without names, none can be unknown
	return p.given()
}

// Folders returns folders and plans with their workouts. They are not nested.
func (c *Client) Folders(ctx context.Context) ([]training.WorkoutFolder, error) {
	return client.List(ctx, c.api, request{Op: opFolders, At: []string{c.athlete}}, (*Folder).Read)
}

// Workouts returns all workouts of the library. There is no operation that reads
// the workouts of one folder: the path that looks like it is only for writing.
func (c *Client) Workouts(ctx context.Context) ([]training.LibraryWorkout, error) {
	return client.List(ctx, c.api, request{Op: opWorkouts, At: []string{c.athlete}}, (*Workout).Read)
}

// SaveWorkout creates or changes a workout. The service requires a folder and a
// sport for a new one.
func (c *Client) SaveWorkout(ctx context.Context, w training.LibraryWorkout, fields ...string) (training.LibraryWorkout, error) {
	if w.ID == "" {
		if w.FolderID == "" || w.Sport == "" {
			return w, training.Errorf(training.KindInvalid, "A workout on Intervals.icu needs a folder and a sport.").
				WithFix("Give folder_id and sport.")
		}
		p, err := NewWorkout(w)
		if err != nil {
			return w, err
		}
		return client.One(ctx, c.api, request{Op: opCreateWorkout, At: []string{c.athlete}, Body: p}, (*Workout).Read)
	}
	if _, err := Number(w.ID); err != nil {
		return w, err
	}
	p, err := WorkoutPatch(w, fields...)
	if err != nil {
		return w, err
	}
	return client.One(ctx, c.api, request{
		Op: opUpdateWorkout, At: []string{c.athlete, w.ID}, Body: p,
		Repeatable: true,
	}, (*Workout).Read)
}

// DeleteWorkout deletes one workout, but not those created together with it.
func (c *Client) DeleteWorkout(ctx context.Context, id string) error {
	return c.remove(ctx, opDeleteWorkout, id)
}

// remove deletes a thing whose id is a number. If the thing no longer exists, it
// returns a not-found error, even if an earlier try deleted it.
func (c *Client) remove(ctx context.Context, op operation, id string) error {
	if _, err := Number(id); err != nil {
		return err
	}
	return c.api.Do(ctx, request{Op: op, At: []string{c.athlete, id}})
}

// SaveFolder creates or changes a folder, but not its workouts.
func (c *Client) SaveFolder(ctx context.Context, f training.WorkoutFolder, fields ...string) (training.WorkoutFolder, error) {
	r := request{Op: opCreateFolder, At: []string{c.athlete}}
	if f.ID == "" {
		r.Body = NewFolder(f)
	} else {
		if _, err := Number(f.ID); err != nil {
			return f, err
		}
		p, err := FolderPatch(f, fields...)
		if err != nil {
			return f, err
		}
		r = request{Op: opUpdateFolder, At: []string{c.athlete, f.ID}, Body: p, Repeatable: true}
	}
	return client.One(ctx, c.api, r, (*Folder).Read)
}

// DeleteFolder deletes a folder and every workout in it.
func (c *Client) DeleteFolder(ctx context.Context, id string) error {
	return c.remove(ctx, opDeleteFolder, id)
}

// named lists the streams that do not reveal where the athlete was, with their
// units if the stream's name or the corresponding value of an interval implies one.
// All other streams may reveal a place: bearing and wind do, and streams that the
// service adds later are unknown.
var named = map[string]string{
	"fixed_watts": "W", "interpolated_watts": "W", "raw_watts": "W", "watts_alt": "W", "watts_alt_acc": "W", "secondary_power": "W",
	"fixed_heartrate": "bpm", "interpolated_heartrate": "bpm", "raw_heartrate": "bpm",
	"w_bal": "J", "p_cp": "W", "p_pmax": "W", "p_wprime": "", "mpa": "", "strain": "", "epoc": "", "heat_strain_index": "",
	"hrv": "ms", "dfa_a1": "", "artifacts": "", "respiration": "1/min", "tidal_volume": "L", "tidal_volume_min": "L/min",
	"left_right_balance": "%", "left_pedal_smoothness": "%", "right_pedal_smoothness": "%",
	"left_torque_effectiveness": "%", "right_torque_effectiveness": "%", "torque": "Nm", "stride_length": "",
	"smo2": "%", "smo2_2": "%", "thb": "g/dL", "thb_2": "g/dL", "bloodglucose": "mmol/L",
	"core_temperature": "C", "skin_temperature": "C",
	"velocity_smooth": "m/s", "ga_velocity": "m/s", "grade_smooth": "%", "fixed_altitude": "m", "corrupt_time": "", "moving": "",
}

// beats is the stream of intervals between heartbeats: one list per second.
const beats = "hrv"

// cleaned maps streams to the names under which the service may return cleaned
// versions of them.
var cleaned = map[string]string{"fixed_watts": "watts", "fixed_heartrate": "heartrate"}

// NamedStreams returns the streams with the given names. It leaves out a stream
// that is neither known here nor in the response.
func NamedStreams(streams []Stream, names []string) (map[string]source.NamedStream, error) {
	by := map[string]Stream{}
	for _, s := range streams {
		by[s.Type] = s
	}
	times, err := source.Numbers(by["time"].Data)
	if err != nil {
		return nil, err
	}
	rows, err := source.StreamRows(times)
	if err != nil {
		return nil, err
	}
	out := map[string]source.NamedStream{}
	for _, name := range names {
		s, there := by[name]
		if !there && cleaned[name] != "" {
			s, there = by[cleaned[name]]
		}
		units, known := named[name]
		if !there && !known {
			continue
		}
		x := source.NamedStream{Units: units, Placed: !known && !s.Custom}
		values, ok := cells(name, s.Data)
		x.Unread = !ok || len(s.Data2) > 0 && string(s.Data2) != "null" // pairs are positions
		if name == beats {
			x.Of = "mean beat interval"
		}
		for _, i := range rows {
			if !x.Unread && i < len(values) && values[i] != nil && !math.IsInf(*values[i], 0) && *times[i] >= 0 {
				x.TimeS, x.Values = append(x.TimeS, int32(*times[i])), append(x.Values, *values[i])
			}
		}
		out[name] = x
	}
	return out, nil
}

// cells returns the values of a stream, with nil for missing ones: numbers, 1 and 0
// for booleans, and the mean of each list of beats.
func cells(name string, data json.RawMessage) ([]*float64, bool) {
	if len(data) == 0 {
		return nil, true
	}
	if name == beats {
		var lists [][]*float64
		if json.Unmarshal(data, &lists) != nil {
			return nil, false
		}
		out := make([]*float64, len(lists))
		for i, list := range lists {
			out[i] = meanBeat(list)
		}
		return out, true
	}
	if list, err := source.Numbers(data); err == nil {
		return list, true
	}
	var states []*bool
	if json.Unmarshal(data, &states) != nil {
		return nil, false
	}
	out := make([]*float64, len(states))
	for i, s := range states {
		if s != nil {
			out[i] = new(0.0)
			if *s {
				out[i] = new(1.0)
			}
		}
	}
	return out, true
}

// meanBeat returns the mean of R-R intervals in milliseconds, or nil if none is
// plausible. The unit is not documented, so values up to 4 count as seconds.
func meanBeat(list []*float64) *float64 {
	const shortest, longest, perSecond = 200, 4000, 1000
	sum, n := 0.0, 0.0
	for _, x := range list {
		if x == nil {
			continue
		}
		ms := *x
		if ms <= longest/perSecond {
			ms *= perSecond
		}
		if ms >= shortest && ms <= longest {
			sum, n = sum+ms, n+1
		}
	}
	if n == 0 {
		return nil
	}
	return new(sum / n)
}
