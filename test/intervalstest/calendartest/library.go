package calendartest

import (
	"maps"
	"slices"
	"strings"

	"lapkeep/test/intervalstest/apitest"
	"lapkeep/test/intervalstest/workouttest"
)

func libraryHandlers() map[string]apitest.Handler {
	return map[string]apitest.Handler{
		"listFolders":               listFolders,
		"createFolder":              createFolder,
		"updateFolder":              updateFolder,
		"deleteFolder":              deleteFolder,
		"listFolderSharedWith":      listShared,
		"updateFolderSharedWith":    setShared,
		"updatePlanWorkouts":        updatePlanWorkouts,
		"importWorkoutFile":         importWorkout,
		"listWorkouts":              func(c *apitest.Call) (any, error) { return c.Wholes("Workout", c.Athlete.Workouts.Rows), nil },
		"showWorkout":               showWorkout,
		"createWorkout":             createWorkout,
		"createMultipleWorkouts":    createWorkouts,
		"updateWorkout":             updateWorkout,
		"deleteWorkout":             deleteWorkout,
		"duplicateWorkouts":         duplicateWorkouts,
		"listTags":                  func(c *apitest.Call) (any, error) { return apitest.TagsOf(c.Athlete.Workouts.Rows), nil },
		"downloadWorkout":           downloadWorkout,
		"downloadWorkoutForAthlete": downloadWorkout,
	}
}

// shownFolder is a folder with what is in it; there are none within another.
func shownFolder(c *apitest.Call, f doc) doc {
	out := c.Whole("Folder", f)
	inside := c.Athlete.Workouts.Where(func(w doc) bool { return w["folder_id"] == f["id"] })
	out["children"], out["num_workouts"], out["canEdit"] = c.Wholes("Workout", inside), len(inside), true
	last := 0.0
	for _, w := range inside {
		last = max(last, apitest.Number(w, "day"))
	}
	if f["type"] == "PLAN" {
		out["duration_weeks"] = int(last)/7 + 1
	}
	shared, _ := f["-shared"].([]any)
	out["sharedWithCount"] = len(shared)
	return out
}

func listFolders(c *apitest.Call) (any, error) {
	out := []doc{}
	for _, f := range c.Athlete.Folders.Rows {
		out = append(out, shownFolder(c, f))
	}
	return out, nil
}

func folderOf(c *apitest.Call) (doc, error) {
	f := c.Athlete.Folders.Find(c.Path("folderId"))
	if f == nil {
		return nil, apitest.NotFound("Folder")
	}
	return f, nil
}

func createFolder(c *apitest.Call) (any, error) {
	patch, err := c.Object()
	if err != nil {
		return nil, err
	}
	f := doc{"athlete_id": c.Athlete.ID, "type": "FOLDER", "visibility": "PRIVATE"}
	c.Merge("Folder", f, patch)
	if apitest.Text(f, "name") == "" {
		return nil, apitest.Invalid("Name is required")
	}
	f["id"] = float64(c.Next())
	c.Athlete.Folders.Add(f)
	if from := c.Athlete.Folders.Find(apitest.NumberText(patch["copy_folder_id"])); from != nil {
		for _, w := range c.Athlete.Workouts.Where(func(w doc) bool { return w["folder_id"] == from["id"] }) {
			twin := maps.Clone(w)
			twin["id"], twin["folder_id"] = float64(c.Next()), f["id"]
			c.Athlete.Workouts.Add(twin)
		}
	}
	return shownFolder(c, f), nil
}

func updateFolder(c *apitest.Call) (any, error) {
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
	if apitest.Text(trial, "name") == "" {
		return nil, apitest.Invalid("Name is required")
	}
	clear(f)
	maps.Copy(f, trial)
	return shownFolder(c, f), nil
}

// deleteFolder deletes what is in it, too.
func deleteFolder(c *apitest.Call) (any, error) {
	f, err := folderOf(c)
	if err != nil {
		return nil, err
	}
	c.Athlete.Workouts.Remove(func(w doc) bool { return w["folder_id"] == f["id"] })
	c.Athlete.Folders.Remove(func(d doc) bool { return d["id"] == f["id"] })
	return doc{}, nil
}

func listShared(c *apitest.Call) (any, error) {
	f, err := folderOf(c)
	if err != nil {
		return nil, err
	}
	list, _ := f["-shared"].([]any)
	return append([]any{}, list...), nil
}

func setShared(c *apitest.Call) (any, error) {
	f, err := folderOf(c)
	if err != nil {
		return nil, err
	}
	f["-shared"] = c.JSON
	return listShared(c)
}

// updatePlanWorkouts can only hide those of a range of days.
func updatePlanWorkouts(c *apitest.Call) (any, error) {
	patch, err := c.Object()
	if err != nil {
		return nil, err
	}
	f, err := folderOf(c)
	if err != nil {
		return nil, err
	}
	first, last := float64(c.Integer("oldest", 0)), float64(c.Integer("newest", 0))
	list := c.Athlete.Workouts.Where(func(w doc) bool {
		return w["folder_id"] == f["id"] && apitest.Number(w, "day") >= first && apitest.Number(w, "day") <= last
	})
	for _, w := range list {
		if v := patch["hide_from_athlete"]; v != nil {
			w["hide_from_athlete"] = v
		}
	}
	return c.Wholes("Workout", list), nil
}

