package mcp

import (
	"context"
	"encoding/json"

	"lapkeep/internal/tools"
)

// approvalCode is the argument by which a model repeats the code of a
// preview. It exists only where the config file lets the model agree: no
// tool has it by itself, so that elsewhere nothing a model sends can agree.
const approvalCode = "approval_code"

func (s *Server) modelMayAgree() bool { return s.opts.ModelConsent && s.opts.Approver != nil }

// takesCode is whether a tool is offered with the argument. Whether a write
// asks depends on what it would do, so any of them may need it.
func (s *Server) takesCode(name string) bool {
	row, ok := s.within.Lookup(name)
	return ok && row.Safety != tools.Read && s.modelMayAgree()
}

// withCode is a tool's input schema with the argument.
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

// takeCode parts the code from the arguments. What it grants is bound to
// exactly the call that was shown, and the journal checks that.
func (s *Server) takeCode(ctx context.Context, name string, raw json.RawMessage) (rest json.RawMessage, code string, err error) {
	if !s.takesCode(name) {
		return raw, "", nil
	}
	var args map[string]json.RawMessage
	if json.Unmarshal(raw, &args) != nil || args[approvalCode] == nil {
		return raw, "", nil // whatever it is, the table says what is wrong with it
	}
	if err := json.Unmarshal(args[approvalCode], &code); err != nil {
		return raw, "", nil //nolint:nilerr // the table does not know the argument and says so
	}
	delete(args, approvalCode)
	if rest, err = json.Marshal(args); err != nil || code == "" {
		return rest, "", err
	}
	return rest, code, s.opts.Approver.Grant(ctx, code)
}
