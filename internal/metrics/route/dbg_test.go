package route_test

import (
	"fmt"
	"os"
	"testing"

	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/test/segmentgen"
)

func TestDbg(t *testing.T) {
	if os.Getenv("DBG") == "" {
		t.Skip()
	}
	var shape string
	var seed uint64
	var k int
	fmt.Sscanf(os.Getenv("DBG"), "%s %d %d", &shape, &seed, &k)
	ride, _ := segmentgen.Make(shape, seed, segmentgen.Rough(seed))
	r := generated(&ride)
	v := stream.Of(r, stream.Limits{})
	track := route.TrackOf(v)
	begin := ride.Rows[0].TimeS
	fmt.Println("spike", ride.Spike, ride.Rows[max(0, ride.Spike)].TimeS-begin, "masked", v.Masked[7], v.Leaps[7], "rows", len(ride.Rows))
	for _, tn := range ride.Tunnels {
		fmt.Println("tunnel", tn.FromS-begin, tn.ToS-begin)
	}
	for _, e := range ride.Efforts {
		if e.Segment == k {
			fmt.Printf("effort %.1f %.1f\n", e.EntryS-begin, e.ExitS-begin)
		}
	}
	for _, e := range ride.Misses {
		if e.Segment == k {
			fmt.Printf("miss %.1f %.1f %s\n", e.FromS-begin, e.ToS-begin, e.Why)
		}
	}
	fmt.Println("len", ride.Segments[k].LengthM)
	for _, p := range wayOf(t, &ride.Segments[k]).Passages(track) {
		fmt.Println("found", p)
	}
}
