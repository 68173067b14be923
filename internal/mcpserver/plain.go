package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
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
// for progress, or is not exactly as the protocol has it, is the SDK's.
func (s *Server) asRead(m posted) (read, bool) {
	var message, params map[string]json.RawMessage
	if m.Method != "tools/call" || !plainID(m.ID) || json.Unmarshal(m.text, &message) != nil || json.Unmarshal(message["params"], &params) != nil {
		return read{}, false
	}
	c := read{id: message["id"], args: params["arguments"]}
	if !has(message, "jsonrpc", "id", "method", "params") || string(message["jsonrpc"]) != `"2.0"` {
		return read{}, false
	}
	if c.args == nil && !has(params, "name") || c.args != nil && !has(params, "name", "arguments") || json.Unmarshal(params["name"], &c.name) != nil {
		return read{}, false
	}
	row, known := s.opts.Table.Lookup(c.name)
	return c, known && row.Safety == tools.Read && s.extra[c.name] == nil
}

// has says whether an object has these members and no others.
func has(object map[string]json.RawMessage, names ...string) bool {
	for _, n := range names {
		if object[n] == nil {
			return false
		}
	}
	return len(object) == len(names)
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

// plainReads answers reads itself, byte for byte as the SDK would, and leaves
// the rest to next. For a message that comes alone the SDK opens and closes a
// session and reads and writes everything several times, which takes longer
// than most tools.
func (s *Server) plainReads(w http.ResponseWriter, r *http.Request, m posted, next http.Handler) {
	c, ok := s.asRead(m)
	if !ok {
		next.ServeHTTP(w, r)
		return
	}
	res, err := s.read(r.Context(), c)
	answer := new(bytes.Buffer)
	answer.Grow(2*len(res.Text) + len(res.Text)/2)
	answer.WriteString(`{"jsonrpc":"2.0","id":`)
	answer.Write(c.id)
	answer.WriteString(`,"result":{"content":[{"type":"text","text":`)
	if err != nil {
		writeString(answer, tools.Describe(err).String())
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
	return s.opts.Table.Call(ctx, c.name, &mine, c.args)
}
