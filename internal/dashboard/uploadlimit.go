package dashboard

import "lapkeep/internal/training"

// maxUpload is more than any export archive that services hand out; what is
// larger is imported by its path.
const maxUpload = 1 << 30

func tooLarge() error {
	return training.Errorf(training.KindTooLarge, "The file has more than %d MB.", maxUpload>>20).
		WithFix("Import it at a terminal: lapkeep import FILE.")
}

// tooLarge says so before the file is sent: a browser that was refused while it
// sends shows nothing.
func (p *page) tooLarge() string {
	why := p.problem(tooLarge())
	return why.What + " " + why.Fix
}
