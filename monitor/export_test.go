package monitor

// Key is tested against types.Equal.
var Key = key
