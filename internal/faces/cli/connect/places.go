package connect

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Machine is where recordings are looked for.
type Machine struct {
	OS   string // as in runtime.GOOS
	Home string // of the user
	Root string // before absolute paths; empty for the machine's own
}

// place is a folder with recordings, and the device or program that writes them.
type place struct {
	From   string `json:"from"`
	Folder string `json:"folder"`
}

// mounts returns the patterns of the folders at which the drives of devices appear. Devices
// without a drive appear on Linux where gvfs mounts them.
func (m Machine) mounts() []string {
	switch m.OS {
	case "windows":
		var all []string
		for letter := 'D'; letter <= 'Z'; letter++ {
			all = append(all, string(letter)+":/")
		}
		return all
	case "darwin":
		return []string{"/Volumes/*"}
	}
	return []string{"/media/*", "/media/*/*", "/run/media/*/*", "/mnt/*", "/run/user/*/gvfs/mtp:host=*/*"}
}

// onDevice lists the folders of devices in which recordings are, other than Garmin's.
func onDevice() []place {
	return []place{
		{"iGPSPORT", "iGPSPORT/Activities"},
		{"iGPSPORT", "iGPSPORT/Activity"},
		{"Wahoo", "exports"},
		{"Karoo", "FitFiles"},
	}
}

// programs lists the folders in which programs keep recordings. A path that is not absolute
// starts in the user's home.
func (m Machine) programs() []place {
	const whoosh, health = "MyWhoosh/Content/Data", "iCloud~com~ifunography~HealthExport/Documents"
	switch m.OS {
	case "windows":
		return []place{
			{"Zwift", "Documents/Zwift/Activities"},
			{"Zwift", "OneDrive/Documents/Zwift/Activities"},
			{"TrainingPeaks Virtual", "Documents/TPVirtual/*/FITFiles"},
			{"MyWhoosh", "AppData/Local/Packages/MyWhooshTechnologyService.*/LocalCache/Local/" + whoosh},
			{"GoldenCheetah", "AppData/Local/GoldenCheetah/*/activities"},
			{"Onelap", "Documents/Onelap/Activity"},
			{"Onelap", "Documents/顽鹿运动/Activity"},
			{"Garmin Express", "C:/ProgramData/Garmin/CoreService/Devices/*/Sync/FitnessHistory"},
		}
	case "darwin":
		return []place{
			{"Zwift", "Documents/Zwift/Activities"},
			{"TrainingPeaks Virtual", "TPVirtual/*/FITFiles"},
			{"MyWhoosh", "Library/Containers/com.whoosh.whooshgame/Data/Library/Application Support/Epic/" + whoosh},
			{"GoldenCheetah", "Library/GoldenCheetah/*/activities"},
			{"Health Auto Export", "Library/Mobile Documents/" + health},
			{"Garmin Express", "/Library/Application Support/Garmin/CoreService/Devices/*/Sync/FitnessHistory"},
			{"Garmin Express", "Library/Application Support/Garmin/Devices/*/History"},
		}
	}
	return []place{
		{"Zwift", ".wine/drive_c/users/*/Documents/Zwift/Activities"},
		{"Zwift", ".steam/steam/steamapps/compatdata/1134130/pfx/drive_c/users/steamuser/Documents/Zwift/Activities"},
		{"GoldenCheetah", ".goldencheetah/*/activities"},
	}
}

// found returns the folders that match a pattern.
func (m Machine) found(pattern string) []string {
	switch {
	case strings.HasPrefix(pattern, "/"), strings.HasPrefix(pattern[1:], ":"):
		pattern = filepath.Join(m.Root, pattern)
	default:
		pattern = filepath.Join(m.Home, pattern)
	}
	all, _ := filepath.Glob(pattern) // the patterns are right
	return slices.DeleteFunc(all, func(path string) bool {
		info, err := os.Stat(path)
		return err != nil || !info.IsDir()
	})
}

// places returns the folders with recordings on this machine: those of devices that are plugged
// in, then those of programs.
func (m Machine) places() []place {
	var out []place
	for _, pattern := range m.mounts() {
		for _, drive := range m.found(pattern) {
			if activities(drive) != drive {
				out = append(out, place{"Garmin", drive})
			}
			for _, p := range onDevice() {
				folder := filepath.Join(drive, filepath.FromSlash(p.Folder))
				if info, err := os.Stat(folder); err == nil && info.IsDir() {
					out = append(out, place{p.From, folder})
				}
			}
		}
	}
	for _, p := range m.programs() {
		for _, folder := range m.found(p.Folder) {
			out = append(out, place{p.From, folder})
		}
	}
	return out
}

// chooseFolders shows where recordings lie. It returns the folders that a person chooses at the
// terminal; without a terminal it only lists them.
func (e *CollectEnv) chooseFolders(ctx context.Context, asJSON bool) ([]string, error) {
	all := e.Machine.places()
	if len(all) == 0 && !asJSON {
		return nil, training.Errorf(training.KindNotFound, "No device is plugged in, and no training program keeps recordings here.").
			WithFix("Name the folder: lapkeep watch DIR")
	}
	if asJSON {
		return nil, textclean.WriteJSON(e.Out, struct {
			Places []place `json:"places"`
		}{append([]place{}, all...)})
	}
	if !e.InTTY {
		for _, p := range all {
			fmt.Fprintln(e.Out, e.AtHome(e.in().Sprintf("%s: lapkeep watch %s", p.From, textclean.Here(p.Folder))))
		}
		return nil, nil
	}
	var titles, folders []string
	for _, p := range all {
		titles, folders = append(titles, p.From+"  "+shown(p.Folder)), append(folders, p.Folder)
	}
	if len(all) > 1 {
		titles = append(titles, e.in().Text("all of these"))
	}
	i, err := e.Choose(ctx, e.in().Sprintf("Which folder should Lapkeep watch (1 to %d, q leaves)? ", len(titles)), titles)
	switch {
	case errors.Is(err, ErrLeft):
		return nil, nil
	case err != nil || i == len(all):
		return folders, err
	}
	return folders[i : i+1], nil
}
