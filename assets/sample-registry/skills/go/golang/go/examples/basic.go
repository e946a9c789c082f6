// A complete net/http program: a server with limits and an ordered shutdown, and a client with limits. It asks itself,
// checks what comes back, and ends.
//
//	go run basic.go
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"
)

const maxBody = 1 << 10

// store is used by many handlers at a time, so every access locks.
type store struct {
	mu    sync.Mutex
	names []string
}

func (s *store) add(name string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.names = append(s.names, name)
	return len(s.names)
}

type item struct {
	Name string `json:"name"`
	ID   int    `json:"id"`
}

func writeJSON(w http.ResponseWriter, status int, v interface{}) {
	data, err := json.Marshal(v)
	if err != nil { // nothing was sent yet
		http.Error(w, "internal error", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json") // before the status
	w.WriteHeader(status)
	_, _ = w.Write(data)
}

func (s *store) create(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		http.Error(w, "use POST", http.StatusMethodNotAllowed)
		return // http.Error does not end the handler
	}
	var in item
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(&in); err != nil {
		status := http.StatusBadRequest
		if strings.Contains(err.Error(), "request body too large") { // from Go 1.19 on also *http.MaxBytesError
			status = http.StatusRequestEntityTooLarge
		}
		http.Error(w, "bad item", status)
		return
	}
	in.ID = s.add(in.Name)
	writeJSON(w, http.StatusCreated, in)
}

func slow(w http.ResponseWriter, r *http.Request) {
	select {
	case <-time.After(300 * time.Millisecond):
		fmt.Fprint(w, "done")
	case <-r.Context().Done(): // the client has gone
	}
}

func newServer(s *store) *http.Server {
	mux := http.NewServeMux() // not the default one, to which imports may add
	mux.HandleFunc("/items", s.create)
	mux.HandleFunc("/slow", slow)
	mux.HandleFunc("/hang", func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	return &http.Server{
		Handler:           mux,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      10 * time.Second,
		IdleTimeout:       time.Minute,
	}
}

func newClient() *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 20
	transport.Proxy = nil
	return &http.Client{
		Transport: transport,
		Timeout:   time.Second, // until the body has been read
		CheckRedirect: func(req *http.Request, via []*http.Request) error {
			if req.URL.Host != via[0].URL.Host {
				return http.ErrUseLastResponse // own headers stay here
			}
			return nil
		},
	}
}

// ask reads the whole answer within limits. Any status but want is an error.
func ask(ctx context.Context, client *http.Client, method, url string, body []byte, want int) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxBody+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxBody {
		return nil, errors.New("the answer is too large")
	}
	if resp.StatusCode != want {
		return nil, fmt.Errorf("%s %s: %s, wanted %d", method, url, resp.Status, want)
	}
	return data, nil
}

func check(ctx context.Context, client *http.Client, base string) error {
	var wait sync.WaitGroup
	failures := make(chan error, 20)
	for i := 0; i < 20; i++ {
		wait.Add(1)
		go func() {
			defer wait.Done()
			_, err := ask(ctx, client, http.MethodPost, base+"/items", []byte(`{"name":"pen"}`), http.StatusCreated)
			failures <- err
		}()
	}
	wait.Wait()
	close(failures)
	for err := range failures {
		if err != nil {
			return err
		}
	}
	data, err := ask(ctx, client, http.MethodPost, base+"/items", []byte(`{"name":"cup"}`), http.StatusCreated)
	if err != nil {
		return err
	}
	if string(data) != `{"name":"cup","id":21}` {
		return fmt.Errorf("got %s", data)
	}
	fmt.Println("created", string(data))

	large := []byte(`{"name":"` + strings.Repeat("x", 2*maxBody) + `"}`)
	if _, err := ask(ctx, client, http.MethodPost, base+"/items", large, http.StatusRequestEntityTooLarge); err != nil {
		return err
	}
	if _, err := ask(ctx, client, http.MethodGet, base+"/items", nil, http.StatusMethodNotAllowed); err != nil {
		return err
	}
	if _, err := ask(ctx, client, http.MethodGet, base+"/nothing", nil, http.StatusNotFound); err != nil {
		return err
	}
	var timeout net.Error
	if _, err := ask(ctx, client, http.MethodGet, base+"/hang", nil, http.StatusOK); !errors.As(err, &timeout) || !timeout.Timeout() {
		return fmt.Errorf("a silent server gave %v", err)
	}
	fmt.Println("limits hold")
	return nil
}

func run() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	listener, err := net.Listen("tcp", "127.0.0.1:0") // a taken port is an error here
	if err != nil {
		return err
	}
	srv := newServer(&store{})
	served := make(chan error, 1)
	go func() { served <- srv.Serve(listener) }()
	base := "http://" + listener.Addr().String()

	client := newClient()
	if err := check(ctx, client, base); err != nil {
		return err
	}

	// A request is under way while the server shuts down, and is finished.
	last := make(chan error, 1)
	go func() {
		data, err := ask(ctx, client, http.MethodGet, base+"/slow", nil, http.StatusOK)
		if err == nil && string(data) != "done" {
			err = fmt.Errorf("got %q", data)
		}
		last <- err
	}()
	time.Sleep(100 * time.Millisecond)

	grace, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := srv.Shutdown(grace); err != nil {
		return err
	}
	if err := <-served; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	if err := <-last; err != nil {
		return err
	}
	client.CloseIdleConnections()
	fmt.Println("shut down after the last answer")
	return nil
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err) // run has returned, so its deferred calls are done
	}
}
