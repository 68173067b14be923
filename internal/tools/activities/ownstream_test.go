package activities_test

import (
	"strings"
	"testing"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

// TestValuesOfAnOwnStream are entered at recorded seconds, beside those that
// there are, and only where a service defines the stream and has the activity.
func TestValuesOfAnOwnStream(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.file(t, "ride.fit", answerstest.Session(training.Cycling, answerstest.FirstStart, 300, nil))
	var got imported
	h.decode(t, "import_files", `{"paths":["."]}`, &got)
	var all struct{ Activities []struct{ ID string } }
	h.decode(t, "list_activities", `{}`, &all)
	id := all.Activities[0].ID
	fails := func(args, says string) {
		t.Helper()
		if p := tooltest.Fails(t, h.table, call(t, answerstest.ActivityModel), "update_activity_streams",
			`{"id":"`+id+`",`+args+`}`); !strings.Contains(p.String(), says) {
			t.Errorf("%s: %+v", args, p)
		}
	}
	fails(`"stream":"Lactate","offsets_s":[10],"values":[2.1]`, "is defined at a service")
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		_, err := tx.Say(answerstest.ActivityModel.Athlete, document.Statement{
			Collection: document.CustomItems, ID: "tri:5", Source: "tri", AsOf: noon,
			Body: training.CustomItem{ID: "5", Type: "ACTIVITY_STREAM", Name: "Lactate", Content: []byte(`{"code":"Lac"}`)},
		})
		return err
	})
	fails(`"stream":"Lactate","offsets_s":[10],"values":[2.1]`, "does not have this activity")
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		return tx.PutExternalID(answerstest.ActivityModel.Athlete, training.ActivityID(id), "tri:77")
	})
	fails(`"stream":"Lactate","offsets_s":[10,20],"values":[2.1]`, "2 offsets_s and 1 values")
	fails(`"stream":"Lactate","offsets_s":[9999],"values":[2.1]`, "outside the recording")
	fails(`"stream":"Lactate","drop":[{"channel":"power"}]`, "without drop")
	fails(`"stream":"Lactate"`, "Nothing would change")
	fails(`"restore":["speeed"]`, "not a channel")
	for _, args := range []string{`"offsets_s":[10],"values":[2.1]`, `"offsets_s":[20,10],"values":[4,2.2]`} {
		tooltest.Call(t, h.table, call(t, answerstest.ActivityModel), "update_activity_streams", `{"id":"`+id+`","stream":"lac",`+args+`}`)
	}
	var streams struct {
		OffsetS  []int `json:"offset_s"`
		Channels map[string][]*float64
	}
	h.decode(t, "get_activity_streams", `{"id":"`+id+`","channels":["others"],"resolution":"10s","end_offset_s":30}`, &streams)
	if lac := streams.Channels["Lac"]; len(lac) != 3 || lac[0] != nil || *lac[1] != 2.2 || *lac[2] != 4 {
		t.Errorf("%+v", streams)
	}
	tooltest.Call(t, h.table, call(t, answerstest.ActivityModel), "update_activity_streams", `{"id":"`+id+`","stream":"Lac"}`)
	streams.Channels = nil
	h.decode(t, "get_activity_streams", `{"id":"`+id+`","channels":["others"]}`, &streams)
	if len(streams.Channels) != 0 {
		t.Errorf("deleted: %+v", streams.Channels)
	}
}
