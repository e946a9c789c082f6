package main

import (
	"context"
	"os"
	"time"
)

// Store appends the order to the file that the variable STORE names. It takes a while, and stops when ctx ends.
func Store(ctx context.Context, order string) error {
	select {
	case <-time.After(500 * time.Millisecond):
	case <-ctx.Done():
		return ctx.Err()
	}
	file, err := os.OpenFile(os.Getenv("STORE"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = file.WriteString(order + "\n")
	return err
}
