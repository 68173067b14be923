package profiletest

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"lapkeep/test/intervalstest/apitest"
)

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
