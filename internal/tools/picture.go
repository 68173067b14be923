package tools

import (
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/i18n"
	"lapkeep/internal/picture"
	"lapkeep/internal/training"
)

// pictureArgument is an argument of every tool that can draw its answer. Toolsets do not
// declare it: the table draws the answer, so the text is the same with and without it.
const pictureArgument = "picture"

func addPicture(arguments *jsonschema.Schema) {
	arguments.Properties[pictureArgument] = &jsonschema.Schema{Type: "boolean"}
	arguments.PropertyOrder = append(arguments.PropertyOrder, pictureArgument)
}

// drawer draws an answer, or returns the reason why there is nothing to draw.
type drawer func(v Voice, answer any) (*picture.Canvas, i18n.Sentence)

// DrawnBy returns a function for [Spec.Picture]. It draws an answer from the view that the
// tool returned, from which the audience's hidden values are already missing.
func DrawnBy[Out any](draw func(Voice, Out) (*picture.Canvas, i18n.Sentence)) drawer {
	return func(v Voice, answer any) (*picture.Canvas, i18n.Sentence) {
		out, ok := answer.(Out)
		if !ok {
			return nil, "this answer has no picture"
		}
		return draw(v, out)
	}
}

// Voice is the language and the units of a picture, and what it is about.
type Voice struct {
	Say   func(format string, args ...any) string
	Miles bool
	Week  time.Weekday // first day of the week
	// Asked holds the arguments of the call that differ from the defaults, and Members lists
	// the lists and objects of the answer.
	Asked   map[string]any
	Members []string

	bitmap bool
}

// Voice returns the athlete's language and units, or English for a PNG whose font does not
// have the letters of the language. Answers to models are metric; pictures are for people.
func (c *Call) Voice() Voice {
	v := Voice{Say: c.Say, Miles: c.Miles || c.Reads == training.ImperialUnits, Week: c.Week, bitmap: c.Bitmap}
	if v.bitmap && !picture.Writes(c.Say("Load")) {
		v.Say = i18n.InEnglish
	}
	if v.Miles && !c.Miles {
		v.Say = i18n.InMiles(v.Say)
	}
	return v
}

// about adds the arguments of a call and the members of its answer.
func (v Voice) about(args arguments, answer json.RawMessage) (Voice, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(answer, &members); err != nil {
		return v, err
	}
	v.Asked = args.asked
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if m := members[name]; (m[0] == '[' || m[0] == '{') && len(m) > len("{}") {
			v.Members = append(v.Members, name)
		}
	}
	return v, nil
}

// Name returns other people's words, or else if the picture cannot show their letters.
func (v Voice) Name(words, otherwise string) string {
	if words == "" || v.bitmap && !picture.Writes(words) {
		return otherwise
	}
	return words
}

// draw adds the picture of an answer.
func (r *Result) draw(draw drawer, v Voice, args arguments, out any) error {
	v, err := v.about(args, r.Structured)
	if err != nil {
		return err
	}
	drawn, why := draw(v, out)
	if drawn == nil {
		r.NotDrawn = v.Say("There is no picture: %s.", why)
		return nil
	}
	r.Pictures = append(r.Pictures, drawn)
	return nil
}
