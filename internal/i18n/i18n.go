package i18n

import (
	"embed"
	"encoding/json"
	"fmt"
	"sync"
)

//go:embed *.json
var files embed.FS

// table is one language: sentences by their English format, and the texts of the glossary, which are asked for one by one.
type table struct {
	Sentences map[string]string `json:"sentences"`
	Glossary  map[string]string `json:"glossary"`
}

// loaded has the languages of the settings that have a file. A file is read when its language is first asked for.
var loaded = map[string]func() table{
	"zh-CN": sync.OnceValue(func() table { return load("zh.json") }),
}

// load reads an embedded file. One that cannot be read is a fault of the build, which the tests find.
func load(name string) table {
	text, err := files.ReadFile(name)
	if err != nil {
		panic(fmt.Sprintf("i18n: %v", err))
	}
	var t table
	if err := json.Unmarshal(text, &t); err != nil {
		panic(fmt.Sprintf("i18n: %s: %v", name, err))
	}
	return t
}

// In returns the printer of a language of the settings. A language without a file is said in English.
func In(language string) Printer {
	if of := loaded[language]; of != nil {
		return NewPrinter(of().Sentences)
	}
	return Printer{}
}

// Explained returns a text of an entry of the glossary in a language of the settings. A formula or name that has no
// translation is the same in every language.
func Explained(language, english string) string {
	if of := loaded[language]; of != nil {
		if said, ok := of().Glossary[english]; ok {
			return said
		}
	}
	return english
}
