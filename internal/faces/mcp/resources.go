package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/faces/skills"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// The addresses of the resources.
const (
	profileURI     = "lapkeep://athlete/profile"
	activityPrefix = "lapkeep://activity/"
	metricsURI     = "lapkeep://metrics"
	metricPrefix   = metricsURI + "/"
)

// The tools that answer for resources and completions.
const (
	profileTool  = "get_athlete_profile"
	activityTool = "get_activity"
	listTool     = "list_activities"
	statusTool   = "get_status"
)

// Glossary explains metrics one by one.
type Glossary interface {
	// Keys returns the metrics' names, in the order of the glossary.
	Keys() []string
	// Index returns the list of metrics with their titles as Markdown.
	Index() string
	// Explain returns the description of one metric as Markdown.
	Explain(key string) (string, bool)
}

func (s *Server) hasResources() bool {
	return s.opts.Skills != nil || s.opts.Metrics != nil || s.opts.View != nil ||
		s.offers(profileTool) || s.offers(activityTool) || s.offersHelp()
}

// addResources offers the resources that clients can attach to a conversation. Except for
// those about metrics, they are answers of tools, with the same limits.
func (s *Server) addResources() {
	if s.offers(profileTool) {
		s.mcp.AddResource(&mcp.Resource{
			URI: profileURI, Name: "athlete_profile", Title: "Athlete profile", MIMEType: "application/json",
			Description: "Thresholds, zones, units and weight as they are today.",
		}, func(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return s.readTool(ctx, req.Params.URI, profileTool, `{}`)
		})
	}
	if s.offers(activityTool) {
		s.mcp.AddResourceTemplate(&mcp.ResourceTemplate{
			URITemplate: activityPrefix + "{id}", Name: "activity", Title: "Activity", MIMEType: "application/json",
			Description: "The summary of one activity, by its id.",
		}, s.readActivity)
	}
	s.addHelp()
	s.addView()
	if s.opts.Metrics != nil {
		s.mcp.AddResource(&mcp.Resource{
			URI: metricsURI, Name: "metrics", Title: "Metrics", MIMEType: "text/markdown",
			Description: "The names of all metrics; " + metricPrefix + "NAME explains one.",
		}, func(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return contents(req.Params.URI, "text/markdown", s.metricIndex()), nil
		})
		s.mcp.AddResourceTemplate(&mcp.ResourceTemplate{
			URITemplate: metricPrefix + "{metric}", Name: "metric", Title: "One metric", MIMEType: "text/markdown",
			Description: "Explains one metric by its name in results (tss, normalized_power_w): formula, inputs, unit, source, limits.",
		}, s.readMetric)
	}
}

func (s *Server) readActivity(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	id, err := url.PathUnescape(strings.TrimPrefix(req.Params.URI, activityPrefix))
	if err != nil || id == "" {
		return nil, mcp.ResourceNotFoundError(req.Params.URI)
	}
	args, err := json.Marshal(map[string]string{"activity_id": id})
	if err != nil {
		return nil, err
	}
	return s.readTool(ctx, req.Params.URI, activityTool, string(args))
}

func (s *Server) metricIndex() string {
	return "# Metrics\n\nThe resource " + metricPrefix + "NAME explains one.\n\n" + s.opts.Metrics.Index()
}

func (s *Server) readMetric(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	text, ok := s.opts.Metrics.Explain(strings.TrimPrefix(req.Params.URI, metricPrefix))
	if !ok {
		return nil, mcp.ResourceNotFoundError(req.Params.URI)
	}
	return contents(req.Params.URI, "text/markdown", text), nil
}

func (s *Server) readTool(ctx context.Context, uri, tool, args string) (*mcp.ReadResourceResult, error) {
	c, err := s.newCall(ctx)
	if err != nil {
		return nil, resourceError(uri, err)
	}
	defer c.End()
	res, err := s.opts.Table.Call(ctx, tool, c, json.RawMessage(args))
	if err != nil {
		return nil, resourceError(uri, err)
	}
	return contents(uri, "application/json", res.Text), nil
}

func contents(uri, mime, text string) *mcp.ReadResourceResult {
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, MIMEType: mime, Text: text}}}
}

func resourceError(uri string, err error) error {
	if tools.Describe(err).Kind == training.KindNotFound {
		return mcp.ResourceNotFoundError(uri)
	}
	return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: told(err)}
}

