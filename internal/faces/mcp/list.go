package mcp

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// publishedTools returns the table's tools as `tools/list` shows them.
func (s *Server) publishedTools() map[string]*mcp.Tool {
	out := maps.Clone(s.extra)
	for _, l := range s.opts.Table.List() {
		out[l.Name] = publishedTool(s.coded(l))
	}
	return out
}

// coded returns a tool with the argument for an approval code, if the model may
// agree to its writes.
func (s *Server) coded(l tools.Listing) tools.Listing {
	if s.takesCode(l.Name) {
		l.InputSchema = withCode(l.InputSchema)
	}
	return l
}

// publishedTool returns a tool as the SDK lists it. Hints about writing do not
// apply to a tool that only reads. Clients assume that a tool reaches the outside
// world unless it says otherwise.
func publishedTool(l tools.Listing) *mcp.Tool {
	a := l.Annotations
	hints := &mcp.ToolAnnotations{ReadOnlyHint: a.ReadOnly}
	if !a.ReadOnly {
		hints.DestructiveHint, hints.IdempotentHint = &a.Destructive, a.Idempotent
	}
	if !a.OpenWorld {
		hints.OpenWorldHint = &a.OpenWorld
	}
	t := &mcp.Tool{
		Name: l.Name, Title: l.Title, Description: l.Description, InputSchema: l.InputSchema, Annotations: hints,
	}
	if l.OutputSchema != nil {
		t.OutputSchema = l.OutputSchema
	}
	return t
}

// wholeList returns the result of `tools/list` for a table as JSON, with or without views.
func (s *Server) wholeList(t *tools.Table, viewed bool) ([]byte, error) {
	all := []shortTool{}
	for _, l := range t.List() {
		t := publishedTool(s.coded(l))
		if viewed && l.Drawn {
			t.Meta = viewMeta()
		}
		all = append(all, shortTool{shortHints(*t.Annotations), t})
	}
	return marshal(all)
}

// shortTool is a tool whose annotations omit the hints that are false by
// default, which the SDK would write.
type shortTool struct {
	Annotations shortHints `json:"annotations"`
	*mcp.Tool
}

type shortHints struct {
	DestructiveHint *bool  `json:"destructiveHint,omitempty"`
	IdempotentHint  bool   `json:"idempotentHint,omitempty"`
	OpenWorldHint   *bool  `json:"openWorldHint,omitempty"`
	ReadOnlyHint    bool   `json:"readOnlyHint,omitempty"`
	Title           string `json:"title,omitempty"`
}

// completed returns a handler that completes the SDK's results: tools come from
// the table, and skills are listed among the resources.
func (s *Server) completed(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		res, err := next(ctx, method, req)
		if err != nil {
			return res, encodable(req, err)
		}
		switch r := res.(type) {
		case *mcp.ListToolsResult:
			return s.published(req, r)
		case *mcp.ListResourcesResult:
			if !s.views(req) {
				r.Resources = slices.DeleteFunc(r.Resources, func(one *mcp.Resource) bool { return one.URI == viewURI })
			}
			return r, s.showSkills(r)
		case *mcp.InitializeResult:
			s.announceView(req, r.Capabilities)
		case *mcp.DiscoverResult:
			s.announceView(req, r.Capabilities)
			if r.Capabilities != nil && r.Capabilities.Tools != nil {
				r.Capabilities.Tools.ListChanged = false // to newer clients the list does not change; the SDK made this for one answer
			}
		}
		return res, nil
	}
}

// published fills in the tool list from the table.
func (s *Server) published(req mcp.Request, list *mcp.ListToolsResult) (mcp.Result, error) {
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
	return list, nil
}

// listFor returns the tool list for the session of a request.
func (s *Server) listFor(req mcp.Request) ([]byte, error) {
	viewed := s.views(req)
	if t := s.tableOf(req.GetSession()); t != s.opts.Table {
		return s.wholeList(t, viewed)
	}
	if viewed {
		return s.viewed()
	}
	return s.whole()
}

