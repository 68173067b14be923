package picture

type shapes = []Shape

// scale is faint lines at the ticks of the scale, and what they say.
func (l *layout) scale(out shapes) shapes {
	lines := Lines{Width: hairline, Paint: l.chart.Theme.Faint}
	for _, t := range l.up {
		y := sharp(l.y(t.at))
		if t.at > 0 {
			lines.Segments = append(lines.Segments, l.line(y)...)
		}
		if l.ruler.Room(t.text, tickSize) <= l.left-besideTicks {
			out = append(out, Text{
				X: l.left - besideTicks, Y: y + 4, Anchor: End, Size: tickSize, Text: t.text, Paint: l.chart.Theme.Muted,
			})
		}
	}
	return append(out, lines)
}

// sharp is where a hairline covers whole pixels.
func sharp(v float64) float64 { return float64(int(v)) + 0.5 }

func (l *layout) threshold(out shapes) shapes {
	if l.chart.Threshold == "" {
		return out
	}
	y, ink := sharp(l.y(1)), l.chart.Theme.Ink
	out = append(out, Lines{Segments: l.line(y), Width: hairline, Dash: 4, Paint: ink.As(ink.Class+" threshold", 1)})
	if l.named {
		out = append(out, Text{
			X: l.width - margin, Y: y + 4, Anchor: End, Size: tickSize, Text: l.chart.Threshold, Paint: ink,
		})
	}
	return out
}

// axis is the line that bars stand on, with ticks. The total stands at its end,
// and what would run into it is not written.
func (l *layout) axis(out shapes) shapes {
	muted := l.chart.Theme.Muted
	y := sharp(l.bottom)
	lines := Lines{Segments: []Segment{across(l.left, l.right, y)}, Width: hairline, Paint: muted}
	if len(l.across) == 0 {
		return append(out, lines)
	}
	const below = 18
	last := len(l.across) - 1
	total := l.across[last].text
	room := l.right - l.ruler.Room(total, tickSize) - 6
	taken := 0.0
	for _, t := range l.across[:last] {
		x := sharp(l.x(t.at))
		lines.Segments = append(lines.Segments, Segment{From: Point{X: x, Y: y}, To: Point{X: x, Y: y + 4}})
		half := l.ruler.Room(t.text, tickSize) / 2
		if x-half >= taken && x+half <= room {
			taken = x + half + 6
			out = append(out, Text{X: x, Y: l.bottom + below, Anchor: Middle, Size: tickSize, Text: t.text, Paint: muted})
		}
	}
	return append(out, lines, Text{
		X: l.right, Y: l.bottom + below, Anchor: End, Size: tickSize, Text: total, Paint: l.chart.Theme.Ink,
	})
}

// heading is the title and opposite to it the note, which has half of the room
// at most.
func (l *layout) heading(out shapes) shapes {
	theme := l.chart.Theme
	const y = margin + titleSize - 4
	room := l.width - 2*margin
	note := l.ruler.Fitted(l.chart.Note, noteSize, room/2)
	if note != "" {
		out = append(out, Text{X: l.width - margin, Y: y, Anchor: End, Size: noteSize, Text: note, Paint: theme.Muted})
		room -= l.ruler.Room(note, noteSize) + margin
	}
	return append(out, Text{X: margin, Y: y, Size: titleSize, Text: l.ruler.Fitted(l.chart.Title, titleSize, room), Paint: theme.Ink})
}
