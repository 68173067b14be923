package store

import (
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
)

// The journal, approvals, import runs and the change log are methods of
// package ledger, which DB and Tx have too.
type (
	ledgerReader = ledger.Reader
	ledgerWriter = ledger.Writer
	gearReader   = document.GearReader
	gearWriter   = document.GearWriter
	saidReader   = document.StatementsReader
	saidWriter   = document.StatementsWriter
	docReader    = document.Reader
	docWriter    = document.Writer

	// JournalEntry is one write that was made, with what undoes it.
	JournalEntry = ledger.JournalEntry
	// Approval is a person's answer that is awaited or was given.
	Approval = ledger.Approval
	// ImportRun is one import, undone as one.
	ImportRun = ledger.ImportRun
	// Change is one row of the change log.
	Change = ledger.Change
	// ChangeKind is the kind of thing that changed.
	ChangeKind = ledger.ChangeKind
)

// The kinds of change, and what ID names.
const (
	ChangeRecording = ledger.ChangeRecording // a recording
	ChangeActivity  = ledger.ChangeActivity  // an activity: links, words or deletion
	ChangeSettings  = ledger.ChangeSettings  // "athlete", or the key of a dated setting
	ChangeNote      = ledger.ChangeNote      // a note
	ChangeDerived   = ledger.ChangeDerived   // an activity: summary or primitives
	ChangeGear      = ledger.ChangeGear      // gear
	ChangeEfforts   = ledger.ChangeEfforts   // a segment of the athlete's: efforts on it
)

// DeriveConsumer is the watermark by which [Counts] tells what is behind.
const DeriveConsumer = ledger.DeriveConsumer