// NewWorkout makes one in the library.
func NewWorkout(c *apitest.Call, patch doc) (doc, error) {
	if err := workouttest.Unpack(patch); err != nil {
		return nil, err
	}
	w := doc{"athlete_id": c.Athlete.ID}
	if err := setWorkout(c, w, patch); err != nil {
		return nil, err
	}
	w["id"] = float64(c.Next())
	c.Athlete.Workouts.Add(w)
	return w, nil
}

func setWorkout(c *apitest.Call, w, patch doc) error {
	trial := maps.Clone(w)
	c.Merge("WorkoutEx", trial, patch)
	switch {
	case c.Athlete.Folders.Find(apitest.NumberText(trial["folder_id"])) == nil:
		return apitest.Invalid("Folder is required")
	case apitest.Text(trial, "type") == "":
		return apitest.Invalid("Missing type")
	case apitest.Text(trial, "name") == "":
		return apitest.Invalid("Name is required")
	}
	if _, told := patch["description"]; told {
		workouttest.Read(c.Athlete, trial, patch)
	}
	trial["updated"] = c.Stamp()
	clear(w)
	maps.Copy(w, trial)
	return nil
}

func workoutOf(c *apitest.Call) (doc, error) {
	w := c.Athlete.Workouts.Find(c.Path("workoutId"))
	if w == nil {
		return nil, apitest.NotFound("Workout")
	}
	return w, nil
}

func showWorkout(c *apitest.Call) (any, error) {
	w, err := workoutOf(c)
	if err != nil {
		return nil, err
	}
	return c.Whole("Workout", w), nil
}

func createWorkout(c *apitest.Call) (any, error) {
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

func createWorkouts(c *apitest.Call) (any, error) {
	list, err := c.Objects()
	if err != nil {
		return nil, err
	}
	out, batch := []doc{}, float64(c.Next())
	for _, patch := range list {
		w, err := NewWorkout(c, patch)
		if err != nil {
			return nil, err
		}
		w["-batch"] = batch
		out = append(out, c.Whole("Workout", w))
	}
	return out, nil
}

func updateWorkout(c *apitest.Call) (any, error) {
	patch, err := c.Object()
	if err != nil {
		return nil, err
	}
	w, err := workoutOf(c)
	if err != nil {
		return nil, err
	}
	if err := workouttest.Unpack(patch); err != nil {
		return nil, err
	}
	if err := setWorkout(c, w, patch); err != nil {
		return nil, err
	}
	return c.Whole("Workout", w), nil
}

// deleteWorkout answers with the ids of all that went: on a plan the others
// that were added with it can go too.
func deleteWorkout(c *apitest.Call) (any, error) {
	w, err := workoutOf(c)
	if err != nil {
		return nil, err
	}
	ids := []any{}
	c.Athlete.Workouts.Remove(func(d doc) bool {
		gone := d["id"] == w["id"] || c.Flag("others", false) && w["-batch"] != nil && d["-batch"] == w["-batch"]
		if gone {
			ids = append(ids, d["id"])
		}
		return gone
	})
	return ids, nil
}

func duplicateWorkouts(c *apitest.Call) (any, error) {
	d, err := c.Object()
	if err != nil {
		return nil, err
	}
	ids, _ := d["workoutIds"].([]any)
	out := []doc{}
	for n := 1; n <= int(apitest.Number(d, "numCopies")); n++ {
		for _, id := range ids {
			w := c.Athlete.Workouts.Find(apitest.NumberText(id))
			if w == nil {
				return nil, apitest.NotFound("Workout")
			}
			twin := maps.Clone(w)
			twin["id"] = float64(c.Next())
			twin["day"] = apitest.Number(w, "day") + 7*float64(n)*apitest.Number(d, "weeksBetween")
			c.Athlete.Workouts.Add(twin)
			out = append(out, c.Whole("Workout", twin))
		}
	}
	return out, nil
}

func importWorkout(c *apitest.Call) (any, error) {
	f, err := folderOf(c)
	if err != nil {
		return nil, err
	}
	name, data, err := c.Part()
	if err != nil {
		return nil, err
	}
	w, err := NewWorkout(c, doc{
		"folder_id": f["id"], "type": c.Query.Get("type"), "name": strings.TrimSuffix(name, name[max(strings.LastIndexByte(name, '.'), 0):]),
		"file_contents": string(data), "filename": name,
	})
	if err != nil {
		return nil, err
	}
	return c.Whole("Workout", w), nil
}

// downloadWorkout converts what is sent. It needs all four fields, and falls
// over without them.
func downloadWorkout(c *apitest.Call) (any, error) {
	d, err := c.Object()
	if err != nil {
		return nil, err
	}
	for _, f := range []string{"name", "description", "type", "workout_doc"} {
		if d[f] == nil {
			return nil, apitest.Refuse(500, f+" is null")
		}
	}
	ext := strings.TrimPrefix(c.Path("ext"), ".")
	if !slices.Contains([]string{"zwo", "mrc", "erg", "fit"}, ext) {
		return nil, apitest.Invalid("Unsupported format [%s]", ext)
	}
	return workouttest.Exported(d, ext)
}

// Handlers are the operations by their ids.
func Handlers() map[string]apitest.Handler {
	all := map[string]apitest.Handler{}
	for _, part := range []map[string]apitest.Handler{eventHandlers(), libraryHandlers(), planHandlers()} {
		maps.Copy(all, part)
	}
	return all
}
