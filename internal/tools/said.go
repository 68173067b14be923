package tools

import (
	"reflect"

	"lapkeep/internal/i18n"
)

// sayer says a format with its operands in a language; nil is English.
type sayer = func(format string, args ...any) string

// inWords is an answer whose sentences are in the language of the person: a
// copy, since parts of an answer may be those of others.
func inWords(answer any, say sayer) any {
	if say == nil || answer == nil {
		return answer
	}
	return said(reflect.ValueOf(answer), say).Interface()
}

var sentenceType = reflect.TypeFor[i18n.Sentence]()

func said(v reflect.Value, say sayer) reflect.Value {
	t := v.Type()
	if t == sentenceType {
		if v.Len() == 0 {
			return v
		}
		return reflect.ValueOf(i18n.Sentence(i18n.Sentence(v.String()).Say(say)))
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && holds(t.Elem()) {
			p := reflect.New(t.Elem())
			p.Elem().Set(said(v.Elem(), say))
			return p
		}
	case reflect.Interface:
		if !v.IsNil() {
			return said(v.Elem(), say)
		}
	case reflect.Struct:
		c := reflect.New(t).Elem()
		c.Set(v)
		saidIn(c, say)
		return c
	case reflect.Slice:
		if !v.IsNil() && holds(t.Elem()) {
			c := reflect.MakeSlice(t, v.Len(), v.Len())
			for i := range v.Len() {
				c.Index(i).Set(said(v.Index(i), say))
			}
			return c
		}
	case reflect.Map:
		if !v.IsNil() && holds(t.Elem()) {
			c := reflect.MakeMapWithSize(t, v.Len())
			for k, x := range v.Seq2() {
				c.SetMapIndex(k, said(x, say))
			}
			return c
		}
	}
	return v
}

// saidIn says the sentences of a struct in their place.
func saidIn(v reflect.Value, say sayer) {
	for i := range v.NumField() {
		switch f := v.Field(i); {
		case f.Kind() == reflect.Struct: // an embedded one may be of a type that is not exported
			saidIn(f, say)
		case f.CanSet() && holds(f.Type()):
			f.Set(said(f, say))
		}
	}
}

// holds reports whether a value of a type can have sentences in it.
func holds(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Struct, reflect.Slice, reflect.Map:
		return true
	}
	return t == sentenceType
}
