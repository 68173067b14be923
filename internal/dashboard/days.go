package dashboard

import (
	"strconv"
	"time"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

type day = training.Day

func dayNumber(d day) string { return strconv.Itoa(d.Time(time.UTC).Day()) }

// quiet says that nothing is on any of the days.
func (v *calendarView) quiet() bool {
	for _, d := range v.days {
		if len(d.events)+len(d.done) > 0 {
			return false
		}
	}
	return true
}

// prescription is a text of several lines, with nothing hidden in it.
func prescription(text string) string { return textclean.Text(text, textclean.TextRunes) }
