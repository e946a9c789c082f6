// The claims of the net/http skill about servers.
package claims

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	_ "net/http/pprof"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func get(t *testing.T, url string) (int, string, http.Header) {
	t.Helper()
	resp, err := http.Get(url)
	must(t, err == nil, err)
	defer resp.Body.Close()
	body, _ := io.ReadAll(resp.Body)
	return resp.StatusCode, string(body), resp.Header
}

type lockedLog struct {
	mu  sync.Mutex
	out bytes.Buffer
}

func (l *lockedLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.out.Write(p)
}
func (l *lockedLog) String() string {
	time.Sleep(100 * time.Millisecond)
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.out.String()
}
func logged(handler http.HandlerFunc) (*httptest.Server, *lockedLog) {
	var out lockedLog
	s := httptest.NewUnstartedServer(handler)
	s.Config.ErrorLog = log.New(&out, "", 0)
	s.Start()
	return s, &out
}

func TestHeadersAfterTheFirstWrite(t *testing.T) {
	s, out := logged(func(w http.ResponseWriter, r *http.Request) {
		w.Write([]byte("data"))
		w.Header().Set("X-Late", "1")
		w.WriteHeader(500)
	})
	defer s.Close()
	status, body, header := get(t, s.URL)
	must(t, status == 200 && body == "data" && header.Get("X-Late") == "", status)
	must(t, strings.Contains(out.String(), "http: superfluous response.WriteHeader call from "), out.String())
}
func TestErrorDoesNotReturn(t *testing.T) {
	s, _ := server(t, func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, "forbidden", 403)
		w.Write([]byte("secret"))
	})
	status, body, _ := get(t, s.URL)
	must(t, status == 403 && body == "forbidden\nsecret", body)
}
func TestRequestContextEndsWithTheHandler(t *testing.T) {
	ended := make(chan error, 1)
	s, _ := server(t, func(w http.ResponseWriter, r *http.Request) {
		ctx := r.Context()
		go func() {
			select {
			case <-ctx.Done():
				ended <- ctx.Err()
			case <-time.After(3 * time.Second):
				ended <- nil
			}
		}()
	})
	get(t, s.URL)
	must(t, errors.Is(<-ended, context.Canceled))
}
func TestPanicKeepsTheProcessAndTheLock(t *testing.T) {
	var mu sync.Mutex
	s, out := logged(func(w http.ResponseWriter, r *http.Request) {
		if !mu.TryLock() {
			w.WriteHeader(503)
			return
		}
		panic("boom") // without defer mu.Unlock()
	})
	defer s.Close()
	_, err := http.Get(s.URL)
	must(t, errors.Is(err, io.EOF), err)
	must(t, strings.Contains(out.String(), "http: panic serving 127.0.0.1:") && strings.Contains(out.String(), "boom"))
	status, _, _ := get(t, s.URL)
	must(t, status == 503) // locked for good
}

// A panic in a goroutine of the handler, and a map written by two, end the process.
func TestFatal(t *testing.T) {
	if mode := os.Getenv("FATAL"); mode != "" {
		seen := map[int]int{}
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if mode == "goroutine" {
				go panic("boom")
				return
			}
			for i := 0; i < 1_000_000; i++ {
				seen[i]++
			}
		}))
		var wg sync.WaitGroup
		for i := 0; i < 8; i++ {
			wg.Add(1)
			go func() { defer wg.Done(); http.Get(s.URL) }()
		}
		wg.Wait()
		time.Sleep(time.Second)
		os.Exit(0)
	}
	for mode, message := range map[string]string{"goroutine": "panic: boom", "map": "fatal error: concurrent map"} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestFatal$")
		cmd.Env = append(os.Environ(), "FATAL="+mode)
		out, err := cmd.CombinedOutput()
		must(t, err != nil && (strings.Contains(string(out), message) || mode == "map" && strings.Contains(string(out), "DATA RACE")), mode, err, string(out))
	}
}

