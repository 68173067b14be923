package connections

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Former is the config file of another program for a service, whose account
// the athlete may want to take over: a JSON object of texts.
type Former struct {
	Path   string // below the user's home folder, with slashes
	Fields map[string]settings.Use
}

// longestFormer is more than any has.
const longestFormer = 64 << 10

// former offers to take over a config file that is there, of a service that is
// not connected yet. Nothing is read before somebody says yes.
func (s *Set) former(k Kind, n *connect.Need) {
	if _, where := s.account(k); k.Former == nil || s.o.UserHome == "" || where != "" {
		return
	}
	path := filepath.Join(s.o.UserHome, filepath.FromSlash(k.Former.Path))
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return
	}
	needs := *n
	n.Former = path
	n.TakeOver = func() (connect.Need, error) {
		said, err := k.Former.read(path)
		if err != nil {
			return needs, err
		}
		fill(&needs, said, path)
		return needs, nil
	}
}

// read reads the file. What is wrong with it is not repeated: it holds a password.
func (f *Former) read(path string) (map[settings.Use]string, error) {
	text, err := disk.ReadRegular(path, longestFormer)
	fields := map[string]any{}
	if err == nil {
		err = json.Unmarshal(text, &fields)
	}
	if err != nil {
		return nil, training.Errorf(training.KindInvalid, "%s cannot be read as the settings that it was.", path).
			WithFix("Leave it, and type what is asked for.")
	}
	said := map[settings.Use]string{}
	for name, use := range f.Fields {
		if text, ok := fields[name].(string); ok {
			said[use] = strings.TrimSpace(text)
		}
	}
	return said, nil
}

// fill adds what a file says to what the settings leave open. A password goes
// with the user that it is of.
func fill(n *connect.Need, said map[settings.Use]string, path string) {
	g := &n.Given
	if said[settings.ForPassword] != "" && g.Password.Empty() && (g.User == "" || g.User == said[settings.ForUser]) {
		g.Password, n.From = source.NewSecret(said[settings.ForPassword]), path
	}
	g.User, g.Region = cmp.Or(g.User, said[settings.ForUser]), cmp.Or(g.Region, said[settings.ForRegion])
	if n.Way == connect.ByApp && said[settings.ForRefresh]+said[settings.ForKey] != "" {
		g.Key, g.Refresh = source.NewSecret(said[settings.ForKey]), source.NewSecret(said[settings.ForRefresh])
		n.TokensFrom = path
	}
	for use, t := range map[settings.Use]*connect.Threshold{settings.ForFTP: &n.FTPW, settings.ForLTHR: &n.LTHRBpm} {
		if t.Text == "" && said[use] != "" {
			*t = connect.Threshold{Text: said[use], From: path}
		}
	}
}
