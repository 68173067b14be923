package profiletest

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"lapkeep/test/intervalstest/apitest"
	"lapkeep/test/intervalstest/reckontest"
)

func gearHandlers() map[string]apitest.Handler {
	return map[string]apitest.Handler{
		"listGear":        listGear,
		"createGear":      createGear,
		"updateGear":      updateGear,
		"deleteGear":      deleteGear,
		"calcDistanceEtc": calcGear,
		"replaceGear":     replaceGear,
		"createReminder":  createReminder,
		"updateReminder":  updateReminder,
		"deleteReminder":  deleteReminder,
	}
}

func listGear(c *apitest.Call) (any, error) {
	list := c.Wholes("Gear", c.Athlete.Gear.Rows)
	if c.Path("ext") == ".csv" {
		return apitest.Table("id", []string{"type", "name", "distance", "time", "activities", "retired"}, list)
	}
	return list, nil
}

// shownGear is gear with what it has done by now.
func shownGear(c *apitest.Call, g doc) doc {
	reckontest.Settle(c.Athlete, c.Today())
	return c.Whole("Gear", g)
}

func gearOf(c *apitest.Call) (doc, error) {
	g := c.Athlete.Gear.Find(c.Path("gearId"))
	if g == nil {
		return nil, apitest.NotFound("Gear")
	}
	return g, nil
}

// setGear changes what is supplied; an empty date brings gear back from
// retirement.
func setGear(c *apitest.Call, g, patch doc) error {
	trial := maps.Clone(g)
	c.Merge("Gear", trial, patch)
	if apitest.Text(trial, "name") == "" {
		return apitest.Invalid("Name is required")
	}
	if apitest.Text(trial, "type") == "" {
		return apitest.Invalid("Missing type")
	}
	if day := apitest.Text(trial, "retired"); day == "" {
		delete(trial, "retired")
	} else if _, err := time.Parse(time.DateOnly, day); err != nil {
		return apitest.Invalid("Text '%s' could not be parsed", day)
	}
	clear(g)
	maps.Copy(g, trial)
	return nil
}

func createGear(c *apitest.Call) (any, error) {
	patch, err := c.Object()
	if err != nil {
		return nil, err
	}
	g := apitest.PlainDoc(doc{
		"athlete_id": c.Athlete.ID, "distance": 0, "time": 0, "activities": 0, "component": false, "use_elapsed_time": false,
		"reminders": []any{}, "component_ids": []any{}, "activity_filters": []any{},
	})
	if err := setGear(c, g, patch); err != nil {
		return nil, err
	}
	g["id"] = "g" + strconv.Itoa(c.Next())
	c.Athlete.Gear.Add(g)
	return shownGear(c, g), nil
}

func updateGear(c *apitest.Call) (any, error) {
	patch, err := c.Object()
	if err != nil {
		return nil, err
	}
	g, err := gearOf(c)
	if err != nil {
		return nil, err
	}
	if err := setGear(c, g, patch); err != nil {
		return nil, err
	}
	return shownGear(c, g), nil
}

func deleteGear(c *apitest.Call) (any, error) {
	if _, err := gearOf(c); err != nil {
		return nil, err
	}
	c.Athlete.Gear.Remove(func(d doc) bool { return apitest.IDOf(d) == c.Path("gearId") })
	return nil, nil
}

func calcGear(c *apitest.Call) (any, error) {
	g, err := gearOf(c)
	if err != nil {
		return nil, err
	}
	return doc{"distance": g["distance"], "elapsed_time": g["time"], "moving_time": g["time"], "activities": g["activities"]}, nil
}

