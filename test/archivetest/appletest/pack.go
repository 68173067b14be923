package appletest

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"lapkeep/test/archivetest/packtest"
)

// folder holds the whole export, in every language.
const folder = "apple_health_export/"

// routes are the files of the routes that the archive has.
func (e *Export) routes() packtest.Files {
	var out packtest.Files
	for _, w := range e.workouts {
		if w.Points > 0 {
			out.Add(w.Route, w.route())
		}
	}
	return out
}

// private are the files that must not be read.
func (e *Export) private() packtest.Files {
	return packtest.Files{
		{
			Name: strings.TrimSuffix(e.truth.XML, ".xml") + "_cda.xml",
			Data: []byte(`<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3"><title>` + Canary + `</title></ClinicalDocument>`),
		},
		{
			Name: folder + "electrocardiograms/ecg_2024-03-16.csv",
			Data: []byte("Name," + Canary + "\nClassification,Sinus Rhythm\n\n12.1\n13.2\n"),
		},
		{Name: folder + "clinical-records/Condition-1.json", Data: []byte(`{"note":"` + Canary + `"}`)},
	}
}

// WriteZip writes the whole export in constant memory.
func (e *Export) WriteZip(w io.Writer) error {
	z := packtest.NewWriter(w)
	for _, f := range append(e.routes(), e.private()...) {
		z.Put(f.Name, f.Data)
	}
	z.Stream(e.truth.XML, e.WriteXML)
	return z.Close()
}

// Unpack writes the whole export into a folder.
func (e *Export) Unpack(dir string) error {
	if err := append(e.routes(), e.private()...).Unpack(dir); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(dir, filepath.FromSlash(e.truth.XML)))
	if err != nil {
		return err
	}
	if err := e.WriteXML(f); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}
