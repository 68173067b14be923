package activities

import "github.com/google/jsonschema-go/jsonschema"

// rows lets the schema of an answer say "object" of rows whose keys depend
// on what is known, instead of "anything".
func rows(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if a := s.AdditionalProperties; a != nil && a.Type == "" && len(a.Types) == 0 && a.Not == nil {
		s.AdditionalProperties = nil
	} else {
		rows(a)
	}
	for _, p := range s.Properties {
		rows(p)
	}
	rows(s.Items)
}
