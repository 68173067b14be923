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
	Notes []string // of its state
	// Block is the text of the file, Command the client's own command and
	// Deeplink a link that do the same; empty where there is none.
	Block, Command, Deeplink string
	// Install is the command that writes the file and tries it.
	Install string
}

// State is how far a client is set up.
type State string

// The states.
const (
	ByHand     State = "by hand" // only a person can
	NotHere    State = "not here"
	NotFound   State = "not found"
	Present    State = "present"
	Configured State = "configured"
	InFolder   State = "in a folder" // of one project alone
	Unreadable State = "unreadable"
)

// Has reports whether the client has the server.
func (s State) Has() bool { return s == Configured || s == InFolder }

// Line writes an object as JSON on one line.
func Line(o Object) string { return layout{}.render(o) }

// Link is the form of a link that adds a server to a client by a click.
type Link string

// The links: {name} is the server's name, {base64} its entry in base64, and
// {json} its entry with its name, escaped for a URL.
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
