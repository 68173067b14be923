package clients

import (
	"slices"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// KeyVariable is the name of the environment variable that holds the bearer key, for clients
// that can read one instead of storing the key in their file.
const KeyVariable = "LAPKEEP_API_KEY"

// Client is a program that speaks MCP.
type Client struct {
	ID, Name string
	// Program is the command that starts the client in a terminal, if there is one.
	Program string
	// Files holds the path of the user's configuration file for each operating system (with Go's
	// names), with placeholders in braces; see [Place]. A client without such a file has Steps.
	Files map[string]string
	// Project is the project's own configuration file, relative to the project's
	// folder, or "" if there is none.
	Project string
	Format  ConfigFormat
	// Key is the path to the object that holds the servers.
	Key []string
	// Folders is the name of an object in the same file that holds additional servers by
	// folder, if there is one.
	Folders string
	// Env is the name of the object of an entry that holds the program's variables, if it is
	// not "env".
	Env string
	// Stdio and HTTP are an entry's fields; HTTP is nil if the client can only
	// start programs.
	Stdio, HTTP []Field
	// Reference is how the file refers to an environment variable, with {name} for
	// its name; if empty, the file itself must hold the bearer key.
	Reference string
	// Prompts reports whether the client asks for the key and keeps it itself (VS
	// Code's inputs).
	Prompts bool
	// AddStdio and AddHTTP are the client's own commands for adding the same entry.
	AddStdio, AddHTTP string
	// Verify is a command, or a sentence, that shows whether the setup worked.
	Verify string
	// Reload describes when the client reads a changed file.
	Reload string
	Link   Link
	// Skills is the folder where the client reads skills, with placeholders in braces.
	Skills string
	Notes  []string
	// Steps describes what a person has to do if there is no file.
	Steps []string
}

// Field is a field of an entry with a literal value or a [Hole].
type Field struct {
	Key   string
	Value any
}

// Hole is the placeholder for a value that differs from server to server.
type Hole int

// The holes.
const (
	ServerName  Hole = iota
	Command          // the program's absolute path
	Args             // its arguments
	CommandLine      // both in one list
	URL
	Authorization // an object with the Authorization header
	KeyName       // the name of the variable that holds the key
)

// Server describes how a client starts Lapkeep, or where Lapkeep listens.
type Server struct {
	Name    string
	Command string
	Args    []string
	URL     string // instead of Command and Args
	Key     string // the bearer key, only for clients that cannot get it any other way
}

// HTTP reports whether the client is to connect to a running server.
func (s Server) HTTP() bool { return s.URL != "" }

// Find returns the client with the given id; other spellings of the id are accepted.
func Find(id string) (Client, error) {
	plain := strings.NewReplacer(" ", "-", "_", "-", "claude.ai", "claude-ai").Replace(strings.ToLower(strings.TrimSpace(id)))
	all := Table()
	for _, c := range all {
		if c.ID == plain || strings.EqualFold(c.Name, id) || strings.ReplaceAll(c.ID, "-", "") == strings.ReplaceAll(plain, "-", "") {
			return c, nil
		}
	}
	ids := make([]string, len(all))
	for i, c := range all {
		ids[i] = c.ID
	}
	e := training.Errorf(training.KindNotFound, "There is no client %q.", i18n.Clip(id, i18n.MostQuoted))
	if near := i18n.Nearest(plain, ids); near != "" {
		return Client{}, e.WithFix("Did you mean %s?", near)
	}
	return Client{}, e.WithFix("Supported: %s. Other clients can use the block that lapkeep mcp config prints.", strings.Join(ids, ", "))
}

// OfProgram returns the client that a terminal program belongs to.
func OfProgram(program string) (Client, bool) {
	all := Table()
	if i := slices.IndexFunc(all, func(c Client) bool { return c.Program == program && program != "" }); i >= 0 {
		return all[i], true
	}
	return Client{}, false
}

// Manual reports whether only a person can set up the client.
func (c Client) Manual() bool { return c.Format == "" }

// Path returns the path of the server's entry in the file.
func (c Client) Path(server string) []string { return append(slices.Clone(c.Key), server) }

// reference returns how the file refers to the bearer key without storing it.
func (c Client) reference() string {
	return strings.ReplaceAll(c.Reference, "{name}", KeyVariable)
}

// HoldsKey reports whether the file has to hold the bearer key itself.
func (c Client) HoldsKey(s Server) bool {
	return s.HTTP() && c.HTTP != nil && c.Reference == ""
}

// Entry returns the server's entry for the client's file. It returns an error
// of KindUnsupported if the client cannot connect that way.
func (c Client) Entry(s Server) (Object, error) {
	fields := c.Stdio
	if s.HTTP() {
		fields = c.HTTP
	}
	if c.Manual() || fields == nil {
		return nil, training.Errorf(training.KindUnsupported, "%s cannot read this setting from a file.", c.Name).
			WithFix("See: lapkeep mcp config %s", c.ID)
	}
	var out Object
	for _, f := range fields {
		out = append(out, Member{Key: f.Key, Value: c.fill(f.Value, s)})
	}
	return out, nil
}

func (c Client) fill(v any, s Server) any {
	switch v {
	case ServerName:
		return s.Name
	case Command:
		return s.Command
	case Args:
		return s.Args
	case CommandLine:
		return append([]string{s.Command}, s.Args...)
	case URL:
		return s.URL
	case KeyName:
		return KeyVariable
	case Authorization:
		key := c.reference()
		if key == "" {
			key = s.Key
		}
		return Object{{Key: "Authorization", Value: "Bearer " + key}}
	}
	return v
}

// Block returns a whole configuration file that contains only the server.
func (c Client) Block(s Server) (string, error) {
	entry, err := c.Entry(s)
	if err != nil {
		return "", err
	}
	text := Render(c.Format, entry, c.Path(s.Name)...)
	if s.HTTP() && c.Prompts {
		text = strings.TrimSuffix(text, "\n}\n") + ",\n" + keyPrompt + "\n}\n"
	}
	return text, nil
}

// keyPrompt makes the client ask for the key and keep it.
const keyPrompt = `  "inputs": [
    {
      "type": "promptString",
      "id": "lapkeep-key",
      "description": "Bearer key of Lapkeep (lapkeep key show)",
      "password": true
    }
  ]`

// Standing is the current entry in a client's file.
type Standing struct {
	Server
	// Environ lists the variables that the entry passes to the program, as KEY=value.
	Environ []string
}

// Standing reads a server's entry from the client's file at path.
func (c Client) Standing(path, server string) (st Standing, found bool, err error) {
	ch, err := open(path)
	if err != nil || !ch.Existed {
		return st, false, err
	}
	entry, found, err := ReadConfig(c.Format, ch.Before, c.Path(server)...)
	return c.standing(server, entry), found, about(ch.Path, err)
}

func (c Client) standing(server string, entry Object) Standing {
	st := Standing{Server: Server{Name: server}}
	for _, f := range slices.Concat(c.Stdio, c.HTTP) {
		v, _ := entry.Get(f.Key)
		text, _ := v.(string)
		list, _ := v.([]string)
		switch {
		case f.Value == Command:
			st.Command = text
		case f.Value == Args:
			st.Args = list
		case f.Value == CommandLine && len(list) > 0:
			st.Command, st.Args = list[0], list[1:]
		case f.Value == URL:
			st.URL = text
		}
	}
	v, _ := entry.Get(c.environment())
	variables, _ := v.(Object)
	for _, m := range variables {
		if text, ok := m.Value.(string); ok {
			st.Environ = append(st.Environ, m.Key+"="+text)
		}
	}
	return st
}

// environment returns the name of the field for an entry's variables.
func (c Client) environment() string {
	if c.Env != "" {
		return c.Env
	}
	return "env"
}

// kept returns the current entry with the connection fields of the fresh one. It
// keeps all other fields except those of the other transport.
func (c Client) kept(was, fresh Object, s Server) Object {
	ours, theirs := c.Stdio, append(slices.Clone(c.HTTP), Field{Key: "headers"})
	if s.HTTP() {
		ours, theirs = c.HTTP, append(slices.Clone(c.Stdio), Field{Key: c.environment()})
	}
	if c.standing(s.Name, was).HTTP() != s.HTTP() {
		for _, f := range theirs {
			if !slices.ContainsFunc(ours, func(o Field) bool { return o.Key == f.Key }) {
				was = was.Without(f.Key)
			}
		}
	}
	for _, f := range ours {
		had, there := was.Get(f.Key)
		if there && !decides(f.Value) {
			continue
		}
		value, _ := fresh.Get(f.Key)
		if headers, ok := value.(Object); ok {
			value = beside(had, headers)
		}
		was = was.With(f.Key, value)
	}
	return was
}

// decides reports whether a field determines how the server is reached. Switches,
// timeouts and names are left as the user set them.
func decides(value any) bool {
	if _, ok := value.(string); ok { // the kind of connection
		return true
	}
	hole, ok := value.(Hole)
	return ok && hole != ServerName
}

// beside adds our headers to the ones that the user wrote.
func beside(had any, headers Object) Object {
	out, _ := had.(Object)
	for _, m := range headers {
		out = out.With(m.Key, m.Value)
	}
	return out
}

// Spot is the place of an entry other than the user's own: the entry for one folder in the
// client's file, or a file in that folder.
type Spot struct {
	File   string
	Folder string // folder named in the client's file
}

// Also lists the other places where the client finds the server: entries for
// single folders in its file at path, and the file of a project.
func (c Client) Also(path, project, server string) ([]Spot, error) {
	ch, err := open(path)
	if err != nil {
		return nil, err
	}
	folders, err := c.folders(ch.Before, server)
	if err != nil {
		return nil, about(ch.Path, err)
	}
	var out []Spot
	for _, f := range folders {
		out = append(out, Spot{File: path, Folder: f})
	}
	if project == "" || project == path {
		return out, nil
	}
	_, configured, err := c.Configured(project, server)
	if configured {
		out = append(out, Spot{File: project})
	}
	return out, err
}

// folders returns the folders for which the client's file has separate entries.
func (c Client) folders(doc []byte, server string) ([]string, error) {
	if c.Folders == "" {
		return nil, nil
	}
	all, _, err := ReadConfig(c.Format, doc, c.Folders)
	var out []string
	for _, folder := range all {
		value := folder.Value
		for _, key := range c.Path(server) {
			object, _ := value.(Object) // only an object can have an entry
			value, _ = object.Get(key)
		}
		if value != nil {
			out = append(out, folder.Key)
		}
	}
	return out, err
}

func (c Client) folderPath(folder, server string) []string {
	return slices.Concat([]string{c.Folders, folder}, c.Path(server))
}

// AddCommand returns the client's own command that adds the server, or "".
func (c Client) AddCommand(s Server, system string) string {
	text := c.AddStdio
	if s.HTTP() {
		text = c.AddHTTP
	}
	if text == "" {
		return ""
	}
	words := make([]string, 0, len(s.Args)+1)
	for _, w := range append([]string{s.Command}, s.Args...) {
		words = append(words, textclean.Quote(w, system))
	}
	key := "$" + KeyVariable
	if system == "windows" {
		key = "$env:" + KeyVariable
	}
	entry, _ := c.Entry(s) // checked by the table's test
	named := append(Object{{Key: "name", Value: s.Name}}, entry...)
	return strings.NewReplacer(
		"{name}", textclean.Quote(s.Name, system),
		"{command}", strings.Join(words, " "),
		"{url}", textclean.Quote(s.URL, system),
		"{key}", key,
		"{entry}", textclean.Quote(Line(entry), system),
		"{named}", textclean.Quote(Line(named), system),
	).Replace(text)
}
