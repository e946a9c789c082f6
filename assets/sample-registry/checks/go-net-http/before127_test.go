//go:build !go1.27

package claims

const is127 = false
