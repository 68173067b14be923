package tools

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Safety describes what a call to a tool can do.
type Safety uint8

// These are the levels of safety. A destructive tool needs a person's consent.
const (
	Read      Safety = iota
	WriteFile        // writes a separate file, but does not change stored data
	Write            // is recorded in the journal and can be undone
	Destructive
)

// Row is one tool of the table. It is the same for every face. [New] creates it.
type Row struct {
	Name        string
	Title       string
	Description string // at most 400 bytes; explains when to use the tool
	Toolset     string
	Safety      Safety
	Default     bool // the tool is in the default toolset
	Idempotent  bool
	OpenWorld   bool // the tool contacts a service
	// Sends marks a write that is sent to a connected service, and Deletes one
	// that deletes something, even if that can be undone.
	Sends, Deletes bool
	// Full marks a write that is offered only with --writes full.
	Full bool
	// Asks marks a write that needs a person's consent if it is large, changes
	// past data, or is visible to others. The changes of a particular write
	// determine whether it needs consent. A destructive write always does.
	Asks bool
	// Widens marks the tool that offers more tools of the table.
	Widens bool
	// PageOnly marks a tool that only the dashboard needs.
	PageOnly bool
	// Everyone marks a tool that answers about all athletes of a table. A table of one
	// athlete does not offer it to assistants.
	Everyone bool
	// Machine marks a write that uses files or connections of this machine, so that callers
	// from elsewhere need the permission for them.
	Machine bool
	// Where lists the arguments that contain a position, such as a track.
	// Assistants may use them only if the athlete shares positions.
	Where []string
	// Ahead means that a day without a year or week ("on Friday") means the next such day.
	Ahead bool
	// Aliases maps other names to the names of arguments.
	Aliases map[string]string
	// Timeout is the maximum duration of a call; 0 means [DefaultTimeout].
	Timeout time.Duration

	rests    bool
	picture  drawer
	contract *contract
	run      func(context.Context, *Call, json.RawMessage) (any, error)
}

// DefaultTimeout is the maximum duration of a call to most tools.
const DefaultTimeout = 30 * time.Second

// Call holds everything that a handler gets in addition to its arguments.
type Call struct {
	Scope    training.Scope
	Now      time.Time      // the time of the call, read from the clock only once
	Location *time.Location // the athlete's time zone
	Today    training.Day   // the athlete's current day
	Week     time.Weekday   // first day of the athlete's week
	Language string
	// Reads is the system of units that the athlete uses. Answers to models are
	// always metric; if the athlete's units are not metric, the answers mention them.
	Reads training.Units
	// Said formats a text with its arguments in the athlete's language, and after
	// [Call.TellMiles] in miles. nil means English.
	Said func(format string, args ...any) string
	// Miles means that Said uses miles, feet, pounds and °F.
	Miles bool
	// Bitmap means that the face draws pictures as PNG, whose font does not have every letter.
	Bitmap bool
	// Freshness describes when connected services were last read. It returns "" if
	// there are none. It is called only if the answer shows its result. It may be nil.
	Freshness func(ctx context.Context) i18n.Sentence
	Face      string // mcp, cli or dashboard
	// Person calls from elsewhere; empty is whoever uses this machine.
	Person training.PersonID
	// Sharing lists the data that the athlete shares with assistants.
	Sharing training.Sharing
	// Progress is called with the number of finished steps, the total number,
	// and a short text. It may be nil.
	Progress func(done, total int, what i18n.Sentence)
	// Approval is the id of a person's approval for this call, if there is one.
	Approval string
	// Widen offers another toolset to this caller from now on, and reports whether
	// the caller's list of tools shows it. It is nil if the list cannot change.
	Widen func(toolset string) (listed bool, err error)
	// Home is the table of the home that the call is about, if one table is offered for many
	// homes. The offered table only lists; the tools of Home are called. It may be nil.
	Home *Table
	// Named is the name of that home. Grants, answers and the access log call the athlete so, and
	// not by the id that the athlete has within the home.
	Named training.AthleteID
	// Among lists the names of all homes that the caller may ask about.
	Among []training.AthleteID
	// Done returns the home of the call when the call has ended. It may be nil; see [Call.End].
	Done func()
	// Table is the table whose tool was called. The table sets it.
	Table *Table
	// Tool is the name of the tool, and Args holds its arguments as they were read, with
	// dates resolved and defaults added. The table sets both. A person's approval applies
	// only to this tool and these arguments.
	Tool string
	Args json.RawMessage
	// readAs explains how arguments were understood. The table sets it.
	readAs map[string]i18n.Sentence
	// whose is the athlete whose id the answer contains, or empty. The table sets it.
	whose training.AthleteID
	// DryRun means that a write only shows what it would do. The table sets it.
	DryRun bool
}