// toolList is a tool list whose JSON text is known.
type toolList struct {
	*mcp.ListToolsResult
	tools []byte
}

// MarshalJSON writes the list around the text of the tools.
func (l toolList) MarshalJSON() ([]byte, error) {
	empty := *l.ListToolsResult
	empty.Tools = []*mcp.Tool{}
	around, err := marshal(&empty)
	if err != nil {
		return nil, err
	}
	return slices.Concat(bytes.TrimSuffix(around, []byte("[]}")), l.tools, []byte("}")), nil
}

// marshal writes JSON as the SDK does, with < and > unescaped.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// approvalCode is the argument in which a model repeats the code of a preview. It
// exists only if the config file lets the model agree: without it, nothing that a
// model sends can agree.
const approvalCode = "approval_code"

func (s *Server) modelMayAgree() bool { return s.opts.ModelConsent && s.opts.Approver != nil }

// takesCode reports whether a tool is offered with the argument approval_code.
// Whether a write needs consent depends on its effect, so any write may need it.
func (s *Server) takesCode(name string) bool {
	row, ok := s.within.Lookup(name)
	return ok && row.Safety != tools.Read && s.modelMayAgree()
}

// withCode returns a tool's input schema with the argument added.
func withCode(in json.RawMessage) json.RawMessage {
	var schema, properties map[string]json.RawMessage
	if json.Unmarshal(in, &schema) != nil || json.Unmarshal(schema["properties"], &properties) != nil {
		return in
	}
	properties[approvalCode] = json.RawMessage(`{"type":"string","description":"The code of this call's preview, once the athlete has agreed to it."}`)
	var err error
	if schema["properties"], err = json.Marshal(properties); err != nil {
		return in
	}
	out, err := json.Marshal(schema)
	if err != nil {
		return in
	}
	return out
}

// takeCode removes the approval code from the arguments and grants it. A grant
// applies only to the exact call that was shown; the journal checks this.
func (s *Server) takeCode(ctx context.Context, name string, raw json.RawMessage) (rest json.RawMessage, code string, err error) {
	if !s.takesCode(name) {
		return raw, "", nil
	}
	var args map[string]json.RawMessage
	if json.Unmarshal(raw, &args) != nil || args[approvalCode] == nil {
		return raw, "", nil // the table will report what is wrong with it
	}
	if err := json.Unmarshal(args[approvalCode], &code); err != nil {
		return raw, "", nil //nolint:nilerr // the table will report the unknown argument
	}
	delete(args, approvalCode)
	if rest, err = json.Marshal(args); err != nil || code == "" {
		return rest, "", err
	}
	return rest, code, s.opts.Approver.Grant(ctx, code)
}

// consentID is the name of the only question that a call may ask.
const consentID = "consent"

// pending is sealed and sent to the client with the question; the client returns it
// with the answer.
type pending struct {
	Token   string    `json:"t"`
	Tool    string    `json:"n"`
	Args    string    `json:"a"`           // hash
	Caller  string    `json:"c,omitempty"` // who was asked; a sealed state does not replace the credential
	Expires time.Time `json:"e"`
}

// askConsent asks the person through the client. Clients of the older protocol get
// an elicitation from the SDK, newer ones send the answer in a second call, and
// clients that support neither get the command to run.
func (s *Server) askConsent(
	ctx context.Context, req *mcp.CallToolRequest, say journal.Say, p journal.Preview,
) (*mcp.CallToolResult, error) {
	if training.Limits(ctx) != nil && s.opts.SignIn != nil {
		return &mcp.CallToolResult{
			IsError: true,
			Content: []mcp.Content{&mcp.TextContent{Text: asked(say, &p) + "\nNothing was changed. To approve, the person opens " +
				s.opts.SignIn.Page + " within 15 minutes and agrees there.\nThen call again with the same arguments."}},
		}, nil
	}
	if s.opts.Approver == nil || !canAsk(req.ClientCapabilities()) {
		return &mcp.CallToolResult{
			IsError: true,
			Content: []mcp.Content{&mcp.TextContent{Text: asked(say, &p) + "\nNothing was changed. " + s.howToAgree(&p)}},
		}, nil
	}
	state, err := s.seal.seal(pending{p.Token, req.Params.Name, hashArguments(req.Params.Arguments), callerOf(req), p.ExpiresAt})
	if err != nil {
		return s.failed(err), nil
	}
	return &mcp.CallToolResult{
		InputRequests: mcp.InputRequestMap{consentID: &mcp.ElicitParams{
			Mode: "form", Message: asked(say, &p), RequestedSchema: consentForm(),
		}},
		RequestState: state,
	}, nil
}

