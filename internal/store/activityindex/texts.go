package activityindex

import "strings"

// texts are many short ones in one piece.
type texts struct {
	all  string
	ends []uint32
}

// writer collects texts.
type writer struct {
	all  strings.Builder
	ends []uint32
}

func (w *writer) add(s string) {
	w.all.WriteString(s)
	w.ends = append(w.ends, uint32(w.all.Len())) //nolint:gosec // far below 4 GB
}

func (w *writer) texts() texts { return texts{w.all.String(), w.ends} }

func (t texts) len() int { return len(t.ends) }

func (t texts) from(i int) int {
	if i == 0 {
		return 0
	}
	return int(t.ends[i-1])
}

func (t texts) at(i int) string { return t.all[t.from(i):t.ends[i]] }

// mark marks the texts that hold a word, by one search through all of them:
// what is found across the end of a text is none.
func (t texts) mark(word string, found []bool) {
	i, at := 0, 0
	for i < len(t.ends) {
		k := strings.Index(t.all[at:], word)
		if k < 0 {
			return
		}
		at += k
		for i < len(t.ends) && int(t.ends[i]) <= at {
			i++
		}
		if i == len(t.ends) {
			return
		}
		if at+len(word) <= int(t.ends[i]) {
			found[i] = true
			at = int(t.ends[i])
		} else {
			at++
		}
	}
}

// names numbers the few texts that many activities share.
type names struct {
	list []string
	of   map[string]int32
}

func (n *names) number(s string) int32 {
	if i, ok := n.of[s]; ok {
		return i
	}
	if n.of == nil {
		n.of = map[string]int32{}
	}
	i := int32(len(n.list)) //nolint:gosec // as many as there are activities at most
	n.list, n.of[s] = append(n.list, s), i
	return i
}
