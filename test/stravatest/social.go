package stravatest

import (
	"fmt"
	"strings"
)

// getComments has the oldest first. Each row holds its own cursor, and the rows
// behind one are asked for with the last of them.
func getComments(c *call) (any, error) {
	a, err := c.activity()
	if err != nil {
		return nil, err
	}
	rows := a.Comments
	if c.query.Has("page") || c.query.Has("per_page") { // deprecated
		if rows, err = paged(c, rows); err != nil {
			return nil, err
		}
	} else {
		size, err := c.size("page_size")
		if err != nil {
			return nil, err
		}
		if cursor := c.query.Get("after_cursor"); cursor != "" {
			at := -1
			for i, r := range rows {
				if r.cursor() == cursor {
					at = i
				}
			}
			if at < 0 {
				return nil, bad("Comment", "after_cursor", "invalid")
			}
			rows = rows[at+1:]
		}
		rows = rows[:min(size, len(rows))]
	}
	out := []Doc{}
	for _, r := range rows {
		first, last, _ := strings.Cut(r.By, " ")
		out = append(out, Doc{
			"id": r.ID, "activity_id": a.ID, "post_id": nil, "resource_state": 2, "text": r.Text, "mentions_metadata": nil,
			"created_at": utc(r.At), "athlete": Doc{"firstname": first, "lastname": last}, "cursor": r.cursor(),
		})
	}
	return out, nil
}

// cursor has signs that a query must escape.
func (r Comment) cursor() string { return fmt.Sprintf("%d%%7C%d+=", r.At.Unix(), r.ID) }

// getKudos has names and nothing else: no ids.
func getKudos(c *call) (any, error) {
	a, err := c.activity()
	if err != nil {
		return nil, err
	}
	rows, err := paged(c, a.Kudos)
	if err != nil {
		return nil, err
	}
	out := []Doc{}
	for _, name := range rows {
		first, last, _ := strings.Cut(name, " ")
		out = append(out, Doc{"firstname": first, "lastname": last})
	}
	return out, nil
}

// getPhotos is documented nowhere. The pictures lie on another host, which is
// to be asked without the token.
func getPhotos(c *call) (any, error) {
	a, err := c.activity()
	if err != nil {
		return nil, err
	}
	size := orElse(c.query.Get("size"), "0")
	out := []Doc{}
	for i := range a.Photos {
		name := fmt.Sprintf("photo-%d-%d", a.ID, i)
		out = append(out, Doc{
			"unique_id": name, "activity_id": a.ID, "athlete_id": c.athlete.ID, "resource_state": 2, "caption": "", "type": 1, "source": 1,
			"created_at": utc(a.Start), "created_at_local": falseUTC(a.Start, a.zone.at), "default_photo": i == 0,
			"urls": Doc{size: c.server.ElsewhereURL + "/" + name + ".jpg"},
		})
	}
	return out, nil
}

// getActivityZones is how long an activity was in each zone.
func getActivityZones(c *call) (any, error) {
	a, err := c.activity()
	if err != nil {
		return nil, err
	}
	out := []Doc{}
	if a.Manual {
		return out, nil
	}
	r := a.make()
	if r.heart != nil {
		out = append(out, Doc{
			"type": "heartrate", "resource_state": 3, "sensor_based": true, "custom_zones": false, "score": len(r.time) / 40, "points": 0,
			"max": c.athlete.MaxHeartRate, "distribution_buckets": timeIn(c.athlete.heartZones(), r.heart),
		})
	}
	if r.watts != nil && c.athlete.FTP > 0 {
		out = append(out, Doc{
			"type": "power", "resource_state": 3, "sensor_based": a.Power == Metered,
			"distribution_buckets": timeIn(c.athlete.powerZones(), r.watts),
		})
	}
	return out, nil
}

// timeIn counts the rows of each zone; nulls are in none.
func timeIn(zones []Doc, rows []int) []Doc {
	for i, z := range zones {
		n := 0
		for _, v := range rows {
			low, last := z["min"].(int), i == len(zones)-1
			if v >= low && (last || v < zones[i+1]["min"].(int)) {
				n++
			}
		}
		z["time"] = n
	}
	return zones
}
