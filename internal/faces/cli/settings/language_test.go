package settings

import (
	"strings"
	"testing"

	"lapkeep/internal/training"
)

func TestLanguages(t *testing.T) {
	t.Parallel()
	for asked, want := range map[string]string{
		"en": "en", "EN": "en", "en-GB": "en", "en_US.UTF-8": "en", "C": "en", "C.UTF-8": "en", "POSIX": "en", "english": "en",
		"zh": "zh-CN", "zh-CN": "zh-CN", "zh_CN.UTF-8": "zh-CN", "zh-Hans": "zh-CN", "zh_SG": "zh-CN", "zh-hans-cn": "zh-CN", "中文": "zh-CN",
		"de": "en de", "de_DE.UTF-8@euro": "en de-DE", "zh-TW": "en zh-TW", "zh_Hant": "en zh-Hant", "fr-CA": "en fr-CA",
	} {
		in := place(t, nil)
		in.Flags = map[Key]string{Language: asked}
		s, err := Load(in)
		if v := s.Value(Language); err != nil || strings.TrimSpace(v.Text+" "+v.Unoffered) != want {
			t.Errorf("%q is %q %q, %v; want %s", asked, v.Text, v.Unoffered, err, want)
		}
	}
	for _, asked := range []string{"klingon", "xx", "", "e", "12", "zh-", "\x1b[31m"} {
		in := place(t, nil)
		in.Flags = map[Key]string{Language: asked}
		_, err := Load(in)
		if training.KindOf(err) != training.KindInvalid || err != nil && !strings.Contains(err.Error(), "Use one of: en, zh-CN.") {
			t.Errorf("%q: %v", asked, err)
		}
	}
}

func TestLanguageOfThePlaces(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		environ, config, want, from string
	}{
		{"", "", "en", "default"},
		{"LANG=zh_CN.UTF-8", "", "zh-CN", "system LANG"},
		{"LANG=zh_CN.UTF-8 LC_ALL=C", "", "en", "system LC_ALL"},
		{"LANG=nonsense", "", "en", "default"},
		{"LANG=zh_CN.UTF-8", "language: en\n", "en", "config.yaml"},
		{"LANG=de_DE IGPSPORT_LANG=zh", "language: en\n", "zh-CN", "environment IGPSPORT_LANG"},
		{"IGPSPORT_LANG=zh LAPKEEP_LANG=en", "", "en", "environment LAPKEEP_LANG"},
		{"IGPSPORT_LANG=both", "language: zh\n", "zh-CN", "config.yaml"},
		{"LAPKEEP_LANGUAGE=zh", "", "zh-CN", "environment LAPKEEP_LANGUAGE"},
	} {
		in := place(t, map[string]string{"user/.lapkeep/config.yaml": c.config})
		in.Environ = strings.Fields(c.environ)
		s, err := Load(in)
		if v := s.Value(Language); err != nil || v.Text != c.want || !strings.HasSuffix(v.From, c.from) {
			t.Errorf("%s with %q: %q from %q, %v", c.environ, c.config, v.Text, v.From, err)
		}
	}
	in := place(t, nil)
	in.Environ = []string{"LANG=de_DE.UTF-8"}
	s, err := Load(in)
	if note := s.Value(Language).Note(); err != nil || !strings.HasPrefix(note, "de-DE (system LANG) is not offered") {
		t.Errorf("%q, %v", note, err)
	}
}
