package mcp

import (
	"context"
	"errors"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
	"lapkeep/internal/writes/journal"
)

// face names this one to tools.
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
		mine := *c
		c = &mine
		c.Face = face
		c.Progress, c.Widen = progress(ctx, req, c.Said), s.widener(req)
		answered := len(req.Params.InputResponses) > 0
		if answered {
			if c.Approval, err = s.approval(ctx, req, c.Now); err != nil {
				return s.refused(err)
			}
		}
		args, code, err := s.takeCode(ctx, name, req.Params.Arguments)
		if err != nil {
			return s.failed(err), nil
		}
		if code != "" {
			c.Approval = code
		}
		res, err := s.tableFor(req, name).Call(ctx, name, c, args)
		if needs, ok := errors.AsType[*journal.NeedsConsent](err); ok && !answered {
			return s.askConsent(req, c.Said, needs.Preview)
		}
		if err != nil {
			return s.failed(err), nil
		}
		return s.answer(ctx, name, &res), nil
	}
}

// pictureScale is how many pixels a unit of a picture has in a chat, where it
// is also looked at by models, which pay by its size.
const pictureScale = 1

// answer is a result as a client gets it: the text first, then its pictures.
func (s *Server) answer(ctx context.Context, name string, res *tools.Result) *mcp.CallToolResult {
	content := []mcp.Content{&mcp.TextContent{Text: res.Text}}
	for _, p := range res.Pictures {
		png, err := p.PNG(pictureScale)
		if err != nil { // the numbers say it too
			s.log.ErrorContext(ctx, "picture not drawn", "tool", name, "error", err)
			continue
		}
		content = append(content, &mcp.ImageContent{Data: png, MIMEType: "image/png"})
	}
	return &mcp.CallToolResult{Content: content, StructuredContent: res.Structured}
}

// callContext makes the context of a call: it reads at one moment, and ends when the server stops.
func (s *Server) callContext(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(s.opts.AtOneMoment(ctx))
	unhook := context.AfterFunc(s.stopped, cancel)
	return ctx, func() { unhook(); cancel() }
}

// refused is an error of the protocol as itself, any other as a failed call.
func (s *Server) refused(err error) (*mcp.CallToolResult, error) {
	if _, protocol := errors.AsType[*jsonrpc.Error](err); protocol {
		return nil, err
	}
	return s.failed(err), nil
}

// told gives an error in words. It may quote names that came from outside.
func told(err error) string { return textclean.Markdown(tools.Describe(err).String()) }

// failed is an error as a model reads it.
func (s *Server) failed(err error) *mcp.CallToolResult {
	return &mcp.CallToolResult{
		IsError: true,
		Content: []mcp.Content{&mcp.TextContent{Text: told(err)}},
	}
}

// progress tells the client how far a call is, if it asked; each step of a
// hundredth once, and where nobody knows how much there is, ever fewer.
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
		// A client that went away ends the call through ctx.
		_ = req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
			ProgressToken: token, Progress: float64(done), Total: float64(total), Message: what.In(say),
		})
	}
}
