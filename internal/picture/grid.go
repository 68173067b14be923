package picture

import "strconv"

// Grid is a calendar: weeks one below the other, with seven days each.
type Grid struct {
	// Heads are the names of the weekdays.
	Heads [7]string
	Weeks []GridWeek

	heights []float64
}

// cellWidth is the width of a day.
const cellWidth = (sheetWidth - 2*margin - beside) / 7

// GridWeek is a week with its label, such as a total.
type GridWeek struct {
	Labels []string
	Days   [7]GridDay
}

// GridDay is a day with its sessions. Outside means that the answer does not contain the day.
type GridDay struct {
	Label          string
	Today, Outside bool
	Chips          []Chip
}

// Chip is an entry of a day: a text in up to three lines, and a line below. Hollow means that it has not happened.
type Chip struct {
	Text, Below string
	Paint       Paint
	Hollow      bool

	lines []string
}

const (
	beside    = 74.0 // width of the labels of weeks
	dayHead   = 17.0
	chipLine  = 13.0
	chipSize  = 11.0
	mostChips = 4
)

func (g *Grid) settle(p *pen, _ float64) float64 {
	height := dayHead
	g.heights = g.heights[:0]
	for i := range g.Weeks {
		high := 2*chipLine + 5
		for _, d := range g.Weeks[i].Days {
			chips := 0.0
			for k := range d.Chips[:min(len(d.Chips), mostChips)] {
				c := &d.Chips[k]
				c.lines = p.wrapped(c.Text, chipSize, cellWidth-13, 3)
				if below := p.Fitted(c.Below, chipSize, cellWidth-13); below != "" {
					c.lines = append(c.lines, below)
				}
				chips += c.height()
			}
			high = max(high, chips)
		}
		g.heights = append(g.heights, dayHead+high+4)
		height += g.heights[len(g.heights)-1]
	}
	return height
}

func (c *Chip) height() float64 { return float64(float64(len(c.lines))*chipLine) + 5 }

func (g *Grid) draw(p *pen, out shapes, top float64) shapes {
	const wide = cellWidth
	left := func(i int) float64 { return margin + beside + float64(float64(i)*wide) }
	for i, h := range g.Heads {
		out = append(out, Text{X: left(i) + 4, Y: top + 10, Size: tickSize, Text: p.Fitted(h, tickSize, wide-6), Paint: p.theme.Muted})
	}
	top += dayHead
	for i, w := range g.Weeks {
		high := g.heights[i]
		for n, text := range w.Labels {
			out = append(out, Text{
				X: margin, Y: top + 13 + float64(float64(n)*lineHeight), Size: chipSize,
				Text: p.Fitted(text, chipSize, beside-6), Paint: p.theme.Muted,
			})
		}
		for k, d := range w.Days {
			out = d.draw(p, out, Rect{X: left(k), Y: top, Width: wide - 2, Height: high - 2})
		}
		top += high
	}
	return out
}

// draw adds a day within its cell.
func (d *GridDay) draw(p *pen, out shapes, cell Rect) shapes {
	cell.Paint = p.theme.Faint.As("day", 0.4)
	ink := p.theme.Muted
	switch {
	case d.Outside:
		cell.Paint = p.theme.Faint.As("day", 0.15)
	case d.Today:
		cell.Paint, ink = p.theme.Faint.As("day today", 1), p.theme.Ink
	}
	out = append(out, cell, Text{
		X: cell.X + 4, Y: cell.Y + 12, Size: chipSize, Text: p.Fitted(d.Label, chipSize, cell.Width-26), Paint: ink,
	})
	if more := len(d.Chips) - mostChips; more > 0 {
		out = append(out, Text{
			X: cell.X + cell.Width - 4, Y: cell.Y + 12, Anchor: End, Size: chipSize, Text: "+" + strconv.Itoa(more), Paint: p.theme.Ink,
		})
	}
	y := cell.Y + dayHead
	for _, c := range d.Chips[:min(len(d.Chips), mostChips)] {
		share := 0.22
		if c.Hollow {
			share = 0.07
		}
		high := c.height() - 2
		group := Group{Hint: c.Text + " " + c.Below, Shapes: shapes{
			Rect{X: cell.X + 2, Y: y, Width: cell.Width - 4, Height: high, Paint: c.Paint.As(c.Paint.Class+" chip", share)},
			Rect{X: cell.X + 2, Y: y, Width: 3, Height: high, Paint: c.Paint},
		}}
		for n, text := range c.lines {
			ink := p.theme.Ink
			if c.Below != "" && n == len(c.lines)-1 {
				ink = p.theme.Muted
			}
			group.Shapes = append(group.Shapes, Text{
				X: cell.X + 8, Y: y + 11.5 + float64(float64(n)*chipLine), Size: chipSize, Text: text, Paint: ink,
			})
		}
		out = append(out, group)
		y += c.height()
	}
	return out
}
