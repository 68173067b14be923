package demo

import "lapkeep/internal/training"

// lapCutter collects laps: by hand, and by distance while no hand cut one.
type lapCutter struct {
	everyM float64 // 0 cuts no laps by distance
	nextM  float64
	byHand bool
	laps   []training.Lap
}

// cut begins a lap at a second of the recording; the first begins at zero.
func (l *lapCutter) cut(atS float64, trigger, intensity string) {
	l.byHand = true
	l.begin(atS, trigger, intensity)
}

func (l *lapCutter) begin(atS float64, trigger, intensity string) {
	if n := len(l.laps); n > 0 && atS > 0 {
		l.laps[n-1].EndS, l.laps[n-1].Trigger = atS, trigger
	} else if n == 0 && atS > 0 {
		l.laps = append(l.laps, training.Lap{EndS: atS, Trigger: trigger})
	}
	l.laps = append(l.laps, training.Lap{StartS: atS, Intensity: intensity})
}

// reach cuts a lap when the distance of one is full.
func (l *lapCutter) reach(metres, atS float64) {
	if l.everyM == 0 || l.byHand {
		return
	}
	if l.nextM == 0 {
		l.nextM = l.everyM
	}
	if metres >= l.nextM {
		l.nextM += l.everyM
		l.begin(atS, "distance", "")
	}
}

// finish ends the last lap with the recording.
func (l *lapCutter) finish(endS float64, pauses []training.Span) []training.Lap {
	if len(l.laps) == 0 {
		l.laps = []training.Lap{{}}
	}
	if last := &l.laps[len(l.laps)-1]; last.StartS >= endS && len(l.laps) > 1 {
		l.laps = l.laps[:len(l.laps)-1]
	}
	l.laps[len(l.laps)-1].EndS, l.laps[len(l.laps)-1].Trigger = endS, "session_end"
	for i := range l.laps {
		lap := &l.laps[i]
		lap.ElapsedS = lap.EndS - lap.StartS
		lap.TimerS = lap.ElapsedS
		for _, p := range pauses {
			lap.TimerS -= max(0, min(p.ToS, lap.EndS)-max(p.FromS, lap.StartS))
		}
	}
	return l.laps
}
