package connect

// schedule decides when a folder needs a look.
type schedule struct {
	// Trust is how many looks in a row may be left out while no change is
	// noticed; 0 leaves out none.
	Trust int

	notices  *notices // nil while the system tells nothing
	retryIn  int      // looks until notices are asked for again
	passed   int      // looks that were left out
	missed   int      // changes in a row that a look found and no notice told
	restless bool     // the last look found something changed, which the next confirms
	proving  bool     // the next look shows whether the silence was one
}

// mostMissed is how many changes may be missed before silence means nothing.
const mostMissed = 2

// Due says whether it is worth while to look now: a change was noticed, none can be,
// or the silence is to be proven.
func (h *schedule) Due() bool {
	if h.notices == nil || h.restless {
		return true
	}
	changed, sound := h.notices.take()
	if !sound {
		h.Close()
	}
	if changed || !sound {
		h.passed, h.missed = 0, 0
		return true
	}
	if h.passed++; h.passed <= h.Trust {
		return false
	}
	h.passed, h.proving = 0, true
	return true
}

// Close ends listening; a later look begins it anew.
func (h *schedule) Close() {
	if h.notices != nil {
		h.notices.close()
		h.notices = nil
	}
}

// listen begins before a look, so that nothing falls between.
func (h *schedule) listen(root string) {
	if h.notices != nil && h.notices.root != root {
		h.Close()
	}
	if h.notices != nil || h.Trust <= 0 || h.missed >= mostMissed {
		return
	}
	if h.retryIn--; h.retryIn > 0 {
		return
	}
	if h.notices = listen(root); h.notices == nil {
		h.retryIn = h.Trust
	}
}

// looked notes what a look found.
func (h *schedule) looked(changed, whole bool) {
	h.restless = changed || whole
	if h.proving && changed && h.notices != nil {
		if changed, _ := h.notices.take(); !changed { // perhaps another disk stands there now
			h.missed++
			h.Close()
		}
	}
	h.proving = false
}
