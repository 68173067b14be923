package clients

import (
	"encoding/base64"
	"net/url"
	"strings"
)

// Setup is a client on this machine: whether it has the server, and the entry
// for it.
type Setup struct {
	Client
	State State
	File  string
	Notes []string // about its state
	// Block is the text for the file; Command, the client's own command, and
	// Deeplink, a link, are alternatives to it. Each is empty if it does not exist.
	Block, Command, Deeplink string
	// Install is the command that writes the file and tests the server.
	Install string
}

// State is the extent to which a client is set up.
type State string

// The states.
const (
	ByHand     State = "by hand" // only a person can set it up
	NotHere    State = "not here"
	NotFound   State = "not found"
	Present    State = "present"
	Configured State = "configured"
	InFolder   State = "in a folder" // only for one project
	Unreadable State = "unreadable"
)

// Has reports whether the client has the server.
func (s State) Has() bool { return s == Configured || s == InFolder }

// Line writes an object as JSON on one line.
func Line(o Object) string { return layout{}.render(o) }

// Link is a template for a link that adds a server to a client with one click.
type Link string

// The link templates: {name} is the server's name, {base64} its entry in
// base64, and {json} its entry with its name, escaped for a URL.
const (
	NoLink      Link = ""
	CursorLink  Link = "cursor://anysphere.cursor-deeplink/mcp/install?name={name}&config={base64}"
	VSCodeLink  Link = "vscode:mcp/install?{json}"
	LMStudioURL Link = "lmstudio://add_mcp?name={name}&config={base64}"
)

// Deeplink returns the link that offers the server to the client, or "". It
// contains no key.
func (c Client) Deeplink(s Server) string {
	if c.Link == NoLink || s.HTTP() && (c.HoldsKey(s) || c.Prompts) {
		return ""
	}
	entry, err := c.Entry(s)
	if err != nil {
		return ""
	}
	named := append(Object{{Key: "name", Value: s.Name}}, entry...)
	return strings.NewReplacer(
		"{name}", url.QueryEscape(s.Name),
		"{base64}", url.QueryEscape(base64.StdEncoding.EncodeToString([]byte(Line(entry)))),
		"{json}", strings.ReplaceAll(url.QueryEscape(Line(named)), "+", "%20"),
	).Replace(string(c.Link))
}
