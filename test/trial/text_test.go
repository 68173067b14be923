package trial

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

// leg is a line of a workout's text: for some seconds or metres from one share
// of threshold to another.
type leg struct{ seconds, metres, from, to float64 }

var (
	legLine    = regexp.MustCompile(`^- (?:.* )?(?:([0-9]+)h)?(?:([0-9]+)m)?(?:([0-9]+)s)? (ramp )?([0-9.]+)(?:-([0-9.]+))?%( Pace)?( [0-9-]+rpm)?$`)
	wayLine    = regexp.MustCompile(`^- (?:.* )?([0-9.]+)(km|mtr) ([0-9.]+)(?:-([0-9.]+))?% Pace(?: [0-9]+s rest)?$`)
	repeatLine = regexp.MustCompile(`([0-9]+)x$`)
)

// legs reads a text with its repeats written out; nil if it has another line.
func legs(text string) (out []leg) {
	for part := range strings.SplitSeq(text, "\n\n") {
		var block []leg
		times := 1
		for line := range strings.SplitSeq(part, "\n") {
			if !strings.HasPrefix(line, "- ") {
				if m := repeatLine.FindStringSubmatch(line); m != nil {
					times = int(figure(m[1]))
				}
				continue
			}
			l, ok := legOf(line)
			if !ok {
				return nil
			}
			block = append(block, l)
		}
		for range times {
			out = append(out, block...)
		}
	}
	return out
}

func legOf(line string) (leg, bool) {
	if m := legLine.FindStringSubmatch(line); m != nil {
		l := leg{seconds: 3600*figure(m[1]) + 60*figure(m[2]) + figure(m[3]), from: figure(m[5]) / 100, to: figure(m[6]) / 100}
		return l.evened(m[4] != ""), l.seconds > 0
	}
	if m := wayLine.FindStringSubmatch(line); m != nil {
		l := leg{metres: figure(m[1]), from: figure(m[3]) / 100, to: figure(m[4]) / 100}
		if m[2] == "km" {
			l.metres *= 1000
		}
		return l.evened(false), true
	}
	return leg{}, false
}

// figure is a number, 0 where there is none.
func figure(s string) float64 {
	x, _ := strconv.ParseFloat(s, 64)
	return x
}

// evened is a range at its middle, unless it is a ramp.
func (l leg) evened(ramp bool) leg {
	if l.to == 0 {
		l.to = l.from
	}
	if !ramp {
		l.from = (l.from + l.to) / 2
		l.to = l.from
	}
	return l
}

// loadOfText is TSS by normalized power of a ride, by normalized speed of a run,
// and by the cube of its mean pace without rests of a swim; 0 without a measure.
func (b *book) loadOfText(e training.CalendarEvent) float64 {
	all, on := legs(e.Description), e.Start.Day()
	if e.Sport == training.Cycling {
		ftp := b.threshold(training.KeyFTP, e.Sport, on)
		var watts []float64
		for _, l := range all {
			for i := range int(l.seconds) {
				watts = append(watts, ftp*(l.from+(l.to-l.from)*(float64(i)+0.5)/l.seconds))
			}
		}
		np, windows := naive.NPGarmin(watts, nil)
		return naive.TSS(np, ftp, windows)
	}
	seconds, metres, mps := 0.0, 0.0, b.threshold(training.KeyThresholdPace, e.Sport, on)
	var speeds []float64
	for _, l := range all {
		if pace := mps * (l.from + l.to) / 2; l.metres > 0 {
			l.seconds = l.metres / pace
		} else {
			l.metres = l.seconds * pace
		}
		for i := range int(math.Round(l.seconds)) {
			speeds = append(speeds, mps*(l.from+(l.to-l.from)*(float64(i)+0.5)/l.seconds))
		}
		seconds, metres = seconds+l.seconds, metres+l.metres
	}
	switch {
	case seconds == 0:
		return 0
	case e.Sport == training.Swimming:
		share := metres / seconds / mps
		return 100 * seconds / 3600 * share * share * share
	}
	normalized, _ := naive.NPGarmin(speeds, nil)
	return 100 * seconds / 3600 * normalized / mps * normalized / mps
}
