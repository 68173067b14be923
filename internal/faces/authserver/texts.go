package authserver

import (
	"strconv"
	"time"

	"lapkeep/internal/people"
	"lapkeep/internal/training"
)

// permissionText describes a permission to a person.
func permissionText(v *view, p training.Permission) string {
	switch p {
	case training.MayRead:
		return v.Say("read training data")
	case training.MayWrite:
		return v.Say("change what is kept here; every change can be undone")
	case training.MaySend:
		return v.Say("change settings and thresholds, and what also reaches connected services, such as planned workouts")
	case training.MayAdmin:
		return v.Say("change connections, delete recorded data, and use files of the machine")
	}
	return string(p)
}

func daysText(v *view, days int) string {
	if days == 1 {
		return v.Say("one day")
	}
	return v.Say("%d days", days)
}

func passkeyText(v *view, k people.Passkey) string {
	if k.Used.IsZero() {
		return v.Say("added on %s", k.Made.Format(time.DateOnly))
	}
	return v.Say("added on %s, last used on %s", k.Made.Format(time.DateOnly), k.Used.Format(time.DateOnly))
}

func athleteName(a training.Athlete) string {
	if a.Name != "" {
		return a.Name
	}
	return string(a.ID)
}

// asked returns about whom calls were.
func asked(a *account, l people.Line) string {
	if l.Athlete == "" {
		return a.Say("no athlete who agreed")
	}
	return a.names[l.Athlete]
}

func callsText(v *view, l people.Line) string {
	if l.Refused > 0 {
		return v.Say("%d, %d of them refused", l.Calls, l.Refused)
	}
	return strconv.Itoa(l.Calls)
}
