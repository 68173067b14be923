package mcpserver

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

var errNoMessage = errors.New("not one message")

func message(text []byte) (jsonrpc.Message, error) {
	if len(text) > maxLine || !json.Valid(text) { // the SDK would read the first of two
		return nil, errNoMessage
	}
	if r := plainRequest(text); r != nil {
		return r, nil
	}
	return jsonrpc.DecodeMessage(text)
}

// plainRequest is a request, or a notification, as nearly all are written: it
// has no other members, and no escapes in its own. The SDK would read each of
// its parts through a buffer of 32 KB. It is nil of anything else; the text
// is valid JSON.
func plainRequest(text []byte) *jsonrpc.Request {
	var version, id, method, params []byte
	if !members(text, map[string]*[]byte{"jsonrpc": &version, "id": &id, "method": &method, "params": &params}) ||
		string(version) != `"2.0"` || len(method) < 2 || method[0] != '"' || params != nil && params[0] != '{' {
		return nil
	}
	r := &jsonrpc.Request{Method: string(method[1 : len(method)-1]), Params: params}
	odd := func(c rune) bool { return c < ' ' || c > '~' || c == '\\' }
	if strings.ContainsFunc(r.Method, odd) || id != nil && !plainID(id) {
		return nil
	}
	var err error
	if n, failed := strconv.ParseFloat(string(id), 64); failed == nil {
		r.ID, err = jsonrpc.MakeID(n)
	} else if id != nil {
		r.ID, err = jsonrpc.MakeID(string(id[1 : len(id)-1]))
	}
	if err != nil {
		return nil
	}
	return r
}
