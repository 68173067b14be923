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

// Run is the id of the run under which everything is stored that the service
// says, so that it is taken back, and brought again, as one.
func (n Name) Run() string { return "sync:" + string(n) }

// Service is implemented by every connected service, whatever else it can do.
// It acts for one athlete with one credential and is safe for concurrent use.
type Service interface {
	Name() Name
	Policy() Policy
	// Check asks the service whose credential this is and what it may do.
	Check(ctx context.Context) (Account, error)
}

// Revoker is a service that can be told to forget a credential.
type Revoker interface {
	// Revoke ends the credential there. It does nothing where it has ended already.
	Revoke(ctx context.Context) error
}

// Account is who a service says the athlete is.
type Account struct {
	ID   string
	Name string
	// SignedInAs is the user of the account that signed in, masked; empty where
	// that is none.
	SignedInAs string
	// TimeZone is the IANA zone in which the service's local dates are meant.
	TimeZone string
	// Scopes lists the credential's rights in the service's words; nil if unknown.
	Scopes []string
	// Missing are rights that were asked for and not given.
	Missing []string
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
	// Access is the owner's right on their data: write, read or none; empty if unknown.
	Access string
	// Here is the athlete as whom this home is connected to them; empty if it is not.
	Here training.AthleteID
}

// RosterReader tells whom the service named last, without asking it.
type RosterReader interface {
	// Roster is nobody's, and not known, where the credential is another's.
	Roster() (others []Other, known bool)
}
