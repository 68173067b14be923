package mcp

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.yaml.in/yaml/v4"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Prompt is one question. It is offered if its tools are.
type Prompt struct {
	Name, Title, Description string
	Needs                    []string // tools
	Arguments                []Argument
	Text                     string // the text, with {places} for the arguments
	Also                     []Step
}

// Step is a sentence at the end of a prompt that depends on the offered tools: for
// example, nothing can be planned if the tools that write are not offered.
type Step struct {
	Needs   []string
	With    string // if all of them are offered
	Without string // if any of them is not offered; may be empty
}

// Argument is a word or two that the person fills in.
type Argument struct {
	Name, Description string
	Kind              PromptKind
	Fallback          string // if it is empty, the argument is required
	Values            []string
}

// PromptKind is the kind of an argument's values.
type PromptKind string

// The kinds of arguments.
const (
	Words    PromptKind = ""         // the person's own, or one of Values
	Period   PromptKind = "period"   // days, as words or dates
	Date     PromptKind = "date"     // one day
	Sport    PromptKind = "sport"    // a sport
	Activity PromptKind = "activity" // an activity's id
)

// Required reports whether the prompt needs the argument.
func (a Argument) Required() bool { return a.Fallback == "" }

// Argument finds an argument by name.
func (p Prompt) Argument(name string) (Argument, bool) {
	for _, a := range p.Arguments {
		if a.Name == name {
			return a, true
		}
	}
	return Argument{}, false
}

var place = textclean.LazyRegexp(`\{[a-z_]+\}`)

// Fill returns the prompt's text with the person's values filled in, for a
// server with the offered tools. Values are put on one line, and placeholders
// in them are not replaced.
func (p Prompt) Fill(given map[string]string, offers func(tools ...string) bool) (string, error) {
	values := map[string]string{}
	for _, a := range p.Arguments {
		v := strings.Join(strings.Fields(given[a.Name]), " ")
		if a.Kind == Activity {
			v, _, _ = strings.Cut(v, " ") // a completed id is followed by its name
		}
		if v == "" {
			v = a.Fallback
		}
		if v == "" {
			return "", training.Errorf(training.KindInvalid, "%s needs %s.", p.Name, a.Name).WithFix("%s", a.Description)
		}
		values["{"+a.Name+"}"] = v
	}
	return place.Get().ReplaceAllStringFunc(p.whole(offers), func(s string) string {
		if v, ok := values[s]; ok {
			return v
		}
		return s
	}), nil
}

// whole returns the text with its last steps.
func (p Prompt) whole(offers func(tools ...string) bool) string {
	text := p.Text
	for _, s := range p.Also {
		said := s.Without
		if offers(s.Needs...) {
			said = s.With
		}
		if said != "" {
			text += "\n" + said
		}
	}
	return text
}

// prompts returns the prompts whose tools are offered.
func (s *Server) prompts() []Prompt {
	return slices.DeleteFunc(slices.Clone(AllPrompts()), func(p Prompt) bool { return !s.offers(p.Needs...) })
}

func (s *Server) addPrompts() {
	for _, p := range s.prompts() {
		def := &mcp.Prompt{Name: p.Name, Title: p.Title, Description: p.Description}
		for _, a := range p.Arguments {
			def.Arguments = append(def.Arguments, &mcp.PromptArgument{
				Name: a.Name, Description: a.Description, Required: a.Required(),
			})
		}
		s.mcp.AddPrompt(def, func(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			text, err := p.Fill(req.Params.Arguments, s.offers)
			if err != nil {
				return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: told(err)}
			}
			return &mcp.GetPromptResult{
				Description: p.Description,
				Messages:    []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: text}}},
			}, nil
		})
	}
}

func (s *Server) offers(names ...string) bool {
	for _, n := range names {
		if _, ok := s.opts.Table.Lookup(n); !ok {
			return false
		}
	}
	return true
}

//go:embed prompts.yaml
var promptTexts []byte

// AllPrompts lists the prompts in the order in which they are shown. The prompts
// say that their results are not stored until the person agrees.
var AllPrompts = sync.OnceValue(func() (all []Prompt) {
	if err := yaml.Load(promptTexts, &all, yaml.WithKnownFields()); err != nil {
		panic("mcp: prompts.yaml is damaged: " + err.Error())
	}
	return all
})

// sealer encrypts the state that a client carries for us, so that the client
// can neither read nor forge it. The key lives as long as the process.
type sealer struct {
	aead   cipher.AEAD
	random io.Reader
}

func newSealer(random io.Reader) (*sealer, error) {
	key := make([]byte, 32)
	if _, err := io.ReadFull(random, key); err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCM(block)
	return &sealer{aead, random}, err
}

func (s *sealer) seal(v any) (string, error) {
	plain, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	nonce := make([]byte, s.aead.NonceSize())
	if _, err := io.ReadFull(s.random, nonce); err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(s.aead.Seal(nonce, nonce, plain, nil)), nil
}

var errSeal = errors.New("it was not sealed by this server")

func (s *sealer) open(sealed string, v any) error {
	b, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil || len(b) < s.aead.NonceSize() {
		return errSeal
	}
	n := s.aead.NonceSize()
	plain, err := s.aead.Open(nil, b[:n], b[n:], nil)
	if err != nil {
		return errSeal
	}
	return json.Unmarshal(plain, v)
}
