package source

import "context"

// FactsReader hands out, when somebody asks, what a service says of things that
// have no form of ours: nothing of it is kept or put together with anything.
type FactsReader interface {
	// Facts gives a page of what the service says of a kind. It fails with
	// training.KindUnsupported for a kind that it has not.
	Facts(ctx context.Context, q FactsQuery) (FactsPage, error)
}

// FactKind is what facts are about.
type FactKind string

// The kinds. Those of one thing need its id, those of others are the athlete's.
const (
	FactsProfile   FactKind = "profile"
	FactsZones     FactKind = "zones" // the athlete's own limits
	FactsTotals    FactKind = "totals"
	FactsClubs     FactKind = "clubs"
	FactsClub      FactKind = "club"
	FactsGear      FactKind = "gear" // of an id, or all
	FactsLaps      FactKind = "laps"
	FactsZoneTimes FactKind = "zone_times" // of an activity
	FactsKudos     FactKind = "kudos"
	FactsStarred   FactKind = "starred"
	FactsExplore   FactKind = "explore"
	FactsEffort    FactKind = "effort"
	FactsRoutes    FactKind = "routes"
	FactsRoute     FactKind = "route"
	// The points of a way, with what was measured on it.
	FactsSegmentWay FactKind = "segment_way"
	FactsRouteWay   FactKind = "route_way"
	FactsEffortWay  FactKind = "effort_way"
)

// FactsQuery asks for a page.
type FactsQuery struct {
	Kind   FactKind
	ID     string     // the service's own, of one thing
	Bounds [4]float64 // to explore: south, west, north, east in degrees
	Limit  int        // of rows, or of points of a way; 0 leaves it to the service
	After  string     // the Next of the page before
}

// FactsPage is some rows by the names of our fields, which have the units.
// Others may have written their texts.
type FactsPage struct {
	Rows []map[string]any
	Next string // empty after the last page
}

// RouteFiler hands out routes as files.
type RouteFiler interface {
	// RouteFile gives a route as GPX or TCX, by the name of the form in small letters.
	RouteFile(ctx context.Context, id, form string) (File, error)
}

// SegmentStarrer stars segments of the service.
type SegmentStarrer interface {
	// Star stars a segment, or takes the star off, and says what stands then.
	Star(ctx context.Context, id string, starred bool) (bool, error)
	// Starred says whether it is starred, and what it is called.
	Starred(ctx context.Context, id string) (starred bool, name string, err error)
}