// encodable returns an error that JSON can hold. In the error for an unknown resource, the
// SDK quotes the URI as Go does. If the URI contains a control character, the result is not
// valid JSON, and an answer that cannot be encoded ends the session.
func encodable(req mcp.Request, err error) error {
	var missing *jsonrpc.Error
	read, ok := req.(*mcp.ReadResourceRequest)
	if !ok || !errors.As(err, &missing) || missing.Code != jsonrpc.CodeInvalidParams || json.Valid(missing.Data) {
		return err
	}
	data, failed := json.Marshal(map[string]string{"uri": read.Params.URI})
	if failed != nil {
		return failed
	}
	return &jsonrpc.Error{Code: missing.Code, Message: missing.Message, Data: data}
}

// help serves a tool's explanation as a resource. The tool is needed as well,
// because most clients do not show resources to the model.
type help struct {
	uri, name, title, description string
	tool, args                    string
}

func helps() []help {
	return []help{
		{
			uri: "lapkeep://event-categories", name: "event_categories", title: "Event categories",
			description: "The categories of calendar events and their fields.",
			tool:        "list_events", args: `{"help":"categories"}`,
		},
		{
			uri: "lapkeep://workout-syntax", name: "workout_syntax", title: "Workout syntax",
			description: "The text format of planned workouts.",
			tool:        "list_events", args: `{"help":"syntax"}`,
		},
		{
			uri: "lapkeep://custom-item-schemas", name: "custom_item_schemas", title: "Custom item schemas",
			description: "The types of custom items and their content.",
			tool:        "list_custom_items", args: `{"help":true}`,
		},
	}
}

// offersHelp reports whether a tool that explains something is offered.
func (s *Server) offersHelp() bool {
	return slices.ContainsFunc(helps(), func(h help) bool { return s.offers(h.tool) })
}

func (s *Server) addHelp() {
	for _, h := range helps() {
		if !s.offers(h.tool) {
			continue
		}
		s.mcp.AddResource(&mcp.Resource{
			URI: h.uri, Name: h.name, Title: h.title, MIMEType: "text/plain", Description: h.description,
		}, func(ctx context.Context, _ *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return s.readHelp(ctx, h)
		})
	}
}

func (s *Server) readHelp(ctx context.Context, h help) (*mcp.ReadResourceResult, error) {
	c, err := s.newCall(ctx)
	if err != nil {
		return nil, resourceError(h.uri, err)
	}
	defer c.End()
	res, err := s.opts.Table.Call(ctx, h.tool, c, json.RawMessage(h.args))
	if err != nil {
		return nil, resourceError(h.uri, err)
	}
	var answer struct {
		Help string `json:"help"`
	}
	if err := json.Unmarshal(res.Structured, &answer); err != nil {
		return nil, resourceError(h.uri, err)
	}
	return contents(h.uri, "text/plain", answer.Help), nil
}

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

// skillsResult has the members that the protocol requires in every result and
// the SDK adds only to its own.
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

// addSkills serves the workflows, through the extension and as resources. The texts
// are read on first request, so that they do not delay startup.
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
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "There is no such page. Leave out cursor: all skills are " +
			"on one page."}
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
	return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "There is no skill at that address. skills/list lists all " +
		"skills."}
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

// showSkills adds the skills to the list of resources, for clients that do not
// support the extension.
func (s *Server) showSkills(list *mcp.ListResourcesResult) error {
	if s.skills == nil {
		return nil
	}
	set, err := s.skills()
	if err != nil {
		return err
	}
	for _, e := range set.Entries() {
		name, _ := e.Frontmatter["name"].(string)
		description, _ := e.Frontmatter["description"].(string)
		list.Resources = append(list.Resources, &mcp.Resource{
			URI: e.URI, Name: name, Description: description, MIMEType: skills.MIMEType, Size: int64(e.Resources[0].Size),
		})
	}
	return nil
}

// Extra mounts tools and prompts in addition to the table for tests of the protocol
// itself. They pass through the same server, routing and guard as everything else.
type Extra struct {
	Tools []ExtraTool
	// Announce changes the server's description of itself.
	Announce func(*mcp.ServerOptions)
	// Mount adds everything except tools.
	Mount func(*mcp.Server)
}

// ExtraTool is a tool that answers in the protocol's own terms.
type ExtraTool struct {
	Tool   *mcp.Tool
	Handle mcp.ToolHandler
}

func (e *Extra) announce(o *mcp.ServerOptions) *mcp.ServerOptions {
	if e != nil && e.Announce != nil {
		e.Announce(o)
	}
	return o
}

// mount registers everything and returns the tools by name.
func (e *Extra) mount(s *mcp.Server) map[string]*mcp.Tool {
	byName := map[string]*mcp.Tool{}
	if e == nil {
		return byName
	}
	for _, t := range e.Tools {
		s.AddTool(t.Tool, t.Handle)
		byName[t.Tool.Name] = t.Tool
	}
	if e.Mount != nil {
		e.Mount(s)
	}
	return byName
}
