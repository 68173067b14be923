package cli

import (
	"fmt"
	"io"
	"strings"
)

// printNext says how an assistant gets at what is now here, unless one of this
// machine does already.
func (a *app) printNext(out io.Writer, name string) error {
	s, err := a.settings()
	if err != nil {
		return err
	}
	var present []string
	for _, c := range a.clientStates(mcpOptions{name: name}) {
		switch c.State {
		case "configured", "in a folder":
			return nil
		case "present":
			present = append(present, c.ID)
		}
	}
	command := "lapkeep mcp install CLIENT"
	if len(present) > 0 {
		command = "lapkeep mcp install " + present[0]
	}
	command += s.AtHome()
	if name != defaultName {
		command += " --name " + name
	}
	in := a.language()
	_, err = fmt.Fprint(out, in.Sprintf("Next, connect your assistant: %s\n", command))
	switch {
	case len(present) > 1:
		_, err = fmt.Fprint(out, in.Sprintf("Also on this machine: %s\n", strings.Join(present[1:], ", ")))
	case len(present) == 0:
		_, err = fmt.Fprint(out, in.Text("Clients that are known: lapkeep mcp list\n"))
	}
	return err
}