func TestServeReturnsBeforeShutdownEnds(t *testing.T) {
	var finished bool
	started := make(chan bool)
	listener, _ := net.Listen("tcp", "127.0.0.1:0")
	srv := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(started)
		time.Sleep(500 * time.Millisecond)
		finished = true
	})}
	served := make(chan error)
	go func() { served <- srv.Serve(listener) }()
	go http.Get("http://" + listener.Addr().String())
	<-started
	down := make(chan error)
	start := time.Now()
	go func() { down <- srv.Shutdown(context.Background()) }()
	must(t, errors.Is(<-served, http.ErrServerClosed) && time.Since(start) < 300*time.Millisecond)
	must(t, <-down == nil && finished && time.Since(start) >= 400*time.Millisecond)
}
func TestShutdownDoesNotCancelHandlers(t *testing.T) {
	cancelled := make(chan bool, 1)
	started := make(chan bool)
	s, _ := server(t, func(w http.ResponseWriter, r *http.Request) {
		close(started)
		select {
		case <-r.Context().Done():
			cancelled <- true
		case <-time.After(time.Second):
			cancelled <- false
		}
	})
	go http.Get(s.URL)
	<-started
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	must(t, errors.Is(s.Config.Shutdown(ctx), context.DeadlineExceeded))
	must(t, !<-cancelled)
}
func TestShutdownForgetsHijackedConnections(t *testing.T) {
	hijacked := make(chan net.Conn, 1)
	s, _ := server(t, func(w http.ResponseWriter, r *http.Request) {
		conn, _, _ := w.(http.Hijacker).Hijack()
		hijacked <- conn
	})
	conn, _ := net.Dial("tcp", s.Listener.Addr().String())
	conn.Write([]byte("GET / HTTP/1.1\r\nHost: x\r\n\r\n"))
	other := <-hijacked
	must(t, s.Config.Shutdown(context.Background()) == nil)
	_, err := other.Write([]byte("still here"))
	must(t, err == nil, err)
}

// Without limits a client that sends nothing keeps its connection; ReadHeaderTimeout ends it.
func TestSlowClients(t *testing.T) {
	wait := func(limit time.Duration) time.Duration {
		s := httptest.NewUnstartedServer(text(1))
		s.Config.ReadHeaderTimeout = limit
		s.Start()
		defer s.CloseClientConnections()
		conn, _ := net.Dial("tcp", s.Listener.Addr().String())
		conn.Write([]byte("GET / HTTP/1.1\r\n"))
		conn.SetReadDeadline(time.Now().Add(2 * time.Second))
		start := time.Now()
		io.ReadAll(conn)
		return time.Since(start)
	}
	must(t, wait(0) >= 2*time.Second)
	must(t, wait(300*time.Millisecond) < time.Second)
}

// WriteTimeout doesn't stop the handler: it ends, and the client gets EOF.
func TestWriteTimeout(t *testing.T) {
	finished := make(chan error, 1)
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(400 * time.Millisecond)
		_, err := w.Write([]byte("late"))
		finished <- err
	}))
	s.Config.WriteTimeout = 100 * time.Millisecond
	s.Start()
	defer s.Close()
	_, err := http.Get(s.URL)
	must(t, errors.Is(err, io.EOF), err)
	t.Log("the handler saw", <-finished)
}
func TestTimeoutHandler(t *testing.T) {
	cancelled := make(chan error, 1)
	late := make(chan error, 1)
	h := http.TimeoutHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		<-r.Context().Done()
		cancelled <- r.Context().Err()
		time.Sleep(100 * time.Millisecond)
		_, err := w.Write([]byte("late"))
		late <- err
	}), 200*time.Millisecond, "too slow")
	s := httptest.NewServer(h)
	defer s.Close()
	status, body, _ := get(t, s.URL)
	must(t, status == 503 && body == "too slow")
	must(t, errors.Is(<-cancelled, context.DeadlineExceeded) && errors.Is(<-late, http.ErrHandlerTimeout))
}

func TestBodiesHaveNoLimit(t *testing.T) {
	sizes := make(chan int, 2)
	s, _ := server(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/limited" {
			r.Body = http.MaxBytesReader(w, r.Body, 1000)
		}
		body, err := io.ReadAll(r.Body)
		var tooLarge interface{ Error() string } = err
		if err != nil {
			must(t, tooLarge.Error() == "http: request body too large", err)
			http.Error(w, "too large", http.StatusRequestEntityTooLarge)
		}
		sizes <- len(body)
	})
	post := func(path string) *http.Response {
		resp, err := http.Post(s.URL+path, "text/plain", bytes.NewReader(make([]byte, 20_000_000)))
		if err != nil {
			return nil
		}
		resp.Body.Close()
		return resp
	}
	post("/")
	must(t, <-sizes == 20_000_000)
	if resp := post("/limited"); resp != nil {
		must(t, resp.StatusCode == 413 && resp.Close, resp.StatusCode)
	}
	must(t, <-sizes == 1000)
}
func TestFormValueHidesErrors(t *testing.T) {
	var value string
	var err error
	s, _ := server(t, func(w http.ResponseWriter, r *http.Request) { value = r.FormValue("a"); err = r.ParseForm() })
	http.Post(s.URL+"/?a=query", "application/x-www-form-urlencoded", strings.NewReader("a=body"))
	must(t, value == "body", value) // the body comes before the query
	http.Post(s.URL+"/", "application/x-www-form-urlencoded", strings.NewReader("a=%zz"))
	must(t, value == "" && err == nil, value, err) // and a later ParseForm says nothing
	http.Post(s.URL+"/?a=query", "application/json", strings.NewReader(`{"a":"json"}`))
	must(t, value == "query", value)
}

