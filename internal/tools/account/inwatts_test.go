package account_test

import (
	"fmt"
	"strings"
	"testing"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// TestANewFTPNamesWhatIsPlannedInWatts from its day on, of its sport, and no
// other setting does.
func TestANewFTPNamesWhatIsPlannedInWatts(t *testing.T) {
	t.Parallel()
	h := open(t)
	plan := func(id string, day training.Day, sport, text string) {
		t.Helper()
		fields := fmt.Sprintf(`{"category":"workout","name":"%s","start_local":"%sT00:00:00","sport":"%s","description":"%s"}`, id, day, sport, text)
		storetest.Write(t, h.db, func(tx *store.Tx) error {
			_, err := tx.PutOwn(who, document.Events, id, document.Own{Fields: []byte(fields), Days: training.DayRange{From: day, To: day}})
			return err
		})
	}
	named := func(args, want string) {
		t.Helper()
		notes := h.update(t, cli, args).Notes
		if text := strings.Join(notes, "\n"); want == "" && strings.Contains(text, "Planned in W") || !strings.Contains(text, want) {
			t.Errorf("%s: %q, want %q", args, notes, want)
		}
	}
	named(`{"ftp_w":250}`, "")
	plan("past", today-1, "cycling", "- 10m 200w")
	plan("later", today+20, "cycling", "- 10m 50%\\n- 10m 200w")
	plan("percent", today+1, "cycling", "- 10m 50%")
	plan("run", today+1, "running", "- 10m 300w")
	named(`{"ftp_w":251,"dry_run":true}`, "sent: 2026-05-21 later.")
	named(`{"ftp_w":252}`, "sent: 2026-05-21 later.")
	named(`{"ftp_w":252}`, "") // nothing changed
	named(`{"ftp_w":253,"effective_from":"2026-06-01"}`, "")
	named(`{"ftp_w":300,"sport":"run"}`, "sent: 2026-05-02 run.")
	named(`{"lthr_bpm":160}`, "")
	for i := range 6 {
		plan(fmt.Sprint("w", i), today+2, "cycling", "- 10m 200w")
	}
	named(`{"ftp_w":254}`, "2026-05-03 w4 and 2 more.")
}
