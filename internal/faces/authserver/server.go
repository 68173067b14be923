// Package authserver lets people sign in from elsewhere and say what a program may do for them.
// It is an authorization server of OAuth 2.1 for one resource, the MCP server beside it, with the
// pages that people see.
//
// Programs are public clients: they prove with PKCE that they asked, and hold no secret. Its
// handler must be behind a guard, which lets exactly the addresses of [Server.IsDoor] through
// without a credential.
package authserver

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/oauthex"

	"lapkeep/internal/faces/guard"
	"lapkeep/internal/faces/mcp"
	"lapkeep/internal/people"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// The addresses of the server.
const (
	resourceRoot  = "/.well-known/oauth-protected-resource"
	serverRoot    = "/.well-known/oauth-authorization-server"
	homePath      = "/login"
	authorizePath = "/login/authorize"
	tokenPath     = "/login/token" //nolint:gosec // an address, not a secret
	revokePath    = "/login/revoke"
	codePath      = "/login/code"
	outPath       = "/login/out"
	withdrawPath  = "/login/withdraw"
	approvePath   = "/login/approve"
	stylePath     = "/login/app.css"
)

// Options describes a server.
type Options struct {
	Book *people.Book
	// Base is the address of the server without a path, as people and programs see it.
	Base string
	// Path is the path of the MCP server below Base.
	Path string
	// Athletes returns all athletes of the home.
	Athletes func(ctx context.Context) ([]training.Athlete, error)
	// Waiting returns the writes about an athlete that wait for a person, as far as the
	// audience of the scope may see them. Approve records that a person agreed to one.
	Waiting func(ctx context.Context, s training.Scope) ([]journal.Preview, error)
	Approve func(ctx context.Context, s training.Scope, by training.PersonID, token string) error
	// Say returns the texts of a language; "" means that of the home, if one is set.
	Say func(language string) func(format string, args ...any) string
	// Needs returns the permission that a tool needs.
	Needs func(tool string) training.Permission
	Style []byte // CSS of the pages
	Now   func() time.Time
	// Fetch gets the description of a program. Nil reads it from public addresses only.
	Fetch func(ctx context.Context, address *url.URL) ([]byte, error)
	Log   *slog.Logger
	// Provider is where people sign in, or programs get their tokens, instead of here; nil
	// means here. Secret is the secret of Lapkeep there, if there is one.
	Provider *people.Provider
	Secret   string
	// Over carries requests to the provider; nil means the usual network.
	Over http.RoundTripper
}

// Server answers at the addresses of sign-in.
type Server struct {
	Options
	routes  *http.ServeMux
	clients clientCache
	keys    *webauthn.WebAuthn // nil if there are no passkeys
	outside outside
	sealing sync.Mutex
	seal    string
}

// New returns a server. It reads nothing before the first request.
func New(o Options) *Server {
	if o.Fetch == nil {
		o.Fetch = fetchPublic
	}
	s := &Server{Options: o, routes: http.NewServeMux()}
	issuer := o.Base
	if s.tokensElsewhere() {
		issuer = o.Provider.Issuer
	}
	described := auth.ProtectedResourceMetadataHandler(&oauthex.ProtectedResourceMetadata{
		Resource: s.Resource(), AuthorizationServers: []string{issuer}, ScopesSupported: scopes(training.Permissions()),
		BearerMethodsSupported: []string{"header"}, ResourceName: "Lapkeep",
	})
	s.routes.Handle("GET "+resourceRoot, described)
	if o.Path != "" {
		s.routes.Handle("GET "+resourceRoot+o.Path, described)
	}
	if !s.tokensElsewhere() {
		s.routes.HandleFunc("GET "+serverRoot, s.describe)
		s.routes.HandleFunc("GET "+authorizePath, s.authorize)
		s.routes.HandleFunc("POST "+authorizePath, s.decide)
		s.routes.HandleFunc("POST "+tokenPath, s.token)
		s.routes.HandleFunc("POST "+revokePath, s.revoke)
	}
	s.routes.HandleFunc("GET "+homePath, s.home)
	s.signInRoutes()
	s.routes.HandleFunc("POST "+outPath, s.signOut)
	s.routes.HandleFunc("POST "+withdrawPath, s.withdraw)
	s.routes.HandleFunc("POST "+approvePath, s.approve)
	s.routes.HandleFunc("GET "+stylePath, s.style)
	return s
}

// signInRoutes adds the addresses of the ways to sign in.
func (s *Server) signInRoutes() {
	if s.signsInElsewhere() {
		s.routes.HandleFunc("GET "+providerPath, s.toProvider)
		s.routes.HandleFunc("GET "+backPath, s.back)
		return
	}
	s.routes.HandleFunc("POST "+codePath, s.signIn)
	if s.keys = newKeys(s.Base); s.keys != nil {
		s.routes.HandleFunc("POST "+passkeyPath, s.passkeyIn)
		s.routes.HandleFunc("POST "+passkeyAddPath, s.addPasskey)
		s.routes.HandleFunc("POST "+passkeyRemovePath, s.removePasskey)
		s.routes.HandleFunc("GET "+scriptPath, s.script)
	}
}

// Resource returns the identifier of the MCP server, for which tokens are made.
func (s *Server) Resource() string { return s.Base + s.Path }

// IsDoor reports whether a request is for an address that is open to everybody.
func (s *Server) IsDoor(r *http.Request) bool {
	_, pattern := s.routes.Handler(r)
	return pattern != ""
}

// Wrap returns a handler that answers at these addresses, and passes everything else on.
func (s *Server) Wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !guard.IsDoor(r) {
			next.ServeHTTP(w, r)
			return
		}
		s.routes.ServeHTTP(w, r)
	})
}

