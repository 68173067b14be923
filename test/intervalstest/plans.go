package intervalstest

import (
	"archive/zip"
	"bytes"
	"maps"
	"strings"
	"time"
)

func planHandlers() map[string]Handler {
	return map[string]Handler{
		"applyPlan":               applyPlan,
		"applyCurrentPlanChanges": applyChanges,
		"getAthleteTrainingPlan":  getPlan,
		"updateAthletePlan":       setPlan,
		"updateAthletePlans":      setPlans,
		"downloadWorkout_1":       downloadEvent,
		"downloadWorkouts":        downloadEvents,
	}
}

// applyPlan puts a plan's workouts on the calendar, the first day on the day
// that is named.
func applyPlan(c *Call) (any, error) {
	d, err := c.Object()
	if err != nil {
		return nil, err
	}
	folder := c.Athlete.Folders.Find(NumberText(d["folder_id"]))
	if folder == nil {
		return nil, NotFound("Folder")
	}
	start, err := time.Parse(LocalTime, Text(d, "start_date_local"))
	if err != nil {
		return nil, Invalid("Text '%s' could not be parsed", Text(d, "start_date_local"))
	}
	stroke := c.Clock().UTC().Add(time.Duration(c.Next()) * time.Millisecond).Format("2006-01-02T15:04:05.000+00:00")
	workouts := c.Athlete.Workouts.Where(func(w Doc) bool { return w["folder_id"] == folder["id"] })
	extra, _ := d["extra_workouts"].([]any)
	for _, v := range extra {
		if w, ok := v.(Doc); ok {
			workouts = append(workouts, w)
		}
	}
	for _, w := range workouts {
		if err := place(c, folder, w, start, stroke); err != nil {
			return nil, err
		}
	}
	return Doc{}, nil
}

// place makes an event of a plan's workout.
func place(c *Call, folder, w Doc, start time.Time, stroke string) error {
	patch := Doc{"category": "WORKOUT", "start_date_local": start.AddDate(0, 0, int(Number(w, "day"))).Format(LocalTime)}
	for _, f := range []string{
		"name", "description", "type", "moving_time", "distance", "icu_training_load", "indoor",
		"color", "tags", "target", "sub_type", "for_week", "hide_from_athlete", "carbs_per_hour",
	} {
		if w[f] != nil {
			patch[f] = w[f]
		}
	}
	e, err := NewEvent(c, patch)
	if err != nil {
		return err
	}
	for k, v := range (Doc{
		"plan_applied": stroke, "plan_athlete_id": c.Athlete.ID, "plan_folder_id": folder["id"],
		"plan_workout_id": w["id"], "plan_name": folder["name"],
	}) {
		if v != nil {
			e[k] = v
		}
	}
	return nil
}

// applyChanges brings the calendar up to the plan that is followed, from today
// on.
func applyChanges(c *Call) (any, error) {
	folder := c.Athlete.Folders.Find(NumberText(c.Athlete.Plan["training_plan_id"]))
	if folder == nil {
		return nil, Invalid("No training plan")
	}
	first, err := time.Parse(time.DateOnly, Text(c.Athlete.Plan, "training_plan_start_date"))
	if err != nil {
		return nil, Invalid("No training plan")
	}
	dropEvents(c.Athlete, func(e Doc) bool { return e["plan_folder_id"] == folder["id"] && start(e) >= c.Today() })
	for _, w := range c.Athlete.Workouts.Where(func(w Doc) bool { return w["folder_id"] == folder["id"] }) {
		if first.AddDate(0, 0, int(Number(w, "day"))).Format(time.DateOnly) < c.Today() {
			continue
		}
		if err := place(c, folder, w, first, c.Stamp()); err != nil {
			return nil, err
		}
	}
	c.Athlete.Plan["training_plan_last_applied"] = c.Stamp()
	return Doc{}, nil
}

func getPlan(c *Call) (any, error) {
	out := c.Whole("AthleteTrainingPlan", c.Athlete.Plan)
	out["athlete_id"], out["timezone"] = c.Athlete.ID, c.Athlete.Zone.String()
	if f := c.Athlete.Folders.Find(NumberText(c.Athlete.Plan["training_plan_id"])); f != nil {
		out["training_plan"] = shownFolder(c, f)
	}
	return out, nil
}

func follow(a *Athlete, patch Doc) error {
	trial := maps.Clone(a.Plan)
	for _, f := range []string{"training_plan_id", "training_plan_start_date", "training_plan_alias"} {
		v, told := patch[f]
		switch {
		case told && v == nil:
			delete(trial, f)
		case told:
			trial[f] = v
		}
	}
	if id := trial["training_plan_id"]; id != nil && a.Folders.Find(NumberText(id)) == nil {
		return NotFound("Training plan")
	}
	a.Plan = trial
	return nil
}

func setPlan(c *Call) (any, error) {
	patch, err := c.Object()
	if err != nil {
		return nil, err
	}
	if err := follow(c.Athlete, patch); err != nil {
		return nil, err
	}
	return getPlan(c)
}

func setPlans(c *Call) (any, error) {
	list, err := c.Objects()
	if err != nil {
		return nil, err
	}
	for _, patch := range list {
		for _, a := range c.Athletes {
			if a.ID != Text(patch, "id") {
				continue
			}
			if err := follow(a, patch); err != nil {
				return nil, err
			}
		}
	}
	return Doc{}, nil
}

func downloadEvent(c *Call) (any, error) {
	e, err := eventOf(c)
	if err != nil {
		return nil, err
	}
	return Exported(e, strings.TrimPrefix(c.Path("ext"), "."))
}

// downloadEvents packs the workouts of a range. Here the format has no dot.
func downloadEvents(c *Call) (any, error) {
	oldest, newest, err := c.Span("oldest", "newest", "", "")
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	w, count := zip.NewWriter(&b), 0
	for _, e := range sorted(c.Athlete.Events.Where(func(e Doc) bool {
		return start(e) >= oldest && start(e) <= newest &&
			e["category"] == "WORKOUT"
	})) {
		f, err := Exported(e, c.Query.Get("ext"))
		if err != nil {
			continue // a workout without steps has no file
		}
		out, err := w.Create(start(e)[:10] + "_" + f.Name)
		if err != nil {
			return nil, err
		}
		if _, err := out.Write(f.Data); err != nil {
			return nil, err
		}
		count++
	}
	if count == 0 {
		return nil, Invalid("No workouts found")
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return File{Kind: "application/zip", Name: "workouts.zip", Data: b.Bytes()}, nil
}
