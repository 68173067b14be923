package app

import (
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/training"
)

// Where the keys of the HTTP server are kept, in the home.
const (
	keyFile        = "http.key"
	secretPathFile = "http.path"
)

// key reads the key, or makes a fresh one and, if there is one, a fresh
// secret path.
func (p *Program) key(s settings.Settings, fresh bool) (cli.Key, error) {
	path := filepath.Join(s.Get(settings.Home), secretPathFile)
	old, err := readSecret(path)
	if err != nil {
		return cli.Key{}, err
	}
	if !fresh {
		key, err := p.readKey(s)
		key.SecretPath = old
		return key, err
	}
	if v := s.Value(settings.APIKey); v.Text != "" {
		return cli.Key{}, training.Errorf(training.KindConflict, "The key comes from %s, and a new key would not change that.", v.From).
			WithFix("Change it there, or remove it there and run this again.")
	}
	key := cli.Key{From: filepath.Join(s.Get(settings.Home), keyFile), Made: true}
	if key.Text, err = p.makeSecret(key.From, guard.NewKey); err == nil && old != "" {
		key.SecretPath, err = p.makeSecret(path, guard.NewSecretPath)
	}
	if err == nil {
		_, err = p.endSessions(s, false)
	}
	return key, err
}

// endSessions ends the sessions of all dashboards of the home, and counts them.
func (p *Program) endSessions(s settings.Settings, dryRun bool) (int, error) {
	n, err := guard.EndSessions(filepath.Join(s.Get(settings.Home), sessionsDir), dryRun)
	if err != nil {
		return 0, training.Errorf(training.KindUnavailable, "The sessions could not be ended: %w.", err).
			WithFix("Stop the dashboard: all its sessions end with it.")
	}
	return n, nil
}

// readKey is the key of the settings, else the one kept in the home, made on
// first use.
func (p *Program) readKey(s settings.Settings) (cli.Key, error) {
	if v := s.Value(settings.APIKey); v.Text != "" {
		return cli.Key{Text: v.Text, From: v.From}, guard.CheckKey(v.Text)
	}
	key := cli.Key{From: filepath.Join(s.Get(settings.Home), keyFile)}
	var err error
	key.Text, key.Made, err = p.keptSecret(key.From, guard.NewKey)
	if err != nil {
		return key, err
	}
	return key, guard.CheckKey(key.Text)
}

// secretPath gives the path that replaces the key, made on first use.
func (p *Program) secretPath(s settings.Settings) (path string, made bool, err error) {
	return p.keptSecret(filepath.Join(s.Get(settings.Home), secretPathFile), guard.NewSecretPath)
}

func (p *Program) keptSecret(file string, make func(io.Reader) (string, error)) (text string, made bool, err error) {
	if text, err = readSecret(file); err != nil || text != "" {
		return text, false, err
	}
	text, err = p.makeSecret(file, make)
	return text, true, err
}

// longestSecret is more than any of them has.
const longestSecret = 4096

// readSecret is empty where there is none.
func readSecret(file string) (string, error) {
	b, err := disk.ReadRegular(file, longestSecret)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", training.Errorf(training.KindUnavailable, "The key in %s cannot be read: %w.", file, err).
			WithFix("Check the file's permissions.")
	}
	return strings.TrimSpace(string(b)), nil
}

func (p *Program) makeSecret(file string, make func(io.Reader) (string, error)) (string, error) {
	text, err := make(p.Random)
	if err != nil {
		return "", err
	}
	err = settings.MakeHome(filepath.Dir(file))
	if err == nil {
		err = disk.WriteAtomic(file, []byte(text+"\n"), 0o600)
	}
	if err != nil {
		return "", training.Errorf(training.KindUnavailable, "The key cannot be kept in %s: %w.", file, err).
			WithFix("Make the folder writable, or set LAPKEEP_API_KEY.")
	}
	return text, nil
}
