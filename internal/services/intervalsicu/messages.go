package intervalsicu

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// messagePage is how many messages are asked for at a time.
const messagePage = 100

// activityPage is before the id of an activity where people see it.
const activityPage = baseURL + "/activities/"

// Messages gives the messages about an activity, oldest first, without deleted ones.
func (c *Client) Messages(ctx context.Context, activityID string) ([]source.Message, error) {
	if err := c.owns(ctx, activityID); err != nil {
		return nil, err
	}
	me, err := c.who(ctx)
	if err != nil {
		return nil, err
	}
	var out []source.Message
	seen := map[ID]bool{}
	q := url.Values{"limit": {strconv.Itoa(messagePage)}}
	for {
		list, err := client.Ask[[]Message](ctx, c.api, request{Op: opMessages, At: []string{activityID}, Query: q})
		if err != nil {
			return nil, err
		}
		fresh, last := 0, int64(0)
		for i := range list {
			if n, err := Number(string(list[i].ID)); err == nil {
				last = max(last, n)
			}
			if seen[list[i].ID] {
				continue
			}
			fresh, seen[list[i].ID] = fresh+1, true
			if m, ok := list[i].Read(me.id); ok {
				m.Page = activityPage + url.PathEscape(activityID)
				out = append(out, m)
			}
		}
		if len(list) < messagePage || fresh == 0 {
			break
		}
		q.Set("sinceId", strconv.FormatInt(last, 10))
	}
	slices.SortStableFunc(out, func(a, b source.Message) int { return a.At.Compare(b.At) })
	return out, nil
}

// AddMessage says something about an activity. It is sent once at most: what
// was read twice cannot be taken back.
func (c *Client) AddMessage(ctx context.Context, activityID, text string) (source.Posted, error) {
	if strings.TrimSpace(text) == "" {
		return source.Posted{}, training.Errorf(training.KindInvalid, "The message is empty.").WithFix("Write at least a word.")
	}
	if err := c.owns(ctx, activityID); err != nil {
		return source.Posted{}, err
	}
	made, err := client.Ask[struct {
		ID   ID   `json:"id"`
		Chat Chat `json:"new_chat"`
	}](ctx, c.api, request{Op: opSendMessage, At: []string{activityID}, Body: Patch{"content": text}})
	if err != nil {
		return source.Posted{}, err
	}
	p := source.Posted{ID: string(made.ID), Chat: string(made.Chat.ID)}
	if p.Chat == "" { // it stands beside others; that nobody says where loses nothing but the id
		p.Chat, _ = c.chatOn(ctx, activityID)
	}
	return p, nil
}

// chatOn is the chat about an activity, among those of the key's owner, who may
// be the athlete's coach and writes it. The service lists only chats with
// something new, so it is asked right after a message was sent.
func (c *Client) chatOn(ctx context.Context, activityID string) (string, error) {
	list, err := client.Ask[[]Chat](ctx, c.api, request{Op: opChats, At: []string{self}})
	if err != nil {
		return "", err
	}
	for _, chat := range list {
		if string(chat.ActivityID) == activityID {
			return string(chat.ID), nil
		}
	}
	return "", nil
}

// DeleteMessage deletes what was said. Its place stays, empty.
func (c *Client) DeleteMessage(ctx context.Context, activityID string, p source.Posted) error {
	if err := postedAt(activityID, p); err != nil {
		return err
	}
	if p.Chat == "" {
		var err error
		if p.Chat, err = c.chatOn(ctx, activityID); err != nil {
			return err
		}
	}
	if p.Chat == "" {
		return training.Errorf(training.KindUnsupported, "Intervals.icu no longer says which chat the message is in.").
			WithFix("Delete it on the page of the activity there.")
	}
	return c.api.Do(ctx, request{Op: opDeleteMessage, At: []string{p.Chat, p.ID}, Repeatable: true})
}

// postedAt refuses what are no ids of an activity, a message or a chat.
func postedAt(activity string, p source.Posted) error {
	if err := activityID(activity); err != nil {
		return err
	}
	if _, err := Number(p.ID); err != nil {
		return err
	}
	if p.Chat == "" {
		return nil
	}
	_, err := Number(p.Chat)
	return err
}
