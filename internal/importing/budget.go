package importing

import (
	"context"
	"encoding/binary"
	"runtime"

	"lapkeep/internal/formats/recording"
)

// The files of a run that are being read, decoded or stored share a budget,
// however many processors there are.
const (
	memoryBudget = 64 << 20
	// weightOfByte is the memory in bytes that a byte of content takes until
	// it is stored; an hour of a ride measures at two and a half.
	weightOfByte = 4
	leastWeight  = 256 << 10
	// leastRatio is the ratio to which any compressed file may unpack, whatever its end says.
	leastRatio = 4
	slack      = 64 << 10
	// mostLeft is how much weight may be released before its memory is.
	mostLeft = memoryBudget / 2
)

// mostRoom is the largest recording.
func mostRoom() int64 { return recording.Limits{}.WithDefaults().MaxBytes }

// fetch waits until there is memory for a file, reads it, and waits for more
// if it unpacks to more. It fails only with the run.
func (r *run) fetch(ctx context.Context, w *work) error {
	if w.result = ResultOf(w.item); w.result.Status != "" {
		return nil
	}
	if w.says = StatementOf(w.item); w.says != nil {
		return nil
	}
	if err := r.reserve(ctx, w, w.item.Size); err != nil {
		return err
	}
	r.load(ctx, w)
	return r.reserve(ctx, w, w.room)
}

// load reads a file.
func (r *run) load(ctx context.Context, w *work) {
	defer r.spare(w)
	data, made, err := w.item.Content(ctx)
	if err != nil {
		w.refuse(Failed, reasonOf(err))
		return
	}
	w.data, w.made, w.room = data, made, roomOf(data)
}

// roomOf limits the bytes of a file once unpacked. A compressed one says its
// size at its end (RFC 1952, 2.3.1), and is held to it.
func roomOf(data []byte) int64 {
	n := int64(len(data))
	if recording.IsGzip(data) && n > 4 {
		n = max(int64(binary.LittleEndian.Uint32(data[n-4:])), leastRatio*n) + slack
	}
	return min(n, mostRoom())
}

// reserve raises the weight of a file to what so much content takes.
func (r *run) reserve(ctx context.Context, w *work, content int64) error {
	weight := min(max(leastWeight, min(content, memoryBudget)*weightOfByte), memoryBudget)
	if weight <= w.weight {
		return nil
	}
	err := r.memory.Acquire(ctx, weight-w.weight)
	if err == nil {
		w.weight = weight
	}
	return err
}

// release gives the weight of files that nothing holds any more to others. It
// waits for their memory: on a busy machine the collector falls behind files
// that each take most of the budget.
func (r *run) release(weight int64) {
	if r.left += weight; r.left >= mostLeft {
		runtime.GC()
		r.left = 0
	}
	r.memory.Release(weight)
}
