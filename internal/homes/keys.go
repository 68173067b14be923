package homes

import (
	"crypto/sha256"
	"crypto/subtle"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"lapkeep/internal/platform/disk"
)

const (
	// longestKeys is the maximum number of bytes that are read of a file with keys.
	longestKeys = 64 << 10
	// lookAgain is the shortest time between two searches for new keys, so that wrong keys
	// cost little.
	lookAgain = time.Second
	// readingKeys is how many files are read at the same time: a server starts by reading all.
	readingKeys = 4
)

// Keys finds the home of a key without opening homes. Each home keeps its keys, or their hashes,
// in a file of its own, so a key that was replaced or removed there is refused at once, and a new
// one is found within a second.
type Keys struct {
	Root Root
	Now  func() time.Time
	// File is the name of the file with the keys in each home.
	File string
	// Sums returns the hashes of the keys in such a file.
	Sums func(file []byte) [][sha256.Size]byte
	// Shared is called with the homes that have the same key, which admits nobody.
	Shared func(names []string)

	mu     sync.Mutex
	looked time.Time
	known  map[string]keyFile // by home
	homes  map[[sha256.Size]byte]string
}

// keyFile is a file with keys as it was last read.
type keyFile struct {
	size    int64
	changed time.Time
	sums    [][sha256.Size]byte
}

// Home returns the name of the home that a key opens. Keys are compared by their hashes, and
// with the file of one home only, so the time that it takes tells nothing about other keys.
func (k *Keys) Home(key string) (name string, ok bool) {
	sum := sha256.Sum256([]byte(key))
	for range 2 { // a home may have been renamed, or its key replaced
		if name, ok = k.find(sum); ok && k.Root.Has(name) && k.opens(name, sum) {
			return name, true
		}
		k.Look()
	}
	return "", false
}

// Opens reports whether a key opens the home with a name. It reads the file of that home only.
func (k *Keys) Opens(name, key string) bool {
	return k.opens(name, sha256.Sum256([]byte(key)))
}

func (k *Keys) opens(name string, sum [sha256.Size]byte) bool {
	for _, now := range k.read(name) {
		if subtle.ConstantTimeCompare(now[:], sum[:]) == 1 {
			return true
		}
	}
	return false
}

func (k *Keys) find(sum [sha256.Size]byte) (name string, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	name, ok = k.homes[sum]
	return name, ok
}

// Look reads the keys that are new or were changed. If the root cannot be read, the keys
// stay as they are, because each is compared with its file again. [Keys.Home] calls it for a key
// that it does not know, and waits for it.
func (k *Keys) Look() {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := k.Now()
	if since := now.Sub(k.looked); since >= 0 && since < lookAgain {
		return
	}
	names, err := k.Root.folders()
	if k.looked = now; err != nil {
		return
	}
	files, next := make([]*keyFile, len(names)), atomic.Int64{}
	var reading sync.WaitGroup
	for range readingKeys {
		reading.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(names); i = int(next.Add(1)) - 1 {
				files[i] = k.look(names[i])
			}
		})
	}
	reading.Wait()
	k.known = make(map[string]keyFile, len(names))
	for i, f := range files {
		if f != nil {
			k.known[names[i]] = *f
		}
	}
	k.index()
}

// look returns the file of a home with its keys, or nil if there is none. It is read only if it
// changed since the last time.
func (k *Keys) look(name string) *keyFile {
	info, err := os.Lstat(filepath.Join(k.Root.Dir(name), k.File))
	if err != nil {
		return nil
	}
	if was, ok := k.known[name]; ok && was.size == info.Size() && was.changed.Equal(info.ModTime()) {
		return &was
	}
	return &keyFile{info.Size(), info.ModTime(), k.read(name)}
}

func (k *Keys) read(name string) [][sha256.Size]byte {
	b, err := disk.ReadRegular(filepath.Join(k.Root.Dir(name), k.File), longestKeys)
	if err != nil {
		return nil
	}
	return k.Sums(b)
}

// index maps keys to homes. A key that several homes have, because a folder was copied,
// opens none of them.
func (k *Keys) index() {
	of := make(map[[sha256.Size]byte][]string, len(k.known))
	for _, n := range slices.Sorted(maps.Keys(k.known)) {
		for _, sum := range k.known[n].sums {
			of[sum] = append(of[sum], n)
		}
	}
	k.homes = make(map[[sha256.Size]byte]string, len(of))
	for sum, names := range of {
		if len(names) == 1 {
			k.homes[sum] = names[0]
		} else if k.Shared != nil {
			k.Shared(names)
		}
	}
}
