package importing

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/i18n"
	"lapkeep/internal/importing/match"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Origin describes the file from which a workout comes.
type Origin struct {
	Name string // name of the file
	// Lies and Folder have the same meaning as in [listing.Item].
	Lies, Folder string
	Hash         string    // hash of the file
	AsOf         time.Time // time at which the file was last changed
}

// File is a workout file.
type File struct {
	Origin
	// Says is the workout as it is stored in the library, without its folder.
	Says training.LibraryWorkout
	// Warnings describes how the workout differs from the file, one sentence each.
	Warnings []i18n.Sentence
}

func newFile(o Origin, read reader, data []byte) (*File, error) {
	w, losses, err := read(data)
	if err != nil {
		return nil, err
	}
	name := unpackedName(o.Name)
	name = strings.TrimSuffix(name, path.Ext(name))
	text, _ := steptext.Write(&w) // the text cannot express everything, so the steps are stored too
	f := &File{Origin: o, Says: training.LibraryWorkout{
		Name:        cmp.Or(textclean.Line(w.Name, textclean.NameRunes), textclean.Line(name, textclean.NameRunes)),
		Description: text, Structure: training.StructureOf(text, w.Steps), Sport: w.Sport, SubSport: w.SubSport,
	}}
	if len(losses) > 0 {
		f.Warnings = append(f.Warnings, notTaken(losses))
	}
	if w.Sport == "" {
		f.Warnings = append(f.Warnings, "The file does not say which sport the workout is for.")
	}
	return f, nil
}

// mostTold is the maximum number of losses listed for one file.
const mostTold = 6

// notTaken returns a sentence on the parts of the file that are missing in the workout.
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
	return i18n.Sentencef("Not imported from the file: %s.", i18n.Joined("%s; %s", words...))
}

// id returns the workout's id, which depends only on the content of the file.
func (o *Origin) id() string { return "w" + string(match.IdentityOf(o.Hash, 0).Activity()) }

// place returns a key that identifies a workout by its name and the location of
// its file, or "" if the location is unknown.
func (f *File) place() string {
	if f.Lies == "" {
		return ""
	}
	return digest("workout", f.Lies, f.Says.Name)
}

// folderID returns the id of the library folder that corresponds to the file's
// folder, or "" if the file has none.
func (o *Origin) folderID() string {
	if o.Folder == "" {
		return ""
	}
	return "f" + digest("folder", cmp.Or(path.Dir(o.Lies), o.Folder))
}

// folderName returns the name of the library folder.
func (o *Origin) folderName() string {
	var parts []string
	for part := range strings.SplitSeq(o.Folder, "/") {
		if part = textclean.Line(part, textclean.NameRunes); part != "" && (len(parts) == 0 || parts[len(parts)-1] != part) {
			parts = append(parts, part)
		}
	}
	return textclean.Line(strings.Join(parts, " / "), textclean.NameRunes)
}

// digest returns a short hash of the given parts.
func digest(parts ...string) string {
	return string(match.IdentityOf(strings.Join(parts, "\x00"), 0).Activity())
}

// reader reads one workout file format.
type reader func(data []byte) (workout.Workout, []workout.Loss, error)

// byName maps file extensions to the formats that they identify.
var byName = map[string]reader{".zwo": workoutfile.ReadZWO, ".erg": workoutfile.ReadERG, ".mrc": workoutfile.ReadERG}

// headBytes is the number of bytes at the start of a file that show what it is.
const headBytes = 4 << 10

// readerOf returns the reader for a workout file, or nil for other files. FIT
// files are handled elsewhere; see [ReadFIT].
func readerOf(ext string, data []byte) reader {
	if len(bytes.TrimSpace(data)) == 0 {
		return nil
	}
	if read := byName[ext]; read != nil {
		return read
	}
	head := data[:min(len(data), headBytes)]
	switch text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n"); {
	case len(text) == 0:
	case text[0] == '<' && isZWO(head):
		return workoutfile.ReadZWO
	case text[0] == '[' && bytes.HasPrefix(bytes.ToUpper(text), []byte("[COURSE HEADER]")):
		return workoutfile.ReadERG
	case text[0] == '{' && isIGPSport(data):
		return workoutfile.ReadIGPSport
	}
	return nil
}

