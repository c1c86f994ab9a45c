// Package explicit answers questions about cases by search of their states.
package explicit
