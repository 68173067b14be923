package tools_test

import (
	"context"
	"errors"
	"testing"

	"lapkeep/internal/i18n"
	"lapkeep/internal/picture"
	"lapkeep/internal/tools"
)

// TestAnswersAreDrawnOnRequest: from what the tool returned, and only of an answer.
func TestAnswersAreDrawnOnRequest(t *testing.T) {
	t.Parallel()
	drawn := 0
	spec := tools.Spec{
		Name: "show_bike",
		Picture: tools.DrawnBy(func(_ tools.Voice, b *BikeView) (*picture.Canvas, i18n.Sentence) {
			if drawn++; b.Name == "" {
				return nil, "the bike has no name"
			}
			return &picture.Canvas{Title: b.Name}, ""
		}),
	}
	var view *BikeView
	fails := errors.New("broken")
	table := tools.NewTable(tools.New(spec, func(context.Context, *tools.Call, struct{}) (*BikeView, error) {
		if view == nil {
			return nil, fails
		}
		return view, nil
	}))
	if _, err := table.Call(t.Context(), "show_bike", call(), []byte(`{"picture":true}`)); !errors.Is(err, fails) || drawn != 0 {
		t.Errorf("an error is drawn: %v", err)
	}
	view = &BikeView{Name: "Gravel"}
	plain, err := table.Call(t.Context(), "show_bike", call(), nil)
	if err != nil || plain.Pictures != nil || plain.NotDrawn != "" || drawn != 0 {
		t.Errorf("a picture that nobody asked for: %+v %v", plain, err)
	}
	for args, want := range map[string]int{`{"picture":true}`: 1, `{"picture":"yes"}`: 1, `{"picture":false}`: 0} {
		res, err := table.Call(t.Context(), "show_bike", call(), []byte(args))
		if err != nil || len(res.Pictures) != want {
			t.Errorf("%s: %d pictures, %v", args, len(res.Pictures), err)
		}
		if args == `{"picture":true}` && (res.Text != plain.Text || res.Pictures[0].Title != "Gravel") {
			t.Errorf("%s instead of %s", res.Text, plain.Text)
		}
	}
	view = &BikeView{}
	res, err := table.Call(t.Context(), "show_bike", call(), []byte(`{"picture":true}`))
	if err != nil || res.Pictures != nil || res.NotDrawn != "There is no picture: the bike has no name." {
		t.Errorf("%+v %v", res, err)
	}
	if _, err := table.Call(t.Context(), "show_bike", call(), []byte(`{"picture":"maybe"}`)); err == nil {
		t.Error("a picture is maybe wanted")
	}
}
