//go:build go1.27

package claims

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const is127 = true

func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func TestResponseController(t *testing.T) {
	var err error
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rc := http.NewResponseController(&statusWriter{ResponseWriter: w})
		if err = rc.SetWriteDeadline(time.Now().Add(time.Second)); err != nil {
			return
		}
		time.Sleep(300 * time.Millisecond)
		io.WriteString(w, "in time")
		err = rc.Flush()
	}))
	s.Config.WriteTimeout = 100 * time.Millisecond
	s.Start()
	defer s.Close()
	_, body, _ := get(t, s.URL)
	must(t, err == nil && body == "in time", err, body)
}
func TestMaxBytesError(t *testing.T) {
	r := httptest.NewRequest("POST", "/", strings.NewReader("too long"))
	_, err := io.ReadAll(http.MaxBytesReader(httptest.NewRecorder(), r.Body, 3))
	var tooLarge *http.MaxBytesError
	must(t, errors.As(err, &tooLarge) && tooLarge.Limit == 3)
}
func TestPatterns(t *testing.T) {
	mux := http.NewServeMux()
	name := func(n string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, n+r.PathValue("id")) }
	}
	mux.HandleFunc("/", name("all"))
	mux.HandleFunc("GET /items/{id}", name("item"))
	mux.HandleFunc("GET /list/", name("tree"))
	s := httptest.NewServer(mux)
	defer s.Close()
	ask := func(method, path string) (int, string) {
		req, _ := http.NewRequest(method, s.URL+path, nil)
		resp, err := http.DefaultClient.Do(req)
		must(t, err == nil, err)
		defer resp.Body.Close()
		body, _ := io.ReadAll(resp.Body)
		return resp.StatusCode, string(body)
	}
	_, body := ask("GET", "/no/such/page")
	must(t, body == "all", body) // "/" takes what nothing else takes
	_, body = ask("GET", "/items/7")
	must(t, body == "item7", body)
	_, body = ask("DELETE", "/items/7")
	must(t, body == "all", body) // not 405, since "/" takes it
	_, body = ask("GET", "/items/7/more")
	must(t, body == "all", body)
	_, body = ask("GET", "/list/deep/er")
	must(t, body == "tree", body)
	_, body = ask("HEAD", "/items/7")
	must(t, body == "")

	exact := http.NewServeMux()
	exact.HandleFunc("GET /{$}", name("home"))
	exact.HandleFunc("GET /items/{id}", name("item"))
	e := httptest.NewServer(exact)
	defer e.Close()
	resp, _ := http.Get(e.URL + "/no/such/page")
	must(t, resp.StatusCode == 404)
	req, _ := http.NewRequest("DELETE", e.URL+"/items/7", nil)
	resp, _ = http.DefaultClient.Do(req)
	must(t, resp.StatusCode == 405 && resp.Header.Get("Allow") == "GET, HEAD", resp.Header)
}
func TestConflictsPanic(t *testing.T) {
	defer func() {
		message := fmt.Sprint(recover())
		must(t, strings.Contains(message, "conflicts with pattern"), message)
	}()
	mux := http.NewServeMux()
	mux.HandleFunc("/items/{id}", http.NotFound)
	mux.HandleFunc("/{kind}/new", http.NotFound)
}
func TestTrailingSlashRedirects(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/tree/", func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.Method) })
	s := httptest.NewServer(mux)
	defer s.Close()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, _ := client.Post(s.URL+"/tree", "text/plain", strings.NewReader("x"))
	t.Log(resp.StatusCode, resp.Header.Get("Location"))
	must(t, resp.StatusCode == 307 && resp.Header.Get("Location") == "/tree/", resp.StatusCode)
}

// A module that says go 1.21 keeps the old patterns: the braces are text.
func TestOldModulesHaveOldPatterns(t *testing.T) {
	dir := t.TempDir()
	program := `package main
import ("fmt"; "net/http"; "net/http/httptest")
func main() {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /items/{id}", func(w http.ResponseWriter, r *http.Request) {})
	rec := httptest.NewRecorder()
	mux.ServeHTTP(rec, httptest.NewRequest("GET", "/items/7", nil))
	fmt.Print(rec.Code)
}`
	os.WriteFile(filepath.Join(dir, "main.go"), []byte(program), 0o644)
	for version, want := range map[string]string{"1.21": "404", "1.22": "200"} {
		os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module m\n\ngo "+version+"\n"), 0o644)
		cmd := exec.Command("go", "run", ".")
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		must(t, err == nil && string(out) == want, version, err, string(out))
	}
}
func TestWithoutCancel(t *testing.T) {
	type key struct{}
	got := make(chan error, 1)
	s, _ := server(t, func(w http.ResponseWriter, r *http.Request) {
		ctx := context.WithValue(r.Context(), key{}, "id")
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		go func() {
			defer cancel()
			time.Sleep(300 * time.Millisecond)
			if ctx.Value(key{}) != "id" {
				got <- errors.New("no value")
			}
			got <- ctx.Err()
		}()
	})
	get(t, s.URL)
	must(t, <-got == nil)
}
func TestCrossOriginProtection(t *testing.T) {
	s := httptest.NewServer(http.NewCrossOriginProtection().Handler(text(1)))
	defer s.Close()
	status := func(method, site string) int {
		req, _ := http.NewRequest(method, s.URL, nil)
		if site != "" {
			req.Header.Set("Sec-Fetch-Site", site)
		}
		resp, _ := http.DefaultClient.Do(req)
		resp.Body.Close()
		return resp.StatusCode
	}
	must(t, status("POST", "cross-site") == 403 && status("POST", "same-origin") == 200 && status("POST", "") == 200 && status("GET", "cross-site") == 200)
}
func TestReverseProxyTrustsForwardedFor(t *testing.T) {
	var forwarded string
	back, _ := server(t, func(w http.ResponseWriter, r *http.Request) { forwarded = r.Header.Get("X-Forwarded-For") })
	target, _ := url.Parse(back.URL)
	ask := func(p *httputil.ReverseProxy) string {
		s := httptest.NewServer(p)
		defer s.Close()
		req, _ := http.NewRequest("GET", s.URL, nil)
		req.Header.Set("X-Forwarded-For", "6.6.6.6")
		resp, err := http.DefaultClient.Do(req)
		must(t, err == nil, err)
		resp.Body.Close()
		return forwarded
	}
	must(t, ask(httputil.NewSingleHostReverseProxy(target)) == "6.6.6.6, 127.0.0.1", forwarded)
	must(t, ask(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target); r.SetXForwarded() }}) == "127.0.0.1", forwarded)
}
func TestFileServerFSOfARootRefusesLinks(t *testing.T) {
	dir := t.TempDir()
	outside := filepath.Join(t.TempDir(), "outside")
	os.WriteFile(outside, []byte("linked"), 0o644)
	os.Symlink(outside, filepath.Join(dir, "link"))
	os.WriteFile(filepath.Join(dir, "page.txt"), []byte("page"), 0o644)
	root, _ := os.OpenRoot(dir)
	s := httptest.NewServer(http.FileServerFS(root.FS()))
	defer s.Close()
	status, body, _ := get(t, s.URL+"/page.txt")
	must(t, status == 200 && body == "page")
	status, body, _ = get(t, s.URL+"/link")
	must(t, status == 500 && !strings.Contains(body, "linked"), status, body)
}
