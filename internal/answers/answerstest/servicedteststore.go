package answerstest

import (
	"context"
	"encoding/json"

	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// ServicedStore keeps documents. Its zero value is empty.
type ServicedStore struct {
	docs map[document.Collection][]document.Document
}

// Say keeps a document of a service about a day.
func (s *ServicedStore) Say(c document.Collection, id, service string, day training.Day, body any) {
	text, err := json.Marshal(body)
	if err != nil {
		panic(err) // a test's own
	}
	if s.docs == nil {
		s.docs = map[document.Collection][]document.Document{}
	}
	s.docs[c] = append(s.docs[c], document.Document{
		ID: id, Days: training.DayRange{From: day, To: day}, Said: []document.Said{{Source: service, Body: text}},
	})
}

// Documents lists the statements, in the order in which they came.
func (s *ServicedStore) Documents(
	_ context.Context, _ training.Scope, c document.Collection, f document.Filter,
) (out []document.Document, err error) {
	for _, d := range s.docs[c] {
		if (f.ID == "" || f.ID == d.ID) && (f.Days == nil || f.Days.Contains(d.Days.From)) {
			out = append(out, d)
		}
	}
	return out, nil
}
