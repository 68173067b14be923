package source

import (
	"context"

	"lapkeep/internal/training"
)

// Name names a kind of service: "intervals", "strava". With a colon and the
// service's own id it makes the ids that Lapkeep accepts: "intervals:i55".
type Name string

// Ref is the id by which a thing of the service is known everywhere.
func (n Name) Ref(id string) string { return string(n) + ":" + id }

// Service is what every connected service is, whatever else it can do. It
// acts for one athlete with one credential and is safe for concurrent use.
type Service interface {
	Name() Name
	Policy() Policy
	// Check asks the service whose credential this is and what it may do.
	Check(ctx context.Context) (Account, error)
}

// Account is who a service says the athlete is.
type Account struct {
	ID   string
	Name string
	// TimeZone is the IANA zone in which the service's local dates are meant.
	TimeZone string
	// Scopes are what the credential may do, in the service's words; nil if it
	// does not say.
	Scopes []string
	// Others are athletes that this one coaches or follows.
	Others []Other
}

// Other is an athlete whom the owner of a credential coaches or follows. Name,
// tags and notes are about people who may not be of this home: a person at the
// command line is told of them, an assistant is not.
type Other struct {
	ID    string
	Name  string
	Tags  []string
	Notes string
	// Access is what the owner may do with their data: write, read or none; empty
	// if the service does not say.
	Access string
	// Here is as whom this home is connected to them; empty is not at all.
	Here training.AthleteID
}

// RosterReader tells whom the service named last, without asking it.
type RosterReader interface {
	// Roster is nobody's, and not known, where the credential is another's.
	Roster() (others []Other, known bool)
}
