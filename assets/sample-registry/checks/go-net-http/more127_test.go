//go:build go1.27

package claims

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestEmbedLeavesOutDotFiles(t *testing.T) {
	dir := t.TempDir()
	os.MkdirAll(filepath.Join(dir, "public"), 0o755)
	for _, name := range []string{"page.txt", ".env", "_draft"} {
		os.WriteFile(filepath.Join(dir, "public", name), []byte(name), 0o644)
	}
	os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module m\n\ngo 1.27\n"), 0o644)
	os.WriteFile(filepath.Join(dir, "main.go"), []byte(`package main
import ("embed"; "fmt"; "io/fs"; "net/http"; "net/http/httptest")
//go:embed public
var public embed.FS
func main() {
	sub, _ := fs.Sub(public, "public")
	mux := http.NewServeMux()
	mux.Handle("GET /static/", http.StripPrefix("/static/", http.FileServerFS(sub)))
	for _, name := range []string{"page.txt", ".env", "_draft"} {
		rec := httptest.NewRecorder()
		mux.ServeHTTP(rec, httptest.NewRequest("GET", "/static/" + name, nil))
		fmt.Print(rec.Code, " ")
	}
}`), 0o644)
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	must(t, err == nil && string(out) == "200 404 404 ", string(out))
}
func TestServerName(t *testing.T) {
	s := httptest.NewTLSServer(text(1))
	defer s.Close()
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	tr := http.DefaultTransport.(*http.Transport).Clone()
	tr.TLSClientConfig = &tls.Config{RootCAs: roots, ServerName: "example.com"}
	resp, err := (&http.Client{Transport: tr}).Get(strings.Replace(s.URL, "127.0.0.1", "localhost", 1))
	must(t, err == nil, err)
	resp.Body.Close()
}
func TestBaseContextEndsHandlers(t *testing.T) {
	base, cancelAll := context.WithCancel(context.Background())
	started, ended := make(chan bool), make(chan error, 1)
	srv := &http.Server{
		BaseContext: func(net.Listener) context.Context { return base },
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			close(started)
			<-r.Context().Done()
			ended <- r.Context().Err()
		}),
	}
	srv.RegisterOnShutdown(cancelAll)
	l, _ := net.Listen("tcp", "127.0.0.1:0")
	go srv.Serve(l)
	go http.Get("http://" + l.Addr().String())
	<-started
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	must(t, srv.Shutdown(ctx) == nil && errors.Is(<-ended, context.Canceled))
	must(t, errors.Is(srv.Serve(l), http.ErrServerClosed)) // not used again
}

// A server that closes after each answer without saying so: GET is repeated, POST is not.
func TestDeadIdleConnections(t *testing.T) {
	l, _ := net.Listen("tcp", "127.0.0.1:0")
	defer l.Close()
	var served int32
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				for first := true; ; first = false {
					buf := make([]byte, 4096)
					if _, err := c.Read(buf); err != nil {
						return
					}
					if !first {
						c.Close() // the second request of a connection gets nothing
						return
					}
					atomic.AddInt32(&served, 1)
					io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
				}
			}()
		}
	}()
	url := "http://" + l.Addr().String()
	client := &http.Client{Transport: &http.Transport{}}
	ask := func(method string, key string) error {
		req, _ := http.NewRequest(method, url, strings.NewReader("x"))
		if method == "GET" {
			req, _ = http.NewRequest(method, url, nil)
		}
		if key != "" {
			req.Header.Set("Idempotency-Key", key)
		}
		resp, err := client.Do(req)
		if err == nil {
			io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
		}
		return err
	}
	must(t, ask("GET", "") == nil && ask("GET", "") == nil)
	err := ask("POST", "")
	must(t, errors.Is(err, io.EOF), err)
	must(t, ask("GET", "") == nil && ask("POST", "key") == nil)
}
func TestResponseOfAnError(t *testing.T) {
	resp, err := http.Get("http://127.0.0.1:1/")
	must(t, err != nil && resp == nil)
	s, _ := server(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(204) })
	resp, err = http.Get(s.URL)
	must(t, err == nil && resp.Body != nil)
}
func TestAbortHandlerIsNotLogged(t *testing.T) {
	s, out := logged(func(w http.ResponseWriter, r *http.Request) { panic(http.ErrAbortHandler) })
	defer s.Close()
	_, err := http.Get(s.URL)
	must(t, err != nil && out.String() == "", out.String())
}

type withToken struct {
	next        http.RoundTripper
	token, host string
}

