package calendar

import (
	"encoding/json"
	"net/url"

	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"
)

// sendEvent reads the form that sends an event to the library of a service. What
// the service has already is no write, so that the page says it.
func sendEvent(id string, fields url.Values) (page.Deed, error) {
	to := page.Trimmed(fields, "source")
	if to == "" {
		return page.Deed{}, training.Errorf(training.KindInvalid, "No service was chosen.").WithFix("Choose one that takes workouts.")
	}
	one := page.Args{"workout_id": id}
	if folder := page.Trimmed(fields, "folder"); folder != "" {
		one["folder_id"] = folder
	}
	in := page.Args{"workouts": []page.Args{one}, "source": to}
	return page.Deed{Tool: "create_workout", In: in, Then: func(said json.RawMessage) string {
		return page.Link("/calendar/", id) + "?sent=" + url.QueryEscape(sentAs(said))
	}}, nil
}

// sentAs is what became of the workout that was sent, in the tool's word.
func sentAs(said json.RawMessage) string {
	var a struct {
		Workouts []struct {
			Status string `json:"status"`
		} `json:"workouts"`
	}
	if json.Unmarshal(said, &a) != nil || len(a.Workouts) == 0 {
		return ""
	}
	return a.Workouts[0].Status
}

// sentWords is what the page says of it; empty where nothing was sent just now.
func sentWords(p *page.Page, became string) string {
	switch became {
	case "created", "sent", "updated":
		return p.Say("It goes to the library of the service now. What waits or failed stands under Sources.")
	case "unchanged":
		return p.Say("The service has it as it is, so nothing was sent.")
	}
	return ""
}
