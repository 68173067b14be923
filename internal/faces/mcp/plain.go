package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"

	"lapkeep/internal/tools"
)

// read is a call of a tool that only reads, from outside of any session.
type read struct {
	id   json.RawMessage
	name string
	args json.RawMessage
}

// asRead is a message as a read, if it is nothing more: whatever writes, asks
// for progress, or is not exactly as the protocol has it, is the SDK's. The
// message is valid JSON.
func (s *Server) asRead(m posted) (read, bool) {
	call, ok := membersOf(m.text, "jsonrpc", "id", "method", "params")
	if !ok || string(call["jsonrpc"]) != `"2.0"` || string(call["method"]) != `"tools/call"` || !plainID(call["id"]) {
		return read{}, false
	}
	params, ok := membersOf(call["params"], "name", "arguments")
	name := params["name"]
	if !ok || len(name) < 2 || name[0] != '"' {
		return read{}, false
	}
	c := read{id: call["id"], args: params["arguments"]}
	c.name = string(name[1 : len(name)-1]) // one with escapes is no tool's
	row, known := s.within.Lookup(c.name)
	return c, known && row.Safety == tools.Read && s.extra[c.name] == nil
}

// membersOf is an object that has no members but these.
func membersOf(text []byte, names ...string) (all map[string]json.RawMessage, ok bool) {
	if json.Unmarshal(text, &all) != nil {
		return nil, false
	}
	for name := range all {
		if !slices.Contains(names, name) {
			return nil, false
		}
	}
	return all, true
}

// plainID is whether an id is repeated in the answer as it was written: a
// short natural number, or letters and digits.
func plainID(id json.RawMessage) bool {
	text := string(id)
	if n, err := strconv.ParseUint(text, 10, 52); err == nil {
		return strconv.FormatUint(n, 10) == text
	}
	if len(text) < 2 || text[0] != '"' {
		return false
	}
	for _, c := range text[1 : len(text)-1] {
		if c != '-' && c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return true
}

// plainRead answers a read itself, byte for byte as the SDK would. For a
// message that comes alone that opens and closes a session and reads and
// writes everything several times, which takes longer than most tools.
func (s *Server) plainRead(w http.ResponseWriter, r *http.Request, c read) {
	res, err := s.read(r.Context(), c)
	answer := new(bytes.Buffer)
	answer.Grow(2*len(res.Text) + len(res.Text)/2)
	answer.WriteString(`{"jsonrpc":"2.0","id":`)
	answer.Write(c.id)
	answer.WriteString(`,"result":{"content":[{"type":"text","text":`)
	if err != nil {
		writeString(answer, told(err))
		answer.WriteString(`}],"isError":true}}`)
	} else {
		writeString(answer, res.Text)
		answer.WriteString(`}],"structuredContent":`)
		json.HTMLEscape(answer, res.Structured)
		answer.WriteString(`}}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(answer.Len()))
	// The caller may be gone; there is nobody else to tell.
	_, _ = w.Write(answer.Bytes())
}

// writeString writes a text as JSON; a buffer and a text never fail.
func writeString(b *bytes.Buffer, text string) {
	_ = json.NewEncoder(b).Encode(text)
	b.Truncate(b.Len() - 1) // the end of the line
}

// read calls a tool as [Server.handler] does, but for what only writes need.
func (s *Server) read(ctx context.Context, c read) (tools.Result, error) {
	ctx, cancel := s.callContext(ctx)
	defer cancel()
	shared, err := s.opts.NewCall(ctx)
	if err != nil {
		return tools.Result{}, err
	}
	mine := *shared
	mine.Face = face
	t := s.opts.Table
	if _, offered := t.Lookup(c.name); !offered {
		t = s.within
	}
	return t.Call(ctx, c.name, &mine, c.args)
}
