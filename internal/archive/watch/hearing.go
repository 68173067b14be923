package watch

// hearing is what a folder knows of changes without a look.
type hearing struct {
	// Trust is how many looks in a row may be left out while nothing is heard
	// of a change; 0 leaves out none.
	Trust int

	ear      *ear // nil while nothing can be heard
	deaf     int  // looks until it is tried again to hear
	passed   int  // looks that were left out
	missed   int  // changes in a row that were seen and not heard of
	restless bool // the last look found something changed, which the next confirms
	proving  bool // the next look shows whether the silence was one
}

// mostMissed is how many changes may be missed before silence means nothing.
const mostMissed = 2

// Due says whether it is worth while to look now: something was heard, nothing
// can be, or what was heard is to be proven.
func (h *hearing) Due() bool {
	if h.ear == nil || h.restless {
		return true
	}
	heard, sound := h.ear.take()
	if !sound {
		h.Close()
	}
	if heard || !sound {
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
func (h *hearing) Close() {
	if h.ear != nil {
		h.ear.close()
		h.ear = nil
	}
}

// listen begins before a look, so that nothing falls between.
func (h *hearing) listen(root string) {
	if h.ear != nil && h.ear.root != root {
		h.Close()
	}
	if h.ear != nil || h.Trust <= 0 || h.missed >= mostMissed {
		return
	}
	if h.deaf--; h.deaf > 0 {
		return
	}
	if h.ear = listen(root); h.ear == nil {
		h.deaf = h.Trust
	}
}

// looked notes what a look found.
func (h *hearing) looked(changed, whole bool) {
	h.restless = changed || whole
	if h.proving && changed && h.ear != nil {
		if heard, _ := h.ear.take(); !heard { // perhaps another disk stands there now
			h.missed++
			h.Close()
		}
	}
	h.proving = false
}
