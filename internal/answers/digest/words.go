package digest

import (
	"context"
	"strconv"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// words holds the numbers found in the athlete's texts.
type words struct {
	treadmill bool
	distanceM float64 // distance of the whole activity, if the text contains only one distance
	repeats   []repeat
}

// repeat holds the data from a text such as "6x800m @3:40" or "5 × 4 min @ 312 W": the
// number and size of repeats, and their intensity and rest if they are given.
type repeat struct {
	count                               int
	metres, seconds, mps, powerW, restS float64
}

// cutAt separates the athlete's text from text by coaching programs.
const cutAt = "-------"

// wordsOf reads the athlete's text. It skips sentences about another day or a
// plan, because they do not describe what was done.
func wordsOf(text string, sport training.Sport) (w words) {
	text, _, _ = strings.Cut(text, cutAt)
	distances := 0
	for _, s := range strings.FieldsFunc(strings.ToLower(text), sentenceEnd) {
		if elsewhen.Get().MatchString(s) {
			continue
		}
		w.treadmill = w.treadmill || treadmills.Get().MatchString(s)
		if !strings.ContainsAny(s, "0123456789") {
			continue
		}
		rest := w.takeRepeats(s, sport)
		for _, m := range wholes.Get().FindAllStringSubmatch(rest, -1) {
			w.distanceM = number(m[1]) * unitOf(m[2]).metres
			distances++
		}
	}
	if distances != 1 {
		w.distanceM = 0
	}
	return w
}

// sentenceEnd reports whether a character ends a sentence. A full stop does
// not, because it may be part of a number.
func sentenceEnd(r rune) bool { return strings.ContainsRune("\n;!?。", r) }

var (
	elsewhen = textclean.LazyRegexp(`\b(planned|plan|instead of|should have|supposed|tomorrow|yesterday|next|last week|` +
		`geplant|morgen|gestern|statt)\b|计划|明天|昨天`)
	treadmills = textclean.LazyRegexp(`treadmill|laufband|tapis|cinta|跑步机`)
	counted    = textclean.LazyRegexp(`\b(\d{1,2})\s*[x×*]\s*(\d{1,5}(?:[.,]\d{1,2})?)\s*([a-z]+|['"′″])?`)
	howHard    = textclean.LazyRegexp(`^\s*(?:(@|at|in|bei)\s*)(?:(\d{1,2}):(\d\d)|(\d{2,4})\s*w\b)`)
	rested     = textclean.LazyRegexp(`\b(?:rec|rest|recovery|pause|off)\b[^\d]{0,4}(\d{1,3}(?::\d\d)?)\s*([a-z]+|['"′″])?`)
	wholes     = textclean.LazyRegexp(`\b(\d{1,3}(?:[.,]\d{1,3})?)\s*(km|k|miles|mile|mi)\b`)
)

// takeRepeats reads the repeats in a sentence, and returns the rest of the sentence.
func (w *words) takeRepeats(s string, sport training.Sport) (rest string) {
	at := counted.Get().FindAllStringSubmatchIndex(s, -1)
	from := 0
	for i, m := range at {
		rest += s[from:m[0]]
		from = m[1]
		unit := ""
		if m[6] >= 0 {
			unit = s[m[6]:m[7]]
		}
		end := len(s)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		if r, ok := repeatOf(s[m[2]:m[3]], number(s[m[4]:m[5]]), unit, sport); ok {
			r.take(s[m[1]:end], sport)
			w.repeats = append(w.repeats, r)
		}
	}
	return rest + s[from:]
}

// mostRepeats is the maximum plausible number of repeats in a session.
const mostRepeats = 60

func repeatOf(count string, size float64, unit string, sport training.Sport) (r repeat, ok bool) {
	r.count, _ = strconv.Atoi(count)
	u := unitOf(unit)
	switch {
	case unit == "m" && size < 30: // "4x8m" means minutes, but "6x800m" metres
		u = measure{seconds: 60}
	case u == measure{} && size >= 50 && (sport == training.Running || sport == training.Swimming):
		u = measure{metres: 1} // as in "6x1000"
	}
	r.metres, r.seconds = size*u.metres, size*u.seconds
	return r, r.count >= 2 && r.count <= mostRepeats && r.metres+r.seconds > 0
}

// take reads intensity and rest in the text after a repeat.
func (r *repeat) take(s string, sport training.Sport) {
	if m := howHard.Get().FindStringSubmatch(s); m != nil {
		clock := 60*number(m[2]) + number(m[3])
		switch {
		case m[4] != "":
			r.powerW = number(m[4])
		case clock > 0 && m[1] == "in":
			r.mps = r.metres / clock
		case clock > 0:
			r.mps = paceM(sport) / clock
		}
	}
	if m := rested.Get().FindStringSubmatch(s); m != nil {
		minutes, seconds, clock := strings.Cut(m[1], ":")
		if r.restS = number(minutes) * max(1, unitOf(m[2]).seconds); clock {
			r.restS = 60*number(minutes) + number(seconds)
		} else if m[2] == "m" {
			r.restS = 60 * number(minutes)
		}
	}
}

// measure is the size of a unit in metres or seconds.
type measure struct{ metres, seconds float64 }

const mileM, yardM = 1609.344, 0.9144

func unitOf(word string) measure {
	switch word {
	case "km", "k":
		return measure{metres: 1000}
	case "mile", "miles", "mi":
		return measure{metres: mileM}
	case "yd", "yds", "yards":
		return measure{metres: yardM}
	case "m", "mtr", "meter", "meters", "metre", "metres":
		return measure{metres: 1}
	case "min", "mins", "minute", "minutes", "minuten", "'", "′":
		return measure{seconds: 60}
	case "s", "sec", "secs", "second", "seconds", "sek", `"`, "″":
		return measure{seconds: 1}
	}
	return measure{}
}

// number parses numbers such as "7,5" and "7.5". It returns 0 for other texts.
func number(s string) float64 {
	x, _ := strconv.ParseFloat(strings.ReplaceAll(s, ",", "."), 64)
	return x
}

// PendingQuery asks for activities that have only a computed line.
type PendingQuery struct {
	Days   training.DayRange
	Sports []training.Discipline // empty means all
	Limit  int
	Cursor string
}

// PendingList is a page of activities that have only a computed line, newest first.
type PendingList struct {
	answers.Heading
	answers.Span
	Activities []Pending     `json:"activities"`
	NextCursor string        `json:"next_cursor,omitempty"`
	Truncated  bool          `json:"truncated,omitempty"`
	Narrow     i18n.Sentence `json:"narrow,omitempty"`
}

// Pending is an activity with its computed line and a prompt for a better one.
type Pending struct {
	ID        string        `json:"id"`
	LocalDate string        `json:"local_date"`
	Sport     string        `json:"sport"`
	Digest    i18n.Sentence `json:"digest"`
	Prompt    string        `json:"prompt"`
}

// pageBytes is the maximum size of the prompts on a page in bytes.
const pageBytes = 24_000

// ListPending returns the page that q asks for.
func ListPending(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, q PendingQuery) (*PendingList, error) {
	out := &PendingList{Heading: f.Heading(), Span: answers.SpanOf(q.Days), Activities: []Pending{}}
	size := 0
	for after := q.Cursor; ; {
		page, err := r.Activities(ctx, s, store.ActivityFilter{
			Days: &q.Days, Sports: q.Sports, Metrics: Metrics(), Limit: q.Limit - len(out.Activities), After: after,
		})
		if err != nil {
			return nil, err
		}
		rows, err := ask(ctx, r, s, page.Rows)
		if err != nil {
			return nil, err
		}
		for _, p := range rows {
			size += len(p.Prompt)
			out.Activities = append(out.Activities, p)
		}
		if after = page.Next; after == "" || len(out.Activities) >= q.Limit || size > pageBytes {
			out.NextCursor, out.Truncated = after, after != ""
			break
		}
	}
	switch {
	case out.NextCursor != "":
		out.Narrow = "Pass next_cursor as cursor for more."
	case len(out.Activities) == 0:
		out.Narrow = "No activity in this period is waiting for a digest. Widen the range for earlier ones."
	}
	return out, nil
}

// ask returns prompts for those rows that have no written line.
func ask(ctx context.Context, r store.Reader, s training.Scope, rows []store.ActivityRow) (out []Pending, err error) {
	if len(rows) == 0 {
		return nil, ctx.Err()
	}
	w, err := around(ctx, r, s, rows)
	if err != nil {
		return nil, err
	}
	for i := range rows {
		row := &rows[i]
		var saved View
		if err := w.replace(ctx, &saved, row.ID); err != nil {
			return nil, err
		}
		if saved.By != "" {
			continue
		}
		in, err := w.input(ctx, row)
		if err != nil {
			return nil, err
		}
		if data, err := w.stored(ctx, row.ID, derive.Laps); err != nil {
			return nil, err
		} else if data != nil && in.Laps == nil {
			if in.Laps, err = w.laps(ctx, row.ID); err != nil {
				return nil, err
			}
		}
		line := Line(&in)
		out = append(out, Pending{
			ID: string(row.ID), LocalDate: row.LocalDay.String(), Sport: string(row.Sport), Digest: line,
			Prompt: Prompt(&in, string(row.ID), line.String()),
		})
	}
	return out, ctx.Err()
}
