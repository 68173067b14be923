package cli

import (
	"context"
	"fmt"
	"runtime"
	"strings"

	"charm.land/huh/v2"

	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/i18n"
)

// welcome is lapkeep without a command: a short menu for a person, the same
// as text for a program.
func (a *app) welcome(ctx context.Context) error {
	if !a.Streams.InTTY || !a.Streams.OutTTY {
		return a.welcomeText()
	}
	in, choice := a.language(), "demo"
	options := []huh.Option[string]{
		huh.NewOption(in.Text("Try it with a demo athlete (two invented years)"), "demo"),
		huh.NewOption(in.Text("Import recordings from a file or folder"), "import"),
	}
	for _, s := range a.Services {
		options = append(options, huh.NewOption(in.Sprintf("Connect %s (%s)", s.Title, brief(in, s)), "connect "+s.Name))
	}
	options = append(options, huh.NewOption(in.Text("Check this installation"), "doctor"), huh.NewOption(in.Text("Show all commands"), "help"))
	err := huh.NewForm(huh.NewGroup(huh.NewSelect[string]().
		Title(in.Text("What would you like to do?")).Options(options...).Value(&choice))).RunWithContext(ctx)
	if err != nil {
		return err
	}
	if name, ok := strings.CutPrefix(choice, "connect "); ok {
		return a.runSetup(ctx, name, setupOptions{})
	}
	switch choice {
	case "import":
		return a.welcomeImport(ctx)
	case "doctor":
		return a.runDoctor(ctx, doctorOptions{})
	case "help":
		return a.root.Help()
	}
	return a.runDemo(ctx, demoOptions{})
}

func (a *app) welcomeImport(ctx context.Context) error {
	in, path := a.language(), ""
	err := huh.NewForm(huh.NewGroup(huh.NewInput().
		Title(in.Text("Which file or folder?")).
		Description(in.Text("FIT, TCX and GPX files, each also gzipped. You can drag a folder here.")).
		Value(&path))).RunWithContext(ctx)
	if err != nil {
		return err
	}
	if path, err = droppedPath(path, a.Places.UserHome, runtime.GOOS); err != nil {
		return err
	}
	if path == "" {
		return a.welcomeText()
	}
	return a.open(ctx, OpenOptions{Create: true}, func(w *Workbench) error {
		return a.collecting().Import(ctx, a.desk(w), path)
	})
}

func (a *app) welcomeText() error {
	s, err := a.settings()
	if err != nil {
		return err
	}
	in, services := a.language(), ""
	for _, s := range a.Services {
		services += in.Sprintf("  lapkeep connect %s, then lapkeep sync\n%24sread what stands at %s: %s\n", s.Name, "", s.Title, brief(in, s))
	}
	_, err = fmt.Fprint(a.Streams.Out, a.homed(in.Sprintf(`Lapkeep keeps your training data on your machine and answers your assistant's questions from it.

  lapkeep demo          try it with an invented athlete
  lapkeep import PATH   import FIT, TCX and GPX files from a folder
%s  lapkeep mcp install CLIENT
                        connect your assistant
  lapkeep today         see how you stand
  lapkeep doctor        check this installation
  lapkeep --help        all commands

Everything is kept in %s.
`, services, s.Get(settings.Home))))
	return err
}

// brief names the most used data that a service hands out.
func brief(in i18n.Printer, o connect.Offer) string {
	reads, more := o.Reads, ""
	if len(reads) > 3 {
		reads, more = reads[:3], " …"
	}
	var said []string
	for _, w := range reads {
		said = append(said, in.Text(w))
	}
	return strings.Join(said, ", ") + more
}
