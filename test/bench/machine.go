package main

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// spinning is how long the machine is tried.
const spinning = 400 * time.Millisecond

// machine asks how much of the machine is free: where other programs run,
// elapsed times say more of them than of this one.
func (b *run) machine(context.Context) error {
	const what, goal, least = "processor that is free for this measurement", "≥ 90 %, or elapsed times count for little", 90.0
	b.Report(what)
	before, known := cpuTime()
	begin := b.Now()
	var spinners sync.WaitGroup
	for range b.cores {
		spinners.Go(func() {
			for b.Now().Sub(begin) < spinning { //nolint:revive // it is to do nothing
			}
		})
	}
	spinners.Wait()
	after, _ := cpuTime()
	if !known {
		b.add(measurement{What: what, Goal: goal, Result: "not measured", Unmeasured: true, Note: "this system does not say"})
		return nil
	}
	share := 100 * (after - before).Seconds() / (b.Now().Sub(begin).Seconds() * float64(b.cores))
	b.add(measurement{
		What: what, Goal: goal, Result: fmt.Sprintf("%.0f %%", min(share, 100)), Met: share >= least, Note: fmt.Sprintf("%d cores", b.cores),
	})
	return nil
}
