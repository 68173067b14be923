package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/tools"
)

// publishedTools is the table as `tools/list` shows it.
func (s *Server) publishedTools() map[string]*mcp.Tool {
	out := maps.Clone(s.extra)
	for _, l := range s.opts.Table.List() {
		out[l.Name] = publishedTool(s.coded(l))
	}
	return out
}

// coded is a tool with the code by which a model agrees, where it may.
func (s *Server) coded(l tools.Listing) tools.Listing {
	if s.takesCode(l.Name) {
		l.InputSchema = withCode(l.InputSchema)
	}
	return l
}

func publishedTool(l tools.Listing) *mcp.Tool {
	a := l.Annotations
	t := &mcp.Tool{
		Name: l.Name, Title: l.Title, Description: l.Description, InputSchema: l.InputSchema,
		Annotations: &mcp.ToolAnnotations{
			ReadOnlyHint: a.ReadOnly, DestructiveHint: &a.Destructive,
			IdempotentHint: a.Idempotent, OpenWorldHint: &a.OpenWorld,
		},
	}
	if l.OutputSchema != nil {
		t.OutputSchema = l.OutputSchema
	}
	return t
}

// wholeList is all of a table as `tools/list` shows it, in one text.
func (s *Server) wholeList(t *tools.Table) ([]byte, error) {
	all := []*mcp.Tool{}
	for _, l := range t.List() {
		all = append(all, publishedTool(s.coded(l)))
	}
	return marshal(all)
}

// publish puts what the table says into the list of tools.
func (s *Server) publish(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		res, err := next(ctx, method, req)
		list, ok := res.(*mcp.ListToolsResult)
		if !ok || err != nil {
			return res, err
		}
		if p, ok := req.GetParams().(*mcp.ListToolsParams); len(s.extra) == 0 && list.NextCursor == "" && (!ok || p.Cursor == "") {
			text, err := s.listFor(req)
			return toolList{list, text}, err
		}
		offered := list.Tools[:0]
		for _, t := range list.Tools {
			if l := s.listed()[t.Name]; l != nil {
				offered = append(offered, l)
			}
		}
		list.Tools = offered
		return res, nil
	}
}

// listFor is the list of the session that asks.
func (s *Server) listFor(req mcp.Request) ([]byte, error) {
	if t := s.tableOf(req.GetSession()); t != s.opts.Table {
		return s.wholeList(t)
	}
	return s.whole()
}

// toolList is a list of tools whose text is known.
type toolList struct {
	*mcp.ListToolsResult
	tools []byte
}

// MarshalJSON writes what the SDK would write of the tools themselves.
func (l toolList) MarshalJSON() ([]byte, error) {
	empty := *l.ListToolsResult
	empty.Tools = []*mcp.Tool{}
	around, err := marshal(&empty)
	if err != nil {
		return nil, err
	}
	return slices.Concat(bytes.TrimSuffix(around, []byte("[]}")), l.tools, []byte("}")), nil
}

// marshal writes JSON as the SDK does, with < and > as they are.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
