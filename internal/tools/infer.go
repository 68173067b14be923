package tools

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/training"
)

// inference makes the same schema of a type of arguments as
// [jsonschema.ForType], but that nothing may be null. It knows the kinds that
// arguments are made of and leaves the others to that, which takes several
// times as long: schemas are much of a server's work before its first answer.
type inference struct {
	tool   string
	closed *jsonschema.Schema // nothing fits
	depth  int
	// unlisted has the members that no schema publishes in place of the others.
	unlisted bool
}

// deepest is how far arguments nest; below it a type contains itself.
const deepest = 16

func inferArguments(tool string, t reflect.Type, adjust func(*jsonschema.Schema)) *jsonschema.Schema {
	if t.Kind() != reflect.Struct {
		panic(fmt.Sprintf("tools: %s: %s is not a struct", tool, t))
	}
	in := inference{tool: tool, closed: &jsonschema.Schema{Not: &jsonschema.Schema{}}}
	s := in.of(t)
	if s.Properties == nil {
		s.Properties = map[string]*jsonschema.Schema{}
	}
	if adjust != nil {
		adjust(s)
	}
	clean(s, false)
	return s
}

func (in *inference) of(t reflect.Type) *jsonschema.Schema {
	in.depth++
	defer func() { in.depth-- }()
	t = structOf(t)
	switch {
	case in.known(t):
		return &jsonschema.Schema{Type: "string"}
	case t == jsonType:
		return &jsonschema.Schema{}
	case in.depth > deepest:
		return in.other(t)
	}
	switch t.Kind() {
	case reflect.Bool:
		return &jsonschema.Schema{Type: "boolean"}
	case reflect.String:
		return &jsonschema.Schema{Type: "string"}
	case reflect.Int, reflect.Int64:
		return &jsonschema.Schema{Type: "integer"}
	case reflect.Float64:
		return &jsonschema.Schema{Type: "number"}
	case reflect.Slice:
		return &jsonschema.Schema{Type: "array", Items: in.of(t.Elem())}
	case reflect.Struct:
		return in.object(t)
	}
	return in.other(t)
}

func (in *inference) object(t reflect.Type) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", AdditionalProperties: in.closed, Properties: make(map[string]*jsonschema.Schema, t.NumField())}
	if !in.members(s, t) {
		return in.other(t)
	}
	return s
}

// members adds those of a struct and of those that it embeds. It reports
// false where Go's rules would hide one of them, or none is a struct's.
func (in *inference) members(s *jsonschema.Schema, t reflect.Type) bool {
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			if f.Type.Kind() != reflect.Struct || in.known(f.Type) || !in.members(s, f.Type) {
				return false
			}
			continue
		}
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || name == "-" && options == "" || isUnlisted(f) != in.unlisted {
			continue
		}
		if name == "" {
			name = f.Name
		}
		if s.Properties[name] != nil {
			return false
		}
		p := in.of(f.Type)
		if doc := f.Tag.Get("jsonschema"); doc != "" {
			p.Description = doc
		}
		s.Properties[name] = p
		s.PropertyOrder = append(s.PropertyOrder, name)
		if !strings.Contains(options, "omit") {
			s.Required = append(s.Required, name)
		}
	}
	return true
}

// known says that a type is a text, whatever its kind.
func (in *inference) known(t reflect.Type) bool {
	return t == dateType || t == planDateType || t == dateRangeType || t == sportType || t == kindType || t == dayType || t == timeType
}

func (in *inference) other(t reflect.Type) *jsonschema.Schema {
	return mustInfer(in.tool, t, typeSchemas(true))
}

// mustInfer panics where a schema cannot be made: that is a mistake in the
// program, which the tests over the whole table find.
func mustInfer(tool string, t reflect.Type, types map[reflect.Type]*jsonschema.Schema) *jsonschema.Schema {
	s, err := jsonschema.ForType(t, &jsonschema.ForOptions{TypeSchemas: types})
	if err != nil {
		panic(fmt.Sprintf("tools: %s: %v", tool, err))
	}
	return s
}

var dayType = reflect.TypeFor[training.Day]()
