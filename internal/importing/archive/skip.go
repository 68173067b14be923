package archive

import (
	"bytes"
	"path"
	"strings"
)

// skipReason says why a file of that name is not worth opening; empty for one
// that may be a recording. What a file is, is told by its content: this sorts
// out only what its name tells for certain, and what is private.
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
	case private[low]:
		return "It may hold messages or other people's names; it was not opened."
	}
	return ""
}

// contentReason says why a file whose content is of no known kind is not
// read; empty if its name does not tell what it is.
func contentReason(name string) string {
	if media[strings.ToLower(path.Ext(name))] {
		return "It is a picture, a video or a document."
	}
	return packedReason(name)
}

func packedReason(name string) string {
	if packed[strings.ToLower(path.Ext(name))] {
		return "Archives of this kind are not read yet; unpack it first."
	}
	return ""
}

var temporary = set(".tmp", ".temp", ".part", ".partial", ".crdownload", ".download", ".swp", ".bak")

var media = set(".jpg", ".jpeg", ".png", ".gif", ".heic", ".webp", ".tif", ".tiff", ".mp4", ".mov", ".avi",
	".mkv", ".mp3", ".m4a", ".wav", ".pdf", ".doc", ".docx", ".xls", ".xlsx", ".exe", ".dmg", ".html", ".md", ".csv")

var packed = set(".tar", ".tgz", ".7z", ".rar", ".bz2", ".xz")

// private are files of exports that tell of other people, or of logins.
var private = set("messaging.json", "messages.json", "contacts.csv", "contacts.json", "logins.csv", "followers.csv", "following.csv",
	"blocks.csv", "comments.csv", "reactions.csv", "connected_apps.csv", "mobile_device_identifiers.csv", "email_preferences.csv",
	"memberships.csv", "visibility_settings.csv", "partner_opt_outs.csv")

func set(words ...string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

func isZip(name string) bool { return strings.EqualFold(path.Ext(name), ".zip") }

// nature tells files apart by their beginning.
type nature uint8

const (
	other nature = iota // nothing that is known
	aZip
	readable // a recording, or what one may be packed in
)

// sniff tells by the beginning of a file.
func sniff(head []byte) nature {
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("PK\x05\x06")):
		return aZip
	case len(head) > 11 && string(head[8:12]) == ".FIT",
		bytes.HasPrefix(head, []byte{0x1f, 0x8b}),             // gzip
		bytes.HasPrefix(head, []byte{0x28, 0xb5, 0x2f, 0xfd}): // zstd
		return readable
	}
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	if len(text) > 0 && text[0] == '<' && !bytes.HasPrefix(bytes.ToLower(text), []byte("<!doctype html")) &&
		!bytes.HasPrefix(bytes.ToLower(text), []byte("<html")) {
		return readable
	}
	return other
}
