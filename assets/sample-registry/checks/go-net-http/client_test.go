// The claims of the net/http skill about clients: go test -race -v .
package claims

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// server counts new connections.
func server(t *testing.T, handler http.HandlerFunc) (*httptest.Server, *int32) {
	t.Helper()
	var connections int32
	s := httptest.NewUnstartedServer(handler)
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			atomic.AddInt32(&connections, 1)
		}
	}
	s.Start()
	t.Cleanup(func() { s.CloseClientConnections(); s.Close() })
	return s, &connections
}
func must(t *testing.T, holds bool, facts ...any) {
	t.Helper()
	if !holds {
		t.Fatal(facts...)
	}
}
func text(size int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, strings.Repeat("x", size)) }
}

func TestErrIsNilFor404(t *testing.T) {
	s, _ := server(t, http.NotFound)
	resp, err := http.Get(s.URL)
	must(t, err == nil && resp.StatusCode == 404, err)
	resp.Body.Close()
}

// An open body keeps its connection and two goroutines.
func TestOpenBodiesLeak(t *testing.T) {
	s, connections := server(t, text(100))
	client := &http.Client{Transport: &http.Transport{}}
	before := runtime.NumGoroutine()
	for i := 0; i < 20; i++ {
		if _, err := client.Get(s.URL); err != nil {
			t.Fatal(err)
		}
	}
	time.Sleep(100 * time.Millisecond)
	must(t, atomic.LoadInt32(connections) == 20, *connections)
	must(t, runtime.NumGoroutine()-before >= 40, runtime.NumGoroutine()-before)
}
func TestReadAndClosedBodiesReuse(t *testing.T) {
	s, connections := server(t, text(100))
	client := &http.Client{Transport: &http.Transport{}}
	for i := 0; i < 20; i++ {
		resp, err := client.Get(s.URL)
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}
	must(t, atomic.LoadInt32(connections) == 1, *connections)
}

// 1.27 reads up to 256 KiB on Close; older releases close the connection.
func TestCloseWithoutReading(t *testing.T) {
	for _, size := range []int{20_000, 1_000_000} {
		s, connections := server(t, text(size))
		client := &http.Client{Transport: &http.Transport{}}
		for i := 0; i < 5; i++ {
			resp, err := client.Get(s.URL)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			time.Sleep(100 * time.Millisecond)
		}
		want := int32(5)
		if size < 256<<10 && is127 {
			want = 1
		}
		must(t, atomic.LoadInt32(connections) == want, size, *connections)
	}
}

