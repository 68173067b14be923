package training

import (
	"context"
	"maps"
	"slices"
	"time"
)

// PersonID identifies a person who signs in. It is empty for whoever uses the machine itself.
type PersonID string

// Role says what a person is to the athletes of a home.
type Role string

// These are the roles.
const (
	RoleOwner   Role = "owner"   // keeps the home, with every athlete in it
	RoleAthlete Role = "athlete" // reads and changes their own data
	RoleCoach   Role = "coach"   // reads and changes data of the athletes who agreed
	RoleViewer  Role = "viewer"  // reads data of the athletes who agreed
)

// Permission is a scope of a grant: a kind of call that the caller may make.
type Permission string

// These are the permissions.
const (
	MayRead  Permission = "read"
	MayWrite Permission = "write" // changes data here
	MaySend  Permission = "send"  // changes that also reach connected services
	MayAdmin Permission = "admin" // settings, connections, files of the machine, deleting what was recorded
)

// Permissions returns all permissions, beginning with the one that allows least.
func Permissions() []Permission { return []Permission{MayRead, MayWrite, MaySend, MayAdmin} }

// Permissions returns the most that a person with the role may grant to a program.
func (r Role) Permissions() []Permission {
	switch r {
	case RoleOwner:
		return Permissions()
	case RoleAthlete, RoleCoach:
		return []Permission{MayRead, MayWrite, MaySend}
	case RoleViewer:
		return []Permission{MayRead}
	}
	return nil
}

// Access says for whom a program calls, and what it may do.
type Access struct {
	// Machine marks a caller with the rights of this machine's user: it has no limits here.
	Machine bool

	Person PersonID
	// Role is what the person is to an athlete who is not in Roles.
	Role        Role
	Roles       map[AthleteID]Role
	Grant       string // id of the grant
	Permissions []Permission
	Athletes    []AthleteID // in a server of many homes, the names of homes
	Until       time.Time
}

// RoleTo returns what the person is to an athlete.
func (a *Access) RoleTo(id AthleteID) Role {
	if r, ok := a.Roles[id]; ok {
		return r
	}
	return a.Role
}

// To returns the access to one of the athletes alone, who is called id by whoever is asked next.
func (a *Access) To(one, id AthleteID) *Access {
	b := *a
	b.Role, b.Roles, b.Athletes = a.RoleTo(one), nil, []AthleteID{id}
	b.Permissions = slices.DeleteFunc(slices.Clone(a.Permissions), func(p Permission) bool {
		return !slices.Contains(b.Role.Permissions(), p)
	})
	return &b
}

// May reports whether the caller has a permission, about some athlete at least.
func (a *Access) May(p Permission) bool { return a.Machine || slices.Contains(a.Permissions, p) }

// Sees reports whether the caller may ask about an athlete.
func (a *Access) Sees(id AthleteID) bool { return a.Machine || slices.Contains(a.Athletes, id) }

// NotCovered returns the error for a call about athletes whom the grant does not cover.
func NotCovered() error {
	return Errorf(KindForbidden, "This grant covers no athlete here.").
		WithFix("The athlete or the owner of this home can change that: lapkeep login list shows who may do what.")
}

// Check returns an error if the caller does not have the permission that a tool needs.
func (a *Access) Check(tool string, needs Permission) error {
	if a.May(needs) {
		return nil
	}
	return Errorf(KindForbidden, "%s needs the permission %s, which this grant does not have.", tool, string(needs)).
		WithFix("Sign in again and agree to it.")
}

// Same reports whether two accesses allow the same.
func (a *Access) Same(b *Access) bool {
	return a.Machine == b.Machine && a.Grant == b.Grant && a.Person == b.Person && a.Role == b.Role &&
		slices.Equal(a.Permissions, b.Permissions) && slices.Equal(a.Athletes, b.Athletes) && maps.Equal(a.Roles, b.Roles)
}

type accessKey struct{}

// WithAccess returns a context of the caller's requests.
func WithAccess(ctx context.Context, a *Access) context.Context {
	return context.WithValue(ctx, accessKey{}, a)
}

// AccessOf returns the access of the caller, or nil if the call did not come through a door
// that checks it, as on the command line.
func AccessOf(ctx context.Context) *Access {
	a, _ := ctx.Value(accessKey{}).(*Access)
	return a
}

// Limits returns the access of the caller if it limits the caller, and nil otherwise.
func Limits(ctx context.Context) *Access {
	if a := AccessOf(ctx); a != nil && !a.Machine {
		return a
	}
	return nil
}
