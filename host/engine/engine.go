// Package engine is what many nodes need of the system between them: who owns a home, the log of a home's
// records, large objects and jobs. Memory and JetStream are its two forms; nothing else imports NATS.
package engine

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
)

// MaxRecord is the most bytes of one record: a larger one goes to Put and is named by a record.
const MaxRecord = 512 << 10

var (
	// ErrStale says that another one wrote after what the caller knew: it is no longer the owner and wrote nothing.
	ErrStale = errors.New("someone else wrote after the sequence that was expected; take the home again")
	// ErrUnknown says that no answer came: the write may be there or not. The caller drops what it holds.
	ErrUnknown = errors.New("the engine did not answer, so it is not known whether this was written; read it again")
	// ErrMissing says that what was asked for is not there.
	ErrMissing = errors.New("the engine has nothing of that name or sequence")
	// ErrExists says that another content was stored under the name; it stays.
	ErrExists = errors.New("the name has another content already; choose a new name")
)

// An Entry is a record of a home's log with its place.
type Entry struct {
	Sequence uint64
	Record   []byte
}

// A Job is work for a home's owner. Two posts with one ID are one job.
type Job struct{ Kind, Home, ID string }

// Engine keeps what nodes share. All its writes are on a quorum when they return without an error.
type Engine interface {
	// Own makes holder the owner of name if its last change is after (0: nobody owns it), and returns the change's
	// number, which only grows and is the epoch. A positive ttl ends it unless it is renewed, with a new ttl.
	Own(ctx context.Context, name, holder string, after uint64, ttl time.Duration) (uint64, error)
	// Owner returns who owns a name and the number of the last change; ErrMissing if nobody does.
	Owner(ctx context.Context, name string) (holder string, epoch uint64, err error)
	// Append adds a record to a home's log if the last one has the sequence after (0: the log is empty).
	Append(ctx context.Context, home string, after uint64, record []byte) (uint64, error)
	// Last returns the sequence of a log's last record, 0 if there is none. What takes a home appends its fence after it.
	Last(ctx context.Context, home string) (uint64, error)
	// Read returns the records between after and upTo, which is the caller's own fence and therefore included.
	Read(ctx context.Context, home string, after, upTo uint64) ([]Entry, error)
	// Logs returns the names of all logs that have a record, in order.
	Logs(ctx context.Context) ([]string, error)
	// Cut removes the records of a home's log that are before a sequence.
	Cut(ctx context.Context, home string, before uint64) error
	// Put stores an object under a name, which may have folders ("home/file"); the same content again is no error.
	Put(ctx context.Context, name string, content []byte) error
	// Get returns the content of an object.
	Get(ctx context.Context, name string) ([]byte, error)
	// Names returns the names of the objects in a folder and the folders in it, in order.
	Names(ctx context.Context, folder string) ([]string, error)
	// Remove removes an object, also one that a Put left half written. It overwrites the bytes where the engine
	// can. That the object is not there is no error.
	Remove(ctx context.Context, name string) error
	// Post adds a job.
	Post(ctx context.Context, job Job) error
	// Work waits for a job of a kind and does it; the job comes again unless do returned no error.
	Work(ctx context.Context, kind string, do func(context.Context, Job) error) error
}

var plain = regexp.MustCompile(`^[A-Za-z0-9_-]{1,128}$`)

// checkName refuses a name that would be a pattern or several words of a subject.
func checkName(names ...string) error {
	for _, name := range names {
		if !plain.MatchString(name) {
			return fmt.Errorf("%q is no name of the engine; use letters, digits, - and _, at most 128", name)
		}
	}
	return nil
}

// checkObject refuses a name of an object that would be a pattern.
func checkObject(name string) error { return checkName(strings.Split(name, "/")...) }

// checkLease refuses a lease that the engine could not end in time.
func checkLease(ttl time.Duration) error {
	if ttl < 0 || ttl%time.Second != 0 {
		return fmt.Errorf("a lease of %s cannot be kept; give whole seconds, or 0 for one that does not end", ttl)
	}
	return nil
}

// checkRecord refuses a record that does not belong in a log.
func checkRecord(record []byte) error {
	if len(record) == 0 || len(record) > MaxRecord {
		return fmt.Errorf("a record of %d bytes does not fit a log (1 to %d); put it as an object and append its name", len(record), MaxRecord)
	}
	return nil
}
