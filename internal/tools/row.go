package tools

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Safety says what calling a tool can do.
type Safety uint8

// The degrees of safety. A destructive tool needs a person's consent.
const (
	Read      Safety = iota
	WriteFile        // writes a separate file, but changes no stored data
	Write            // is journaled and can be undone
	Destructive
)

// Row is one tool of the table, the same for every face. [New] creates it.
type Row struct {
	Name        string
	Title       string
	Description string // at most 400 bytes; says when to use it
	Toolset     string
	Safety      Safety
	Default     bool // part of the default toolset
	Idempotent  bool
	OpenWorld   bool // reaches a service
	// Sends marks a write that goes to a connected service, Deletes one that
	// deletes, even if that can be undone.
	Sends, Deletes bool
	// Full marks a write that only --writes full registers.
	Full bool
	// Asks marks a write that needs a person's consent if it is large, changes
	// past data or is for others to read. Whether a particular write needs
	// consent is decided by its changes; a destructive write always does.
	Asks bool
	// Widens marks the row that offers more tools of the table.
	Widens bool
	// PageOnly marks a row that only the dashboard needs.
	PageOnly bool
	// Where names the arguments that contain a location, such as a track. An
	// assistant gives them only if the athlete shares positions.
	Where []string
	// Ahead reports whether a day without a year or week ("on Friday") means the next one.
	Ahead bool
	// Aliases maps other names of arguments to the arguments.
	Aliases map[string]string
	// Timeout is how long a call may take; 0 means [DefaultTimeout].
	Timeout time.Duration

	rests    bool
	contract *contract
	run      func(context.Context, *Call, json.RawMessage) (any, error)
}

// DefaultTimeout is how long a call may take unless its row says otherwise.
const DefaultTimeout = 30 * time.Second

// Call holds everything that handlers receive besides their arguments.
type Call struct {
	Scope    training.Scope
	Now      time.Time      // the only clock reading of this call
	Location *time.Location // the athlete's
	Today    training.Day   // the athlete's
	Week     time.Weekday   // the athlete's first day of the week
	Language string
	// Reads are the units that the athlete uses. Answers to models stay metric,
	// and name the athlete's units if they are not metric.
	Reads training.Units
	// Said formats a text with its operands in the language and, after TellMiles,
	// in miles; nil means English.
	Said func(format string, args ...any) string
	// Miles reports whether Said writes quantities in miles, feet, pounds and °F.
	Miles bool
	// Freshness returns when connected services were last read, or empty without
	// any. It is called only if the answer shows it; it may be nil.
	Freshness func(ctx context.Context) i18n.Sentence
	Face      string // mcp, cli or dashboard
	// Sharing is the data that the athlete lets assistants see.
	Sharing training.Sharing
	// Progress reports done of total with a short text; it may be nil.
	Progress func(done, total int, what i18n.Sentence)
	// Approval is the id of the person's approval for this call, if any.
	Approval string
	// Widen offers another toolset to this caller from now on, and reports whether
	// the caller's tool list shows it. It is nil if the list cannot change.
	Widen func(toolset string) (listed bool, err error)
	// Table is the table that was called. The table sets it.
	Table *Table
	// Tool and Args are the tool's name and its arguments as they were read,
	// with dates resolved and defaults filled in. The table sets them; what a
	// person approves is bound to them.
	Tool string
	Args json.RawMessage
	// readAs is how arguments were interpreted. The table sets it.
	readAs map[string]i18n.Sentence
	// whose is the athlete that the answer names, if it does. The table sets it.
	whose training.AthleteID
	// DryRun reports whether a write only shows what it would do. The table sets it.
	DryRun bool
}

// TellMiles makes sentences state quantities in miles, feet, pounds and °F, for
// a person who uses those.
func (c *Call) TellMiles() { c.Said, c.Miles = i18n.InMiles(c.Said), true }

// Say translates a sentence for a person.
func (c *Call) Say(format string, args ...any) string {
	if c.Said == nil {
		return i18n.Sentencef(format, args...).String()
	}
	return c.Said(format, args...)
}

// Report reports progress to the caller, if it wants that.
func (c *Call) Report(done, total int, what i18n.Sentence) {
	if c.Progress != nil {
		c.Progress(done, total, what)
	}
}

// NoteRead records how a tool interpreted an argument that it reads itself. The
// answer shows it.
func (c *Call) NoteRead(path string, as i18n.Sentence) {
	if c.readAs != nil {
		c.readAs[path] = as
	}
}

// Whole returns the scope in which a write reads the data that it changes: the
// inverse needs all of it, regardless of what the caller may see.
func (c *Call) Whole() training.Scope {
	return training.Everything(c.Scope.Athlete)
}

// Spec is a row without its handler.
type Spec struct {
	Name, Title, Description, Toolset              string
	Safety                                         Safety
	Default, Idempotent, OpenWorld, Full, PageOnly bool
	Sends, Deletes, Asks, Widens                   bool     // see [Row]
	Where                                          []string // see [Row]
	Ahead                                          bool     // see [Row]
	// Aliases maps other names of arguments to the arguments.
	Aliases map[string]string
	// Timeout is how long a call may take; 0 means [DefaultTimeout].
	Timeout time.Duration
	// Input and Output adjust the schemas inferred from In and Out: enums, bounds, defaults.
	Input, Output func(*jsonschema.Schema)
}

