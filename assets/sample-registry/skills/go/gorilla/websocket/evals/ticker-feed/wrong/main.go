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
	ticker := time.NewTicker(100 * time.Millisecond)
	defer ticker.Stop()
	for price := 1; ; price++ {
		<-ticker.C
		if err := conn.WriteJSON(map[string]int{"price": price}); err != nil {
			return
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
