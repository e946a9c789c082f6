// Echo server and client in one program: one reader and one writer goroutine
// for each connection, heartbeats, limits, and a closing handshake that waits
// for the peer's answer. Ends with status 1 if anything isn't as it says.
//
//	go mod init example && go get github.com/gorilla/websocket@v1.5.3
//	go run basic.go
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

const (
	writeWait  = 5 * time.Second
	pongWait   = 30 * time.Second
	pingPeriod = pongWait * 9 / 10
	closeGrace = 2 * time.Second // how long the peer may take to answer a close frame
	maxMessage = 64 << 10
)

var upgrader = websocket.Upgrader{HandshakeTimeout: writeWait} // nil CheckOrigin: same origin only

type server struct {
	quit        chan struct{} // closed once, when the process shuts down
	conns       sync.WaitGroup
	closedClean int32 // connections whose peer sent a close frame
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.conns.Add(1)
	defer s.conns.Done()

	conn, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has already answered the request
	}
	defer conn.Close()

	send := make(chan []byte, 16)
	writerDone := make(chan struct{})
	go func() {
		defer close(writerDone)
		s.writeLoop(conn, send)
	}()

	s.readLoop(conn, send, writerDone)
	close(send) // the read loop is the only sender
	<-writerDone
}

// readLoop is the only caller of the read methods of conn.
func (s *server) readLoop(conn *websocket.Conn, send chan<- []byte, writerDone <-chan struct{}) {
	conn.SetReadLimit(maxMessage)
	conn.SetReadDeadline(time.Now().Add(pongWait))
	conn.SetPongHandler(func(string) error {
		return conn.SetReadDeadline(time.Now().Add(pongWait))
	})
	for {
		_, msg, err := conn.ReadMessage()
		if websocket.IsCloseError(err, websocket.CloseNormalClosure, websocket.CloseGoingAway) {
			atomic.AddInt32(&s.closedClean, 1)
			return
		}
		if err != nil {
			log.Printf("read: %v", err)
			return // read errors are permanent
		}
		select {
		case send <- msg:
		case <-writerDone:
			return
		}
	}
}

// writeLoop is the only caller of the write methods of conn. It closes conn on
// its way out, which also ends the read loop.
func (s *server) writeLoop(conn *websocket.Conn, send <-chan []byte) {
	ticker := time.NewTicker(pingPeriod)
	defer ticker.Stop()
	defer conn.Close()
	for {
		select {
		case msg, ok := <-send:
			if !ok {
				return
			}
			conn.SetWriteDeadline(time.Now().Add(writeWait))
			if err := conn.WriteMessage(websocket.TextMessage, msg); err != nil {
				return
			}
		case <-ticker.C:
			if err := conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(writeWait)); err != nil {
				return
			}
		case <-s.quit:
			bye := websocket.FormatCloseMessage(websocket.CloseGoingAway, "shutting down")
			if conn.WriteControl(websocket.CloseMessage, bye, time.Now().Add(writeWait)) == nil {
				awaitReader(send)
			}
			return
		}
	}
}

// awaitReader returns when the read loop has ended, thus has seen the peer's
// close frame or an error, and after closeGrace at the latest.
func awaitReader(send <-chan []byte) {
	timeout := time.NewTimer(closeGrace)
	defer timeout.Stop()
	for {
		select {
		case _, ok := <-send: // what still comes can't be answered any more
			if !ok {
				return
			}
		case <-timeout.C:
			return
		}
	}
}

func main() {
	ws := &server{quit: make(chan struct{})}
	httpServer := &http.Server{Handler: ws, ReadHeaderTimeout: writeWait}
	// Shutdown knows nothing of hijacked connections: tell them ourselves, once.
	var once sync.Once
	httpServer.RegisterOnShutdown(func() { once.Do(func() { close(ws.quit) }) })

	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	go func() {
		if err := httpServer.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Fatal(err)
		}
	}()

	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()

	client, resp, err := websocket.DefaultDialer.DialContext(ctx, "ws://"+listener.Addr().String(), nil)
	if err != nil {
		if resp != nil {
			log.Printf("handshake refused: %s", resp.Status)
		}
		log.Fatal(err)
	}
	defer client.Close()

	client.SetWriteDeadline(time.Now().Add(writeWait))
	if err := client.WriteMessage(websocket.TextMessage, []byte("hello")); err != nil {
		log.Fatal(err)
	}
	client.SetReadDeadline(time.Now().Add(writeWait))
	_, msg, err := client.ReadMessage()
	if err != nil || string(msg) != "hello" {
		log.Fatalf("echo: %q, %v", msg, err)
	}
	fmt.Printf("echo: %s\n", msg)

	if err := httpServer.Shutdown(ctx); err != nil {
		log.Fatal(err)
	}
	_, _, err = client.ReadMessage() // the default close handler answers in here
	if !websocket.IsCloseError(err, websocket.CloseGoingAway) {
		log.Fatalf("client saw: %v", err)
	}
	fmt.Println("client saw:", err)
	ws.conns.Wait()
	if n := atomic.LoadInt32(&ws.closedClean); n != 1 {
		log.Fatalf("%d connections closed by both sides, want 1", n)
	}
	fmt.Println("closed by both sides: 1 of 1")
}
