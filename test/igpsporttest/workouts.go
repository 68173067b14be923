package igpsporttest

import (
	"fmt"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"unicode/utf8"
)

// listWorkouts returns the Chinese list: a bare array without a size. Whether
// its pages are capped is unknown; here they are, like all lists of the
// service.
func listWorkouts(c *call) (any, error) {
	rows := []Doc{}
	for _, w := range c.member.newestWorkouts() {
		rows = append(rows, Doc{
			"id": w.ID, "title": w.Doc["title"], "totalTime": w.Doc["totalTime"], "img": w.Doc["img"], "grade": 1 + w.ID%3,
		})
	}
	return paged(c, rows, "pageNo", "pageSize").rows, nil
}

// customWorkouts returns the list of the other region, which China answers too.
// Its ids are named id or workoutId: both were seen, and the names alternate.
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

// thisWorkout returns the workout in the query. A missing one is 404.
func (c *call) thisWorkout(id string) (*Workout, error) {
	if w := c.member.workout(id); w != nil {
		return w, nil
	}
	if !digits.MatchString(id) {
		c.server.Violated("%s %s: the id is %q", c.region, c.op.name, id)
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

// deleteWorkout accepts the id in the query, or in the body as one client sends
// it.
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

// saveWorkout creates a workout, or overwrites the one with the given id.
func saveWorkout(c *call) (any, error) {
	c.knows("the body", c.body, "data", "memberId")
	d := object(c.body, "data")
	if d == nil {
		return nil, refuseCode(400, "data is required")
	}
	for _, in := range []Doc{c.body, d} {
		if v, ok := in["memberId"]; ok && plainNumber(v) != strconv.FormatInt(c.member.ID, 10) {
			c.server.Violated("%s %s: memberId is %v", c.region, c.op.name, v)
		}
	}
	if err := c.checkWorkout(d); err != nil {
		return nil, err
	}
	w := &Workout{Doc: Doc{
		"description": "", "tips": "", "img": "", "iconPath": "/icons/workout.png", "workoutDay": 0, "sportBigType": nil, "isOfficial": false,
		"createTime": c.server.Now().In(c.member.Zone).Format(dateTime), "createTimestamp": c.server.Now().UnixMilli(),
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

// flattened returns a structure as the service stores it: a nested repetition
// loses its steps.
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

// checkWorkout refuses a workout that is not in the service's form, and notes
// unknown fields. How the service words a refusal is unknown: a code here.
func (c *call) checkWorkout(d Doc) error {
	c.knows("the workout", d, "id", "memberId", "title", "description", "totalTime", "workoutType", "sportBigType", "allowDeletion", "fromTP",
		"structure", "tips", "iconPath", "img", "workoutDay", "createTimestamp")
	bad := func(why string, args ...any) error { return refuseCode(400, fmt.Sprintf(why, args...)) }
	if _, isText := d["id"].(string); d["id"] != nil && !isText {
		c.server.Violated("%s %s: id is no string", c.region, c.op.name)
	}
	steps, _ := d["structure"].([]any)
	seconds, isNumber := d["totalTime"].(float64)
	switch {
	case !short(d["title"], 1, 64):
		return bad("title")
	case d["description"] != nil && !short(d["description"], 0, 500):
		return bad("description")
	case d["workoutType"] != "bike" && d["workoutType"] != "run":
		return bad("workoutType")
	case !isNumber || seconds < 0 || seconds != math.Trunc(seconds):
		return bad("totalTime")
	case len(steps) == 0:
		return bad("structure")
	}
	big := map[any]float64{"bike": 1, "run": 2}[d["workoutType"]]
	if c.region == INTL && d["sportBigType"] == nil {
		c.server.Violated("%s %s: sportBigType is missing", c.region, c.op.name)
	} else if d["sportBigType"] != nil && d["sportBigType"] != big {
		return bad("sportBigType")
	}
	return c.checkSteps("structure", steps, map[string]bool{})
}

// short reports whether v is a string with min to max characters.
func short(v any, least, most int) bool {
	s, ok := v.(string)
	n := utf8.RuneCountInString(s)
	return ok && n >= least && n <= most
}

func (c *call) checkSteps(where string, steps []any, seen map[string]bool) error {
	for i, e := range steps {
		at := fmt.Sprintf("%s[%d]", where, i)
		step, ok := e.(Doc)
		if !ok {
			return refuseCode(400, at)
		}
		id := text(step, "uuid")
		if len(id) != 36 || seen[id] {
			return refuseCode(400, at+".uuid")
		}
		seen[id] = true
		var err error
		switch step["type"] {
		case "Step":
			err = c.checkStep(at, step)
		case "Repetition":
			err = c.checkRepetition(at, step, seen)
		default:
			err = refuseCode(400, at+".type")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *call) checkRepetition(at string, d Doc, seen map[string]bool) error {
	c.knows(at, d, "type", "name", "intensityClass", "openDuration", "length", "uuid", "steps")
	length := object(d, "length")
	times, _ := length["value"].(float64)
	steps, _ := d["steps"].([]any)
	switch {
	case length["unit"] != "Repetition" || times < 1 || times != math.Trunc(times):
		return refuseCode(400, at+".length")
	case len(steps) == 0:
		return refuseCode(400, at+".steps")
	}
	return c.checkSteps(at+".steps", steps, seen)
}

func (c *call) checkStep(at string, d Doc) error {
	c.knows(at, d, "type", "name", "intensityClass", "uuid", "openDuration", "length", "intensityTarget", "cadenceTarget", "note")
	_, hasLength := d["length"]
	length := object(d, "length")
	value, _ := length["value"].(float64)
	unit := text(length, "unit")
	switch {
	case !short(d["name"], 1, 64):
		return refuseCode(400, at+".name")
	case !slices.Contains([]string{"WarmUp", "Active", "Rest", "CoolDown"}, text(d, "intensityClass")):
		return refuseCode(400, at+".intensityClass")
	case d["openDuration"] != "true" && d["openDuration"] != "false":
		return refuseCode(400, at+".openDuration")
	case hasLength == (d["openDuration"] == "true"):
		return refuseCode(400, at+".length")
	case hasLength && (value <= 0 || unit != "Second" && unit != "Meter" && unit != "Kcal"):
		return refuseCode(400, at+".length")
	case d["note"] != nil && !short(d["note"], 0, 30):
		return refuseCode(400, at+".note")
	}
	if cadence, ok := d["cadenceTarget"]; ok {
		o, _ := cadence.(Doc)
		c.knows(at+".cadenceTarget", o, "unit", "minValue", "maxValue")
		if o["unit"] != "Cadence" || !ordered(o) {
			return refuseCode(400, at+".cadenceTarget")
		}
	}
	if target, ok := d["intensityTarget"]; ok {
		o, _ := target.(Doc)
		c.knows(at+".intensityTarget", o, "unit", "value", "minValue", "maxValue")
		if !c.fits(o) {
			return refuseCode(400, at+".intensityTarget")
		}
	}
	return nil
}

func ordered(d Doc) bool {
	low, ok := d["minValue"].(float64)
	high, also := d["maxValue"].(float64)
	return ok && also && low >= 0 && low <= high
}

// fits reports whether a target is one of the service's. One client writes
// PercentOfFTP as PercentOfFtp in China, where nobody saw it refused, and has
// cadence as a separate target.
func (c *call) fits(d Doc) bool {
	zone, _ := d["value"].(float64)
	whole := zone == math.Trunc(zone)
	switch d["unit"] {
	case "Power":
		return whole && zone >= 1 && zone <= 7
	case "HeartRate":
		return whole && zone >= 1 && zone <= 5
	case "PowerCustom", "HeartRateCustom", "PercentOfFTP", "Cadence":
		return ordered(d)
	case "PercentOfFtp":
		return c.region == CN && ordered(d)
	case "Speed":
		// In mm/s: less than 1 km/h would be another unit.
		low, _ := d["minValue"].(float64)
		return ordered(d) && (low == 0 || low >= 278)
	case "Active":
		return true
	}
	return false
}
