package tools

import "github.com/google/jsonschema-go/jsonschema"

// OpenRows lets the schema of an answer say "object" of rows whose keys depend
// on what is known, instead of "anything".
func OpenRows(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if a := s.AdditionalProperties; a != nil && a.Type == "" && len(a.Types) == 0 && a.Not == nil {
		s.AdditionalProperties = nil
	} else {
		OpenRows(a)
	}
	for _, p := range s.Properties {
		OpenRows(p)
	}
	OpenRows(s.Items)
}