// rests reports whether answers depend on data read from services: this is so
// for all tools that only read, except the tool that widens the table.
func (s *Spec) rests() bool { return s.Safety == Read && !s.Widens }

// adjust turns the schema inferred from In into the schema of the arguments.
func (s *Spec) adjust(arguments *jsonschema.Schema) {
	if s.Safety != Read {
		addDryRun(arguments)
	}
	if s.Input != nil {
		s.Input(arguments)
	}
}

// New returns a row whose schemas are inferred from In and Out on first use. In
// and Out are structs; a field of In is optional if its JSON tag says omitempty
// or omitzero, and its `jsonschema` tag is its description. Dates and sports in
// In have the types [Date], [DateRange] and [training.Discipline].
func New[In, Out any](spec Spec, handle func(context.Context, *Call, In) (Out, error)) Row {
	return Row{
		Name: spec.Name, Title: spec.Title, Description: spec.Description, Toolset: spec.Toolset,
		Safety: spec.Safety, Default: spec.Default, Idempotent: spec.Idempotent,
		OpenWorld: spec.OpenWorld, Sends: spec.Sends, Deletes: spec.Deletes, Full: spec.Full, Asks: spec.Asks,
		Widens: spec.Widens, PageOnly: spec.PageOnly, Where: spec.Where, Ahead: spec.Ahead,
		Aliases: spec.Aliases, Timeout: spec.Timeout,
		rests: spec.rests(), contract: newContract[In, Out](spec),
		run: func(ctx context.Context, c *Call, args json.RawMessage) (any, error) {
			var in In
			if err := json.Unmarshal(args, &in); err != nil {
				return nil, argError(spec.Name, err)
			}
			return handle(ctx, c, in)
		},
	}
}

// argError returns an error that names the argument that could not be read. The
// decoder's own error would name the program's types.
func argError(tool string, err error) error {
	e := training.Errorf(training.KindInvalid, "The arguments of %s are not valid.", tool)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && wrong.Field != "" {
		name := wrong.Field[strings.LastIndexByte(wrong.Field, '.')+1:] // the names before it are structs
		e = training.Errorf(training.KindInvalid, "The value of %s for %s has the wrong type.", name, tool)
	} else if said, ok := errors.AsType[*training.Error](err); ok {
		e = training.Errorf(training.KindInvalid, "The arguments of %s are not valid: %s", tool, said.What)
	}
	return e.WithFix("See the tool's input schema.")
}

// OpenRows makes the schema of an answer say "object", instead of "anything",
// for rows whose keys depend on the data.
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

// NotShared returns the error for clearing something that the caller may not
// see: even whether there is anything to clear would reveal something.
func NotShared(field string) error {
	return training.Errorf(training.KindForbidden, "%s is not shared with assistants, so an assistant cannot clear it.", field).
		WithFix("Give a new value, or have the athlete clear it with lapkeep call.")
}

// mayGive returns an error for an argument with a position if the assistant may
// not see positions: any comparison with it reveals where the athlete was. It
// does so before the row reads anything, so that no answer, error or dry run
// can depend on stored data.
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

// Frame returns the days that the call's question depends on.
func (c *Call) Frame() answers.Frame {
	return answers.Frame{Today: c.Today, TimeZone: c.Location.String(), Week: c.Week}
}

// PlainName converts s to one path element of letters, digits, dots and dashes.
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

// Most is the most bytes that the folder of all exports may hold: an assistant
// can request one export after another, unseen by anyone.
const Most = 1 << 30

// File is an export before it is written.
type File struct {
	Athlete training.AthleteID
	Name    string // tells a person what it is
	Ext     string // file extension, with its dot
	Data    []byte
}

// Path returns the path of the file in dir. It reveals nothing of the content,
// which the caller may not be allowed to see.
func (f File) Path(dir string) string {
	return filepath.Join(dir, PlainName(string(f.Athlete)), PlainName(f.Name)+f.Ext)
}

// Export is the answer to an export.
type Export struct {
	ID        string       `json:"id"`
	LocalDate training.Day `json:"local_date"`
	TimeZone  string       `json:"time_zone"`
	Format    string       `json:"format"`
	Path      string       `json:"path"`
	URI       string       `json:"uri"`
	DryRun    bool         `json:"dry_run,omitempty"`
}

// Export writes the file below dir, unless e is a dry run, and adds its path to e.
func (f File) Export(dir string, e Export) (*Export, error) {
	e.Path = f.Path(dir)
	e.URI = (&url.URL{Scheme: "file", Path: filepath.ToSlash(e.Path)}).String()
	if e.DryRun {
		return &e, nil
	}
	return &e, f.Keep(dir)
}

// Keep writes the file below dir completely or not at all, readable only by its
// owner, in place of an earlier one. A link inside dir cannot lead outside it.
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
	sum := sha256.Sum256(f.Data) // concurrent calls that write something else do not collide
	part := rel + "." + hex.EncodeToString(sum[:6]) + ".part"
	if err := writeSynced(root, part, f.Data); err != nil {
		return notWritten(errors.Join(err, root.Remove(part)))
	}
	if err := root.Rename(part, rel); err != nil && !f.isThere(root, rel) { // another call may have renamed it
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

// fits returns an error if there is no room for the file in the folder.
func (f File) fits(root *os.Root, dir string) error {
	all := int64(len(f.Data))
	err := fs.WalkDir(root.FS(), ".", func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) { // written by another call, and renamed
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