func TestFileServerServesHiddenFilesAndLists(t *testing.T) {
	dir := t.TempDir()
	os.Mkdir(filepath.Join(dir, ".git"), 0o755)
	os.WriteFile(filepath.Join(dir, ".git", "config"), []byte("token"), 0o644)
	os.WriteFile(filepath.Join(dir, ".env"), []byte("PASSWORD=1"), 0o644)
	outside := filepath.Join(t.TempDir(), "outside")
	os.WriteFile(outside, []byte("linked"), 0o644)
	os.Symlink(outside, filepath.Join(dir, "link"))
	s := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer s.Close()
	_, list, _ := get(t, s.URL+"/")
	must(t, strings.Contains(list, ".env"), list)
	_, body, _ := get(t, s.URL+"/.git/config")
	must(t, body == "token")
	_, body, _ = get(t, s.URL+"/link")
	must(t, body == "linked")
	status, _, _ := get(t, s.URL+"/../../../../etc/hostname")
	must(t, status == 404)
}
func TestPprofIsOnTheDefaultMux(t *testing.T) {
	s := httptest.NewServer(nil) // a nil handler is DefaultServeMux, as in ListenAndServe(addr, nil)
	defer s.Close()
	status, body, _ := get(t, s.URL+"/debug/pprof/")
	must(t, status == 200 && strings.Contains(body, "goroutine"))
	status, _, _ = get(t, s.URL+"/debug/pprof/cmdline")
	must(t, status == 200)
}
func TestOpenRedirect(t *testing.T) {
	s, _ := server(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.Query().Get("next"), 302) })
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, _ := client.Get(s.URL + "/?next=//evil.example/")
	must(t, resp.Header.Get("Location") == "//evil.example/", resp.Header)
}
func TestRemoteAddrHasAPort(t *testing.T) {
	var remote string
	s, _ := server(t, func(w http.ResponseWriter, r *http.Request) { remote = r.RemoteAddr })
	get(t, s.URL)
	host, port, err := net.SplitHostPort(remote)
	must(t, err == nil && host == "127.0.0.1" && port != "", remote)
}
func TestContentTypeIsSniffed(t *testing.T) {
	s, _ := server(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.URL.Query().Get("name")) })
	_, _, header := get(t, s.URL+"/?name=<html><script>alert(1)</script>")
	must(t, strings.HasPrefix(header.Get("Content-Type"), "text/html"), header)
	_, _, header = get(t, s.URL+`/?name={"a":1}`)
	must(t, strings.HasPrefix(header.Get("Content-Type"), "text/plain"), header)
}
func TestListenErrorsAreReturned(t *testing.T) {
	l, _ := net.Listen("tcp", "127.0.0.1:0")
	defer l.Close()
	err := http.ListenAndServe(l.Addr().String(), nil)
	must(t, err != nil && strings.Contains(err.Error(), "bind: address already in use"), err)
}
func TestRecorder(t *testing.T) {
	rec := httptest.NewRecorder()
	http.NotFound(rec, httptest.NewRequest("GET", "/x", nil))
	must(t, rec.Code == 404 && rec.Body.String() == "404 page not found\n", rec.Body.String())
}

// The wrapper hides Flusher and Hijacker.
type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(code int) { w.status = code; w.ResponseWriter.WriteHeader(code) }
func TestWrappersHideFlusher(t *testing.T) {
	var flusher, hijacker bool
	s, _ := server(t, func(w http.ResponseWriter, r *http.Request) {
		var wrapped http.ResponseWriter = &statusWriter{ResponseWriter: w}
		_, flusher = wrapped.(http.Flusher)
		_, hijacker = wrapped.(http.Hijacker)
	})
	get(t, s.URL)
	must(t, !flusher && !hijacker)
}
