package mcpserver

// members finds the members of an object in valid JSON without decoding them.
// It is false of anything but an object with some of these members, each once.
func members(text []byte, into map[string]*[]byte) bool {
	at := blanks(text, 0)
	if at == len(text) || text[at] != '{' {
		return false
	}
	for at = blanks(text, at+1); at < len(text) && text[at] != '}'; {
		end := valueEnd(text, at)
		place := into[string(text[at+1:end-1])]
		if place == nil || *place != nil {
			return false
		}
		at = blanks(text, blanks(text, end)+1) // behind the colon
		end = valueEnd(text, at)
		*place = text[at:end:end]
		if at = blanks(text, end); at < len(text) && text[at] == ',' {
			at = blanks(text, at+1)
		}
	}
	return true
}

// blanks is the first place from at on that is no blank.
func blanks(text []byte, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\n' || text[at] == '\t' || text[at] == '\r') {
		at++
	}
	return at
}

// valueEnd is the place behind the value that begins at a place.
func valueEnd(text []byte, at int) int {
	depth, quoted := 0, false
	for ; at < len(text); at++ {
		switch c := text[at]; {
		case quoted:
			switch c {
			case '\\':
				at++
			case '"':
				if quoted = false; depth == 0 {
					return at + 1
				}
			}
		case c == '"':
			quoted = true
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth == 0 { // behind a number or a word
				return at
			}
			if depth--; depth == 0 {
				return at + 1
			}
		case depth == 0 && (c == ',' || c == ' ' || c == '\n' || c == '\t' || c == '\r'):
			return at
		}
	}
	return len(text)
}