func TestCancelBeforeReading(t *testing.T) {
	s, _ := server(t, text(10_000_000))
	get := func() (*http.Response, error) {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		req, _ := http.NewRequestWithContext(ctx, "GET", s.URL, nil)
		return http.DefaultClient.Do(req)
	}
	resp, err := get()
	must(t, err == nil, err)
	defer resp.Body.Close()
	_, err = io.ReadAll(resp.Body)
	must(t, errors.Is(err, context.Canceled) && err.Error() == "context canceled", err)
}
func TestClientTimeoutIncludesTheBody(t *testing.T) {
	s, _ := server(t, func(w http.ResponseWriter, r *http.Request) {
		w.Write([]byte("begin"))
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	client := &http.Client{Timeout: 300 * time.Millisecond}
	resp, err := client.Get(s.URL)
	must(t, err == nil, err)
	_, err = io.ReadAll(resp.Body)
	must(t, err != nil && strings.Contains(err.Error(), "Client.Timeout or context cancellation while reading body"), err)
	var netErr net.Error
	must(t, errors.As(err, &netErr) && netErr.Timeout(), err)
	t.Log(err)
}
func TestClientTimeoutBeforeHeaders(t *testing.T) {
	s, _ := server(t, func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	client := &http.Client{Timeout: 200 * time.Millisecond}
	_, err := client.Get(s.URL)
	must(t, err != nil && strings.Contains(err.Error(), "context deadline exceeded (Client.Timeout exceeded while awaiting headers)"), err)
	must(t, http.DefaultClient.Timeout == 0)
	done := make(chan error, 1)
	go func() { _, err := http.Get(s.URL); done <- err }()
	select {
	case err := <-done:
		t.Fatal("the default client gave up", err)
	case <-time.After(3 * time.Second):
	}
}
func TestResponseHeaderTimeout(t *testing.T) {
	s, _ := server(t, func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	tr := http.DefaultTransport.(*http.Transport).Clone()
	tr.ResponseHeaderTimeout = 200 * time.Millisecond
	_, err := (&http.Client{Transport: tr}).Get(s.URL)
	must(t, err != nil && strings.Contains(err.Error(), "net/http: timeout awaiting response headers"), err)
}

func TestTransportPerRequestLeaks(t *testing.T) {
	s, connections := server(t, text(10))
	before := runtime.NumGoroutine()
	for i := 0; i < 20; i++ {
		client := &http.Client{Transport: &http.Transport{}}
		resp, err := client.Get(s.URL)
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}
	runtime.GC()
	time.Sleep(200 * time.Millisecond)
	must(t, atomic.LoadInt32(connections) == 20 && runtime.NumGoroutine()-before >= 40, *connections, runtime.NumGoroutine()-before)
}
func TestZeroTransport(t *testing.T) {
	zero := &http.Transport{}
	must(t, zero.Proxy == nil && zero.TLSHandshakeTimeout == 0 && zero.IdleConnTimeout == 0)
	clone := http.DefaultTransport.(*http.Transport).Clone()
	must(t, clone.Proxy != nil && clone.TLSHandshakeTimeout == 10*time.Second && clone.IdleConnTimeout == 90*time.Second && clone.MaxIdleConns == 100)
	must(t, http.DefaultMaxIdleConnsPerHost == 2)
}

// Two idle connections stay per host: ten at a time dial anew in each round.
func TestIdleConnectionsPerHost(t *testing.T) {
	rounds := func(perHost int) int32 {
		s, connections := server(t, func(w http.ResponseWriter, r *http.Request) { time.Sleep(50 * time.Millisecond); w.Write([]byte("x")) })
		tr := http.DefaultTransport.(*http.Transport).Clone()
		tr.MaxIdleConnsPerHost = perHost
		client := &http.Client{Transport: tr}
		for round := 0; round < 5; round++ {
			done := make(chan bool)
			for i := 0; i < 10; i++ {
				go func() {
					if resp, err := client.Get(s.URL); err == nil {
						io.Copy(io.Discard, resp.Body)
						resp.Body.Close()
					}
					done <- true
				}()
			}
			for i := 0; i < 10; i++ {
				<-done
			}
			time.Sleep(20 * time.Millisecond)
		}
		return atomic.LoadInt32(connections)
	}
	few, many := rounds(0), rounds(10)
	t.Log(few, many)
	must(t, few >= 30 && many == 10, few, many)
}

func TestHostInTheHeaderMapIsIgnored(t *testing.T) {
	s, _ := server(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.Host) })
	req, _ := http.NewRequest("GET", s.URL, nil)
	req.Header.Set("Host", "example.com")
	resp, _ := http.DefaultClient.Do(req)
	body, _ := io.ReadAll(resp.Body)
	must(t, string(body) == s.Listener.Addr().String(), string(body))
	req.Host = "example.com"
	resp, _ = http.DefaultClient.Do(req)
	body, _ = io.ReadAll(resp.Body)
	must(t, string(body) == "example.com")
}
func TestKeysAreCanonical(t *testing.T) {
	h := http.Header{}
	h.Set("x-api-key", "1")
	must(t, h["x-api-key"] == nil && h["X-Api-Key"][0] == "1" && h.Get("x-API-key") == "1")
}

// A reader of unknown kind is empty the second time, without an error. GetBody gives it anew.
func TestBodyIsConsumed(t *testing.T) {
	var bodies []string
	s, _ := server(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		bodies = append(bodies, string(body))
		w.WriteHeader(503)
	})
	do := func(req *http.Request) {
		resp, err := http.DefaultClient.Do(req)
		must(t, err == nil, err)
		resp.Body.Close()
	}
	req, _ := http.NewRequest("POST", s.URL, io.MultiReader(strings.NewReader("order")))
	must(t, req.GetBody == nil)
	do(req)
	do(req)
	must(t, bodies[0] == "order" && bodies[1] == "", bodies)
	req, _ = http.NewRequest("POST", s.URL, strings.NewReader("order"))
	for i := 0; i < 2; i++ {
		req.Body, _ = req.GetBody()
		do(req)
	}
	must(t, bodies[2] == "order" && bodies[3] == "order", bodies)
}
func TestRedirectsOfABody(t *testing.T) {
	var seen []string
	s, _ := server(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		seen = append(seen, r.Method+" "+r.URL.Path+" "+string(body))
		if r.URL.Path == "/302" {
			http.Redirect(w, r, "/end", 302)
		} else if r.URL.Path == "/307" {
			http.Redirect(w, r, "/end", 307)
		}
	})
	post := func(path string, body io.Reader) int {
		resp, err := http.Post(s.URL+path, "text/plain", body)
		must(t, err == nil, err)
		resp.Body.Close()
		return resp.StatusCode
	}
	must(t, post("/302", strings.NewReader("a")) == 200 && seen[1] == "GET /end ", seen)
	must(t, post("/307", strings.NewReader("b")) == 200 && seen[3] == "POST /end b", seen)
	must(t, post("/307", io.MultiReader(strings.NewReader("c"))) == 307 && len(seen) == 5, seen) // no GetBody: the redirect comes back
}
func TestTenRedirects(t *testing.T) {
	s, _ := server(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/", 302) })
	_, err := http.Get(s.URL)
	must(t, err != nil && strings.Contains(err.Error(), "stopped after 10 redirects"), err)
}

// Own headers follow every redirect; Authorization and Cookie stay with the host name, of any port.
func TestHeadersAcrossRedirects(t *testing.T) {
	var got http.Header
	other, _ := server(t, func(w http.ResponseWriter, r *http.Request) { got = r.Header })
	s, _ := server(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.Query().Get("to"), 302) })
	ask := func(to string) {
		req, _ := http.NewRequest("GET", s.URL+"/?to="+to, nil)
		req.Header.Set("X-Api-Key", "secret")
		req.Header.Set("Authorization", "Bearer secret")
		resp, err := http.DefaultClient.Do(req)
		must(t, err == nil, err)
		resp.Body.Close()
	}
	ask(other.URL) // the same name, another port
	must(t, got.Get("X-Api-Key") == "secret" && (got.Get("Authorization") == "Bearer secret") == is127, got)
	ask(strings.Replace(other.URL, "127.0.0.1", "localhost", 1))
	must(t, got.Get("X-Api-Key") == "secret" && got.Get("Authorization") == "", got)
	client := &http.Client{CheckRedirect: func(req *http.Request, via []*http.Request) error {
		if req.URL.Host != via[0].URL.Host {
			return http.ErrUseLastResponse
		}
		return nil
	}}
	req, _ := http.NewRequest("GET", s.URL+"/?to="+other.URL, nil)
	resp, err := client.Do(req)
	must(t, err == nil && resp.StatusCode == 302, err)
	resp.Body.Close()
}