func isZWO(head []byte) bool {
	s := reading.NewXMLReader(context.Background(), head, reading.Limits{})
	return s.Next() && s.Start && s.Name == "workout_file"
}

// mostJSON is the maximum size of JSON that is examined. A workout has a few
// hundred bytes per step.
const mostJSON = 1 << 20

// isIGPSport reports whether data is a workout in the format of iGPSport's
// service. Other formats have a structure too, so all fields must match.
func isIGPSport(data []byte) bool {
	if len(data) > mostJSON || !bytes.Contains(data, []byte(`"structure"`)) {
		return false
	}
	type native struct {
		Title     *string         `json:"title"`
		Sport     json.RawMessage `json:"sportBigType"`
		Kind      json.RawMessage `json:"workoutType"`
		Structure []struct {
			Type  string          `json:"type"`
			Class json.RawMessage `json:"intensityClass"`
			Steps json.RawMessage `json:"steps"`
		} `json:"structure"`
	}
	var v struct {
		native
		Data *native `json:"data"`
	}
	if json.Unmarshal(data, &v) != nil {
		return false
	}
	n := v.native
	if n.Structure == nil && v.Data != nil {
		n = *v.Data
	}
	if n.Title == nil || n.Sport == nil && n.Kind == nil || len(n.Structure) == 0 {
		return false
	}
	for _, s := range n.Structure {
		if (s.Type != "Step" || s.Class == nil) && (s.Type != "Repetition" || s.Steps == nil) {
			return false
		}
	}
	return true
}

// ReadWorkouts reads a workout file. It returns nil for other files, including
// FIT files; see [ReadFIT].
func ReadWorkouts(ctx context.Context, o Origin, data []byte, limits recording.Limits) (*File, error) {
	name := unpackedName(o.Name)
	ext := strings.ToLower(path.Ext(name))
	if recording.IsGzip(data) {
		if byName[ext] == nil {
			return nil, nil // unpacking every recording only to check this would be too slow
		}
		var err error
		if data, err = recording.Unpack(ctx, data, limits); err != nil {
			return nil, err
		}
	}
	read := readerOf(ext, data)
	if read == nil {
		return nil, nil
	}
	return newFile(o, read, data)
}

// ReadFIT reads a FIT file that contains a workout.
func ReadFIT(ctx context.Context, o Origin, data []byte, limits recording.Limits) (*File, error) {
	data, err := recording.Unpack(ctx, data, limits)
	if err != nil {
		return nil, err
	}
	return newFile(o, workoutfile.ReadFIT, data)
}

// unpackedName returns the name of a file without its compression extension.
func unpackedName(name string) string {
	for _, packed := range []string{".zst", ".gz"} {
		if strings.EqualFold(path.Ext(name), packed) {
			name = strings.TrimSuffix(name, path.Ext(name))
		}
	}
	return name
}

// former returns the former activity of a lost recording that is read again. If
// known is false, the former activity is unknown and must be decided as usual.
func (b *batch) former(ctx context.Context, s *session, original string) (d decision, known bool, err error) {
	if b.run.o.Named == nil {
		return d, false, nil
	}
	rec := s.digest.Recording()
	id, noted := b.run.o.Named[rec]
	if !noted {
		id = rec.Starts()
	}
	members, err := b.members(ctx, id)
	if err != nil {
		return d, false, err
	}
	switch {
	case slices.ContainsFunc(members, func(m *member) bool { return m.original == original }):
		return d, false, nil // two recordings of one file are never one activity
	case len(members) > 0:
		return decision{join: id}, true, nil
	}
	return decision{as: id}, noted, nil
}

// lead redirects the id of an activity with only this recording to the recording's activity,
// unless that id belongs to another activity.
func (b *batch) lead(ctx context.Context, s *session, to training.ActivityID) error {
	own := s.digest.Activity()
	if own == to {
		return nil
	}
	if b.run.o.Named != nil {
		members, err := b.members(ctx, own)
		if err != nil || slices.ContainsFunc(members, func(m *member) bool { return m.activity == own }) {
			return err
		}
	}
	return b.tx.Redirect(b.run.athlete.ID, own, to)
}

