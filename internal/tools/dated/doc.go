// Package dated works out changes to an athlete's dated settings: what is
// written and removed, what that changes for people, and what takes it back.
// The toolsets that change settings share it. It writes nothing by itself and
// knows no tool.
package dated
