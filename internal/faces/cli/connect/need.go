package connect

import (
	"context"

	"lapkeep/internal/services/source"
)

// Way is how an athlete signs in to a service.
type Way int

// The ways: with a key, with an account and its password, or by an app that
// the athlete registered at the service.
const (
	ByKey Way = iota
	ByAccount
	ByApp
)

// Region is where accounts of a service are apart.
type Region struct{ Name, Title string }

// Threshold is a number of a setting or of another program's file, and where
// it stands.
type Threshold struct {
	Text, From string
	// Setting names it in answers; who connects puts it down. Empty is no setting.
	Setting string
}

// Need lists what connecting a service takes.
type Need struct {
	Title string
	Asks  string // what the athlete needs, and where it is found
	Way   Way
	// Steps are how an app is made at the service.
	Steps []string
	// Writing are the rights that an app takes besides to change things there;
	// none is that there is nothing to choose.
	Writing []string
	// Regions are to be chosen from, in their order; none where there is nothing to choose.
	Regions []Region
	// Given is what is there already, and From says where the secret of it is
	// from; what is empty is asked for.
	Given Answers
	From  string
	// TokensFrom says where the tokens of an app that are given are from.
	TokensFrom string
	// PasswordIn are the variables that a password is taken from.
	PasswordIn []string
	// Former is the config file of another program whose account may be taken
	// over, empty where there is none; TakeOver is the need with what it says.
	Former   string
	TakeOver func() (Need, error)
	// FTPW and LTHRBpm are what the settings say of the athlete.
	FTPW, LTHRBpm Threshold
	// Agree is what the athlete must agree to first, Assistants what before
	// assistants see anything; an empty text is nothing.
	Agree, Assistants Terms
	// Address is where the secret will be sent, if it is not the service's own,
	// and AddressFrom who says so.
	Address, AddressFrom string
}

// Terms are a text that a person agrees to by typing a word.
type Terms struct{ Text, Version, Word string }

// Answers are what a person says to connect a service.
type Answers struct {
	// Account is the service's id of an athlete whom the owner of the key
	// coaches; empty is the one of the settings, or else the owner.
	Account string
	// Key is, by an app, an access token that is there already, and Refresh is by
	// what it is renewed.
	Key, Refresh source.Secret
	// Credentials are of an account, or the id and the secret of an app.
	source.Credentials
	// Write says that an app is to change things there too.
	Write bool
	// Agreed is the version of the text that the athlete agreed to, empty for none.
	Agreed string
	// Browse has the person agree in a browser; only an app asks for it.
	Browse func(ctx context.Context, address string) (pasted string, err error)
}
