package igpsporttest

import (
	"time"
)

// The accounts of a server whose options name no others. The two regions have
// accounts of their own: a phone number in one, an address in the other.
const (
	DefaultPhone    = "13800000042"
	DefaultEmail    = "rider@example.invalid"
	DefaultPassword = "canary-igpsport"
)

// Region is one of the two services, which share nothing but their paths.
type Region string

// The regions.
const (
	CN   Region = "cn"
	INTL Region = "intl"
)

// Signing says when the Chinese service looks at signatures.
type Signing int

// The policies. That one is the service's was never seen; the first is likely.
const (
	SigningIfPresent Signing = iota // a call with any of the headers is checked
	SigningOff
	SigningRequired // unsigned calls are refused too
)

// PastEnd says what a page behind the last one holds.
type PastEnd int

// Both were reported. PastEndVaries repeats in China and is empty elsewhere.
const (
	PastEndVaries PastEnd = iota
	PastEndEmpty
	PastEndRepeats
)

// Dates is the form of startTime in the list of activities.
type Dates int

// Both were reported, by account. DatesVary has days in China, times elsewhere.
const (
	DatesVary Dates = iota
	DatesDotted
	DatesWithTime
)

// DownloadForm is how getDownloadUrl says its address.
type DownloadForm int

// A string was seen; others read an object, and sometimes there is nothing.
const (
	DownloadText DownloadForm = iota
	DownloadObject
	DownloadNull
)

// Options say what a server is like. The zero value is one athlete in each
// region, with a little of everything.
type Options struct {
	Username, Password string // of both regions; "" are the defaults

	// Now is the server's clock. Nil is a moment that stands still: 22:30 UTC on
	// 20 September 2026, when it is already the 21st in China.
	Now  func() time.Time
	Live bool // the clock is the machine's instead

	Empty        bool // no sample data but the athletes
	Activities   int  // how many, newest first, one a day; 0 is 26, more than a page
	Seconds      int  // how long each lasts; 0 is 900
	NoThresholds bool // the athlete never entered FTP, LTHR and maximal heart rate: all are 0
	NoStartEvery int  // every n-th activity has no startTime; 0 is none

	Signing        Signing
	SigningRefusal int           // the status of what is unsigned or wrongly signed; 0 is 401, which is a guess
	SessionKey     []byte        // what signs; nil is the bytes 0 to 31
	Skew           time.Duration // how far x-timestamp may be off; 0 is 300 s, which is a guess

	TokenLife    time.Duration // 0 is seven days
	MemberClaim  MemberClaim
	LoginFails   LoginFailure
	LockAfter    int           // wrong passwords in a row that lock an account, a guess; 0 is 5, negative none
	LockFor      time.Duration // 0 is 30 min, a guess
	RefreshGrant bool          // a refresh token is taken without a client's secret, which nobody has seen

	PageCap      int // rows of a page at most; 0 is 20
	Rows         RowsForm
	PastEnd      PastEnd
	Dates        Dates
	Download     DownloadForm
	NumbersText  bool // numbers of athletes, activities and laps are strings
	NullCreated  bool // a workout that was saved is answered with data null
	SegmentSpeed bool // speeds of segments are m/s; else km/h, as the field's other reader takes them
	PerSecond    int  // more calls than this in one second of the clock are refused with 429; 0 is no limit

	// Lenient keeps violations from failing the test; Violations has them either way.
	Lenient bool
}

// RowsForm is how a page of activities holds its rows.
type RowsForm int

// The first was seen; an older client reads the others too. A bare array says
// nothing of how many pages there are.
const (
	RowsInRows RowsForm = iota
	RowsInList
	RowsBare
)

// MemberClaim is the form of the member's id in a token.
type MemberClaim int

// Both a number and a string were seen. MemberVaries is a number in China, a
// string elsewhere.
const (
	MemberVaries MemberClaim = iota
	MemberNumber
	MemberText
	MemberMissing
)

// LoginFailure is how a wrong password is told.
type LoginFailure int

// The first was seen; the second is what an older client expects.
const (
	LoginForbidden LoginFailure = iota // HTTP 403 with code 1002
	LoginCodeOnly                      // HTTP 200 with code 1002
)

func (o Options) filled() Options {
	number := func(p *int, standard int) {
		if *p == 0 {
			*p = standard
		}
	}
	span := func(p *time.Duration, standard time.Duration) {
		if *p == 0 {
			*p = standard
		}
	}
	if o.Password == "" {
		o.Password = DefaultPassword
	}
	if o.Live {
		o.Now = time.Now
	}
	if o.Now == nil {
		o.Now = func() time.Time { return time.Date(2026, 9, 20, 22, 30, 0, 0, time.UTC) }
	}
	number(&o.Activities, 26)
	number(&o.Seconds, 900)
	number(&o.SigningRefusal, 401)
	number(&o.LockAfter, 5)
	number(&o.PageCap, 20)
	span(&o.Skew, 300*time.Second)
	span(&o.TokenLife, 7*24*time.Hour)
	span(&o.LockFor, 30*time.Minute)
	if o.SessionKey == nil {
		o.SessionKey = PlainKey()
	}
	return o
}

func (o Options) username(region Region) string {
	switch {
	case o.Username != "":
		return o.Username
	case region == CN:
		return DefaultPhone
	}
	return DefaultEmail
}

// PlainKey is the key that signs where the options name no other: the bytes 0 to 31.
func PlainKey() []byte {
	key := make([]byte, 32)
	for i := range key {
		key[i] = byte(i)
	}
	return key
}
