package importing

import (
	"cmp"
	"path"
	"strings"
	"time"

	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/importing/match"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Origin is where a workout comes from.
type Origin struct {
	Name string // of the file
	// Lies and Folder are as in [archive.Item].
	Lies, Folder string
	Hash         string    // of its bytes
	AsOf         time.Time // when the file was changed last
}

// File is a workout as its file has it.
type File struct {
	Origin
	// Says is the workout of the library, without its folder.
	Says training.LibraryWorkout
	// Warnings tell in a sentence each what is not as in the file.
	Warnings []i18n.Sentence
}

func newFile(o Origin, read reader, data []byte) (*File, error) {
	w, losses, err := read(data)
	if err != nil {
		return nil, err
	}
	name := unpackedName(o.Name)
	name = strings.TrimSuffix(name, path.Ext(name))
	text, _ := steptext.Write(&w) // what the text cannot say, the steps beside it do
	f := &File{Origin: o, Says: training.LibraryWorkout{
		Name:        cmp.Or(textclean.Line(w.Name, textclean.NameRunes), textclean.Line(name, textclean.NameRunes)),
		Description: text, Structure: training.StructureOf(text, w.Steps), Sport: w.Sport, SubSport: w.SubSport,
	}}
	if w.PoolLengthM > 0 {
		losses = append(losses, workout.Loss{What: i18n.Sentencef("the pool of %g m", w.PoolLengthM), Instead: workout.LeftOut})
	}
	if len(losses) > 0 {
		f.Warnings = append(f.Warnings, notTaken(losses))
	}
	if w.Sport == "" {
		f.Warnings = append(f.Warnings, "The file does not say of which sport the workout is.")
	}
	return f, nil
}

// mostTold is how many losses of one file are told.
const mostTold = 6

// notTaken tells in a sentence what a file says and the workout does not.
func notTaken(losses []workout.Loss) i18n.Sentence {
	var words []i18n.Sentence
	for _, l := range losses[:min(len(losses), mostTold)] {
		word := l.What
		if l.Step > 0 {
			word = i18n.Sentencef("in step %d %s", l.Step, word)
		}
		if l.Instead != workout.LeftOut {
			word = i18n.Sentencef("%s (%s)", word, l.Instead)
		}
		words = append(words, word)
	}
	if n := len(losses) - mostTold; n > 0 {
		words = append(words, i18n.Sentencef("and %d more", n))
	}
	return i18n.Sentencef("Not taken from the file: %s.", i18n.Joined("%s; %s", words...))
}

// id is the workout's own: a function of the file's bytes alone.
func (o *Origin) id() string { return "w" + string(match.IdentityOf(o.Hash, 0).Activity()) }

// place tells the workout among those that came from where its file lies; empty
// where that is not known.
func (f *File) place() string {
	if f.Lies == "" {
		return ""
	}
	return digest("workout", f.Lies, f.Says.Name)
}

// folderID is that of the folder of the library for the one that the file lies
// in; empty for none.
func (o *Origin) folderID() string {
	if o.Folder == "" {
		return ""
	}
	return "f" + digest("folder", cmp.Or(path.Dir(o.Lies), o.Folder))
}

// folderName is what it is called.
func (o *Origin) folderName() string {
	var parts []string
	for part := range strings.SplitSeq(o.Folder, "/") {
		if part = textclean.Line(part, textclean.NameRunes); part != "" && (len(parts) == 0 || parts[len(parts)-1] != part) {
			parts = append(parts, part)
		}
	}
	return textclean.Line(strings.Join(parts, " / "), textclean.NameRunes)
}

// digest is a short name of what it is made of.
func digest(parts ...string) string {
	return string(match.IdentityOf(strings.Join(parts, "\x00"), 0).Activity())
}
