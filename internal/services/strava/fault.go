package strava

import (
	"strings"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
)

// explain tells what the service means by a refusal, whether of a request or of
// a token. Its words are matched loosely: not all of them are documented.
func explain(f source.Failure, said client.Said) error {
	for _, d := range said.Details {
		field, code := strings.ToLower(d.Field), strings.ToLower(d.Code)
		switch resource := strings.ToLower(d.Resource); {
		case code == "missing" && strings.HasSuffix(field, "_permission"):
			f.Fault, f.Scope = source.Unscoped, strings.TrimSuffix(field, "_permission")
			return source.Fail(f, "")
		case resource == "refreshtoken":
			f.Fault = source.Unauthorised
			return source.Fail(f, "%s no longer gives access: it was withdrawn there, or this sign-in was replaced by another.", title)
		case resource == "authorizationcode":
			f.Fault = source.Unauthorised
			return source.Fail(f, "%s does not take the code: it was used already, or is too old.", title)
		case resource == "application":
			if err := ofApplication(f, field, code); err != nil {
				return err
			}
		}
	}
	return nil
}

// ofApplication tells what is wrong with the application; nil leaves it to the status.
func ofApplication(f source.Failure, field, code string) error {
	switch {
	case strings.HasPrefix(field, "client_"):
		f.Fault = source.ClientRefused
	case code == "inactive":
		f.Fault = source.Inactive
	case strings.Contains(field, "athlete"):
		f.Fault = source.Crowded
	default:
		return nil
	}
	return source.Fail(f, "")
}

// ended reports whether a 401 is about the credential, and not about a right
// that it lacks.
func ended(said client.Said) bool {
	for _, d := range said.Details {
		if strings.EqualFold(d.Code, "missing") {
			return false
		}
	}
	return true
}
