package reading

import "bytes"

// word is a name as a document writes it, and its part without the prefix.
type word struct {
	raw, local string
	next       *word // the one that came after it the last time
}

// names are the words of a document, each once. Points of a track have the
// same elements in the same order, so that the next name is nearly always the
// one that followed before, and the end of an element is that of the one which
// is open: comparing is cheaper than looking up.
type names struct {
	byRaw map[string]*word
	last  *word // of starts and attributes
	open  []*word
}

func newNames() names { return names{byRaw: map[string]*word{}, last: &word{}} }

// maxNames bounds the names that are kept; documents have dozens.
const maxNames = 1000

// find is the word of a name whose prefix ends at colon, 0 without one.
func (n *names) find(raw []byte, colon int) *word {
	if w, ok := n.byRaw[string(raw)]; ok {
		return w
	}
	local := raw
	if colon > 0 && colon < len(raw)-1 {
		local = raw[colon+1:]
	}
	w := &word{raw: string(raw), local: string(bytes.ToValidUTF8(local, []byte("\ufffd")))}
	if len(n.byRaw) < maxNames {
		n.byRaw[w.raw] = w
	}
	return w
}

// foretold is the word that is likely to come, if the text begins with it.
func (n *names) foretold(text []byte) *word {
	w := n.last.next
	if w == nil || len(text) <= len(w.raw) || string(text[:len(w.raw)]) != w.raw || inName[text[len(w.raw)]] {
		return nil
	}
	return w
}

// innermost is the word of the open element, if the text is its end.
func (n *names) innermost(text []byte) *word {
	i := len(n.open) - 1
	if i < 0 {
		return nil
	}
	w := n.open[i]
	if len(text) <= len(w.raw) || text[len(w.raw)] != '>' || string(text[:len(w.raw)]) != w.raw {
		return nil
	}
	n.open = n.open[:i]
	return w
}
