// Package cache stores texts in a folder, under keys that describe their inputs.
//
// A cache is never right, only fast: whatever is wrong with the folder or with
// a file in it, the answer is that there is nothing under the key. A text that
// was cut off or changed is told by the checksum that precedes it, and one
// that lies under another key by that key. The checksum keeps out accidents, not
// people; the folder and what is in it are for their owner alone.
//
// Any number of processes may use a folder at a time. A text is written beside
// its place and renamed, so that others see all of it or nothing.
//
// What has not been used for maxAge goes, and of the rest what was not used
// for the longest time, until maxSize is kept; see [Store.Trim].
package cache
