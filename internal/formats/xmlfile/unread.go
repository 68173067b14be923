package xmlfile

import (
	"slices"
	"strings"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/i18n"
)

// unread collects the names of those numbers in points for which there is no channel.
type unread struct{ names []string }

// mostUnread is the largest number of names.
const mostUnread = 20

// number adds a name if its text is a number.
func (u *unread) number(name, text string) {
	if _, ok := reading.TrackNumber(text); ok && len(u.names) < mostUnread && !slices.Contains(u.names, name) {
		u.names = append(u.names, name)
	}
}

// warnings returns a sentence with the names, or nothing if there are none.
func (u *unread) warnings() []string {
	if len(u.names) == 0 {
		return nil
	}
	return []string{string(i18n.Sentencef("These values of the points were not read: %s.", i18n.Name(strings.Join(u.names, ", "))))}
}