// decision is the result of the search for the activity of a recording.
type decision struct {
	join     training.ActivityID // empty means a new activity
	as       training.ActivityID // id for a new activity; empty means an id derived from the recording
	clock    time.Duration       // difference from the activity's clock, if they match only with a shifted clock
	question []i18n.Sentence     // one for each activity to which it may belong, and one if not all were compared
}

// decide finds the activity to which a recording belongs, among stored
// recordings and those that this batch has placed.
func (b *batch) decide(ctx context.Context, s *session, original string) (decision, error) {
	var d decision
	near, err := b.candidates(s.rec)
	if err != nil {
		return d, err
	}
	fresh := b.fresh(s, original)
	near = slices.DeleteFunc(near, func(m *member) bool {
		verdict := b.run.pairs.Between(match.Recorded(fresh.id), match.Recorded(m.id))
		if verdict == match.PairSame && !fresh.sibling(m) && d.join == "" {
			d.join = m.activity
		}
		return verdict == match.Apart
	})
	if d.join != "" {
		return d, nil
	}
	var best match.Tie
	admits := map[training.ActivityID]bool{}
	near, all := fresh.nearest(near)
	for i, m := range near {
		rel, err := b.im.relation(fresh, m, b.loader(ctx))
		if err != nil {
			return d, err
		}
		switch rel {
		case match.Unlike:
			continue
		case match.Doubtful:
			d.question = append(d.question, fresh.doubtful(m))
			continue
		}
		tie := fresh.tie(m, i)
		if d.join != "" && !tie.Stronger(best) {
			continue
		}
		free, asked := admits[m.activity]
		if !asked {
			if free, err = b.admits(ctx, m.activity, s, original); err != nil {
				return d, err
			}
			admits[m.activity] = free
		}
		if free {
			d.join, d.clock, best = m.activity, fresh.shift(m), tie
		}
	}
	if d.join != "" {
		d.question = nil
	}
	if !all {
		d.question = append(d.question, i18n.Sentencef(
			"More than %d recordings overlap one of its recordings; it was compared only with those that share the most time with it.",
			mostCompared))
	}
	return d, nil
}

// shift returns how far m's clock is ahead of o's, or 0 if they were compared by their own clocks.
func (m *member) shift(o *member) time.Duration {
	if match.Candidate(m.rec, o.rec) {
		return 0
	}
	return training.ClockShift(o.rec, m.rec)
}

// doubtful returns a warning that two recordings may be of the same activity.
func (m *member) doubtful(o *member) i18n.Sentence {
	if apart := m.shift(o); apart != 0 {
		return i18n.Sentencef("It may be a copy of %s in another time zone, since their clocks differ by %s; they were kept apart because "+
			"nothing recorded in both proves it. Decide with: lapkeep duplicates", o.activity, clock(apart))
	}
	return i18n.Sentencef(
		"It may be the same activity as %s, which overlaps it; they were kept apart because nothing recorded in both "+
			"proves it. Decide with: lapkeep duplicates", o.activity)
}

// clock formats the difference between two clocks in hours and minutes.
func clock(apart time.Duration) string {
	m := int(apart.Abs().Minutes())
	return fmt.Sprintf("%d:%02d h", m/60, m%60)
}

// fresh returns a member for a recording that does not belong to an activity yet.
func (b *batch) fresh(s *session, original string) *member {
	return &member{id: s.digest.Recording(), original: original, rec: s.rec}
}

// admits reports whether the recording may join an activity. It may not if a recording in the
// activity excludes it, if the athlete decided against it, or if there are too many recordings.
func (b *batch) admits(ctx context.Context, id training.ActivityID, s *session, original string) (bool, error) {
	own := b.fresh(s, original)
	members, err := b.members(ctx, id)
	if err != nil {
		return false, err
	}
	if len(members) >= mostCompared {
		return false, nil
	}
	for _, m := range members {
		var rel match.Relation
		if match.OneDevice(m.rec.Device, s.rec.Device) {
			if rel, err = b.im.relation(own, m, b.loader(ctx)); err != nil {
				return false, err
			}
		}
		if own.excludes(m, rel) || b.run.pairs.Between(match.Recorded(own.id), match.Recorded(m.id)) == match.Apart {
			return false, nil
		}
	}
	return true, nil
}
