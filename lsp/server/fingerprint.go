package server

import "encoding/json"

// fingerprint renders a message, so that two can be compared.
func fingerprint(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		return "" // compares as nothing that was sent
	}
	return string(data)
}
