package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"lapkeep/host/engine"
	"lapkeep/host/node"
	"lapkeep/host/replica"
	"lapkeep/internal/app"
	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/importing/timezone"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// connectPatience is how long a command waits for the engine.
const connectPatience = 2 * time.Minute

// host is what the commands share.
type host struct {
	version  string
	out, err io.Writer
	environ  []string
	path     string // of the configuration
}

func command(version string, out, errs io.Writer, environ []string) *cobra.Command {
	h := &host{version: version, out: out, err: errs, environ: environ}
	for _, line := range environ {
		if path, ok := strings.CutPrefix(line, envPrefix+"CONFIG="); ok {
			h.path = path
		}
	}
	root := &cobra.Command{
		Use: "lapkeep-host", Short: "Serve the homes of many athletes from several machines", Version: version,
		SilenceUsage: true, SilenceErrors: true,
	}
	root.SetOut(out)
	root.SetErr(errs)
	root.PersistentFlags().StringVar(&h.path, "config", h.path, "the file with the configuration (see docs/hosting.md)")
	named := func(use, short string, run func(ctx context.Context, o opened, home string, args []string) error, more int) *cobra.Command {
		return &cobra.Command{Use: use, Short: short, Args: cobra.ExactArgs(1 + more), RunE: func(c *cobra.Command, args []string) error {
			if err := ledger.CheckAthlete(training.AthleteID(args[0])); err != nil {
				return err
			}
			return h.with(c.Context(), func(o opened) error { return run(c.Context(), o, args[0], args[1:]) })
		}}
	}
	root.AddCommand(
		&cobra.Command{Use: "serve", Short: "Answer requests, and have homes", Args: cobra.NoArgs, RunE: func(c *cobra.Command, _ []string) error {
			return h.serve(c.Context())
		}},
		named("add NAME", "Create a home, and show its key", h.add, 0),
		named("import NAME FOLDER", "Take in the home in a folder", func(ctx context.Context, o opened, home string, args []string) error {
			return node.Import(ctx, o.engine, o.keys, home, args[0], o.scratch, newID)
		}, 1),
		named("export NAME FOLDER", "Write a home into a folder, to be used alone", func(ctx context.Context, o opened, home string, args []string) error {
			return node.Export(ctx, o.engine, o.keys, home, args[0], newID)
		}, 1),
		h.delete(named),
		&cobra.Command{Use: "list", Short: "List the homes", Args: cobra.NoArgs, RunE: func(c *cobra.Command, _ []string) error {
			return h.with(c.Context(), func(o opened) error {
				homes, err := node.Homes(c.Context(), o.engine)
				for _, home := range homes {
					fmt.Fprintln(h.out, home)
				}
				return err
			})
		}},
		&cobra.Command{Use: "restore FOLDER", Short: "Build homes from a folder of second copies", Args: cobra.ExactArgs(1), RunE: h.restore},
		makeSecret(),
	)
	return root
}

// opened is what a command works with.
type opened struct {
	config  config
	secret  []byte
	engine  engine.Engine
	keys    *replica.Keys
	scratch string // a folder for homes that pass through
}

// open connects to the engine.
func (h *host) open(ctx context.Context, serves bool) (o opened, closeAll func(), err error) {
	if o.config, err = loadConfig(h.path, h.environ); err != nil {
		return o, nil, err
	}
	if o.secret, err = node.ReadSecret(o.config.Secret); err != nil {
		return o, nil, err
	}
	at, err := o.config.options(o.secret, serves)
	if err != nil {
		return o, nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, connectPatience)
	defer cancel()
	master, err := node.Master(o.secret)
	if err != nil {
		return o, nil, err
	}
	if o.engine, closeAll, err = engine.Connect(ctx, at); err != nil {
		return o, nil, err
	}
	if o.keys, err = replica.NewKeys(o.engine, master); err != nil {
		closeAll()
		return o, nil, err
	}
	return o, closeAll, nil
}

// with runs one command.
func (h *host) with(ctx context.Context, run func(opened) error) error {
	o, closeAll, err := h.open(ctx, false)
	if err != nil {
		return err
	}
	defer closeAll()
	if err := os.MkdirAll(o.config.Data, 0o700); err != nil {
		return err
	}
	if o.scratch, err = os.MkdirTemp(o.config.Data, "scratch-"); err != nil {
		return err
	}
	return errors.Join(run(o), os.RemoveAll(o.scratch))
}