func TestRefuseInternalAddresses(t *testing.T) {
	s, connections := server(t, text(1))
	dialer := &net.Dialer{Timeout: time.Second, Control: func(network, address string, _ syscall.RawConn) error {
		host, _, err := net.SplitHostPort(address)
		if err != nil {
			return err
		}
		if ip := net.ParseIP(host); ip == nil || ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast() || ip.IsUnspecified() {
			return fmt.Errorf("address %s refused", address)
		}
		return nil
	}}
	tr := http.DefaultTransport.(*http.Transport).Clone()
	tr.Proxy = nil
	tr.DialContext = dialer.DialContext
	client := &http.Client{Transport: tr}
	for _, u := range []string{s.URL, strings.Replace(s.URL, "127.0.0.1", "localhost", 1), "http://169.254.169.254/"} {
		_, err := client.Get(u)
		must(t, err != nil && strings.Contains(err.Error(), "refused"), err)
	}
	must(t, atomic.LoadInt32(connections) == 0)
}

func TestCertificates(t *testing.T) {
	s := httptest.NewTLSServer(text(1))
	defer s.Close()
	s.Config.ErrorLog = nil
	_, err := http.Get(s.URL)
	must(t, err != nil && strings.Contains(err.Error(), "x509: certificate signed by unknown authority"), err)
	t.Log(err)
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	tr := http.DefaultTransport.(*http.Transport).Clone()
	tr.TLSClientConfig = &tls.Config{RootCAs: roots}
	resp, err := (&http.Client{Transport: tr}).Get(s.URL)
	must(t, err == nil, err)
	resp.Body.Close()
	_, err = (&http.Client{Transport: tr}).Get(strings.Replace(s.URL, "127.0.0.1", "localhost", 1))
	must(t, err != nil && strings.Contains(err.Error(), "not localhost"), err)
	t.Log(err)
}

