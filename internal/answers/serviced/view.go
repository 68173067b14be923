package serviced

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/services/syncer"
	"lapkeep/internal/training"
)

// NotConnected is the state of a service that nothing is read from.
const NotConnected = "not_connected"

// ConnectedView is one service that can be connected.
type ConnectedView struct {
	Name      string `json:"name"` // for people
	Connected bool   `json:"connected"`
	AccountID string `json:"account_id,omitempty"` // the service's own id of the athlete
	// KeyIn names the place of the key: keyring, file, or the setting that gives it.
	KeyIn string `json:"key_in,omitempty"`
	// HowTo is the command that connects it; no tool takes a key.
	HowTo i18n.Sentence `json:"how_to,omitempty"`
	// Takes are the kinds of things that it lets change.
	Takes []string `json:"takes,omitempty"`
	// Outbox counts the athlete's writes that the service does not have yet;
	// absent if nothing waits and nothing failed.
	Outbox *Outbox `json:"outbox,omitempty"`
	// NotHere counts the athletes whom the service named and who are not connected here.
	// They never agreed to be shown, so that no answer says who they are.
	NotHere int `json:"athletes_not_connected,omitempty"`
	// Here are those who are, by their ids here.
	Here map[training.AthleteID]Relation `json:"-"`
	// Terms are what the athlete agreed to, of a service whose rows may not stay.
	Terms *Terms `json:"terms,omitempty"`
	syncer.Report
}

// Terms say since when a service's rows are open: to the athlete's own page and
// command line, and to assistants. Empty is not.
type Terms struct {
	KeptDays   int    `json:"kept_days"`
	Agreed     string `json:"agreed,omitempty"` // the day, in the athlete's zone
	Assistants string `json:"assistants,omitempty"`
	// Text is the version of what is to be agreed to now.
	Text string `json:"text"`
}

// Asked is the address at which the athlete lets an app of theirs in.
type Asked struct {
	Address string `json:"address,omitempty"`
	// Until is when an answer comes too late, as RFC 3339 in the athlete's zone.
	Until string `json:"answer_until,omitempty"`
	// Rights are what is asked for, in the service's words.
	Rights []string `json:"rights,omitempty"`
	// Lacks are what a person must say first, by the command Prepare.
	Lacks   []i18n.Sentence `json:"lacks,omitempty"`
	Prepare i18n.Sentence   `json:"-"`
}

// Relation describes an athlete to their coach, as the service has it.
type Relation struct {
	Access string // write, read or none
	Tags   []string
}

// ConnectedRun is the outcome of one reading of a service.
type ConnectedRun struct {
	Source string `json:"source"`
	syncer.Result
	// More says that the reading is not at its end.
	More    bool          `json:"more,omitempty"`
	Problem i18n.Sentence `json:"problem,omitempty"`
	Fix     i18n.Sentence `json:"fix,omitempty"`
	// NextTry is when it goes on by itself, or may be worth asking again.
	NextTry string `json:"next_try,omitempty"`
	State   string `json:"state"`
}

// Outbox counts the writes that wait for a service, and those that it refused.
type Outbox struct {
	Waiting  int             `json:"waiting"`
	Failed   int             `json:"failed"`
	NextTry  string          `json:"next_try,omitempty"` // RFC 3339 in the athlete's zone
	Error    i18n.Sentence   `json:"error,omitempty"`    // why the first one waits
	Failures []i18n.Sentence `json:"failures,omitempty"` // the latest, newest first
}
