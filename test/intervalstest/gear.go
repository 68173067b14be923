package intervalstest

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

func gearHandlers() map[string]Handler {
	return map[string]Handler{
		"listGear":       listGear,
		"createGear":     createGear,
		"updateGear":     updateGear,
		"deleteGear":     deleteGear,
		"createReminder": createReminder,
		"updateReminder": updateReminder,
		"deleteReminder": deleteReminder,
	}
}

func listGear(c *Call) (any, error) {
	list := c.Wholes("Gear", c.Athlete.Gear.Rows)
	if c.Path("ext") == ".csv" {
		return Table("id", []string{"type", "name", "distance", "time", "activities", "retired"}, list)
	}
	return list, nil
}

// shownGear returns gear with its current totals.
func shownGear(c *Call, g Doc) Doc {
	Settle(c.Athlete, c.Today())
	return c.Whole("Gear", g)
}

func gearOf(c *Call) (Doc, error) {
	g := c.Athlete.Gear.Find(c.Path("gearId"))
	if g == nil {
		return nil, NotFound("Gear")
	}
	return g, nil
}

// setGear changes the supplied fields; an empty date ends retirement.
func setGear(c *Call, g, patch Doc) error {
	trial := maps.Clone(g)
	c.Merge("Gear", trial, patch)
	if Text(trial, "name") == "" {
		return Invalid("Name is required")
	}
	if Text(trial, "type") == "" {
		return Invalid("Missing type")
	}
	if day := Text(trial, "retired"); day == "" {
		delete(trial, "retired")
	} else if _, err := time.Parse(time.DateOnly, day); err != nil {
		return Invalid("Text '%s' could not be parsed", day)
	}
	clear(g)
	maps.Copy(g, trial)
	return nil
}

func createGear(c *Call) (any, error) {
	patch, err := c.Object()
	if err != nil {
		return nil, err
	}
	g := PlainDoc(Doc{
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

func updateGear(c *Call) (any, error) {
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

func deleteGear(c *Call) (any, error) {
	if _, err := gearOf(c); err != nil {
		return nil, err
	}
	c.Athlete.Gear.Remove(func(d Doc) bool { return IDOf(d) == c.Path("gearId") })
	return nil, nil
}

func remindersOf(g Doc) []Doc {
	list, _ := g["reminders"].([]any)
	var out []Doc
	for _, v := range list {
		if d, ok := v.(Doc); ok {
			out = append(out, d)
		}
	}
	return out
}

// createReminder returns the whole gear, like the related operations.
func createReminder(c *Call) (any, error) {
	patch, err := c.Object()
	if err != nil {
		return nil, err
	}
	g, err := gearOf(c)
	if err != nil {
		return nil, err
	}
	r := Doc{}
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

func setReminder(c *Call, r, patch Doc) error {
	trial := maps.Clone(r)
	c.Merge("GearReminder", trial, patch)
	if Text(trial, "name") == "" {
		return Invalid("Name is required")
	}
	if Number(trial, "distance")+Number(trial, "time")+Number(trial, "activities")+Number(trial, "days") <= 0 {
		return Invalid("One of distance, time, activities or days is required")
	}
	clear(r)
	maps.Copy(r, trial)
	return nil
}

func reminderOf(c *Call) (g, r Doc, err error) {
	if g, err = gearOf(c); err != nil {
		return nil, nil, err
	}
	for _, r := range remindersOf(g) {
		if IDOf(r) == c.Path("reminderId") {
			return g, r, nil
		}
	}
	return nil, nil, NotFound("Reminder")
}

func updateReminder(c *Call) (any, error) {
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

func deleteReminder(c *Call) (any, error) {
	g, r, err := reminderOf(c)
	if err != nil {
		return nil, err
	}
	list, _ := g["reminders"].([]any)
	g["reminders"] = slices.DeleteFunc(slices.Clone(list), func(v any) bool {
		d, _ := v.(Doc)
		return d["id"] == r["id"]
	})
	return shownGear(c, g), nil
}

func itemHandlers() map[string]Handler {
	return map[string]Handler{
		"listCustomItems":  func(c *Call) (any, error) { return c.Wholes("CustomItem", c.Athlete.Items.Rows), nil },
		"createCustomItem": createItem,
		"updateCustomItem": updateItem,
		"deleteCustomItem": deleteItem,
	}
}

func itemOf(c *Call) (Doc, error) {
	d := c.Athlete.Items.Find(c.Path("itemId"))
	if d == nil {
		return nil, NotFound("Custom item")
	}
	return d, nil
}

var fieldCode = regexp.MustCompile(`^[A-Z][A-Za-z0-9]*$`)

// setItem changes the supplied fields. An athlete's own field needs a code and
// a type; charts and panels may be empty.
func setItem(c *Call, d, patch Doc) error {
	trial := maps.Clone(d)
	c.Merge("CustomItem", trial, patch)
	kind := Text(trial, "type")
	switch {
	case Text(trial, "name") == "":
		return Invalid("Name is required")
	case kind == "":
		return Invalid("Missing type")
	case strings.HasSuffix(kind, "_FIELD"):
		content, _ := trial["content"].(Doc)
		code := Text(content, "code")
		if !fieldCode.MatchString(code) {
			return Invalid("Invalid code [%s]", code)
		}
		if !slices.Contains([]string{"numeric", "text", "select"}, Text(content, "type")) {
			return Invalid("Invalid content type [%s]", Text(content, "type"))
		}
		for _, other := range c.Athlete.Items.Rows {
			theirs, _ := other["content"].(Doc)
			if other["id"] != d["id"] && other["type"] == trial["type"] && Text(theirs, "code") == code {
				return Invalid("Code [%s] is already used", code)
			}
		}
	}
	trial["updated"] = c.Stamp()
	clear(d)
	maps.Copy(d, trial)
	return nil
}

func createItem(c *Call) (any, error) {
	patch, err := c.Object()
	if err != nil {
		return nil, err
	}
	d := Doc{"athlete_id": c.Athlete.ID, "visibility": "PRIVATE", "usage_count": 0.0, "index": float64(len(c.Athlete.Items.Rows))}
	if err := setItem(c, d, patch); err != nil {
		return nil, err
	}
	d["id"] = float64(c.Next())
	c.Athlete.Items.Add(d)
	return c.Whole("NewCustomItem", d), nil
}

func updateItem(c *Call) (any, error) {
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

func deleteItem(c *Call) (any, error) {
	d, err := itemOf(c)
	if err != nil {
		return nil, err
	}
	c.Athlete.Items.Remove(func(e Doc) bool { return e["id"] == d["id"] })
	return nil, nil
}