// End ends a call, with or without an answer. The caller of the tool must call it once.
func (c *Call) End() {
	if c.Done != nil {
		c.Done()
	}
}

// As returns c with what a face gave to another call: c is about another athlete of the same caller.
func (c *Call) As(given *Call) *Call {
	c.Face, c.Person, c.Progress = given.Face, given.Person, given.Progress
	c.Approval, c.Widen, c.Bitmap = given.Approval, given.Widen, given.Bitmap
	return c
}

// about returns the name by which the athlete of the call is known to callers.
func (c *Call) about() training.AthleteID { return cmp.Or(c.Named, c.Scope.Athlete) }

// TellMiles makes sentences use miles, feet, pounds and °F, for a person who uses these units.
func (c *Call) TellMiles() { c.Said, c.Miles = i18n.InMiles(c.Said), true }

// Say translates a sentence for a person.
func (c *Call) Say(format string, args ...any) string {
	if c.Said == nil {
		return i18n.Sentencef(format, args...).String()
	}
	return c.Said(format, args...)
}

// Report reports progress to the caller, if the caller wants that.
func (c *Call) Report(done, total int, what i18n.Sentence) {
	if c.Progress != nil {
		c.Progress(done, total, what)
	}
}

// NoteRead records how a tool understood an argument that it reads itself. The answer
// includes this explanation.
func (c *Call) NoteRead(path string, as i18n.Sentence) {
	if c.readAs != nil {
		c.readAs[path] = as
	}
}

// Whole returns the scope in which a write reads the data that it changes. The
// inverse needs all of the data, regardless of what the caller may see.
func (c *Call) Whole() training.Scope {
	return training.Everything(c.Scope.Athlete)
}

// Spec holds the fields of a row, without its handler. See [Row] for their meaning.
type Spec struct {
	Name, Title, Description, Toolset                        string
	Safety                                                   Safety
	Default, Idempotent, OpenWorld, Full, PageOnly, Everyone bool
	Sends, Deletes, Asks, Widens, Machine                    bool
	Where                                                    []string
	Ahead                                                    bool
	// Aliases maps other names to the names of arguments.
	Aliases map[string]string
	// Timeout is the maximum duration of a call; 0 means [DefaultTimeout].
	Timeout time.Duration
	// Picture draws an answer for callers that ask for a picture; see [DrawnBy].
	Picture drawer
	// Input and Output adjust the schemas inferred from In and Out, for example with allowed
	// values, bounds and defaults.
	Input, Output func(*jsonschema.Schema)
}

// rests reports whether answers depend on data read from services. That is the
// case for all tools that only read, except the one that widens the table.
func (s *Spec) rests() bool { return s.Safety == Read && !s.Widens }

// adjust turns the schema inferred from In into the schema of the tool's arguments.
func (s *Spec) adjust(arguments *jsonschema.Schema) {
	if s.Safety != Read {
		addDryRun(arguments)
	}
	if s.Picture != nil {
		addPicture(arguments)
	}
	if s.Input != nil {
		s.Input(arguments)
	}
}