// Access returns what the holder of a token may do at this server, or nil.
func (s *Server) Access(ctx context.Context, token string) (*training.Access, error) {
	if s.tokensElsewhere() {
		return s.outsideAccess(ctx, token)
	}
	return s.Book.Access(ctx, token, s.Resource())
}

// Challenge returns the WWW-Authenticate header of an answer without access. wrong is set if a
// token was sent.
func (s *Server) Challenge(wrong bool) string {
	why := ""
	if wrong {
		why = `error="invalid_token", `
	}
	return `Bearer realm="lapkeep", ` + why + `scope="` + string(training.MayRead) + `", resource_metadata="` + s.metadata() + `"`
}

func (s *Server) metadata() string { return s.Base + resourceRoot + s.Path }

// SignIn tells the MCP server how people get access.
func (s *Server) SignIn() *mcp.SignIn {
	return &mcp.SignIn{
		Page: s.Base + homePath, Holds: s.Book.Holds,
		StepUp: func(has []training.Permission, needs training.Permission) string {
			return `Bearer realm="lapkeep", error="insufficient_scope", scope="` + strings.Join(append(scopes(has), string(needs)), " ") +
				`", resource_metadata="` + s.metadata() + `"`
		},
	}
}

func scopes(all []training.Permission) []string {
	var out []string
	for _, p := range all {
		out = append(out, string(p))
	}
	return out
}

// describe answers with the description of the authorization server (RFC 8414).
func (s *Server) describe(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, map[string]any{
		"issuer":                                         s.Base,
		"authorization_endpoint":                         s.Base + authorizePath,
		"token_endpoint":                                 s.Base + tokenPath,
		"revocation_endpoint":                            s.Base + revokePath,
		"scopes_supported":                               scopes(training.Permissions()),
		"response_types_supported":                       []string{"code"},
		"response_modes_supported":                       []string{"query"},
		"grant_types_supported":                          []string{"authorization_code", "refresh_token"},
		"token_endpoint_auth_methods_supported":          []string{"none"},
		"revocation_endpoint_auth_methods_supported":     []string{"none"},
		"code_challenge_methods_supported":               []string{"S256"},
		"authorization_response_iss_parameter_supported": true,
		"client_id_metadata_document_supported":          true,
	})
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the caller may have disconnected
}

// token answers a program that has a code or a refresh token.
func (s *Server) token(w http.ResponseWriter, r *http.Request) {
	form, err := formOf(r)
	if err != nil {
		s.refuseToken(r.Context(), w, err)
		return
	}
	resource := s.resourceIn(form)
	var t people.Tokens
	switch form.Get("grant_type") {
	case "authorization_code":
		t, err = s.Book.Exchange(r.Context(), form.Get("code"), form.Get("client_id"), form.Get("redirect_uri"), form.Get("code_verifier"),
			resource)
	case "refresh_token":
		t, err = s.Book.Refresh(r.Context(), form.Get("refresh_token"), form.Get("client_id"), resource)
	default:
		err = &people.Fault{Code: "unsupported_grant_type", What: "Use authorization_code or refresh_token."}
	}
	if err != nil {
		s.refuseToken(r.Context(), w, err)
		return
	}
	w.Header().Set("Pragma", "no-cache")
	writeJSON(w, http.StatusOK, map[string]any{
		"access_token": t.Access, "token_type": "Bearer", "expires_in": int(t.Life / time.Second),
		"refresh_token": t.Refresh, "scope": strings.Join(scopes(t.Permissions), " "),
	})
}

// resourceIn returns the resource that a program names. Without one, it means the only one.
func (s *Server) resourceIn(form url.Values) string {
	all := form["resource"]
	switch {
	case len(all) == 0:
		return s.Resource()
	case len(all) > 1:
		return "" // no grant is for several
	}
	return strings.TrimSuffix(all[0], "/")
}

func (s *Server) refuseToken(ctx context.Context, w http.ResponseWriter, err error) {
	fault := &people.Fault{Code: "server_error", What: "The store cannot answer now. Try again in a moment."}
	status := http.StatusServiceUnavailable
	if f, ok := errors.AsType[*people.Fault](err); ok {
		fault, status = f, http.StatusBadRequest
	} else {
		s.Log.WarnContext(ctx, "a token was not made", "kind", training.KindOf(err).String())
	}
	writeJSON(w, status, map[string]string{"error": fault.Code, "error_description": fault.What})
}

// revoke ends the grant of a token.
func (s *Server) revoke(w http.ResponseWriter, r *http.Request) {
	form, err := formOf(r)
	if err == nil {
		err = s.Book.Revoke(r.Context(), form.Get("token"), form.Get("client_id"))
	}
	if err != nil {
		s.refuseToken(r.Context(), w, err)
		return
	}
	w.WriteHeader(http.StatusOK)
}

// maxForm is the largest form in bytes.
const maxForm = 16 << 10

// formOf reads the form in the body; no field may be given twice, except resource.
func formOf(r *http.Request) (url.Values, error) {
	body := guard.Body(r.Context())
	form, err := url.ParseQuery(string(body))
	if err != nil || len(body) > maxForm || !guard.IsForm(r) {
		return nil, &people.Fault{Code: "invalid_request", What: "The body is not a form."}
	}
	return form, once(form)
}

func once(form url.Values) error {
	for name, all := range form {
		if len(all) > 1 && name != "resource" && name != "athlete" && name != "scope" {
			return &people.Fault{Code: "invalid_request", What: "A field is given twice: " + name}
		}
	}
	return nil
}

func (s *Server) style(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	_, _ = w.Write(s.Style) // the browser may have disconnected
}
