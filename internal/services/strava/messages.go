package strava

import (
	"context"
	"net/url"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
)

// comment is what somebody wrote below an activity. Who that is has no id.
type comment struct {
	ID      id      `json:"id"`
	Text    string  `json:"text"`
	By      athlete `json:"athlete"`
	Created string  `json:"created_at"`
	Cursor  string  `json:"cursor"`
}

func (m *comment) read(activity string) source.Message {
	at, err := time.Parse(time.RFC3339, m.Created)
	if err != nil {
		at = time.Time{}
	}
	return source.Message{
		ID: string(m.ID), AuthorID: string(m.By.ID), Author: strings.TrimSpace(m.By.First + " " + m.By.Last), At: at.UTC(), Kind: "text",
		Text: m.Text, Page: Website + "/activities/" + activity,
	}
}

// Messages gives the comments on an activity, oldest first.
func (c *Client) Messages(ctx context.Context, activity string) ([]source.Message, error) {
	if err := ours(activity); err != nil {
		return nil, err
	}
	var out []source.Message
	seen := map[string]bool{}
	q := url.Values{"page_size": {strconv.Itoa(mostRows)}}
	for {
		list, err := client.Ask[[]comment](ctx, c.api, request{Op: opComments, At: []string{activity}, Query: q})
		if err != nil {
			return nil, err
		}
		for i := range list {
			out = append(out, list[i].read(activity))
		}
		if len(list) == 0 {
			return out, nil
		}
		cursor := list[len(list)-1].Cursor
		if cursor == "" || seen[cursor] {
			return out, nil
		}
		seen[cursor] = true
		q.Set("after_cursor", cursor)
	}
}
