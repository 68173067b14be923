package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
	"lapkeep/internal/writes/journal"
)

// face is the name by which tools know this face.
const face = "mcp"

// handler calls one tool of the table.
func (s *Server) handler(name string) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		ctx, cancel := s.callContext(ctx)
		defer cancel()
		c, err := s.opts.NewCall(ctx)
		if err != nil {
			return s.failed(err), nil
		}
		defer c.End()
		mine := *c
		c = &mine
		c.Face, c.Bitmap = face, true
		c.Progress, c.Widen = progress(ctx, req, c.Said), s.widener(req)
		answered := len(req.Params.InputResponses) > 0
		if answered {
			if c.Approval, err = s.approval(ctx, req, c.Now); err != nil {
				return s.refused(s.opts.Table.Refused(ctx, name, err))
			}
		}
		args, code, err := s.takeCode(ctx, name, req.Params.Arguments)
		if err != nil {
			return s.failed(s.opts.Table.Refused(ctx, name, err)), nil
		}
		if code != "" {
			c.Approval = code
		}
		res, err := s.tableFor(req, name).Call(ctx, name, c, args)
		if needs, ok := errors.AsType[*journal.NeedsConsent](err); ok && !answered {
			return s.askConsent(ctx, req, c.Said, needs.Preview)
		}
		if err != nil {
			return s.failed(err), nil
		}
		return s.answer(ctx, name, &res), nil
	}
}

// pictureScale is the number of pixels per unit of a picture in a chat, where it is
// also read by models, which are charged by size.
const pictureScale = 1

// answer converts a result to MCP's form: the text first, then its pictures.
func (s *Server) answer(ctx context.Context, name string, res *tools.Result) *mcp.CallToolResult {
	content := append([]mcp.Content{&mcp.TextContent{Text: res.Text}}, s.beside(ctx, name, res)...)
	return &mcp.CallToolResult{Content: content, StructuredContent: res.Structured}
}

// beside returns what an answer has beside its text: its pictures, or the reason why there
// is none.
func (s *Server) beside(ctx context.Context, name string, res *tools.Result) (content []mcp.Content) {
	for _, p := range res.Pictures {
		png, err := p.PNG(pictureScale)
		if err != nil { // the numbers say the same
			s.log.ErrorContext(ctx, "picture was not drawn", "tool", name, "error", err)
			continue
		}
		content = append(content, &mcp.ImageContent{Data: png, MIMEType: "image/png"})
	}
	if res.NotDrawn != "" {
		content = append(content, &mcp.TextContent{Text: textclean.Markdown(res.NotDrawn)})
	}
	return content
}

// callContext returns the context of a call, which reads one snapshot of the store
// and ends when the server stops.
func (s *Server) callContext(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(s.opts.AtOneMoment(ctx))
	unhook := context.AfterFunc(s.stopped, cancel)
	return ctx, func() { unhook(); cancel() }
}

// refused returns a protocol error unchanged, and any other error as a failed call.
func (s *Server) refused(err error) (*mcp.CallToolResult, error) {
	if _, protocol := errors.AsType[*jsonrpc.Error](err); protocol {
		return nil, err
	}
	return s.failed(err), nil
}

// told describes an error in text that is safe to show: an error may quote untrusted names.
func told(err error) string { return textclean.Markdown(tools.Describe(err).String()) }

// failed returns an error as the result of a failed call.
func (s *Server) failed(err error) *mcp.CallToolResult {
	return &mcp.CallToolResult{
		IsError: true,
		Content: []mcp.Content{&mcp.TextContent{Text: told(err)}},
	}
}

// progress returns a function that reports progress to the client, or nil if the
// client did not ask for it. It reports each percent once; without a known total,
// it reports at growing intervals.
func progress(ctx context.Context, req *mcp.CallToolRequest, say journal.Say) func(done, total int, what i18n.Sentence) {
	token := req.Params.GetProgressToken()
	if token == nil {
		return nil
	}
	var mu sync.Mutex // handlers may report from several goroutines
	last := -1
	return func(done, total int, what i18n.Sentence) {
		mu.Lock()
		defer mu.Unlock()
		step := done
		if total > 100 {
			step = done * 100 / total
		}
		if step <= last || total == 0 && step < last+last/50 {
			return
		}
		last = step
		// If the client has disconnected, ctx ends the call.
		_ = req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
			ProgressToken: token, Progress: float64(done), Total: float64(total), Message: what.In(say),
		})
	}
}

// read is a call to a tool that only reads, made outside any session.
type read struct {
	id   json.RawMessage
	name string
	args json.RawMessage
}

// asRead returns a posted message as a plain read, if it is one: a call to a
// reading tool exactly as the protocol defines it, without a request for progress.
// The SDK handles all others. The message must be valid JSON.
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
	c.name = string(name[1 : len(name)-1]) // no tool's name needs escapes
	row, known := s.within.Lookup(c.name)
	return c, known && row.Safety == tools.Read && s.extra[c.name] == nil
}

// membersOf returns the members of an object; ok is false if it has members other
// than names.
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

// plainID reports whether an id is repeated in the answer exactly as it was
// written: a short natural number, or letters and digits.
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

// plainRead answers a read itself, byte for byte as the SDK would. For a single
// message the SDK opens and closes a session and reads and writes everything
// several times, which takes longer than most tools.
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
		answer.WriteByte('}')
		for _, part := range s.beside(r.Context(), c.name, &res) {
			if b, err := part.MarshalJSON(); err == nil {
				answer.WriteByte(',')
				answer.Write(b)
			}
		}
		answer.WriteString(`],"structuredContent":`)
		json.HTMLEscape(answer, res.Structured)
		answer.WriteString(`}}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(answer.Len()))
	// The caller may have disconnected; nobody else needs the error.
	_, _ = w.Write(answer.Bytes())
}

// writeString writes a text as JSON; writing a text to a buffer never fails.
func writeString(b *bytes.Buffer, text string) {
	_ = json.NewEncoder(b).Encode(text)
	b.Truncate(b.Len() - 1) // the line end
}

// read calls a tool as [Server.handler] does, without the parts that only writes need.
func (s *Server) read(ctx context.Context, c read) (tools.Result, error) {
	ctx, cancel := s.callContext(ctx)
	defer cancel()
	shared, err := s.opts.NewCall(ctx)
	if err != nil {
		return tools.Result{}, err
	}
	defer shared.End()
	mine := *shared
	mine.Face, mine.Bitmap = face, true
	t := s.opts.Table
	if _, offered := t.Lookup(c.name); !offered {
		t = s.within
	}
	return t.Call(ctx, c.name, &mine, c.args)
}
