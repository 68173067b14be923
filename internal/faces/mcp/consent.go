package mcp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// consentID names the one question that a call may ask.
const consentID = "consent"

// pending travels with the client, sealed, from the question to the answer.
type pending struct {
	Token   string    `json:"t"`
	Tool    string    `json:"n"`
	Args    string    `json:"a"`           // hash
	Caller  string    `json:"c,omitempty"` // who was asked: a sealed state is no credential
	Expires time.Time `json:"e"`
}

// askConsent asks the person through the client. Clients of the older protocol
// get an elicitation from the SDK, newer ones send the answer with a second
// call; those that can do neither get the command.
func (s *Server) askConsent(req *mcp.CallToolRequest, say journal.Say, p journal.Preview) (*mcp.CallToolResult, error) {
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

// asked gives the text that a person reads before agreeing.
func asked(say journal.Say, p *journal.Preview) string {
	return textclean.Markdown(i18n.Sentencef("The athlete must agree first: %s", p.Question(say)).In(say))
}

// callerOf is the credential that a request came with; empty on stdio.
func callerOf(req *mcp.CallToolRequest) string {
	if req.Extra == nil || req.Extra.TokenInfo == nil {
		return ""
	}
	return req.Extra.TokenInfo.UserID
}

// howToAgree is for clients that cannot ask.
func (s *Server) howToAgree(p *journal.Preview) string {
	if s.modelMayAgree() {
		return "If the athlete wants it, call again within 15 minutes with the same arguments and " + approvalCode + ": \"" + p.Token + "\"."
	}
	return "To agree, the athlete runs this in a terminal within 15 minutes: " + p.Approve +
		"\nThen call again with the same arguments."
}

func consentForm() json.RawMessage {
	return json.RawMessage(`{"type":"object","properties":{"approve":{"type":"boolean","title":"Do it",` +
		`"description":"Agree to exactly what is described above.","default":false}},"required":["approve"]}`)
}

// canAsk says whether a client shows forms. One that names no mode shows them.
func canAsk(c *mcp.ClientCapabilities) bool {
	return c != nil && c.Elicitation != nil && (c.Elicitation.Form != nil || c.Elicitation.URL == nil)
}

// approval grants what a person agreed to and returns its id. The answer
// counts only with the state that this server sealed for the same call.
func (s *Server) approval(ctx context.Context, req *mcp.CallToolRequest, now time.Time) (string, error) {
	const again = "Call again without an answer to be asked again."
	var p pending
	if err := s.seal.open(req.Params.RequestState, &p); err != nil {
		// A state that is not ours is no failed call: the protocol wants an error of its own.
		return "", &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "The answer does not belong to a question of this server. " + again}
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

// hashArguments is the same for the same arguments in any order and spacing.
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
