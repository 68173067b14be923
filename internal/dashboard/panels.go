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
		{ID: "today", Path: "/{$}", Icon: "today", Title: "Today", Make: today.Page},
		{ID: "fitness", Path: "/fitness", Icon: "fitness", Title: "Fitness", Make: fitness.Page},
		{ID: "calendar", Path: "/calendar", Anchor: calendar.TodayAnchor, Icon: "calendar", Title: "Calendar", Make: calendar.Page},
		{ID: "activities", Path: "/activities", Icon: "activities", Title: "Activities", Make: activity.List},
		{ID: "wellness", Path: "/wellness", Icon: "wellness", Title: "Wellness", Make: wellness.Page},
		{ID: "curves", Path: "/curves", Icon: "curves", Title: "Curves", Make: curves.Page},
		{ID: "body", Path: wellness.BodyPath, Icon: "body", Title: "Body", Make: wellness.Body},
		{ID: "plan", Path: "/plan", Icon: "plan", Title: "Plan", Make: plan.Page},
		{ID: "coach", Path: coachPath, Icon: "coach", Title: "Coach", Make: s.coach},
		{ID: "sources", Path: "/sources", Icon: "sources", Title: "Sources", Make: setup.Sources},
		{ID: "journal", Path: "/journal", Icon: "journal", Title: "Journal", Make: s.journal},
		{ID: "start", Path: "/start", Icon: "start", Title: "Start", Make: setup.Start},
		{ID: "settings", Path: "/settings", Icon: "settings", Title: "Settings", Make: setup.Settings},
		{ID: "glossary", Path: "/glossary", Icon: "glossary", Title: "Glossary", Make: glossaryPage},
		{ID: "entry", Path: "/glossary/{key}", Under: "glossary", Title: "Glossary", Hidden: true, Make: s.glossaryEntry},
		{ID: "activity", Path: "/activities/{id}", Under: "activities", Title: "Activity", Hidden: true, Make: activity.Page},
		{ID: "share", Path: "/activities/{id}/share", Under: "activities", Title: "Share as a page", Hidden: true, Make: s.sharePage},
		{ID: "day", Path: "/days/{date}", Under: "fitness", Title: "One day", Hidden: true, Make: fitness.Day},
		{ID: "zones", Path: "/fitness/zones", Under: "fitness", Title: "Zones", Hidden: true, Make: fitness.Zones},
		{ID: "event", Path: "/calendar/{id}", Under: "calendar", Title: "Event", Hidden: true, Make: calendar.Event},
		{ID: "assistant", Path: "/assistants/{id}", Under: "start", Title: "Assistant", Hidden: true, Make: setup.Assistant},
	}
}
