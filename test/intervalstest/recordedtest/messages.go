package recordedtest

import (
	"strings"

	"lapkeep/test/intervalstest/apitest"
)

func messageHandlers() map[string]apitest.Handler {
	return map[string]apitest.Handler{
		"listActivityMessages":    listMessages,
		"sendActivityMessage":     sendMessage,
		"downloadActivitiesAsCSV": activitiesCSV,
	}
}

func listMessages(c *apitest.Call) (any, error) {
	since, list := float64(c.Integer("sinceId", 0)), []doc{}
	for _, m := range c.Activity.Messages {
		if apitest.Number(m, "id") > since && len(list) < c.AtMost(100) {
			list = append(list, c.Whole("Message", m))
		}
	}
	return list, nil
}

func sendMessage(c *apitest.Call) (any, error) {
	d, err := c.Object()
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(apitest.Text(d, "content")) == "" {
		return nil, apitest.Invalid("Content is required")
	}
	m := doc{
		"id": float64(c.Next()), "athlete_id": c.Athletes[0].ID, "name": c.Athletes[0].Profile["name"], "created": c.Stamp(), "type": "TEXT",
		"content": d["content"], "activity_id": apitest.IDOf(c.Activity.Doc), "seen": true,
	}
	c.Activity.Messages = append(c.Activity.Messages, m)
	chat, begun := c.ChatOn(c.Activity)
	chat["updated"] = c.Stamp()
	if !begun {
		return doc{"id": m["id"], "new_chat": nil}, nil
	}
	return doc{"id": m["id"], "new_chat": c.Whole("Chat", chat)}, nil
}

func activitiesCSV(c *apitest.Call) (any, error) {
	var rows []doc
	for _, a := range c.Athlete.NewestFirst() {
		if !a.Stub {
			rows = append(rows, a.Doc)
		}
	}
	return apitest.Table("id", []string{"start_date_local", "name", "type", "moving_time", "distance", "icu_training_load"}, rows)
}
