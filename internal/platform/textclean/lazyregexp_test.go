package textclean_test

import (
	"testing"

	"lapkeep/internal/platform/textclean"
)

func TestCompiledOnceAndRight(t *testing.T) {
	t.Parallel()
	r := textclean.LazyRegexp(`^a+$`)
	if !r.Get().MatchString("aaa") || r.Get().MatchString("ab") {
		t.Error("the expression does not match as it should")
	}
	if first, again := r.Get(), r.Get(); first != again {
		t.Error("it is compiled again")
	}
}

func TestAWrongExpressionPanicsOnUseOnly(t *testing.T) {
	t.Parallel()
	r := textclean.LazyRegexp(`(`)
	defer func() {
		if recover() == nil {
			t.Error("a wrong expression was compiled")
		}
	}()
	r.Get()
}
