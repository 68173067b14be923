package training

// Gear is a thing that activities are done with: a bike, a pair of shoes, or
// a part of one. Distance and hours are counted from the activities that name
// it in Activity.GearID or Activity.MoreGear.
type Gear struct {
	ID    string   `json:"id"`
	Kind  GearKind `json:"kind"`
	Name  string   `json:"name"`
	Brand string   `json:"brand,omitempty"`
	Model string   `json:"model,omitempty"`
	// Part names a component ("Chain"), and PartOf is the gear that it is
	// mounted on; both are empty for a whole thing.
	Part   string `json:"part,omitempty"`
	PartOf string `json:"part_of,omitempty"`
	// Since and Until are the first and last day that a component was mounted;
	// it did what its gear did in between. Zero is not known, and still mounted.
	Since Day `json:"since,omitzero"`
	Until Day `json:"until,omitzero"`
	// EarlierKm and EarlierS are its use before its first activity here.
	EarlierKm float64 `json:"earlier_km,omitempty"`
	EarlierS  float64 `json:"earlier_s,omitempty"`
	WeightKg  float64 `json:"weight_kg,omitempty"`
	Retired   bool    `json:"retired,omitempty"`
}

// GearTotals holds a service's totals of a piece of gear. It counts also
// activities from before those kept here, or that it does not show.
type GearTotals struct {
	Source     string  `json:"source"`
	DistanceKm float64 `json:"distance_km,omitempty"`
	TimeS      float64 `json:"time_s,omitempty"`
	Activities int     `json:"activities,omitempty"`
	Purchased  Day     `json:"purchased,omitzero"`
	RetiredOn  Day     `json:"retired_on,omitzero"`
	Notes      string  `json:"notes,omitempty"` // the athlete's own words
}

// GearKind tells bikes, shoes and components apart.
type GearKind string

// The kinds of gear.
const (
	GearBike      GearKind = "bike"
	GearShoes     GearKind = "shoes"
	GearComponent GearKind = "component"
	GearOther     GearKind = "other"
)
