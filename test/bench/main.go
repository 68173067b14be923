package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := command(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		stop()
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

// command measures what the arguments ask for and prints the table of goals.
func command(ctx context.Context, args []string, out, progress io.Writer) error {
	o := Options{Now: time.Now, Report: func(what string) { fmt.Fprintf(progress, "measuring: %s\n", what) }}
	var asJSON bool
	f := flag.NewFlagSet("bench", flag.ExitOnError)
	f.StringVar(&o.Program, "program", "bin/lapkeep", "the built program that is measured")
	f.IntVar(&o.Activities, "activities", 15000, "activities in the store that is asked")
	f.StringVar(&o.Only, "only", "", "measure the read tools alone whose name has this in it, e.g. list_activities")
	f.BoolVar(&o.Quick, "quick", false, "measure little of everything, to try the measuring itself")
	f.BoolVar(&asJSON, "json", false, "print as JSON")
	if err := f.Parse(args); err != nil {
		return err
	}
	program, err := exec.LookPath(o.Program)
	if err != nil {
		return fmt.Errorf("there is no program to measure; make build builds bin/lapkeep, and -program names another: %w", err)
	}
	if o.Program, err = filepath.Abs(program); err != nil {
		return err
	}
	rows, err := Run(ctx, o)
	if err != nil {
		return err
	}
	if asJSON {
		return json.NewEncoder(out).Encode(rows)
	}
	printTable(out, rows)
	return nil
}

// measurement is one row of the table of goals.
type measurement struct {
	What   string `json:"what"`
	Goal   string `json:"goal"`
	Result string `json:"result"`
	Met    bool   `json:"met"`
	// Unmeasured rows are goals that only tests or other systems can show.
	Unmeasured bool   `json:"unmeasured,omitempty"`
	Note       string `json:"note,omitempty"`
}

func printTable(out io.Writer, rows []measurement) {
	fmt.Fprint(out, "| what | goal | measured | met |\n|---|---|---|---|\n")
	for _, r := range rows {
		met := "yes"
		switch {
		case r.Unmeasured:
			met = "not measured here"
		case !r.Met:
			met = "**no**"
		}
		if r.Note != "" {
			met += " (" + r.Note + ")"
		}
		fmt.Fprintf(out, "| %s | %s | %s | %s |\n", r.What, r.Goal, r.Result, met)
	}
}
