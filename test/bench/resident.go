package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// untilRest is after how long without a call a server gives memory back.
const untilRest = 11 * time.Second

// untilStarted is after how long a server has given back what only its start
// and the list of tools needed.
const untilStarted = 250 * time.Millisecond

// usualMemory measures a server of its own that answers what assistants
// usually ask, but nothing of curves, each once: then, and when it rests.
func (b *run) usualMemory(ctx context.Context, out *outcome) error {
	b.Report("memory of a server after the usual questions")
	s, err := b.serve(ctx, false, "all")
	if err != nil {
		return err
	}
	err = s.hello()
	if err == nil {
		_, err = s.tools()
	}
	pid := s.cmd.Process.Pid
	for _, q := range b.asked() {
		if err == nil && q.usual && !q.ofCurves {
			err = s.call(q.tool, q.ask(0))
		}
	}
	out.answering, out.known = resident(pid, residentNow)
	out.resting = b.atRest(pid)
	return errors.Join(err, s.close())
}

// atRest is the memory of a server that was not asked for a while, in MB.
func (b *run) atRest(pid int) float64 {
	mb, _ := b.residentAfter(untilRest, pid)
	return mb
}

// residentAfter is a server's memory after a while in MB, if the system says.
func (b *run) residentAfter(d time.Duration, pid int) (mb float64, known bool) {
	if !b.Quick {
		time.Sleep(d)
	}
	return resident(pid, residentNow)
}

// memoryRows list a server's memory at several moments.
func (o *outcome) memoryRows(activities int, most int) []measurement {
	const goal, goalMB = "< 30 MB", 30.0
	const goalAnswering, goalAnsweringMB = "< 40 MB", 40.0
	what := fmt.Sprintf("resident memory of serve, %d activities, ", activities)
	return []measurement{
		memoryRow(what+"after tools/list", goal, o.atStart, o.known, goalMB,
			fmt.Sprintf("with every toolset, a quarter of a second after the answer; %s MB with the answer", digits(o.withList))),
		memoryRow(what+"before the first curve question", goal, o.resting, o.known, goalMB,
			fmt.Sprintf("at rest, after each of the usual questions but those of curves; %s MB after every read tool but "+
				"those of curves, each %d times, "+
				"%s MB after these too, %s MB when that server rests", digits(o.beforeCurves), most, digits(o.atEnd), digits(o.atRest))),
		memoryRow(what+"while it answers these questions", goalAnswering, o.answering, o.known, goalAnsweringMB,
			"after the last of them, each asked once"),
	}
}
