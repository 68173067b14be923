package main

import (
	"os"
	"testing"
	"time"
)

func TestOwnProcess(t *testing.T) {
	t.Parallel()
	now, ok := resident(os.Getpid(), residentNow)
	peak, ok2 := resident(os.Getpid(), residentPeak)
	if !ok || !ok2 || now < 1 || peak < now/2 {
		t.Errorf("%v MB now, %v MB at most, %v %v", now, peak, ok, ok2)
	}
	sum := 0
	for begin := time.Now(); time.Since(begin) < 60*time.Millisecond; {
		sum++
	}
	if cpu, ok := processorOf(os.Getpid()); !ok || cpu <= 0 || cpu > time.Hour {
		t.Errorf("%v of processor, %v, after %d rounds", cpu, ok, sum)
	}
	if own, ok := cpuTime(); !ok || own <= 0 {
		t.Errorf("%v, %v", own, ok)
	}
	const nobody = 1 << 30
	if _, ok := resident(nobody, residentNow); ok {
		t.Error("memory of no process")
	}
	if _, ok := processorOf(nobody); ok {
		t.Error("processor of no process")
	}
}
