package tools

import (
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/i18n"
	"lapkeep/internal/picture"
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

// Voice is the language and the units of a picture.
type Voice struct {
	Say    func(format string, args ...any) string
	Miles  bool
	Week   time.Weekday // first day of the week
	bitmap bool
}

// Voice returns the athlete's language and units, or English for a PNG whose font does not
// have the letters of the language.
func (c *Call) Voice() Voice {
	v := Voice{Say: c.Say, Miles: c.Miles, Week: c.Week, bitmap: c.Bitmap}
	if v.bitmap && !picture.Writes(c.Say("Load")) {
		v.Say = i18n.InEnglish
	}
	return v
}

// Name returns other people's words, or else if the picture cannot show their letters.
func (v Voice) Name(words, otherwise string) string {
	if words == "" || v.bitmap && !picture.Writes(words) {
		return otherwise
	}
	return words
}

// draw adds the picture of an answer.
func (r *Result) draw(draw drawer, v Voice, out any) {
	drawn, why := draw(v, out)
	if drawn == nil {
		r.NotDrawn = v.Say("There is no picture: %s.", why)
		return
	}
	r.Pictures = append(r.Pictures, drawn)
}
