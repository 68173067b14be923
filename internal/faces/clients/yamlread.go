package clients

import (
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
)

func (yamlEditor) read(doc []byte, path []string) (Object, bool, error) {
	var m yaml.MapSlice
	if err := decodeYAML(doc, &m, yaml.UseOrderedMap()); err != nil {
		return nil, false, err
	}
	for _, key := range path[:len(path)-1] {
		m, _ = m.ToMap()[key].(yaml.MapSlice)
	}
	key := path[len(path)-1]
	v, found := m.ToMap()[key]
	if !found {
		return nil, false, nil
	}
	entry, ok := yamlValue(v).(Object)
	if !ok {
		return nil, true, shapeError(key, "no mapping")
	}
	return entry, true, nil
}

// yamlValue is a value that the parser found; those of other kinds are written
// as in JSON, which YAML reads.
func yamlValue(v any) any {
	switch v := v.(type) {
	case string, bool:
		return v
	case uint64:
		return int(v)
	case int64:
		return int(v)
	case yaml.MapSlice:
		out := Object{}
		for _, item := range v {
			key, ok := item.Key.(string)
			if !ok {
				return yamlVerbatim(v)
			}
			out = append(out, Member{key, yamlValue(item.Value)})
		}
		return out
	case []any:
		items := make([]any, len(v))
		for i, item := range v {
			items[i] = yamlValue(item)
		}
		if list, ok := texts(items); ok {
			return list
		}
	}
	return yamlVerbatim(v)
}

func yamlVerbatim(v any) Verbatim {
	b, err := yaml.MarshalWithOptions(v, yaml.JSON())
	if err != nil {
		return Verbatim(quote(fmt.Sprint(v)))
	}
	return Verbatim(strings.TrimSpace(string(b)))
}
