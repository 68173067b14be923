package node

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"sync"
	"time"

	"lapkeep/host/engine"
)

const (
	// knownFor is how long a front trusts that a key belongs to a home; the home's node checks each request again.
	knownFor = 10 * time.Second
	// unknownFor is how long a key stays unknown, so that wrong keys cost little.
	unknownFor = time.Second
	// mostKnown bounds what is remembered; then it is forgotten.
	mostKnown = 100_000
	// findPatience is how long a front waits for the engine.
	findPatience = 3 * time.Second
	// notKnown is the home of a key while the engine does not answer. No home has such a name.
	notKnown = "?"
	// nobody is the holder of a name that was given back.
	nobody = "nobody"
)

// directory finds the homes of keys. It only finds: the home's own files decide.
type directory struct {
	e   engine.Engine
	now func() time.Time

	mu    sync.Mutex
	known map[string]found
}

type found struct {
	home  string // "" if it has none
	until time.Time
}

func sumName(sum [sha256.Size]byte) string { return "K-" + hex.EncodeToString(sum[:]) }

// home returns the home of a key or token, or notKnown.
func (d *directory) home(key string) (string, bool) {
	name := sumName(sha256.Sum256([]byte(key)))
	d.mu.Lock()
	is, ok := d.known[name]
	d.mu.Unlock()
	if now := d.now(); ok && now.Before(is.until) {
		return is.home, is.home != ""
	}
	ctx, cancel := context.WithTimeout(context.Background(), findPatience)
	defer cancel()
	home, _, err := d.e.Owner(ctx, name)
	now := d.now()
	switch {
	case errors.Is(err, engine.ErrMissing), err == nil && home == nobody:
		is = found{"", now.Add(unknownFor)}
	case err != nil && is.home == "":
		return notKnown, true
	case err != nil: // what was known is good enough for a while without a quorum
		return is.home, true
	default:
		is = found{home, now.Add(knownFor)}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.known == nil || len(d.known) >= mostKnown {
		d.known = map[string]found{}
	}
	d.known[name] = is
	return is.home, is.home != ""
}

// put says that a key belongs to a home.
func (d *directory) put(ctx context.Context, sum [sha256.Size]byte, home string) error {
	return set(ctx, d.e, sumName(sum), home)
}

// drop says that a key no longer belongs to a home.
func (d *directory) drop(ctx context.Context, sum [sha256.Size]byte, home string) error {
	is, after, err := d.e.Owner(ctx, sumName(sum))
	if errors.Is(err, engine.ErrMissing) || err == nil && is != home {
		return nil
	}
	if err == nil {
		_, err = d.e.Own(ctx, sumName(sum), nobody, after, 0)
	}
	return err
}

// set makes a name's holder another one, whoever it was.
func set(ctx context.Context, e engine.Engine, name, holder string) error {
	is, after, err := e.Owner(ctx, name)
	if err != nil && !errors.Is(err, engine.ErrMissing) {
		return err
	}
	if err == nil && is == holder {
		return nil
	}
	_, err = e.Own(ctx, name, holder, after, 0)
	return err
}