// An own TLSClientConfig switches HTTP/2 off, a clone of the default transport keeps it.
func TestHTTP2(t *testing.T) {
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.Proto) }))
	s.EnableHTTP2 = true
	s.StartTLS()
	defer s.Close()
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	proto := func(tr *http.Transport) string {
		tr.TLSClientConfig = &tls.Config{RootCAs: roots}
		resp, err := (&http.Client{Transport: tr}).Get(s.URL)
		must(t, err == nil, err)
		defer resp.Body.Close()
		return resp.Proto
	}
	must(t, proto(&http.Transport{}) == "HTTP/1.1")
	must(t, proto(http.DefaultTransport.(*http.Transport).Clone()) == "HTTP/2.0")
}

func TestGzipIsDecodedAndCanBeABomb(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write(make([]byte, 10_000_000))
	z.Close()
	s, _ := server(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		w.Write(packed.Bytes())
	})
	resp, _ := http.Get(s.URL)
	body, err := io.ReadAll(resp.Body)
	must(t, err == nil && len(body) == 10_000_000 && resp.Uncompressed && resp.ContentLength == -1, len(body))
	t.Log(packed.Len(), "bytes became", len(body))
	resp, _ = http.Get(s.URL)
	body, err = io.ReadAll(io.LimitReader(resp.Body, 1000+1))
	must(t, err == nil && len(body) == 1001)
	resp.Body.Close()
	req, _ := http.NewRequest("GET", s.URL, nil)
	req.Header.Set("Accept-Encoding", "gzip") // by hand: not decoded
	resp, _ = http.DefaultClient.Do(req)
	body, _ = io.ReadAll(resp.Body)
	must(t, len(body) == packed.Len() && !resp.Uncompressed)
}
func TestUnknownLengthIsChunked(t *testing.T) {
	var length []int64
	s, _ := server(t, func(w http.ResponseWriter, r *http.Request) {
		length = append(length, r.ContentLength)
		io.Copy(io.Discard, r.Body)
	})
	http.Post(s.URL, "text/plain", strings.NewReader("abc"))
	http.Post(s.URL, "text/plain", io.MultiReader(strings.NewReader("abc")))
	must(t, length[0] == 3 && length[1] == -1, length)
}
func TestHeaderInjectionIsRefused(t *testing.T) {
	req, _ := http.NewRequest("GET", "http://127.0.0.1/", nil)
	req.Header.Set("X-Name", "eve\r\nX-Admin: yes")
	_, err := http.DefaultClient.Do(req)
	must(t, err != nil && strings.Contains(err.Error(), "invalid header field value"), err)
}
func TestMain(m *testing.M) { os.Exit(m.Run()) }
