package intervalstest

import "maps"

func libraryHandlers() map[string]Handler {
	return map[string]Handler{
		"listFolders":   listFolders,
		"createFolder":  createFolder,
		"updateFolder":  updateFolder,
		"deleteFolder":  deleteFolder,
		"listWorkouts":  func(c *Call) (any, error) { return c.Wholes("Workout", c.Athlete.Workouts.Rows), nil },
		"createWorkout": createWorkout,
		"updateWorkout": updateWorkout,
		"deleteWorkout": deleteWorkout,
	}
}

// shownFolder returns a folder with its contents; folders are not nested.
func shownFolder(c *Call, f Doc) Doc {
	out := c.Whole("Folder", f)
	inside := c.Athlete.Workouts.Where(func(w Doc) bool { return w["folder_id"] == f["id"] })
	out["children"], out["num_workouts"], out["canEdit"] = c.Wholes("Workout", inside), len(inside), true
	last := 0.0
	for _, w := range inside {
		last = max(last, Number(w, "day"))
	}
	if f["type"] == "PLAN" {
		out["duration_weeks"] = int(last)/7 + 1
	}
	out["sharedWithCount"] = 0
	return out
}

func listFolders(c *Call) (any, error) {
	out := []Doc{}
	for _, f := range c.Athlete.Folders.Rows {
		out = append(out, shownFolder(c, f))
	}
	return out, nil
}

func folderOf(c *Call) (Doc, error) {
	f := c.Athlete.Folders.Find(c.Path("folderId"))
	if f == nil {
		return nil, NotFound("Folder")
	}
	return f, nil
}

func createFolder(c *Call) (any, error) {
	patch, err := c.Object()
	if err != nil {
		return nil, err
	}
	f := Doc{"athlete_id": c.Athlete.ID, "type": "FOLDER", "visibility": "PRIVATE"}
	c.Merge("Folder", f, patch)
	if Text(f, "name") == "" {
		return nil, Invalid("Name is required")
	}
	f["id"] = float64(c.Next())
	c.Athlete.Folders.Add(f)
	if from := c.Athlete.Folders.Find(NumberText(patch["copy_folder_id"])); from != nil {
		for _, w := range c.Athlete.Workouts.Where(func(w Doc) bool { return w["folder_id"] == from["id"] }) {
			twin := maps.Clone(w)
			twin["id"], twin["folder_id"] = float64(c.Next()), f["id"]
			c.Athlete.Workouts.Add(twin)
		}
	}
	return shownFolder(c, f), nil
}

func updateFolder(c *Call) (any, error) {
	patch, err := c.Object()
	if err != nil {
		return nil, err
	}
	f, err := folderOf(c)
	if err != nil {
		return nil, err
	}
	trial := maps.Clone(f)
	c.Merge("Folder", trial, patch)
	if Text(trial, "name") == "" {
		return nil, Invalid("Name is required")
	}
	clear(f)
	maps.Copy(f, trial)
	return shownFolder(c, f), nil
}

// deleteFolder deletes a folder with its contents.
func deleteFolder(c *Call) (any, error) {
	f, err := folderOf(c)
	if err != nil {
		return nil, err
	}
	c.Athlete.Workouts.Remove(func(w Doc) bool { return w["folder_id"] == f["id"] })
	c.Athlete.Folders.Remove(func(d Doc) bool { return d["id"] == f["id"] })
	return Doc{}, nil
}

// NewWorkout creates a workout in the library.
func NewWorkout(c *Call, patch Doc) (Doc, error) {
	if err := Unpack(patch); err != nil {
		return nil, err
	}
	w := Doc{"athlete_id": c.Athlete.ID}
	if err := setWorkout(c, w, patch); err != nil {
		return nil, err
	}
	w["id"] = float64(c.Next())
	c.Athlete.Workouts.Add(w)
	return w, nil
}

func setWorkout(c *Call, w, patch Doc) error {
	trial := maps.Clone(w)
	c.Merge("WorkoutEx", trial, patch)
	switch {
	case c.Athlete.Folders.Find(NumberText(trial["folder_id"])) == nil:
		return Invalid("Folder is required")
	case Text(trial, "type") == "":
		return Invalid("Missing type")
	case Text(trial, "name") == "":
		return Invalid("Name is required")
	}
	if _, told := patch["description"]; told {
		Read(c.Athlete, trial, patch)
	}
	trial["updated"] = c.Stamp()
	clear(w)
	maps.Copy(w, trial)
	return nil
}

func workoutOf(c *Call) (Doc, error) {
	w := c.Athlete.Workouts.Find(c.Path("workoutId"))
	if w == nil {
		return nil, NotFound("Workout")
	}
	return w, nil
}

func createWorkout(c *Call) (any, error) {
	patch, err := c.Object()
	if err != nil {
		return nil, err
	}
	w, err := NewWorkout(c, patch)
	if err != nil {
		return nil, err
	}
	return c.Whole("Workout", w), nil
}

func updateWorkout(c *Call) (any, error) {
	patch, err := c.Object()
	if err != nil {
		return nil, err
	}
	w, err := workoutOf(c)
	if err != nil {
		return nil, err
	}
	if err := Unpack(patch); err != nil {
		return nil, err
	}
	if err := setWorkout(c, w, patch); err != nil {
		return nil, err
	}
	return c.Whole("Workout", w), nil
}

// deleteWorkout returns the ids of all deleted workouts: on a plan, others that
// were added together can be deleted too.
func deleteWorkout(c *Call) (any, error) {
	w, err := workoutOf(c)
	if err != nil {
		return nil, err
	}
	ids := []any{}
	c.Athlete.Workouts.Remove(func(d Doc) bool {
		gone := d["id"] == w["id"] || c.Flag("others", false) && w["-batch"] != nil && d["-batch"] == w["-batch"]
		if gone {
			ids = append(ids, d["id"])
		}
		return gone
	})
	return ids, nil
}