// asked returns the text that a person reads before agreeing.
func asked(say journal.Say, p *journal.Preview) string {
	return textclean.Markdown(i18n.Sentencef("The athlete must agree first: %s", p.Question(say)).In(say))
}

// callerOf returns the name of a request's credential; it is empty on stdio.
func callerOf(req *mcp.CallToolRequest) string {
	if req.Extra == nil || req.Extra.TokenInfo == nil {
		return ""
	}
	return req.Extra.TokenInfo.UserID
}

// howToAgree returns how to agree to a write, for clients that cannot ask.
func (s *Server) howToAgree(p *journal.Preview) string {
	if s.modelMayAgree() {
		return "If the athlete wants it, call again within 15 minutes with the same arguments and " + approvalCode + ": \"" + p.Token + "\"."
	}
	return "To approve, the athlete runs this in a terminal within 15 minutes: " + p.Approve +
		"\nThen call again with the same arguments."
}

func consentForm() json.RawMessage {
	return json.RawMessage(`{"type":"object","properties":{"approve":{"type":"boolean","title":"Do it",` +
		`"description":"Agree to exactly what is described above.","default":false}},"required":["approve"]}`)
}

// canAsk reports whether a client shows forms. A client that lists no modes shows forms.
func canAsk(c *mcp.ClientCapabilities) bool {
	return c != nil && c.Elicitation != nil && (c.Elicitation.Form != nil || c.Elicitation.URL == nil)
}

// approval grants what a person agreed to and returns its id. The answer is
// valid only with the state that this server sealed for the same call.
func (s *Server) approval(ctx context.Context, req *mcp.CallToolRequest, now time.Time) (string, error) {
	const again = "Call again without an answer to be asked again."
	var p pending
	if err := s.seal.open(req.Params.RequestState, &p); err != nil {
		// For a state that this server did not seal, the protocol requires a
		// protocol error rather than a failed call.
		return "", &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "The answer does not belong to any question of this " +
			"server. " + again}
	}
	if p.Tool != req.Params.Name || p.Args != hashArguments(req.Params.Arguments) || p.Caller != callerOf(req) {
		return "", training.Errorf(training.KindConflict, "The answer belongs to another call.").WithFix(again)
	}
	if !now.Before(p.Expires) {
		return "", training.Errorf(training.KindConflict, "The answer came too late.").WithFix(again)
	}
	if answer, ok := req.Params.InputResponses[consentID].(*mcp.ElicitResult); !ok || !agreed(answer) {
		return "", training.Errorf(training.KindForbidden, "The athlete did not agree, so nothing was changed.").
			WithFix("Ask what to do instead.")
	}
	if s.opts.Approver == nil {
		return "", training.Errorf(training.KindUnsupported, "Consent cannot be given here.").WithFix("Use lapkeep approve.")
	}
	return p.Token, s.opts.Approver.Grant(ctx, p.Token)
}

func agreed(r *mcp.ElicitResult) bool {
	yes, _ := r.Content["approve"].(bool)
	return r.Action == "accept" && yes
}

// hashArguments returns a hash that does not depend on the order and spacing of
// the arguments.
func hashArguments(raw json.RawMessage) string {
	var v any
	if json.Unmarshal(raw, &v) == nil {
		if b, err := json.Marshal(v); err == nil {
			raw = b
		}
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}
