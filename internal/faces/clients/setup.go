package clients

// Setup is a client on this machine: whether it has the server, and what it is
// to be told.
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

// Has says that the client has the server.
func (s State) Has() bool { return s == Configured || s == InFolder }
