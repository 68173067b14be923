package profiletest

import (
	"slices"
	"strings"
	"time"

	"lapkeep/test/intervalstest/apitest"
)

func chatHandlers() map[string]apitest.Handler {
	return map[string]apitest.Handler{
		"listChats": func(c *apitest.Call) (any, error) {
			return c.Wholes("Chat", c.Athlete.Chats.Where(func(d doc) bool { return lively(c, d) })), nil
		},
		"listGroups": func(c *apitest.Call) (any, error) {
			return c.Wholes("Chat", c.Athlete.Chats.Where(func(d doc) bool { return apitest.Text(d, "type") == "GROUP" })), nil
		},
		"showChat":                showChat,
		"listMessages":            listMessages,
		"sendMessage":             sendMessage,
		"updateMessage":           updateMessage,
		"deleteMessage":           deleteMessage,
		"updateLastSeenMessageId": seeMessage,
	}
}

func chatOf(c *apitest.Call) (doc, error) {
	d := c.Athlete.Chats.Find(c.Path("id"))
	if d == nil {
		return nil, apitest.NotFound("Chat")
	}
	return d, nil
}

func showChat(c *apitest.Call) (any, error) {
	d, err := chatOf(c)
	if err != nil {
		return nil, err
	}
	return c.Whole("Chat", d), nil
}

// recently is how long a chat about an activity is listed after its last
// message was seen; how long the service does is not known.
const recently = 7 * 24 * time.Hour

// lively reports whether a chat is listed: one about an activity is only with
// messages that were not seen, or changed recently.
func lively(c *apitest.Call, chat doc) bool {
	if apitest.Text(chat, "type") != "ACTIVITY" || apitest.Number(chat, "new_message_count") > 0 {
		return true
	}
	at, err := time.Parse(time.RFC3339, apitest.Text(chat, "updated"))
	return err == nil && c.Clock().Sub(at) < recently
}

// listMessages goes back from the newest.
func listMessages(c *apitest.Call) (any, error) {
	chat, err := chatOf(c)
	if err != nil {
		return nil, err
	}
	before, out := float64(c.Integer("beforeId", 1<<40)), []doc{}
	for _, d := range slices.Backward(c.Said(chat)) {
		if apitest.Number(d, "id") < before && len(out) < min(c.AtMost(30), 100) {
			out = append(out, c.Whole("Message", d))
		}
	}
	return out, nil
}

// sendMessage writes to a chat, or to an athlete with whom one is then begun.
func sendMessage(c *apitest.Call) (any, error) {
	d, err := c.Object()
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(apitest.Text(d, "content")) == "" {
		return nil, apitest.Invalid("Content is required")
	}
	chat, out := c.Athlete.Chats.Find(apitest.NumberText(d["chat_id"])), doc{"new_chat": nil}
	if chat == nil {
		if apitest.Text(d, "to_athlete_id") == "" {
			return nil, apitest.NotFound("Chat")
		}
		chat = doc{
			"id": float64(c.Next()), "type": "PRIVATE", "athlete_id": c.Athlete.ID,
			"other_athlete_id": d["to_athlete_id"], "updated": c.Stamp(), "new_message_count": 0.0,
		}
		c.Athlete.Chats.Add(chat)
		out["new_chat"] = c.Whole("Chat", chat)
	}
	m := doc{
		"id": float64(c.Next()), "-chat": chat["id"], "athlete_id": c.Athlete.ID, "name": c.Athlete.Profile["name"],
		"created": c.Stamp(), "type": "TEXT", "content": d["content"], "seen": true,
	}
	c.Athlete.Messages.Add(m)
	chat["updated"] = c.Stamp()
	out["id"], out["message"] = m["id"], c.Whole("Message", m)
	return out, nil
}

func messageOf(c *apitest.Call) (doc, error) {
	chat, err := chatOf(c)
	if err != nil {
		return nil, err
	}
	for _, d := range c.Said(chat) {
		if apitest.IDOf(d) == c.Path("msgId") {
			return d, nil
		}
	}
	return nil, apitest.NotFound("Message")
}

// updateMessage can change what was said, and an answer.
func updateMessage(c *apitest.Call) (any, error) {
	patch, err := c.Object()
	if err != nil {
		return nil, err
	}
	d, err := messageOf(c)
	if err != nil {
		return nil, err
	}
	for _, f := range []string{"content", "answer"} {
		if v := patch[f]; v != nil {
			d[f] = v
		}
	}
	return doc{}, nil
}

// deleteMessage leaves an empty place.
func deleteMessage(c *apitest.Call) (any, error) {
	d, err := messageOf(c)
	if err != nil {
		return nil, err
	}
	d["deleted"], d["deleted_by_id"] = c.Stamp(), c.Athlete.ID
	delete(d, "content")
	return doc{}, nil
}

func seeMessage(c *apitest.Call) (any, error) {
	d, err := messageOf(c)
	if err != nil {
		return nil, err
	}
	chat, err := chatOf(c)
	if err != nil {
		return nil, err
	}
	chat["last_seen_message_id"], chat["new_message_count"] = apitest.Number(d, "id"), 0.0
	return doc{}, nil
}
