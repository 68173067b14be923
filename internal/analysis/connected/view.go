// Package connected is how connections to services are shown: which there
// are, where their keys lie, how their reading stands. It must not know any
// service, nor how one is asked.
package connected

import "lapkeep/internal/syncer"

// NotConnected is the state of a service that nothing is read from.
const NotConnected = "not_connected"

// View is one service that can be connected.
type View struct {
	Name      string `json:"name"` // for people
	Connected bool   `json:"connected"`
	AccountID string `json:"account_id,omitempty"` // the service's own id of the athlete
	// KeyIn says where the key lies: keyring, file, or the setting that gives it.
	KeyIn string `json:"key_in,omitempty"`
	// HowTo is the command that connects it; no tool takes a key.
	HowTo string `json:"how_to,omitempty"`
	syncer.Report
}

// Run is what one reading of a service did.
type Run struct {
	Source string `json:"source"`
	syncer.Result
	// More says that the reading is not at its end.
	More    bool   `json:"more,omitempty"`
	Problem string `json:"problem,omitempty"`
	Fix     string `json:"fix,omitempty"`
	// NextTry is when it goes on by itself, or may be worth asking again.
	NextTry string `json:"next_try,omitempty"`
	State   string `json:"state"`
}
