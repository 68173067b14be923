package app

import (
	"runtime/debug"

	"lapkeep/internal/platform/disk"
)

// importMemory is the limit in bytes that the collector aims at during an import; the
// whole process then stays under 250 MB, also with the largest files.
const importMemory = 128 << 20

// importGarbage is the collector's percentage while importing: nearly all
// memory of an import is freed after one file, so that to collect rarely costs
// little below that bound.
const importGarbage = 400

// serveGarbage is the collector's percentage in a server that one client
// started: it stays for days beside all else on the machine, and what it makes
// for an answer is small.
const serveGarbage = 50

// startGarbage is the collector's percentage until a server is asked for the
// first time: a start makes less garbage than is worth a collection.
const startGarbage = 200

// startFreely lets a server start without a collection.
func (p *Program) startFreely() {
	if p.Alone {
		debug.SetGCPercent(startGarbage)
	}
}

// staySmall has a server that is asked for the first time collect early from
// then on, and give back what its start and the list of tools passed through.
func (p *Program) staySmall() {
	if p.Alone {
		debug.SetGCPercent(serveGarbage)
	}
	disk.Release()
}

// limitMemory keeps an import within its memory until undo. The limits are the
// process's: where it runs several programs, they would undo each other's.
func (p *Program) limitMemory() (undo func()) {
	if !p.Alone {
		return func() {}
	}
	limit, garbage := debug.SetMemoryLimit(importMemory), debug.SetGCPercent(importGarbage)
	return func() { debug.SetMemoryLimit(limit); debug.SetGCPercent(garbage) }
}
