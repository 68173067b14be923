package glossary

import (
	"fmt"
	"strings"
)

const preface = `# Metrics

What every number is, how it is computed, and how that is proven. This page is
made from the table in ` + "`internal/metrics/glossary`" + `; change it there.

Every metric has one canonical value, computed by Lapkeep from the full
recording. The device's own value stands beside it under ` + "`device`" + `. What is
missing is left out and named with its reason, never zero.

A recording is read through one rule of time: samples count while the timer
runs, and at the very second of a stop or a start. A row stands for one second.
Where fewer than nine of ten steps between rows are a second (smart recording)
it stands for the time to the next row, at most 10 s, and longer where even the
middle step is over 5 s: twice the step that nine of ten keep within, at most
four times the middle one and 10 minutes. Under smart recording a power holds
so over a step of up to 1.5 times the middle one, or 5 s; over a longer one it
is that of its own second, and 0 W follow. Of rows in one second the last
counts, of distance the furthest.

Values that are not possible are left out and counted: power above 2,500 W, a
heart rate of 0 or above 240 bpm, and speed above 36 m/s on the bike, 12.5 on
foot, 3 in water, 9 in a boat, 25 on skates and cross-country skis, 70 downhill,
100 in any other sport, which are the sports' limits below. So are rows that
leap to another distance, place or altitude and back. A channel of 60 rows or
more of nothing but zeros is no sensor, and a distance of as many that as a
whole would need three times the limit is in another unit and is none. What was done stands in data_quality.

A session beyond what a person can do is kept, shown and named, and counts for
no load, record or threshold: one faster on the whole than the records of its
sport over its time, with a margin for wind, currents and descents (a marathon
in 1 h 36 min, an hour at 74 km/h on the bike), and power above that of the best for
100 kg and a tenth more over a minute or longer (836 W for 5 minutes, 704 W for
an hour), which leaves the load to the heart rate. A load above 1,600, or above 100
for each hour of a longer session, is none either.
`

// Markdown is the table as the text of docs/metrics.md.
func Markdown() string {
	var b strings.Builder
	b.WriteString(preface)
	for _, g := range Groups() {
		fmt.Fprintf(&b, "\n## %s\n", g.Title)
		for _, e := range g.Entries {
			e.write(&b)
		}
	}
	return b.String()
}

// Index is the table in a line a metric; title says its titles.
func Index(title func(english string) string) string {
	var b strings.Builder
	for _, g := range Groups() {
		fmt.Fprintf(&b, "\n## %s\n\n", title(g.Title))
		for _, e := range g.Entries {
			fmt.Fprintf(&b, "- `%s`: %s\n", e.Key, title(e.Title))
		}
	}
	return strings.TrimLeft(b.String(), "\n")
}

func (e Entry) write(b *strings.Builder) {
	fmt.Fprintf(b, "\n### `%s`: %s\n\n", e.Key, e.Title)
	for _, line := range []struct{ name, text string }{
		{"Formula", e.Formula},
		{"Inputs", e.Inputs},
		{"Needs", e.Needs},
		{"Unit", e.Unit},
		{"Source", e.Source},
		{"Limits", e.Limits},
		{"Other tools", e.Differs},
		{"Proof", e.Proof},
		{"Rule version", e.version()},
	} {
		if line.text != "" {
			fmt.Fprintf(b, "- %s: %s\n", line.name, line.text)
		}
	}
}

// Markdown describes one metric in full.
func (e Entry) Markdown() string {
	var b strings.Builder
	e.write(&b)
	return strings.TrimLeft(b.String(), "\n")
}
