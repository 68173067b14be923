package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"lapkeep/internal/faces/clients"
	"lapkeep/internal/faces/skills"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/training"
)

func (a *app) newSkill() *cobra.Command {
	c := &cobra.Command{
		Use:   "skill",
		Short: "Coaching workflows for assistants that read skills",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(a.newSkillInstall(), a.newSkillRemove(), a.newSkillList())
	for _, sub := range c.Commands() {
		sub.Args = usage(sub.Args)
	}
	return c
}

func (a *app) newSkillList() *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the workflows",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			for _, s := range skills.All() {
				fmt.Fprintf(a.Streams.Out, "%-26s %s\n", s.Name, s.Description)
			}
			return nil
		},
	}
}

// skillOptions are shared by the commands below skill.
type skillOptions struct {
	dir   string
	force bool
}

func (a *app) newSkillInstall() *cobra.Command {
	var o skillOptions
	c := &cobra.Command{
		Use:   "install CLIENT",
		Short: "Write the workflows where a client reads skills",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			dir, err := a.skillsFolder(args, o)
			if err != nil {
				return err
			}
			return a.installSkills(dir, o.force)
		},
	}
	c.Flags().StringVar(&o.dir, "dir", "", "write them into this folder instead of a client's own")
	c.Flags().BoolVar(&o.force, "force", false, "replace workflows that were edited, keeping a copy")
	return c
}

func (a *app) newSkillRemove() *cobra.Command {
	var o skillOptions
	c := &cobra.Command{
		Use:   "remove CLIENT",
		Short: "Remove the workflows, except those that were edited",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			dir, err := a.skillsFolder(args, o)
			if err != nil {
				return err
			}
			return a.removeSkills(dir)
		},
	}
	c.Flags().StringVar(&o.dir, "dir", "", "the folder, if it is not a client's own")
	return c
}

func (a *app) skillsFolder(args []string, o skillOptions) (string, error) {
	switch {
	case o.dir != "" && len(args) > 0, o.dir == "" && len(args) == 0:
		return "", &usageError{wrongUse(sayingf("name a client or a folder (--dir)")), sayingf("Clients: lapkeep mcp list")}
	case o.dir != "" && filepath.IsAbs(o.dir):
		return o.dir, nil
	case o.dir != "":
		return filepath.Join(a.Places.WorkDir, o.dir), nil
	}
	c, err := clients.Find(args[0])
	if err != nil {
		return "", err
	}
	return c.SkillsFolder(a.place())
}

// skillState compares a workflow with its copy in a folder.
func skillState(dir string, s skills.Skill) (path string, there, same bool) {
	path = filepath.Join(dir, s.Name, skills.FileName)
	text, err := os.ReadFile(path)
	return path, err == nil, err == nil && string(text) == s.Text
}

func (a *app) installSkills(dir string, force bool) error {
	edited := 0
	for _, s := range skills.All() {
		path, there, same := skillState(dir, s)
		switch {
		case same:
			a.say(a.Streams.Out, "as it was  %s\n", path)
			continue
		case there && !force:
			edited++
			a.say(a.Streams.Out, "differs    %s\n", path)
			continue
		case there:
			if err := os.Rename(path, path+clients.BackupSuffix); err != nil {
				return cannotWrite(path, err)
			}
		}
		if err := writeSkill(path, s.Text); err != nil {
			return cannotWrite(path, err)
		}
		a.say(a.Streams.Out, "written    %s\n", path)
	}
	if edited > 0 {
		return training.Errorf(training.KindConflict, "%d workflows were edited, or are of another version, and were left alone.", edited).
			WithFix("To replace them, with a copy beside each: --force.")
	}
	return nil
}

func writeSkill(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return disk.WriteAtomic(path, []byte(text), 0o644)
}

func cannotWrite(path string, err error) error {
	return training.Errorf(training.KindUnavailable, "%s cannot be written: %w.", path, err).
		WithFix("Check the folder's permissions, or name another with --dir.")
}

func (a *app) removeSkills(dir string) error {
	for _, s := range skills.All() {
		path, there, same := skillState(dir, s)
		switch {
		case same:
			if err := os.Remove(path); err != nil {
				return cannotWrite(path, err)
			}
			_ = os.Remove(filepath.Dir(path)) // stays if the user put something in
			a.say(a.Streams.Out, "removed    %s\n", path)
		case there:
			a.say(a.Streams.Out, "kept       %s (it was edited)\n", path)
		}
	}
	return nil
}
