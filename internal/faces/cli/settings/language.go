package settings

import (
	"slices"
	"strings"

	"golang.org/x/text/language"
)

// The languages of sentences for people.
const (
	English = "en"
	Chinese = "zh-CN" // simplified
)

// offered is the language that sentences are in where text, a tag or a locale
// of a system, is asked for. Another language is English, and unoffered says
// which; what is no language is given back.
func offered(text string) (word, unoffered string) {
	tag, _, _ := strings.Cut(text, ".") // zh_CN.UTF-8
	tag, _, _ = strings.Cut(tag, "@")
	switch strings.ToLower(tag) {
	case English, "c", "posix", "english":
		return English, ""
	case "chinese", "中文", "简体中文":
		return Chinese, ""
	}
	t, err := language.Parse(tag)
	if err != nil {
		return text, ""
	}
	base, _ := t.Base()
	script, _ := t.Script()
	switch {
	case base.String() == English:
		return English, ""
	case base.String() == "zh" && script.String() == "Hans":
		return Chinese, ""
	}
	return English, t.String()
}

// ofSystem is the language of the process's environment, in the order in which
// systems look. What is there and no language is English.
func (v *Value) ofSystem(environ []string) {
	vars := parseEnviron(environ)
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if vars[name] == "" {
			continue
		}
		word, unoffered := offered(vars[name])
		if word == English || word == Chinese {
			v.Text, v.Unoffered = word, unoffered
			v.From = "system " + name
		}
		return
	}
}

// Tongue is the language of sentences, also where the settings cannot be read:
// the person is to be told why.
func Tongue(in Input) string {
	s, err := Load(in)
	if err == nil {
		return s.Get(Language)
	}
	all := Catalogue(nil)
	d := all[slices.IndexFunc(all, func(d Definition) bool { return d.Key == Language })]
	envs := []environment{{place: processOrigin, origin: processOrigin, vars: parseEnviron(in.Environ)}}
	v, err := s.resolve(d, in, envs, nil)
	if err != nil {
		return English
	}
	return v.Text
}
