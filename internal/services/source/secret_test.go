package source_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/services/source"
)

const canary = "canary-5f2e"

func TestSecretsDoNotPrint(t *testing.T) {
	t.Parallel()
	token := source.Token{Scheme: source.Bearer, Access: source.NewSecret(canary), Refresh: source.NewSecret(canary)}
	var out bytes.Buffer
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		fmt.Fprintf(&out, verb+verb+verb, token, &token, token.Access)
		fmt.Fprintf(&out, verb+verb, struct{ inner source.Secret }{token.Access}, &struct{ inner source.Token }{token})
	}
	log := slog.New(slog.NewJSONHandler(&out, nil))
	log.Info("x", "token", token, "access", token.Access)
	slog.New(slog.NewTextHandler(&out, nil)).Info("x", "token", token, "access", token.Access)
	body, err := json.Marshal(token)
	if err != nil {
		t.Fatal(err)
	}
	out.Write(body)
	if s := out.String(); strings.Contains(s, canary) || strings.Contains(s, fmt.Sprintf("%x", canary)) || !strings.Contains(s, "[secret]") {
		t.Errorf("printed: %s", s)
	}
	if token.Access != source.NewSecret(canary) || source.NewSecret("") != (source.Secret{}) || (source.Secret{}).Reveal() != "" {
		t.Error("secrets of the same text differ")
	}
	if token.Access.Reveal() != canary {
		t.Error("it is not there")
	}
}

func TestTokensGoStale(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	key := source.NewSecret("k")
	for name, tt := range map[string]struct {
		token source.Token
		want  bool
	}{
		"none":       {source.Token{}, false},
		"a key":      {source.Token{Access: key}, true},
		"for long":   {source.Token{Access: key, Expiry: now.Add(time.Hour)}, true},
		"not enough": {source.Token{Access: key, Expiry: now.Add(time.Minute)}, false},
		"gone":       {source.Token{Access: key, Expiry: now.Add(-time.Minute)}, false},
	} {
		if got := tt.token.Fresh(now, 5*time.Minute); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestUrgency(t *testing.T) {
	t.Parallel()
	if source.UrgencyOf(t.Context()) != source.Interactive ||
		source.UrgencyOf(source.WithUrgency(t.Context(), source.Background)) != source.Background {
		t.Error("the mark is lost")
	}
}
