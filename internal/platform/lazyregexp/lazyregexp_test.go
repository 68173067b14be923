package lazyregexp_test

import (
	"testing"

	"lapkeep/internal/platform/lazyregexp"
)

func TestCompiledOnceAndRight(t *testing.T) {
	t.Parallel()
	r := lazyregexp.New(`^a+$`)
	if !r.Get().MatchString("aaa") || r.Get().MatchString("ab") {
		t.Error("the expression does not match as it should")
	}
	if first, again := r.Get(), r.Get(); first != again {
		t.Error("it is compiled again")
	}
}

func TestAWrongExpressionPanicsOnUseOnly(t *testing.T) {
	t.Parallel()
	r := lazyregexp.New(`(`)
	defer func() {
		if recover() == nil {
			t.Error("a wrong expression was compiled")
		}
	}()
	r.Get()
}
