package mcp

import (
	"context"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/faces/skills"
)

// skillsExtension is the protocol's name for serving workflows.
const skillsExtension = "io.modelcontextprotocol/skills"

type listSkillsParams struct {
	mcp.ParamsBase
	Cursor string `json:"cursor,omitempty"`
}

type getSkillParams struct {
	mcp.ParamsBase
	URI string `json:"uri"`
}

// skillsResult has the members that the protocol wants of every result, and the
// SDK only adds to its own.
type skillsResult struct {
	mcp.ResultBase
	Type       string `json:"resultType"`
	TTLMs      int    `json:"ttlMs"`
	CacheScope string `json:"cacheScope"`
}

func wholeResult() skillsResult {
	return skillsResult{Type: "complete", TTLMs: ttlMs, CacheScope: "private"}
}

type listSkillsResult struct {
	skillsResult
	Skills []skills.Entry `json:"skills"`
}

type getSkillResult struct {
	skillsResult
	Skill skills.Entry `json:"skill"`
}

// addSkills serves the workflows, as the extension says and as resources. The
// texts are read when somebody asks: that takes longer than the start may.
func (s *Server) addSkills() error {
	if s.opts.Skills == nil {
		return nil
	}
	s.skills = sync.OnceValues(func() (*skills.Set, error) { return skills.NewSet(s.opts.Skills()) })
	s.mcp.AddResourceTemplate(&mcp.ResourceTemplate{
		URITemplate: skills.Scheme + "{name}/SKILL.md", Name: "skill", Title: "Coaching workflow", MIMEType: skills.MIMEType,
		Description: "The steps of one coaching workflow, by its name.",
	}, s.readSkill)
	if err := mcp.AddReceivingCustomMethod(s.mcp, "skills/list", s.listSkills); err != nil {
		return err
	}
	return mcp.AddReceivingCustomMethod(s.mcp, "skills/get", s.getSkill)
}

func (s *Server) listSkills(_ context.Context, _ *mcp.ServerSession, p *listSkillsParams) (*listSkillsResult, error) {
	if p != nil && p.Cursor != "" {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "There is no such page. Leave cursor out: all skills are on one."}
	}
	set, err := s.skills()
	if err != nil {
		return nil, err
	}
	return &listSkillsResult{wholeResult(), set.Entries()}, nil
}

func (s *Server) getSkill(_ context.Context, _ *mcp.ServerSession, p *getSkillParams) (*getSkillResult, error) {
	set, err := s.skills()
	if err != nil {
		return nil, err
	}
	if p != nil {
		if e, ok := set.Find(p.URI); ok {
			return &getSkillResult{wholeResult(), e}, nil
		}
	}
	return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "There is no skill at that address. skills/list has them all."}
}

func (s *Server) readSkill(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	set, err := s.skills()
	if err != nil {
		return nil, err
	}
	text, ok := set.Text(req.Params.URI)
	if !ok {
		return nil, mcp.ResourceNotFoundError(req.Params.URI)
	}
	return contents(req.Params.URI, skills.MIMEType, text), nil
}

// showSkills puts the skills into the list of resources, for clients that do
// not know the extension.
func (s *Server) showSkills(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		res, err := next(ctx, method, req)
		list, ok := res.(*mcp.ListResourcesResult)
		if err != nil || !ok || s.skills == nil {
			return res, err
		}
		set, err := s.skills()
		if err != nil {
			return nil, err
		}
		for _, e := range set.Entries() {
			name, _ := e.Frontmatter["name"].(string)
			description, _ := e.Frontmatter["description"].(string)
			list.Resources = append(list.Resources, &mcp.Resource{
				URI: e.URI, Name: name, Description: description, MIMEType: skills.MIMEType, Size: int64(e.Resources[0].Size),
			})
		}
		return list, nil
	}
}
