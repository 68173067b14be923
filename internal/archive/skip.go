package archive

import (
	"path"
	"strings"
)

// skipReason says why a file of that name is not worth opening; empty for one
// that may be a recording. Formats are told by content elsewhere: this sorts
// out only what is certain by its name.
func skipReason(name string) string {
	base := path.Base(name)
	low := strings.ToLower(base)
	switch {
	case strings.HasPrefix(base, "."):
		return "It is a hidden file."
	case base == "__MACOSX", low == "thumbs.db", low == "desktop.ini":
		return "It belongs to the operating system."
	case strings.HasPrefix(base, "~$"), strings.HasSuffix(base, "~"), temporary[path.Ext(low)]:
		return "It is a temporary file."
	case media[path.Ext(low)]:
		return "It is a picture, a video or a document."
	case packed[path.Ext(low)]:
		return "Archives of this kind are not read yet; unpack it first."
	}
	return ""
}

var temporary = set(".tmp", ".temp", ".part", ".partial", ".crdownload", ".download", ".swp", ".bak")

var media = set(".jpg", ".jpeg", ".png", ".gif", ".heic", ".webp", ".tif", ".tiff", ".mp4", ".mov", ".avi",
	".mkv", ".mp3", ".m4a", ".wav", ".pdf", ".doc", ".docx", ".xls", ".xlsx", ".exe", ".dmg", ".html", ".md", ".csv")

var packed = set(".tar", ".tgz", ".7z", ".rar", ".bz2", ".xz")

func set(words ...string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

func isZip(name string) bool { return strings.EqualFold(path.Ext(name), ".zip") }
