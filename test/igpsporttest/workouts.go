package igpsporttest

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
)

// listWorkouts is the Chinese list: a bare array, which tells no size. Whether
// its pages are capped is not known; here they are, as all lists of the service.
func listWorkouts(c *call) (any, error) {
	rows := []Doc{}
	for _, w := range c.member.newestWorkouts() {
		rows = append(rows, Doc{
			"id": w.ID, "title": w.Doc["title"], "totalTime": w.Doc["totalTime"], "img": w.Doc["img"], "grade": 1 + w.ID%3,
		})
	}
	return paged(c, rows, "pageNo", "pageSize").rows, nil
}

// customWorkouts is the list of the other region, which China answers too. Its
// ids are called id or workoutId: both were seen, and every second is the other.
func customWorkouts(c *call) (any, error) {
	items := []Doc{}
	for _, w := range c.member.newestWorkouts() {
		name := "id"
		if w.ID%2 == 1 {
			name = "workoutId"
		}
		d := Doc{name: w.ID}
		for _, field := range []string{"title", "totalTime", "workoutType", "iconPath", "sportBigType", "createTimestamp"} {
			d[field] = w.Doc[field]
		}
		items = append(items, d)
	}
	p := paged(c, items, "PageIndex", "PageSize")
	return Doc{"total": p.rowN, "items": p.rows}, nil
}

func (m *Member) newestWorkouts() []*Workout {
	all := slices.Clone(m.Workouts)
	slices.Reverse(all)
	return all
}

// thisWorkout is the one that the query names. One that is not there is 404.
func (c *call) thisWorkout(id string) (*Workout, error) {
	if w := c.member.workout(id); w != nil {
		return w, nil
	}
	if !digits.MatchString(id) {
		c.server.violated("%s %s: the id is %q", c.region, c.op.name, id)
	}
	return nil, refuse(http.StatusNotFound, 404, "Not Found")
}

func workoutDetail(c *call) (any, error) {
	w, err := c.thisWorkout(c.param("id"))
	if err != nil {
		return nil, err
	}
	d := Doc{"id": w.ID}
	maps.Copy(d, w.Doc)
	return d, nil
}

// deleteWorkout takes the id in the query, or in the body as one client sends it.
func deleteWorkout(c *call) (any, error) {
	id := c.param("id")
	c.knows("the body", c.body, "id")
	if id == "" {
		id = plainNumber(c.body["id"])
	}
	w, err := c.thisWorkout(id)
	if err != nil {
		return nil, err
	}
	if w.Doc["allowDeletion"] != true {
		return nil, refuseCode(500, "deletion is not allowed")
	}
	c.member.Workouts = slices.DeleteFunc(c.member.Workouts, func(o *Workout) bool { return o == w })
	return true, nil
}

func plainNumber(v any) string {
	switch v := v.(type) {
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case string:
		return v
	}
	return ""
}

// saveWorkout makes a workout, or writes over the one whose id is given.
func saveWorkout(c *call) (any, error) {
	c.knows("the body", c.body, "data", "memberId")
	d := object(c.body, "data")
	if d == nil {
		return nil, refuseCode(400, "data is required")
	}
	for _, in := range []Doc{c.body, d} {
		if v, ok := in["memberId"]; ok && plainNumber(v) != strconv.FormatInt(c.member.ID, 10) {
			c.server.violated("%s %s: memberId is %v", c.region, c.op.name, v)
		}
	}
	if err := c.checkWorkout(d); err != nil {
		return nil, err
	}
	w := &Workout{Doc: Doc{
		"description": "", "tips": "", "img": "", "iconPath": "/icons/workout.png", "workoutDay": 0, "sportBigType": nil, "isOfficial": false,
		"createTime": c.server.now().In(c.member.Zone).Format(dateTime), "createTimestamp": c.server.now().UnixMilli(),
	}}
	switch id := plainNumber(d["id"]); {
	case id == "" || id == "0":
		w.ID = c.next()
		c.member.Workouts = append(c.member.Workouts, w)
	case c.member.workout(id) == nil:
		return nil, refuseCode(404, "workout does not exist")
	default:
		w = c.member.workout(id)
	}
	maps.Copy(w.Doc, d)
	delete(w.Doc, "id")
	delete(w.Doc, "memberId")
	w.Doc["structure"] = flattened(d["structure"], 0)
	if c.server.options.NullCreated {
		return nil, nil
	}
	return Doc{"workoutId": w.ID}, nil
}

// flattened is a structure as the service keeps it: a repetition within a
// repetition loses its steps.
func flattened(v any, depth int) []any {
	list, _ := v.([]any)
	out := []any{}
	for _, e := range list {
		step, ok := e.(Doc)
		if !ok {
			continue
		}
		kept := maps.Clone(step)
		if kept["type"] == "Repetition" {
			delete(kept, "steps")
			if depth == 0 {
				kept["steps"] = flattened(step["steps"], 1)
			}
		}
		out = append(out, kept)
	}
	return out
}
