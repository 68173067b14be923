package derive

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Link is one recording's part in an activity.
type Link struct {
	Recording training.RecordingID
	Rank      int
	Chosen    store.ChannelSet
	// ReadVersion is that of the readers which made the recording of its file.
	ReadVersion int
}

// Hash names what an activity is computed from: its sport and day, its
// recordings (which only a newer reader changes), their ranks, what is taken
// from each and what of that is ignored.
// The day enters because primitives are filed under it.
func Hash(act training.Activity, links []Link) string {
	links = slices.Clone(links)
	slices.SortFunc(links, func(a, b Link) int {
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.Recording, b.Recording))
	})
	h := sha256.New()
	fmt.Fprintf(h, "%s/%s/%d", act.Sport, act.SubSport, act.LocalDay)
	if len(act.Ignored) > 0 {
		fmt.Fprintf(h, "\nwithout %+v", act.Ignored)
	}
	for _, l := range links {
		fmt.Fprintf(h, "\n%s %x", l.Recording, l.Chosen)
		if l.ReadVersion > 0 {
			fmt.Fprintf(h, " read %d", l.ReadVersion)
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
