package web

import (
	"lapkeep/internal/faces/web/activity"
	"lapkeep/internal/faces/web/calendar"
	"lapkeep/internal/faces/web/fitness"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/faces/web/setup"
	"lapkeep/internal/faces/web/today"
)

// panels are the pages of the navigation, in its order, and those that others
// lead to.
func (s *Server) panels() []page.Panel {
	return []page.Panel{
		{ID: "today", Path: "/{$}", Icon: "today", Title: "Today", Make: today.Page},
		{ID: "fitness", Path: "/fitness", Icon: "fitness", Title: "Fitness", Make: fitness.Page},
		{ID: "calendar", Path: "/calendar", Anchor: calendar.TodayAnchor, Icon: "calendar", Title: "Calendar", Make: calendar.Page},
		{ID: "activities", Path: "/activities", Icon: "activities", Title: "Activities", Make: activity.List},
		{ID: "wellness", Path: "/wellness", Icon: "wellness", Title: "Wellness", Make: today.WellnessPage},
		{ID: "curves", Path: "/curves", Icon: "curves", Title: "Curves", Make: fitness.CurvesPage},
		{ID: "body", Path: today.BodyPath, Icon: "body", Title: "Body", Make: today.Body},
		{ID: "plan", Path: "/plan", Icon: "plan", Title: "Plan", Make: calendar.PlanPage},
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
