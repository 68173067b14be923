package clients

import (
	"slices"
)

// Standing is an entry as a client's file has it.
type Standing struct {
	Server
	// Environ are the variables that the entry gives the program, KEY=value.
	Environ []string
}

// Standing reads a server's entry in the client's file at path.
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

// environment is the name of an entry's variables.
func (c Client) environment() string {
	if c.Env != "" {
		return c.Env
	}
	return "env"
}

// kept is the present entry, with the fresh one's way to reach the server. All
// else in it stays, but for what belongs to the other way to connect.
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

// decides reports whether a field says how the server is reached. Switches,
// times and names are the user's as soon as they are there.
func decides(value any) bool {
	if _, ok := value.(string); ok { // the kind of connection
		return true
	}
	hole, ok := value.(Hole)
	return ok && hole != ServerName
}

// beside puts our headers among those that the user wrote.
func beside(had any, headers Object) Object {
	out, _ := had.(Object)
	for _, m := range headers {
		out = out.With(m.Key, m.Value)
	}
	return out
}

// Spot is a place of an entry beside the user's own: one folder's in the
// client's file, or a file of the folder's.
type Spot struct {
	File   string
	Folder string // in the client's file
}

// Also lists where else the client finds the server: for single folders in its
// file at path, and in the file of a project.
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

// folders are those for which the client's file has an entry of their own.
func (c Client) folders(doc []byte, server string) ([]string, error) {
	if c.Folders == "" {
		return nil, nil
	}
	all, _, err := ReadConfig(c.Format, doc, c.Folders)
	var out []string
	for _, folder := range all {
		has, err := ConfigHas(c.Format, doc, c.folderPath(folder.Key, server)...)
		if err == nil && has { // a folder that is written in another way has none
			out = append(out, folder.Key)
		}
	}
	return out, err
}

func (c Client) folderPath(folder, server string) []string {
	return slices.Concat([]string{c.Folders, folder}, c.Path(server))
}
