package dashboard

import (
	"lapkeep/internal/dashboard/activity"
	"lapkeep/internal/dashboard/calendar"
	"lapkeep/internal/dashboard/curves"
	"lapkeep/internal/dashboard/fitness"
	"lapkeep/internal/dashboard/page"
	"lapkeep/internal/dashboard/plan"
	"lapkeep/internal/dashboard/setup"
	"lapkeep/internal/dashboard/today"
	"lapkeep/internal/dashboard/wellness"
)

// panels are the pages of the navigation, in its order, and those that others
// lead to.
func (s *Server) panels() []page.Panel {
	return []page.Panel{
		{Id: "today", Path: "/{$}", Icon: "today", Title: "Today", Make: today.Page},
		{Id: "fitness", Path: "/fitness", Icon: "fitness", Title: "Fitness", Make: fitness.Page},
		{Id: "calendar", Path: "/calendar", Icon: "calendar", Title: "Calendar", Make: calendar.Page},
		{Id: "activities", Path: "/activities", Icon: "activities", Title: "Activities", Make: activity.List},
		{Id: "curves", Path: "/curves", Icon: "curves", Title: "Curves", Make: curves.Page},
		{Id: "wellness", Path: "/wellness", Icon: "wellness", Title: "Wellness", Make: wellness.Page},
		{Id: "body", Path: wellness.BodyPath, Icon: "body", Title: "Body", Make: wellness.Body},
		{Id: "plan", Path: "/plan", Icon: "plan", Title: "Plan", Make: plan.Page},
		{Id: "coach", Path: coachPath, Icon: "coach", Title: "Coach", Make: s.coach},
		{Id: "sources", Path: "/sources", Icon: "sources", Title: "Sources", Make: setup.Sources},
		{Id: "journal", Path: "/journal", Icon: "journal", Title: "Journal", Make: s.journal},
		{Id: "start", Path: "/start", Icon: "start", Title: "Start", Make: setup.Start},
		{Id: "settings", Path: "/settings", Icon: "settings", Title: "Settings", Make: setup.Settings},
		{Id: "glossary", Path: "/glossary", Icon: "glossary", Title: "Glossary", Make: glossaryPage},
		{Id: "entry", Path: "/glossary/{key}", Under: "glossary", Title: "Glossary", Hidden: true, Make: s.glossaryEntry},
		{Id: "activity", Path: "/activities/{id}", Under: "activities", Title: "Activity", Hidden: true, Make: activity.Page},
		{Id: "day", Path: "/days/{date}", Under: "fitness", Title: "One day", Hidden: true, Make: fitness.Day},
		{Id: "zones", Path: "/fitness/zones", Under: "fitness", Title: "Zones", Hidden: true, Make: fitness.Zones},
		{Id: "event", Path: "/calendar/{id}", Under: "calendar", Title: "Event", Hidden: true, Make: calendar.Event},
		{Id: "assistant", Path: "/assistants/{id}", Under: "start", Title: "Assistant", Hidden: true, Make: setup.Assistant},
	}
}
