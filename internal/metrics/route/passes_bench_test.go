package route_test

import (
	"testing"

	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/segmenttest"
)

// BenchmarkPasses matches 3,000 rides of an hour, of which each tenth goes
// over it, with one segment: by their sketches first, and plainly, each track.
// The goal is 2 s.
func BenchmarkPasses(b *testing.B) {
	const rides, rings = 3000, 10
	recs, sketches := make([]*training.Recording, rings), make([]route.Sketch, rings)
	for i := range recs {
		recs[i] = segmenttest.Hour(i, rings)
		sketches[i], _ = route.Of(stream.Of(recs[i], stream.Limits{}))
	}
	way := wayOf(b, segmenttest.Part(recs[4], 900, 1200))
	for name, may := range map[string]func(*route.Sketch) bool{
		"by sketch": way.MayFollow, "plain": func(*route.Sketch) bool { return true },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				found := 0
				for i := range rides {
					if may(&sketches[i%rings]) {
						found += len(way.Passes(route.TrackOf(stream.Of(recs[i%rings], stream.Limits{}))))
					}
				}
				if found != rides/rings {
					b.Fatalf("%d efforts", found)
				}
			}
		})
	}
}

// BenchmarkManySegments matches a ride with 500 segments, of which each tenth
// lies on its road. The goal is 50 ms.
func BenchmarkManySegments(b *testing.B) {
	const rings, each = 10, 50
	var ways []*route.Way
	for ring := range rings {
		of := segmenttest.Hour(ring, rings)
		for k := range each {
			ways = append(ways, wayOf(b, segmenttest.Part(of, 60*k+100, 60*k+300)))
		}
	}
	v := stream.Of(segmenttest.Hour(3, rings), stream.Limits{})
	sketch, _ := route.Of(v)
	for name, may := range map[string]func(*route.Way) bool{
		"by sketch": func(w *route.Way) bool { return w.MayFollow(&sketch) }, "plain": func(*route.Way) bool { return true },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				found := 0
				track := route.TrackOf(v)
				for _, w := range ways {
					if may(w) {
						found += len(w.Passes(track))
					}
				}
				if found != each {
					b.Fatalf("%d efforts", found)
				}
			}
		})
	}
}