// New returns a row. Its schemas are inferred from In and Out when they are first
// needed. In and Out must be structs. A field of In is optional if its JSON tag
// contains omitempty or omitzero, and its `jsonschema` tag is its description. Dates
// and sports in In have the types [Date], [DateRange] and [training.Discipline].
func New[In, Out any](spec Spec, handle func(context.Context, *Call, In) (Out, error)) Row {
	return newRow(spec, reflect.TypeFor[In](), reflect.TypeFor[Out](), func(ctx context.Context, c *Call, args json.RawMessage) (any, error) {
		var in In
		if err := json.Unmarshal(args, &in); err != nil {
			return nil, argError(spec.Name, err)
		}
		return handle(ctx, c, in)
	})
}

// newRow returns a row. It is apart from New because the program contains New once for each tool.
func newRow(spec Spec, in, out reflect.Type, run func(context.Context, *Call, json.RawMessage) (any, error)) Row {
	return Row{
		Name: spec.Name, Title: spec.Title, Description: spec.Description, Toolset: spec.Toolset,
		Safety: spec.Safety, Default: spec.Default, Idempotent: spec.Idempotent,
		OpenWorld: spec.OpenWorld, Sends: spec.Sends, Deletes: spec.Deletes, Full: spec.Full, Asks: spec.Asks,
		Widens: spec.Widens, PageOnly: spec.PageOnly, Everyone: spec.Everyone, Machine: spec.Machine, Where: spec.Where, Ahead: spec.Ahead,
		Aliases: spec.Aliases, Timeout: spec.Timeout,
		rests: spec.rests(), picture: spec.Picture, contract: newContract(spec, in, out), run: run,
	}
}

// argError returns an error with the name of the argument that could not be read. The
// decoder's error would contain names of Go types.
func argError(tool string, err error) error {
	e := training.Errorf(training.KindInvalid, "The arguments of %s are not valid.", tool)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && wrong.Field != "" {
		name := wrong.Field[strings.LastIndexByte(wrong.Field, '.')+1:] // the names before it are names of structs
		e = training.Errorf(training.KindInvalid, "The value of %s for %s has the wrong type.", name, tool)
	} else if said, ok := errors.AsType[*training.Error](err); ok {
		e = training.Errorf(training.KindInvalid, "The arguments of %s are not valid: %s", tool, said.What)
	}
	return e.WithFix("See the tool's input schema.")
}

// OpenRows adapts the schema of an answer whose keys depend on the data: where the
// inferred schema accepts anything as a value, it then requires only an object.
func OpenRows(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if a := s.AdditionalProperties; a != nil && a.Type == "" && len(a.Types) == 0 && a.Not == nil {
		s.AdditionalProperties = nil
	} else {
		OpenRows(a)
	}
	for _, p := range s.Properties {
		OpenRows(p)
	}
	OpenRows(s.Items)
}

// NotShared returns the error for clearing a field that the caller may not see. The error does
// not depend on whether the field has a value, because that would reveal whether it has one.
func NotShared(field string) error {
	return training.Errorf(training.KindForbidden, "%s is not shared with assistants, so an assistant cannot clear it.", field).
		WithFix("Give a new value, or have the athlete clear it with lapkeep call.")
}

// mayGive returns an error if an argument contains a position and the assistant may not see
// positions, because any comparison with it could reveal where the athlete was. This happens
// before the tool reads any data, so no answer, error or dry run can depend on stored data.
func (r Row) mayGive(c *Call, args json.RawMessage) error {
	if len(r.Where) == 0 || c.Scope.Audience != training.AudienceModel || c.Sharing.Position {
		return nil
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(args, &given); err != nil {
		return err
	}
	i := slices.IndexFunc(r.Where, func(name string) bool { return !slices.Contains([]string{"", `""`, "[]"}, string(given[name])) })
	if i < 0 {
		return nil
	}
	return training.Errorf(training.KindForbidden,
		"%s of %s is a location. Comparing it would reveal where the athlete was, and positions are not shared with assistants.",
		r.Where[i], r.Name).
		WithFix(`Leave it out; or the athlete can run lapkeep call %s with it, or let assistants see positions: `+
			`lapkeep call update_athlete_settings '{"share": ["position"]}'`, r.Name)
}

// Frame returns the day, time zone and first day of the week for an answer.
func (c *Call) Frame() answers.Frame {
	return answers.Frame{Today: c.Today, TimeZone: c.Location.String(), Week: c.Week}
}

// PlainName converts s to a single path element that consists of letters,
// digits, underscores and dashes.
func PlainName(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_':
			return r
		}
		return '-'
	}, s)
	if s == "" {
		return "-"
	}
	return s
}

