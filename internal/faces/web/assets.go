package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"lapkeep/internal/faces/guard"
)

//go:embed dist/*.js dist/*.css dist/*.svg dist/*.webmanifest
var dist embed.FS

// assets are the scripts and styles, each under a name with its hash, so that a
// browser keeps it until it changes.
type assets struct {
	hashed map[string]string // plain name to address
	plain  map[string]string // hashed name to plain name
}

func newAssets() (*assets, error) {
	a := &assets{map[string]string{}, map[string]string{}}
	entries, err := fs.ReadDir(dist, "dist")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		b, err := dist.ReadFile("dist/" + e.Name())
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(b)
		ext := path.Ext(e.Name())
		name := strings.TrimSuffix(e.Name(), ext) + "." + hex.EncodeToString(sum[:6]) + ext
		a.hashed[e.Name()], a.plain[name] = guard.AssetRoot+name, e.Name()
	}
	return a, nil
}

// href is the address of an asset.
func (a *assets) href(name string) string { return a.hashed[name] }

func (a *assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name, ok := a.plain[strings.TrimPrefix(r.URL.Path, guard.AssetRoot)]
	if !ok || r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Cache-Control", "private, max-age=31536000, immutable")
	w.Header().Set("Content-Type", map[string]string{
		".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml",
		".webmanifest": "application/manifest+json",
	}[path.Ext(name)])
	http.ServeFileFS(w, r, dist, "dist/"+name)
}
