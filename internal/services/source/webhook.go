package source

import "context"

// WebhookSubscriber is a service that calls an address of ours when something
// changed there.
type WebhookSubscriber interface {
	// Subscribe has the service call an address; it asks there first, with the
	// word to prove itself. It gives the id of the subscription.
	Subscribe(ctx context.Context, callback, word string) (id string, err error)
	// Unsubscribe ends a subscription; one that is not there has ended.
	Unsubscribe(ctx context.Context, id string) error
	// ReadEvent reads what the service sends; ok is false for what is no event.
	ReadEvent(body []byte) (e WebhookEvent, ok bool)
}

// EventKind is what happened at a service.
type EventKind int

// The kinds. What is not known is nothing to act on.
const (
	EventUnknown EventKind = iota
	EventActivityMade
	EventActivityChanged
	EventActivityDeleted
	EventAccessEnded // the athlete withdrew it there
)

// WebhookEvent is what a service says that happened. It may come late, twice,
// out of order, or never.
type WebhookEvent struct {
	Kind         EventKind
	Subscription string
	Owner        string // the service's id of the athlete
	ID           string // of the thing
}
