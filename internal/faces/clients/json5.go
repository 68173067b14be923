package clients

import (
	"encoding/json"
	"strings"

	"github.com/tailscale/hujson"

	"lapkeep/internal/platform/textclean"
)

// hidden is the prefix of a string that replaces a JSON5 token while the document is edited
// as JSON with comments.
const hidden = `"\u0000`

var (
	json5Token  = textclean.LazyRegexp(`(?s)//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[^\s{}\[\]:,"'/]+`)
	json5Name   = textclean.LazyRegexp(`^[\pL_$][\pL\pN_$]*$`)
	json5Number = textclean.LazyRegexp(`^[+-]?(?:Infinity|NaN|0[xX][0-9a-fA-F]+|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)$`)
	beforeColon = textclean.LazyRegexp(`^(?:\s|//[^\n]*\n|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/)*:`)
	hiddenToken = textclean.LazyRegexp(`"\\u0000(?:[^"\\]|\\.)*"`)
)

// hideJSON5 replaces each token that JSON with comments does not allow with a string: bare
// names, single quotes, more kinds of numbers and escapes. shownJSON5 restores the tokens.
func hideJSON5(doc []byte) []byte {
	var out []byte
	end := 0
	for _, at := range json5Token.Get().FindAllIndex(doc, -1) {
		token := doc[at[0]:at[1]]
		out = append(out, doc[end:at[0]]...)
		if end = at[1]; json5Only(token, doc[end:]) {
			token = []byte(quote("\x00" + string(token)))
		}
		out = append(out, token...)
	}
	return append(out, doc[end:]...)
}

// json5Only reports whether a token, given what follows it, exists only in JSON5.
func json5Only(token, rest []byte) bool {
	switch {
	case token[0] == '/':
		return false
	case token[0] == '\'':
		return true
	case token[0] == '"':
		return !json.Valid(token)
	case beforeColon.Get().Match(rest):
		return json5Name.Get().Match(token)
	}
	return !json.Valid(token) && json5Number.Get().Match(token)
}

// shownJSON5 returns a document, or a part of one, with the JSON5 tokens
// restored.
func shownJSON5(f ConfigFormat, doc []byte) []byte {
	if f != JSON5 {
		return doc
	}
	return hiddenToken.Get().ReplaceAllFunc(doc, func(text []byte) []byte {
		return []byte(strings.TrimPrefix(hujson.Literal(text).String(), "\x00"))
	})
}

// jsonText returns the text of a name or a string; ok is false if it has JSON5
// escapes.
func jsonText(v hujson.ValueTrimmed) (text string, ok bool) {
	literal, _ := v.(hujson.Literal)
	text, isHidden := strings.CutPrefix(literal.String(), "\x00")
	switch {
	case !isHidden:
		return text, true
	case text[0] == '\'':
		inner := strings.ReplaceAll(text[1:len(text)-1], `\'`, `'`)
		err := json.Unmarshal([]byte(`"`+strings.ReplaceAll(inner, `"`, `\"`)+`"`), &text)
		return text, err == nil
	}
	return text, text[0] != '"'
}