// replaceGear retires a component and puts a fresh one in its place.
func replaceGear(c *apitest.Call) (any, error) {
	patch, err := c.Object()
	if err != nil {
		return nil, err
	}
	old, err := gearOf(c)
	if err != nil {
		return nil, err
	}
	fresh := maps.Clone(old)
	c.Merge("Gear", fresh, patch)
	fresh["id"], fresh["distance"], fresh["time"], fresh["activities"] = "g"+strconv.Itoa(c.Next()), 0.0, 0.0, 0.0
	fresh["reminders"] = []any{}
	for _, r := range remindersOf(old) {
		twin := maps.Clone(r)
		twin["id"], twin["gear_id"] = float64(c.Next()), fresh["id"]
		fresh["reminders"] = append(fresh["reminders"].([]any), twin)
	}
	old["retired"] = c.Today()
	for _, g := range c.Athlete.Gear.Rows {
		if parts, _ := g["component_ids"].([]any); slices.Contains(parts, old["id"]) {
			g["component_ids"] = append(slices.DeleteFunc(slices.Clone(parts), func(v any) bool { return v == old["id"] }), fresh["id"])
		}
	}
	c.Athlete.Gear.Add(fresh)
	return c.Wholes("Gear", []doc{old, fresh}), nil
}

func remindersOf(g doc) []doc {
	list, _ := g["reminders"].([]any)
	var out []doc
	for _, v := range list {
		if d, ok := v.(doc); ok {
			out = append(out, d)
		}
	}
	return out
}

// createReminder answers with the whole of the gear, as its siblings do.
func createReminder(c *apitest.Call) (any, error) {
	patch, err := c.Object()
	if err != nil {
		return nil, err
	}
	g, err := gearOf(c)
	if err != nil {
		return nil, err
	}
	r := doc{}
	if err := setReminder(c, r, patch); err != nil {
		return nil, err
	}
	r["id"], r["gear_id"], r["last_reset"] = float64(c.Next()), g["id"], c.Stamp()
	for used, of := range map[string]string{"starting_distance": "distance", "starting_time": "time", "starting_activities": "activities"} {
		if r[used] == nil {
			r[used] = g[of]
		}
	}
	list, _ := g["reminders"].([]any)
	g["reminders"] = append(list, r)
	return shownGear(c, g), nil
}

func setReminder(c *apitest.Call, r, patch doc) error {
	trial := maps.Clone(r)
	c.Merge("GearReminder", trial, patch)
	if apitest.Text(trial, "name") == "" {
		return apitest.Invalid("Name is required")
	}
	if apitest.Number(trial, "distance")+apitest.Number(trial, "time")+apitest.Number(trial, "activities")+apitest.Number(trial, "days") <= 0 {
		return apitest.Invalid("One of distance, time, activities or days is required")
	}
	clear(r)
	maps.Copy(r, trial)
	return nil
}

func reminderOf(c *apitest.Call) (g, r doc, err error) {
	if g, err = gearOf(c); err != nil {
		return nil, nil, err
	}
	for _, r := range remindersOf(g) {
		if apitest.IDOf(r) == c.Path("reminderId") {
			return g, r, nil
		}
	}
	return nil, nil, apitest.NotFound("Reminder")
}

func updateReminder(c *apitest.Call) (any, error) {
	patch, err := c.Object()
	if err != nil {
		return nil, err
	}
	g, r, err := reminderOf(c)
	if err != nil {
		return nil, err
	}
	if err := setReminder(c, r, patch); err != nil {
		return nil, err
	}
	if c.Flag("reset", false) {
		r["last_reset"], r["starting_distance"], r["starting_time"], r["starting_activities"] = c.Stamp(), g["distance"],
			g["time"], g["activities"]
		delete(r, "snoozed_until")
	}
	if days := c.Integer("snoozeDays", 0); days > 0 {
		r["snoozed_until"] = c.Clock().AddDate(0, 0, days).UTC().Format(time.RFC3339)
	}
	return shownGear(c, g), nil
}

func deleteReminder(c *apitest.Call) (any, error) {
	g, r, err := reminderOf(c)
	if err != nil {
		return nil, err
	}
	list, _ := g["reminders"].([]any)
	g["reminders"] = slices.DeleteFunc(slices.Clone(list), func(v any) bool {
		d, _ := v.(doc)
		return d["id"] == r["id"]
	})
	return shownGear(c, g), nil
}

// Handlers are the operations by their ids.
func Handlers() map[string]apitest.Handler {
	all := map[string]apitest.Handler{}
	for _, part := range []map[string]apitest.Handler{
		athleteHandlers(), wellnessHandlers(), gearHandlers(),
		settingsHandlers(), itemHandlers(), chatHandlers(), placeHandlers(),
	} {
		maps.Copy(all, part)
	}
	return all
}

