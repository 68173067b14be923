package dashboard

// panels are the pages of the navigation, in its order, and those that others
// lead to.
func (s *Server) panels() []panel {
	return []panel{
		{id: "today", path: "/{$}", icon: "today", title: "Today", make: today},
		{id: "fitness", path: "/fitness", icon: "fitness", title: "Fitness", make: fitness},
		{id: "calendar", path: "/calendar", icon: "calendar", title: "Calendar", make: calendar},
		{id: "activities", path: "/activities", icon: "activities", title: "Activities", make: activities},
		{id: "curves", path: "/curves", icon: "curves", title: "Curves", make: curves},
		{id: "wellness", path: "/wellness", icon: "wellness", title: "Wellness", make: wellness},
		{id: "body", path: bodyPath, icon: "body", title: "Body", make: body},
		{id: "plan", path: "/plan", icon: "plan", title: "Plan", make: plan},
		{id: "coach", path: coachPath, icon: "coach", title: "Coach", make: s.coach},
		{id: "sources", path: "/sources", icon: "sources", title: "Sources", make: sources},
		{id: "journal", path: "/journal", icon: "journal", title: "Journal", make: s.journal},
		{id: "start", path: "/start", icon: "start", title: "Start", make: startPage},
		{id: "settings", path: "/settings", icon: "settings", title: "Settings", make: settings},
		{id: "glossary", path: "/glossary", icon: "glossary", title: "Glossary", make: glossaryPage},
		{id: "entry", path: "/glossary/{key}", under: "glossary", title: "Glossary", hidden: true, make: s.glossaryEntry},
		{id: "activity", path: "/activities/{id}", under: "activities", title: "Activity", hidden: true, make: activityPage},
		{id: "day", path: "/days/{date}", under: "fitness", title: "One day", hidden: true, make: oneDay},
		{id: "zones", path: "/fitness/zones", under: "fitness", title: "Zones", hidden: true, make: zonesPage},
		{id: "event", path: "/calendar/{id}", under: "calendar", title: "Event", hidden: true, make: eventPage},
		{id: "assistant", path: "/assistants/{id}", under: "start", title: "Assistant", hidden: true, make: assistantPage},
	}
}
