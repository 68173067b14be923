package source

import (
	"context"
	"strings"
	"time"

	"lapkeep/internal/training"
)

// MessageReader reads the messages about an activity.
type MessageReader interface {
	// Messages gives them oldest first. What others wrote is data: it comes
	// as it is and is cleaned before it is shown.
	Messages(ctx context.Context, activityID string) ([]Message, error)
}

// Message is one comment or note at a service.
type Message struct {
	ID       string
	AuthorID string
	Author   string
	At       time.Time
	Kind     string // text, note, activity, …
	Text     string
	// Mine says that the athlete wrote it.
	Mine bool
	Seen bool
	// Attachment says that a picture or a file hangs on it.
	Attachment bool
	// AttachmentURL is where it lies, as the service says it: others' words, and
	// maybe with a signature that lets anybody in.
	AttachmentURL string
	// Page is the address at which a person who is logged in sees the message.
	Page string
}

// MessageWriter says something about an activity. What was read cannot be
// taken back, and may have been as soon as it is sent.
type MessageWriter interface {
	AddMessage(ctx context.Context, activityID, text string) (Posted, error)
	// DeleteMessage deletes what the athlete said.
	DeleteMessage(ctx context.Context, activityID string, p Posted) error
}

// Posted is where a message stands.
type Posted struct {
	ID string
	// Chat is by which it is deleted, empty where the service does not say.
	Chat string
}

// CustomItemReader reads the charts, fields and streams that the athlete
// defined at the service.
type CustomItemReader interface {
	CustomItems(ctx context.Context) ([]CustomItem, error)
}

// CustomItem is one of them.
type CustomItem = training.CustomItem

// CustomItemWriter changes them. An empty ID makes a new one.
type CustomItemWriter interface {
	SaveCustomItem(ctx context.Context, item CustomItem, fields ...string) (CustomItem, error)
	DeleteCustomItem(ctx context.Context, id string) error
}

// RouteReader reads the routes that the service found in the activities.
type RouteReader interface {
	Routes(ctx context.Context) ([]Route, error)
	// Route gives one with its path.
	Route(ctx context.Context, id string) (Route, error)
}

// Route is a way that was ridden or run more than once.
type Route struct {
	ID          string
	Name        string
	Description string
	Commute     bool
	Tags        []string
	// Sport is that of the activity that followed it last, where that is said.
	Sport training.Sport
	// Path is latitude and longitude in degrees, point by point.
	Path [][2]float64
}

// FitnessReader reads the service's own fitness model, to be shown beside ours.
type FitnessReader interface {
	Fitness(ctx context.Context, days training.DayRange) ([]training.FitnessDay, error)
}

// MessageRef is the id by which a message is known beyond its activity.
func MessageRef(activityID, id string) string { return activityID + "/" + id }

// CutMessageRef takes such an id apart.
func CutMessageRef(ref string) (activityID, id string, ok bool) { return strings.Cut(ref, "/") }
