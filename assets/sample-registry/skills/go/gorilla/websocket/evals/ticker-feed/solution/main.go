package main

import (
	"fmt"
	"log"
	"net/http"
	"os"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

const writeWait = 10 * time.Second

var (
	upgrader websocket.Upgrader
	clients  int64
)

func prices(w http.ResponseWriter, r *http.Request) {
	conn, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer conn.Close()
	atomic.AddInt64(&clients, 1)
	defer atomic.AddInt64(&clients, -1)
	conn.SetReadLimit(1024)
	// Pings and the end of the connection are noticed by a reader alone.
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			if _, _, err := conn.NextReader(); err != nil {
				return
			}
		}
	}()
	ticker := time.NewTicker(100 * time.Millisecond)
	defer ticker.Stop()
	for price := 1; ; price++ {
		select {
		case <-done:
			return
		case <-ticker.C:
			conn.SetWriteDeadline(time.Now().Add(writeWait))
			message := fmt.Sprintf(`{"price":%d}`, price)
			if err := conn.WriteMessage(websocket.TextMessage, []byte(message)); err != nil {
				return
			}
		}
	}
}

func main() {
	http.HandleFunc("/prices", prices)
	http.HandleFunc("/clients", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, atomic.LoadInt64(&clients))
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
