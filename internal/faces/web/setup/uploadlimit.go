package setup

import (
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"
)

// MaxUpload is more than any export archive that services hand out; what is
// larger is imported by its path.
const MaxUpload = 1 << 30

// TooLarge is why an upload is refused.
func TooLarge() error {
	return training.Errorf(training.KindTooLarge, "The file has more than %d MB.", MaxUpload>>20).
		WithFix("Import it at a terminal: lapkeep import FILE.")
}

// tooLarge says so before the file is sent: a browser that was refused while it
// sends shows nothing.
func tooLarge(p *page.Page) string {
	why := p.Problem(TooLarge())
	return why.What + " " + why.Fix
}