// program returns the program whose server of many homes this is.
func (h *host) program(elsewhere *app.Elsewhere) *app.Program {
	return &app.Program{
		Streams: cli.Streams{In: strings.NewReader(""), Out: h.out, Err: h.err},
		Places:  settings.Input{WorkDir: "/", UserHome: "/nonexistent"},
		Now:     time.Now, Random: rand.Reader, Version: h.version, Borders: &timezone.Finder{}, Elsewhere: elsewhere,
	}
}

func (h *host) serve(ctx context.Context) error {
	o, closeAll, err := h.open(ctx, true)
	if err != nil {
		return err
	}
	defer closeAll()
	c := o.config
	inner, err := net.Listen("tcp", c.Inner)
	if err != nil {
		return err
	}
	homes := filepath.Join(c.Data, "homes")
	n, err := node.New(node.Options{
		Engine: o.engine, Keys: o.keys, Dir: homes, Inner: inner, Address: c.InnerAddress, Secret: o.secret,
		TTL: node.LeaseTime, Now: time.Now, NewID: newID, Copies: c.Copies, Most: c.OpenHomes, Sweep: c.Sweep, Grace: c.Grace,
		Log: slog.New(slog.NewJSONHandler(h.err, &slog.HandlerOptions{Level: levels[c.LogLevel]})),
	})
	if err != nil {
		return errors.Join(err, inner.Close())
	}
	args := []string{"serve", "--http", c.Listen, "--homes", homes, "--log-level", c.LogLevel, "--log-format", c.LogFormat}
	for flag, value := range map[string]string{
		"--public-url": c.PublicURL, "--trusted-proxy": c.TrustedProxy, "--tls-cert": c.TLSCert, "--tls-key": c.TLSKey,
	} {
		if value != "" {
			args = append(args, flag, value)
		}
	}
	if code := h.program(n.Elsewhere()).Run(ctx, args); code != 0 {
		return fmt.Errorf("the server ended with status %d", code)
	}
	return nil
}

var levels = map[string]slog.Level{"error": slog.LevelError, "warn": slog.LevelWarn, "info": slog.LevelInfo, "debug": slog.LevelDebug}

// add creates a home in a folder, as lapkeep homes add does, and takes it in.
func (h *host) add(ctx context.Context, o opened, home string, _ []string) error {
	if code := h.program(nil).Run(ctx, []string{"homes", "add", home, "--homes", o.scratch}); code != 0 {
		return fmt.Errorf("the home was not created (status %d)", code)
	}
	return node.Import(ctx, o.engine, o.keys, home, filepath.Join(o.scratch, home), o.scratch, newID)
}

func (h *host) delete(named func(string, string, func(context.Context, opened, string, []string) error, int) *cobra.Command) *cobra.Command {
	yes := false
	c := named("delete NAME", "Destroy a home and its second copies for ever", func(ctx context.Context, o opened, home string, _ []string) error {
		if !yes {
			return fmt.Errorf("this destroys everything of %s for ever; to do it, add --yes", home)
		}
		return node.Delete(ctx, o.engine, o.keys, home, o.config.Copies, newID)
	}, 0)
	c.Flags().BoolVar(&yes, "yes", false, "do it")
	return c
}

func (h *host) restore(c *cobra.Command, args []string) error {
	return h.with(c.Context(), func(o opened) error {
		did, err := node.RestoreAll(c.Context(), o.engine, o.keys, args[0], o.scratch, newID)
		fmt.Fprintf(h.out, "%d homes were restored.\n", did.Homes)
		if len(did.Skipped) > 0 {
			fmt.Fprintf(h.out, "The cluster has or had these, so they were left out: %s\n", strings.Join(did.Skipped, " "))
		}
		return err
	})
}

func makeSecret() *cobra.Command {
	keep := false
	c := &cobra.Command{Use: "secret FILE", Short: "Make the secret of a new cluster", Args: cobra.ExactArgs(1), RunE: func(_ *cobra.Command, args []string) error {
		f, err := os.OpenFile(args[0], os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if keep && errors.Is(err, fs.ErrExist) {
			return nil
		}
		if err != nil {
			return err
		}
		_, err = f.Write(node.NewSecret())
		return errors.Join(err, f.Sync(), f.Close())
	}}
	c.Flags().BoolVar(&keep, "keep", false, "leave a secret that is there as it is")
	return c
}

func newID() string { return strings.ToLower(rand.Text()) }
