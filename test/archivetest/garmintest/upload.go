package garmintest

import (
	"fmt"
	"time"

	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/archivetest/packtest"
)

func (g Generation) uploadFolder() string {
	if g == Older {
		return "DI-Connect-Fitness-Uploaded-Files/"
	}
	return "DI-Connect-Uploaded-Files/"
}

// otherTypes are FIT's numbers of monitoring, sleep, metrics and stub files,
// and the sizes that they have; one kind is larger than a short activity.
var otherTypes = []struct {
	kind byte
	size int
}{{32, 6000}, {49, 900}, {44, 300}, {41, 60}, {32, 60_000}, {68, 2000}}

// uploads adds the zips of files and says what of them is an activity.
func (a *Archive) uploads(o Options, outings []outing) {
	parts := make([]packtest.Files, o.Parts)
	put := func(n int, name string, data []byte) { parts[n%len(parts)].Add(name, data) }
	other := 0
	for n, u := range outings {
		at := u.legs[0].Start
		for range o.Others {
			t := otherTypes[other%len(otherTypes)]
			name := fmt.Sprintf("%s_%d.fit", Account, 300_000_000_000+int64(other))
			put(other, name, bodytest.FITOfType(t.kind, at.Add(time.Duration(other)*time.Minute), t.size))
			other++
		}
		if file := u.acts[0].File; file != "" {
			put(n, file, u.fit())
		}
	}
	a.Truth.Others = other
	if len(parts) > 1 && outings[0].acts[0].File != "" {
		// The first upload came twice, under another name.
		put(1, fmt.Sprintf("%s_%d.fit", Account, 199_999_999_999), outings[0].fit())
		a.Truth.Duplicates = 1
	}
	for i, files := range parts {
		a.Add(fmt.Sprintf("%s%sUploadedFiles_0-_Part%d.zip", root, o.Generation.uploadFolder(), i+1), files.Zip())
	}
}
