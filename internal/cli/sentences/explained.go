package sentences

import (
	"maps"
	"sync"

	"lapkeep/internal/cli/settings"
)

// Explained says a text of an entry of the glossary in a language of the
// settings; a formula or name that is the same in every language as it is. These
// texts are longer than all others together and are asked for one by one, so that
// they are a table of their own, which is not made before the first is.
func Explained(name, english string) string {
	if name != settings.Chinese {
		return english
	}
	if said, ok := explainedInChinese()[english]; ok {
		return said
	}
	return english
}

var explainedInChinese = sync.OnceValue(func() map[string]string {
	all := ofPowerExplained()
	for _, area := range []func() map[string]string{
		ofHeartExplained, ofSessionsExplained, ofDaysExplained, ofDevicesExplained,
	} {
		maps.Copy(all, area())
	}
	return all
})