func itemHandlers() map[string]apitest.Handler {
	return map[string]apitest.Handler{
		"listCustomItems":         func(c *apitest.Call) (any, error) { return c.Wholes("CustomItem", c.Athlete.Items.Rows), nil },
		"getCustomItem":           getItem,
		"createCustomItem":        createItem,
		"updateCustomItem":        updateItem,
		"deleteCustomItem":        deleteItem,
		"updateCustomItemIndexes": orderItems,
		"updateCustomItemImage":   setItemImage,
	}
}

func itemOf(c *apitest.Call) (doc, error) {
	d := c.Athlete.Items.Find(c.Path("itemId"))
	if d == nil {
		return nil, apitest.NotFound("Custom item")
	}
	return d, nil
}

func getItem(c *apitest.Call) (any, error) {
	d, err := itemOf(c)
	if err != nil {
		return nil, err
	}
	return c.Whole("CustomItem", d), nil
}

var fieldCode = regexp.MustCompile(`^[A-Z][A-Za-z0-9]*$`)

// setItem changes what is supplied. An athlete's own field needs a code and a
// type; charts and panels may be empty.
func setItem(c *apitest.Call, d, patch doc) error {
	trial := maps.Clone(d)
	c.Merge("CustomItem", trial, patch)
	kind := apitest.Text(trial, "type")
	switch {
	case apitest.Text(trial, "name") == "":
		return apitest.Invalid("Name is required")
	case kind == "":
		return apitest.Invalid("Missing type")
	case strings.HasSuffix(kind, "_FIELD"):
		content, _ := trial["content"].(doc)
		code := apitest.Text(content, "code")
		if !fieldCode.MatchString(code) {
			return apitest.Invalid("Invalid code [%s]", code)
		}
		if !slices.Contains([]string{"numeric", "text", "select"}, apitest.Text(content, "type")) {
			return apitest.Invalid("Invalid content type [%s]", apitest.Text(content, "type"))
		}
		for _, other := range c.Athlete.Items.Rows {
			theirs, _ := other["content"].(doc)
			if other["id"] != d["id"] && other["type"] == trial["type"] && apitest.Text(theirs, "code") == code {
				return apitest.Invalid("Code [%s] is already used", code)
			}
		}
	}
	trial["updated"] = c.Stamp()
	clear(d)
	maps.Copy(d, trial)
	return nil
}

func createItem(c *apitest.Call) (any, error) {
	patch, err := c.Object()
	if err != nil {
		return nil, err
	}
	d := doc{"athlete_id": c.Athlete.ID, "visibility": "PRIVATE", "usage_count": 0.0, "index": float64(len(c.Athlete.Items.Rows))}
	if err := setItem(c, d, patch); err != nil {
		return nil, err
	}
	d["id"] = float64(c.Next())
	c.Athlete.Items.Add(d)
	return c.Whole("NewCustomItem", d), nil
}

func updateItem(c *apitest.Call) (any, error) {
	patch, err := c.Object()
	if err != nil {
		return nil, err
	}
	d, err := itemOf(c)
	if err != nil {
		return nil, err
	}
	if err := setItem(c, d, patch); err != nil {
		return nil, err
	}
	return c.Whole("CustomItem", d), nil
}

func deleteItem(c *apitest.Call) (any, error) {
	d, err := itemOf(c)
	if err != nil {
		return nil, err
	}
	c.Athlete.Items.Remove(func(e doc) bool { return e["id"] == d["id"] })
	return nil, nil
}

func orderItems(c *apitest.Call) (any, error) {
	list, err := c.Objects()
	if err != nil {
		return nil, err
	}
	for _, patch := range list {
		if d := c.Athlete.Items.Find(apitest.IDOf(patch)); d != nil {
			d["index"] = patch["index"]
		}
	}
	return nil, nil
}

func setItemImage(c *apitest.Call) (any, error) {
	d, err := itemOf(c)
	if err != nil {
		return nil, err
	}
	name, _, err := c.Part()
	if err != nil {
		return nil, err
	}
	d["image"] = "/custom-item/" + apitest.IDOf(d) + "/" + name
	return c.Whole("CustomItem", d), nil
}
