package connect_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/training"
)

// bench is a machine with folders below a made-up root.
type bench struct {
	*connect.CollectEnv
	out, err bytes.Buffer
	opened   int // the times that a command asked for the store
}

var errStore = errors.New("the store was opened")

func machine(t *testing.T, system string, folders ...string) *bench {
	t.Helper()
	root := t.TempDir()
	for _, f := range folders {
		if err := os.MkdirAll(filepath.Join(root, filepath.FromSlash(f)), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	b := &bench{}
	b.CollectEnv = &connect.CollectEnv{
		Env: &connect.Env{
			In: strings.NewReader(""), Out: &b.out, Err: &b.err,
			AtHome: func(text string) string { return text },
		},
		Machine: connect.Machine{OS: system, Home: filepath.Join(root, "home"), Root: root},
		Usage:   func(p cobra.PositionalArgs) cobra.PositionalArgs { return p },
		Store: func(context.Context, connect.Use, func(connect.ImportBackend) error) error {
			b.opened++
			return errStore
		},
	}
	return b
}

func (b *bench) watch(args ...string) error {
	for _, c := range connect.CollectCommands(b.CollectEnv) {
		if c.Name() == "watch" {
			c.SetArgs(args)
			c.SilenceErrors, c.SilenceUsage = true, true
			return c.ExecuteContext(context.Background())
		}
	}
	return errors.New("no command")
}

// TestWatchProposesFolders: without a folder, watch lists the devices that are plugged in and
// the folders of programs on each system, and starts nothing.
func TestWatchProposesFolders(t *testing.T) {
	t.Parallel()
	for system, c := range map[string]struct{ folders, want, not []string }{
		"linux": {
			[]string{
				"media/ann/GARMIN/GARMIN/ACTIVITY", "media/ann/STICK/photos",
				"run/user/1000/gvfs/mtp:host=Garmin_Edge/Internal Storage/Garmin/Activities",
				"mnt/bolt/exports", "home/.wine/drive_c/users/ann/Documents/Zwift/Activities", "home/.goldencheetah/Ann/activities",
			},
			[]string{
				"Garmin: lapkeep watch R/media/ann/GARMIN\n", "Garmin: lapkeep watch 'R/run/user/1000/gvfs/mtp:host=Garmin_Edge/Internal Storage'\n",
				"Wahoo: lapkeep watch R/mnt/bolt/exports\n", "Zwift: lapkeep watch R/home/.wine/", "GoldenCheetah: lapkeep watch R/home/",
			},
			[]string{"STICK"},
		},
		"darwin": {
			[]string{"Volumes/IGPSPORT/iGPSPORT/Activities", "home/Documents/Zwift/Activities", "home/TPVirtual/ann/FITFiles", "home/Music"},
			[]string{"iGPSPORT: lapkeep watch R/Volumes/IGPSPORT/iGPSPORT/Activities\n", "Zwift: ", "TrainingPeaks Virtual: "},
			[]string{"Music"},
		},
		"windows": {
			[]string{"E:/GARMIN/Activity", "home/Documents/Zwift/Activities", "C:/ProgramData/Garmin/CoreService/Devices/12/Sync/FitnessHistory"},
			[]string{"Garmin: lapkeep watch R/E:", "Zwift: lapkeep watch R/home/Documents/Zwift/Activities\n", "Garmin Express: "},
			nil,
		},
	} {
		t.Run(system, func(t *testing.T) {
			t.Parallel()
			b := machine(t, system, c.folders...)
			if err := b.watch(); err != nil {
				t.Fatal(err)
			}
			got := strings.ReplaceAll(b.out.String(), b.Machine.Root, "R")
			for _, want := range c.want {
				if !strings.Contains(got, want) {
					t.Errorf("%q is not in\n%s", want, got)
				}
			}
			for _, not := range c.not {
				if strings.Contains(got, not) {
					t.Errorf("%q is in\n%s", not, got)
				}
			}
			if lines := strings.Count(got, "\n"); lines != len(c.want) || b.opened != 0 {
				t.Errorf("%d lines, the store was opened %d times\n%s", lines, b.opened, got)
			}
		})
	}
}

// TestWatchAsksAtATerminal: a person chooses one folder or all, or leaves.
func TestWatchAsksAtATerminal(t *testing.T) {
	t.Parallel()
	for typed, opened := range map[string]int{"9\n2\n": 1, "3\n": 1, "q\n": 0, "": 0} {
		b := machine(t, "linux", "media/ann/GARMIN/Garmin/Activity", "home/.goldencheetah/Ann/activities")
		b.In, b.InTTY = strings.NewReader(typed), true
		err := b.watch()
		if b.opened != opened || (opened == 1) != errors.Is(err, errStore) {
			t.Errorf("%q: opened %d times, %v", typed, b.opened, err)
		}
		said := b.err.String()
		if !strings.Contains(said, "  1  Garmin  ") || !strings.Contains(said, "  3  all of these\n") || b.out.Len() != 0 {
			t.Errorf("%q: %s%s", typed, said, b.out.String())
		}
	}
}

// TestWatchFindsNothing: the error names what to type, and programs get an empty list.
func TestWatchFindsNothing(t *testing.T) {
	t.Parallel()
	b := machine(t, "linux", "media/ann/STICK")
	if err := b.watch(); training.KindOf(err) != training.KindNotFound || b.opened != 0 {
		t.Errorf("%v", err)
	}
	if err := b.watch("--json"); err != nil || b.out.String() != "{\"places\":[]}\n" {
		t.Errorf("%v %s", err, b.out.String())
	}
}
