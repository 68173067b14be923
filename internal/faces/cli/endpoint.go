package cli

// HTTPOptions say where the HTTP server listens and whom it lets in.
type HTTPOptions struct {
	Addr string
	// NextFree moves to a later port where the one of Addr is taken.
	NextFree bool
	Path     string // of streamable HTTP
	SSEFirst bool   // the legacy address is named first
	// PublicURLs are addresses of tunnels and proxies in front of the server.
	PublicURLs []string
	// Proxies are the networks from which plain HTTP may come, each a CIDR.
	Proxies           []string
	CertFile, KeyFile string // PEM
	NoKey             bool
	SecretPath        bool
	PerSecond         float64 // requests that one key may sustain; 0 is the server's own
}

// Key is the bearer key of the HTTP server.
type Key struct {
	Text string
	From string // the file or setting that it stands in
	Made bool   // just now
	// SecretPath is the address that replaces the key, if one was made.
	SecretPath string
}

// Endpoint is where a client finds the HTTP server.
type Endpoint struct {
	URLs   []string // full, the preferred one first
	Secret []string // full addresses that stand for the key, when they are new
	Key    Key
	NoKey  bool
}

// MCP is the preferred address.
func (e Endpoint) MCP() string { return e.URLs[0] }
