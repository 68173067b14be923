package page

// deed is something to do that the palette offers: an address where it is done, a
// tool that does it, or a theme.
type deed struct{ text, href, tool, theme, done string }

// deeds are those of the palette.
func (p *Page) deeds() []deed {
	return []deed{
		{text: p.Say("Sync now"), tool: "sync_now", done: p.Say("What is new was read.")},
		{text: p.Say("Note how you are"), href: "/wellness"},
		{text: p.Say("Add to the calendar"), href: "/calendar#new"},
		{text: p.Say("Mark what hurts"), href: "/body"},
		{text: p.Say("Import files"), href: "/sources"},
		{text: p.Say("Set a threshold"), href: "/settings"},
		{text: p.Say("Theme: %s", p.Say("Light")), theme: "light"},
		{text: p.Say("Theme: %s", p.Say("Dark")), theme: "dark"},
		{text: p.Say("Theme: %s", p.Say("As the system")), theme: "auto"},
		{text: p.Say("Units, week and time zone"), href: "/settings"},
	}
}
