package activity

import (
	"context"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// twins maps names of streams on services to channels. If the channel was recorded, the name
// means the channel.
var twins = map[string]string{
	"raw_watts": "power", "raw_heartrate": "hr", "velocity_smooth": "speed", "grade_smooth": "grade",
	"core_temperature": "core_temp", latlng: "gps",
}

// latlng is the position, which is shown only if the store allows it. clock is
// the time, which every answer contains.
const (
	latlng = "latlng"
	clock  = "time"
)

// recorded lists those streams of services that have the same values as channels here.
var recorded = []string{clock, "watts", "heartrate"}

// streamName matches the names that services give to streams. All other names are rejected.
var streamName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]{0,63}$`) })

// mostNamed is the maximum number of streams in an answer, not counting channels.
const mostNamed = 12

// mostListed is the maximum number of streams listed in an error, not counting channels.
const mostListed = 40

// named is a requested stream that is not a channel: a stream of the recording, a
// stream that the athlete defined, or else a stream read from a service.
type named struct {
	other
	why i18n.Sentence // reason if it is missing
}

// foreign separates channels from other streams. If a service's name for a
// channel is given and the channel was recorded, it returns the channel.
func foreign(names []string, c *training.Columns) (ours, others []string) {
	for _, n := range names {
		twin := channels[twins[n]]
		switch _, known := channels[n]; {
		case known:
		case twins[n] != "" && (twin.recorded(c) || n == latlng):
			n = twins[n]
		case !slices.Contains(others, n):
			others = append(others, n)
		}
		if !slices.Contains(ours, n) {
			ours = append(ours, n)
		}
	}
	return ours, others
}

// checkNames returns an error if a name is invalid for a stream, or if there are too many names.
func checkNames(names []string) error {
	n := 0
	for _, name := range names {
		if _, ours := channels[name]; ours {
			continue
		}
		if n++; name == clock {
			return training.Errorf(training.KindInvalid, "Time is not a channel: every answer contains it as offset_s.").WithFix("Leave " +
				"it out.")
		}
		if n > mostNamed {
			return training.Errorf(training.KindInvalid, "One answer can have at most %d streams that are not channels.", mostNamed).
				WithFix("Make several calls.")
		}
	}
	return nil
}

// readNamed finds the streams with the given names. It asks services for those
// that are not stored here.
func (f *streamsSource) readNamed(ctx context.Context, s training.Scope, row *store.ActivityRow, names []string,
	remote servicevalues.Remote,
) error {
	f.named = map[string]named{}
	if len(names) == 0 {
		return nil
	}
	var ask, unknown []string
	for _, n := range names {
		if o, ok := f.here(n); ok && n != "" {
			f.named[n] = named{other: o}
		} else if streamName().MatchString(n) {
			ask = append(ask, n)
		} else {
			unknown = append(unknown, n)
		}
	}
	var there []servicevalues.Streams
	var unheard []i18n.Sentence
	if len(ask) > 0 {
		var err error
		if there, unheard, err = remote.Streams(ctx, s, &row.Activity, ask); err != nil {
			return err
		}
	}
	for _, n := range ask {
		switch x, ok := f.atService(n, there, row.Start, s.Audience); {
		case ok:
			f.named[n] = x
		case len(unheard) > 0:
			f.named[n] = named{why: i18n.InARow(unheard...)}
		default:
			unknown = append(unknown, n)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	return f.noSuch(unknown[0], there)
}

// here finds a stream by name among the streams of the recording and those that
// the athlete defined.
func (f *streamsSource) here(name string) (other, bool) {
	i := slices.IndexFunc(f.others, func(o other) bool {
		return len(o.values) > 0 && (strings.EqualFold(o.name, name) || strings.EqualFold(o.code, name))
	})
	if i < 0 {
		return other{}, false
	}
	return f.others[i], true
}

// atService returns the stream from the first service that has it, or the
// reason why no service does.
func (f *streamsSource) atService(name string, there []servicevalues.Streams, start time.Time,
	audience training.Audience,
) (out named, known bool) {
	for _, t := range there {
		x, ok := t.Streams[name]
		if !ok {
			continue
		}
		known = true
		o := other{name: string(t.Service) + ":" + StreamName(shownName(name, x.Of), x.Units)}
		shift := 0.0
		if !t.Start.IsZero() {
			shift = math.Round(t.Start.Sub(start).Seconds())
		}
		hidden := false
		for i, at := range x.TimeS {
			second := float64(at) + shift
			if second < 0 || second > math.MaxInt32/2 {
				continue
			}
			if x.Placed && audience == training.AudienceModel && !f.placed(int32(second)) {
				hidden = true
				continue
			}
			o.timeS, o.values = append(o.timeS, int32(second)), append(o.values, x.Values[i])
		}
		switch {
		case len(o.values) > 0:
			return named{other: o}, true
		case hidden:
			out.why = "it may reveal positions, so assistants see it only if they are allowed to see gps"
		case x.Unread:
			out.why = i18n.Sentencef("%s provides it in a format that cannot be read here", t.Title)
		default:
			out.why = i18n.Sentencef("%s has no such stream for this activity", t.Title)
		}
	}
	return out, known
}

func shownName(name, of string) string {
	if of != "" {
		name += ", " + of
	}
	return name
}

// placed reports whether the audience may see the position at the given second.
func (f *streamsSource) placed(second int32) bool {
	i, ok := slices.BinarySearch(f.columns.TimeS, second)
	return ok && f.positions.Get(i)
}

// noSuch returns the error for an unknown name. It lists the known names.
func (f *streamsSource) noSuch(name string, there []servicevalues.Streams) error {
	known, others := StreamNames(), []string{}
	for _, o := range f.others {
		if len(o.values) > 0 && o.name != "" {
			others = append(others, o.name)
		}
	}
	for _, t := range there {
		for _, n := range t.All {
			if _, ours := channels[n]; !ours && twins[n] == "" && !slices.Contains(recorded, n) && streamName().MatchString(n) {
				others = append(others, n)
			}
		}
	}
	slices.Sort(others)
	others = slices.Compact(others)
	fix := "The channels are " + strings.Join(known, ", ") + "."
	if len(others) > 0 {
		fix += " Of this activity there are also " + strings.Join(others[:min(len(others), mostListed)], ", ") + "."
	}
	if near := i18n.Nearest(name, append(known, others...)); near != "" {
		fix = "Did you mean " + near + "? " + fix
	}
	return training.Errorf(training.KindInvalid, "%q is not a channel.", i18n.Clip(name, i18n.MostQuoted)).WithFix("%s", fix)
}

// onTheirClock fills in the seconds of columns that have no rows, using the times of the
// services' streams.
func (f *streamsSource) onTheirClock() {
	if f.columns.Len() > 0 {
		return
	}
	seconds := map[int32]bool{}
	for _, x := range f.named {
		for _, t := range x.timeS {
			seconds[t] = true
		}
	}
	f.columns.TimeS = slices.Sorted(maps.Keys(seconds))
}

// putNamed adds a stream that was requested by name, or the reason why it is missing.
func (o *Streams) putNamed(name string, x *named, c *training.Columns, bs []bucket, part bool) {
	if _, there := o.Channels[x.name]; there && x.why == "" || o.put(bs, x.other) {
		return
	}
	why := x.why
	switch {
	case why == "" && part:
		why = outside(c)
	case why == "":
		why = "none of its seconds match the recording"
	}
	o.Missing = o.Missing.Add(name, why)
}

// idWord matches an id in a sentence.
var idWord = textclean.LazyRegexp(`\b[a-z0-9]{10,32}\b`)

// Unnamed removes the ids of activities that the audience may not see from sentences
// by Lapkeep. An import may have written such a sentence before the activity was hidden.
func Unnamed(ctx context.Context, r store.Reader, s training.Scope, sentences []i18n.Sentence) ([]i18n.Sentence, error) {
	if s.Audience != training.AudienceModel || len(sentences) == 0 {
		return sentences, nil
	}
	out := make([]i18n.Sentence, len(sentences))
	var failed error
	for i, text := range sentences {
		out[i] = text.Mapped(func(text string) string {
			return idWord.Get().ReplaceAllStringFunc(text, func(id string) string {
				seen, err := Sees(ctx, r, s, training.ActivityID(id))
				if err != nil {
					failed = err
				}
				if !seen {
					return "another"
				}
				return id
			})
		})
	}
	return out, failed
}

// Sees reports whether the audience may know of an activity. It returns true
// for an activity that does not exist, because nothing is hidden then.
func Sees(ctx context.Context, r store.Reader, s training.Scope, id training.ActivityID) (bool, error) {
	if _, err := r.Activity(ctx, s, id); training.KindOf(err) != training.KindNotFound || err == nil {
		return err == nil, err
	}
	_, err := r.Activity(ctx, training.Everything(s.Athlete), id)
	if err == nil {
		return false, nil
	}
	if training.KindOf(err) == training.KindNotFound {
		return true, nil
	}
	return false, err
}
