package workoutfile

import (
	"bytes"
	"context"
	"strings"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// maxNesting is the greatest depth of elements; workout files use four.
const maxNesting = 16

// maxBlocks limits the blocks kept before the steps are counted.
const maxBlocks = 10 * training.MaxWorkoutSteps

// ReadZWO reads a workout file. The losses list what a workout cannot hold.
func ReadZWO(data []byte) (workout.Workout, []workout.Loss, error) {
	if err := workout.CheckSize(data); err != nil {
		return workout.Workout{}, nil, err
	}
	if definesType(data) {
		return workout.Workout{}, nil, training.Errorf(training.KindUnsupported, "The file has a document type or entities of its own.").
			WithFix("Remove the declarations DOCTYPE and ENTITY.")
	}
	f := file{sport: training.Cycling}
	if err := f.scan(reading.NewXMLReader(context.Background(), data, reading.Limits{MaxNesting: maxNesting})); err != nil {
		return workout.Workout{}, nil, err
	}
	w := workout.Workout{Name: f.name, Notes: f.description, Sport: f.sport}
	r := reader{file: &f, next: 1}
	for i := range f.blocks {
		steps, err := r.block(&f.blocks[i])
		if err != nil {
			return workout.Workout{}, nil, err
		}
		if w.Steps = append(w.Steps, steps...); len(w.Steps) > training.MaxWorkoutSteps {
			break // the check reports this
		}
	}
	if err := workout.CheckRead(w.Steps); err != nil {
		return workout.Workout{}, nil, err
	}
	return w, f.losses.All(), nil
}

// definesType reports whether a document declares types, in upper or lower case.
// They can turn a small document into a large one.
func definesType(data []byte) bool {
	for {
		_, after, ok := bytes.Cut(data, []byte("<!"))
		if !ok {
			return false
		}
		word := bytes.ToUpper(after[:min(len(after), len("DOCTYPE"))])
		if bytes.Equal(word, []byte("DOCTYPE")) || bytes.HasPrefix(word, []byte("ENTITY")) {
			return true
		}
		data = after
	}
}

// file holds the parsed document before it is interpreted.
type file struct {
	name, description string
	sport             training.Sport
	byDistance        bool
	ftpW              float64 // the FTP to which all values are relative; 0 means the athlete's own
	blocks            []block
	losses            workout.Losses

	root, inner bool // the elements workout_file and workout were found
}

// block is one element of the workout.
type block struct {
	name   string
	number int               // from 1
	attrs  map[string]string // by name in lower case, since files differ in case
	texts  []text
}

// text is a textevent of a block.
type text struct {
	at, forS   float64
	byDistance bool
	message    string
}

func (f *file) scan(s *reading.Scanner) error {
	for s.Next() {
		if !f.root && s.Name != "workout_file" {
			break
		}
		f.root = true
		var err error
		switch {
		case s.Start && s.Parent() == "workout":
			err = f.startBlock(s)
		case s.Start:
			err = f.start(s)
		case s.Parent() == "workout_file":
			err = f.head(s.Name, s.Text)
		}
		if err != nil {
			return err
		}
	}
	return f.checkEnd(s)
}

// checkEnd returns an error if the document is not a workout file.
func (f *file) checkEnd(s *reading.Scanner) error {
	switch err := s.Err(); {
	case err != nil && training.KindOf(err) == training.KindTooLarge:
		return training.Errorf(training.KindTooLarge, "The file nests more than %d elements.", maxNesting).
			WithFix("A workout file has four levels: workout_file, workout, a block and its texts.")
	case err != nil:
		return err
	case !f.root:
		return training.Errorf(training.KindUnsupported, "This is not a workout file of Zwift: it does not begin with the element "+
			"workout_file.").
			WithFix("Give a .zwo file.")
	case s.Cut():
		return training.Errorf(training.KindCorrupt, "The file ends before its last element, or is not XML.").
			WithFix("Export it again: it has to end where the workout_file element does.")
	case !f.inner:
		return training.Errorf(training.KindInvalid, "The file has no workout element.").WithFix("Put the steps into a workout element.")
	}
	return nil
}

// start reads an element outside the workout, or within a block.
func (f *file) start(s *reading.Scanner) error {
	switch name := strings.ToLower(s.Name); {
	case s.Name == "workout" && s.Parent() == "workout_file":
		f.inner = true
	case name == "textevent" && len(f.blocks) > 0 && s.Within("workout"):
		return f.text(s)
	case s.Name == "tag" && s.Parent() == "tags":
		f.losses.Read(0, i18n.Sentencef("the tag “%s”", s.Attr("name")), workout.LeftOut)
	case s.Within("workout") && s.Name != "workout":
		f.losses.Read(0, i18n.Sentencef("the element %s", s.Name), workout.LeftOut)
	}
	return nil
}

func (f *file) startBlock(s *reading.Scanner) error {
	if strings.EqualFold(s.Name, "textevent") {
		f.losses.Read(0, i18n.Sentencef("the text “%s”, which belongs to no step", s.Attr("message")), workout.LeftOut)
		return nil
	}
	if len(f.blocks) == maxBlocks {
		return training.Errorf(training.KindTooLarge, "The file has more than %d blocks.", maxBlocks).WithFix("Split the workout.")
	}
	f.blocks = append(f.blocks, block{name: s.Name, number: len(f.blocks) + 1, attrs: attrsOf(s)})
	return nil
}

func attrsOf(s *reading.Scanner) map[string]string {
	attrs := map[string]string{}
	for name, value := range s.Attrs() {
		attrs[strings.ToLower(name)] = strings.TrimSpace(value)
	}
	return attrs
}

func (f *file) text(s *reading.Scanner) error {
	b := &f.blocks[len(f.blocks)-1]
	own := block{name: s.Name + " of " + b.name, number: b.number, attrs: attrsOf(s)}
	t := text{message: f.words("a text", own.attrs["message"])}
	if t.message == "" {
		return nil
	}
	var err error
	if _, t.byDistance = own.attrs["distoffset"]; t.byDistance {
		t.at, _, err = own.number64("distoffset")
	} else {
		t.at, _, err = own.number64("timeoffset")
	}
	if err != nil {
		return err
	}
	if t.forS, _, err = own.number64("duration"); err != nil {
		return err
	}
	if len(b.texts) < maxBlocks {
		b.texts = append(b.texts, t)
	}
	return nil
}

// head reads an element before the workout.
func (f *file) head(name, value string) error {
	switch name {
	case "workout", "tags":
	case "name":
		f.name = f.words("the name", value)
	case "description":
		f.description = f.words("the description", value)
	case "sportType":
		return f.setSport(value)
	case "durationType":
		f.byDistance = value == "distance"
	case "ftpOverride":
		b := block{name: name, attrs: map[string]string{"value": value}}
		var err error
		f.ftpW, _, err = b.number64("value")
		return err
	case "author":
		if value != "" && value != author {
			f.losses.Read(0, i18n.Sentencef("the author %s", value), workout.LeftOut)
		}
	default:
		if value != "" {
			f.losses.Read(0, i18n.Sentencef("%s, which is %s", name, value), workout.LeftOut)
		}
	}
	return nil
}

// words returns a text of the file. It cuts a text that is too long, which is a loss.
func (f *file) words(what, value string) string {
	out := reading.Text(value)
	if value = strings.TrimSpace(value); len(out) < len(value) && strings.HasPrefix(value, out) {
		f.losses.Read(0, i18n.Sentencef("the end of %s", what), workout.LeftOut)
	}
	return out
}

func (f *file) setSport(value string) error {
	switch strings.ToLower(value) {
	case "bike", "":
		f.sport = training.Cycling
	case "run":
		f.sport = training.Running
	case "swim":
		f.sport = training.Swimming
	default:
		return training.Errorf(training.KindUnsupported, "The file has a sportType of “%s”.", value).WithFix("Give bike, run or swim.")
	}
	return nil
}