// Most is the maximum total size in bytes of the folder for exports. Without a limit,
// an assistant could fill the disk with exports without anybody noticing.
const Most = 1 << 30

// File is a file that is to be exported.
type File struct {
	Athlete training.AthleteID
	Name    string // tells people what the file is
	Ext     string // file extension with a dot
	Data    []byte
}

// Path returns the path of the file in dir. It reveals nothing about the content, which
// the caller may not be allowed to see.
func (f File) Path(dir string) string {
	return filepath.Join(dir, PlainName(string(f.Athlete)), PlainName(f.Name)+f.Ext)
}

// Export is the answer to a request for an export.
type Export struct {
	ID        string       `json:"id"`
	LocalDate training.Day `json:"local_date"`
	TimeZone  string       `json:"time_zone"`
	Format    string       `json:"format"`
	Path      string       `json:"path"`
	URI       string       `json:"uri"`
	DryRun    bool         `json:"dry_run,omitempty"`
}

// Export writes the file below dir, unless e is a dry run. It adds the path to the answer e.
func (f File) Export(dir string, e Export) (*Export, error) {
	e.Path = f.Path(dir)
	e.URI = (&url.URL{Scheme: "file", Path: filepath.ToSlash(e.Path)}).String()
	if e.DryRun {
		return &e, nil
	}
	return &e, f.Keep(dir)
}

// Keep writes the file below dir, either completely or not at all, replacing any earlier
// file. Only the owner can read it. A link inside dir cannot make it write outside dir.
func (f File) Keep(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return notWritten(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return notWritten(err)
	}
	defer root.Close()
	rel, err := filepath.Rel(dir, f.Path(dir))
	if err != nil {
		return err
	}
	if f.isThere(root, rel) {
		return nil
	}
	if err := f.fits(root, dir); err != nil {
		return err
	}
	if err := root.MkdirAll(filepath.Dir(rel), 0o700); err != nil {
		return notWritten(err)
	}
	sum := sha256.Sum256(f.Data) // concurrent calls with different content use different names
	part := rel + "." + hex.EncodeToString(sum[:6]) + ".part"
	if err := writeSynced(root, part, f.Data); err != nil {
		return notWritten(errors.Join(err, root.Remove(part)))
	}
	if err := root.Rename(part, rel); err != nil && !f.isThere(root, rel) { // another call may already have renamed it
		return notWritten(err)
	}
	return nil
}

func (f File) isThere(root *os.Root, rel string) bool {
	info, err := root.Lstat(rel)
	if err != nil || !info.Mode().IsRegular() || info.Size() != int64(len(f.Data)) {
		return false
	}
	data, err := root.ReadFile(rel)
	return err == nil && bytes.Equal(data, f.Data)
}

// fits returns an error if there is not enough room for the file in the folder.
func (f File) fits(root *os.Root, dir string) error {
	all := int64(len(f.Data))
	err := fs.WalkDir(root.FS(), ".", func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) { // another call has already renamed the file
			return nil
		}
		if err == nil {
			all += info.Size()
		}
		return err
	})
	if err != nil {
		return notWritten(err)
	}
	if all > Most {
		return training.Errorf(training.KindTooLarge, "The export folder is full: its limit is %d MB.", Most>>20).
			WithFix("Ask the athlete to move or delete files in %s.", dir)
	}
	return nil
}

func writeSynced(root *os.Root, name string, data []byte) error {
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, fs.FileMode(0o600))
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Sync(), f.Close())
}

func notWritten(err error) error {
	return training.Errorf(training.KindUnavailable, "The export could not be written: %w.", err).
		WithFix("Check the disk and the permissions of the export folder.")
}