func (t withToken) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host == t.host {
		r = r.Clone(r.Context())
		r.Header.Set("Authorization", "Bearer "+t.token)
	}
	return t.next.RoundTrip(r)
}
func TestTokenOfATransport(t *testing.T) {
	var there, here string
	other, _ := server(t, func(w http.ResponseWriter, r *http.Request) { there = r.Header.Get("Authorization") })
	s, _ := server(t, func(w http.ResponseWriter, r *http.Request) {
		here = r.Header.Get("Authorization")
		http.Redirect(w, r, other.URL, 302)
	})
	client := &http.Client{Transport: withToken{http.DefaultTransport, "secret", s.Listener.Addr().String()}}
	resp, err := client.Get(s.URL)
	must(t, err == nil, err)
	resp.Body.Close()
	must(t, here == "Bearer secret" && there == "", here, there)
}
func TestJSONDecoderTellsTooLarge(t *testing.T) {
	var in struct{ A string }
	r := httptest.NewRequest("POST", "/", strings.NewReader(`{"a":"`+strings.Repeat("x", 5000)+`"}`))
	err := json.NewDecoder(http.MaxBytesReader(httptest.NewRecorder(), r.Body, 1000)).Decode(&in)
	var tooLarge *http.MaxBytesError
	must(t, errors.As(err, &tooLarge), err)
}
func TestMultipartLimitIsForMemory(t *testing.T) {
	var sent bytes.Buffer
	form := multipart.NewWriter(&sent)
	part, _ := form.CreateFormFile("file", "a.bin")
	part.Write(make([]byte, 1_000_000))
	form.Close()
	r := httptest.NewRequest("POST", "/", &sent)
	r.Header.Set("Content-Type", form.FormDataContentType())
	must(t, r.ParseMultipartForm(1000) == nil)
	must(t, r.MultipartForm.File["file"][0].Size == 1_000_000)
	f, _ := r.MultipartForm.File["file"][0].Open()
	_, onDisk := f.(*os.File)
	must(t, onDisk)
	f.Close()
	r.MultipartForm.RemoveAll()
}
func TestUnencryptedHTTP2(t *testing.T) {
	p := new(http.Protocols)
	p.SetHTTP1(true)
	p.SetUnencryptedHTTP2(true)
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.Proto) }))
	s.Config.Protocols = p
	s.Start()
	defer s.Close()
	only := new(http.Protocols)
	only.SetUnencryptedHTTP2(true)
	resp, err := (&http.Client{Transport: &http.Transport{Protocols: only}}).Get(s.URL)
	must(t, err == nil && resp.Proto == "HTTP/2.0", err)
	resp.Body.Close()
	_, body, _ := get(t, s.URL)
	must(t, body == "HTTP/1.1")
}
func TestTraceTellsReuse(t *testing.T) {
	s, _ := server(t, text(1))
	var reused []bool
	trace := &httptrace.ClientTrace{GotConn: func(i httptrace.GotConnInfo) { reused = append(reused, i.Reused) }}
	client := &http.Client{Transport: &http.Transport{}}
	for i := 0; i < 2; i++ {
		req, _ := http.NewRequest("GET", s.URL, nil)
		resp, _ := client.Do(req.WithContext(httptrace.WithClientTrace(req.Context(), trace)))
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}
	must(t, !reused[0] && reused[1], reused)
}
func TestWaitingForAConnectionCounts(t *testing.T) {
	s, _ := server(t, func(w http.ResponseWriter, r *http.Request) { time.Sleep(800 * time.Millisecond) })
	client := &http.Client{Transport: &http.Transport{MaxConnsPerHost: 1}, Timeout: 1200 * time.Millisecond}
	var wg sync.WaitGroup
	var failed int32
	for i := 0; i < 3; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			resp, err := client.Get(s.URL)
			if err != nil {
				atomic.AddInt32(&failed, 1)
				return
			}
			resp.Body.Close()
		}()
	}
	wg.Wait()
	must(t, failed == 2, failed)
}
func TestStatusOfAWrapperStaysZero(t *testing.T) {
	w := &statusWriter{ResponseWriter: httptest.NewRecorder()}
	w.Write([]byte("x"))
	must(t, w.status == 0)
}

// The server notices that the client has gone, but only after it has read the request's body.
func TestClientGone(t *testing.T) {
	for _, reads := range []bool{true, false} {
		noticed := make(chan bool, 1)
		s, _ := server(t, func(w http.ResponseWriter, r *http.Request) {
			if reads {
				io.Copy(io.Discard, r.Body)
			}
			select {
			case <-r.Context().Done():
				noticed <- true
			case <-time.After(time.Second):
				noticed <- false
			}
		})
		conn, _ := net.Dial("tcp", s.Listener.Addr().String())
		io.WriteString(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc")
		time.Sleep(200 * time.Millisecond)
		conn.Close()
		must(t, <-noticed == reads, reads)
	}
}
func TestGoroutineLeakShowsInReadLoop(t *testing.T) {
	s, _ := server(t, text(10))
	for i := 0; i < 5; i++ {
		(&http.Client{Transport: &http.Transport{}}).Get(s.URL)
	}
	rec := httptest.NewRecorder()
	http.DefaultServeMux.ServeHTTP(rec, httptest.NewRequest("GET", "/debug/pprof/goroutine?debug=1", nil))
	must(t, strings.Contains(rec.Body.String(), "net/http.(*persistConn).readLoop"))
}
func TestPlainCookieHasNoFlags(t *testing.T) {
	c := http.Cookie{Name: "sid", Value: "7"}
	must(t, c.String() == "sid=7", c.String())
}
func TestPatternOfARequest(t *testing.T) {
	var pattern string
	mux := http.NewServeMux()
	mux.HandleFunc("GET /items/{id}", func(w http.ResponseWriter, r *http.Request) { pattern = r.Pattern })
	mux.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/items/7", nil))
	must(t, pattern == "GET /items/{id}", pattern)
}
