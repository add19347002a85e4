package fetch

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// transfer brings one file.
type transfer struct {
	*Fetcher
	http  *http.Client
	file  File
	share *share

	part  part
	have  int64     // bytes in part
	sum   hash.Hash // of them
	state state
}

func (t *transfer) name() string { return filepath.Base(t.file.Path) }

// run brings the file, in as many tries as it takes while something comes.
func (t *transfer) run(ctx context.Context) (Result, error) {
	if err := os.MkdirAll(filepath.Dir(t.file.Path), 0o755); err != nil {
		return Result{}, fmt.Errorf("making the folder of %s: %w", t.name(), err)
	}
	lock := flock.New(lockPath(t.file.Path))
	mine, err := lock.TryLock()
	if err != nil {
		return Result{}, fmt.Errorf("beginning with %s: %w", t.name(), err)
	}
	if !mine {
		return Result{}, fmt.Errorf("%s is being fetched by another Haltscribe", t.name())
	}
	defer func() {
		// The lock's file is of no use to the next one.
		_ = errors.Join(os.Remove(lockPath(t.file.Path)), lock.Unlock())
	}()
	if done, ok, err := t.there(ctx); ok || err != nil {
		return done, err
	}
	if err := t.resume(ctx); err != nil {
		return Result{}, errors.Join(err, t.closePart())
	}
	if err := t.tries(ctx); err != nil {
		return Result{}, errors.Join(err, t.closePart())
	}
	return t.finish()
}

func (t *transfer) closePart() error {
	if t.part == nil {
		return nil
	}
	err := t.part.Close()
	t.part = nil
	return err
}

// there looks whether the file is in place already.
func (t *transfer) there(ctx context.Context) (Result, bool, error) {
	about, err := os.Stat(t.file.Path)
	if err != nil || t.file.SHA256 == "" || (t.file.Bytes != 0 && about.Size() != t.file.Bytes) {
		return Result{}, false, nil
	}
	t.share.size(about.Size())
	t.share.checks(true)
	sum, err := SHA256(ctx, t.file.Path, func(done int64) { t.share.at(done, 0) })
	t.share.checks(false)
	switch {
	case ctx.Err() != nil:
		return Result{}, false, ctx.Err()
	case err != nil || sum != t.file.SHA256:
		return Result{}, false, nil // it will be replaced
	}
	t.share.complete(about.Size())
	return Result{t.file.Path, about.Size(), sum, true}, true, nil
}

// resume opens what an earlier try left, and hashes it.
func (t *transfer) resume(ctx context.Context) error {
	open := t.open
	if open == nil {
		open = func(path string) (part, error) { return os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644) }
	}
	var err error
	t.have = Partial(t.file.Path)
	if t.part, err = open(partPath(t.file.Path)); err != nil {
		return fmt.Errorf("opening the file that collects %s: %w", t.name(), err)
	}
	t.sum = sha256.New()
	t.state = loadState(t.file.Path)
	if t.have > 0 && !t.state.fits(t.file) {
		return t.restart()
	}
	if t.have > 0 {
		t.share.checks(true)
		n, err := io.Copy(t.sum, &contextReader{ctx, io.NewSectionReader(t.part, 0, t.have), func(n int64) { t.share.at(n, 0) }, 0})
		t.share.checks(false)
		if err != nil || n != t.have {
			return fmt.Errorf("reading what has come of %s: %w", t.name(), err)
		}
	}
	t.share.at(t.have, 0)
	return nil
}

// restart forgets what has come.
func (t *transfer) restart() error {
	if err := t.part.Truncate(0); err != nil {
		return fmt.Errorf("beginning %s again: %w", t.name(), err)
	}
	t.have = 0
	t.sum.Reset()
	t.share.at(0, 0)
	return nil
}

func (t *transfer) tries(ctx context.Context) error {
	most := t.Tries
	if most == 0 {
		most = 4
	}
	wait := t.wait
	if wait == nil {
		wait = waitFor
	}
	for left := most; ; left-- {
		before := t.have
		err := t.once(ctx)
		var cut cutError
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case !errors.As(err, &cut):
			return err
		}
		if t.have > before {
			left = most
		}
		if left <= 1 {
			return cut.error
		}
		if err := wait(ctx, time.Second<<(most-left)); err != nil {
			return err
		}
	}
}

func waitFor(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// once asks for what is missing and takes what comes.
func (t *transfer) once(ctx context.Context) error {
	if size := t.size(); size > 0 && t.have == size {
		return nil
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	// A line on which nothing comes is as good as cut.
	idle := time.AfterFunc(t.stall(), func() { cancel(errStalled) })
	defer idle.Stop()

	etag := t.state.ETag
	if t.state.URL != t.file.URL {
		etag = "" // a mirror has its own; the hash tells in the end
	}
	answer, err := t.get(ctx, t.have, etag)
	if err != nil {
		return stalled(ctx, t.name(), err)
	}
	defer answer.Body.Close() // nothing is left to do with it
	body := bufio.NewReaderSize(answer.Body, 1<<16)
	if err := t.accept(answer, body); err != nil {
		return stalled(ctx, t.name(), err)
	}
	return stalled(ctx, t.name(), t.take(body, func() { idle.Reset(t.stall()) }))
}

var errStalled = errors.New("nothing came any more")

func stalled(ctx context.Context, name string, err error) error {
	if err != nil && errors.Is(context.Cause(ctx), errStalled) {
		return cutError{fmt.Errorf("%s is not complete: nothing came for a while; what has come is kept for the next try", name)}
	}
	return err
}

// size is what the whole file measures, as far as it is known.
func (t *transfer) size() int64 {
	if t.file.Bytes > 0 {
		return t.file.Bytes
	}
	return t.state.Bytes
}

// accept decides by an answer's head whether its body is taken, and from which byte on it counts.
func (t *transfer) accept(answer asked, body *bufio.Reader) error {
	from, total, err := t.place(answer)
	if err != nil {
		return err
	}
	if from == 0 {
		if err := t.recognise(answer, body); err != nil {
			return err
		}
	}
	total = cmp.Or(total, answer.published.bytes, t.file.Bytes)
	if total == 0 {
		return fmt.Errorf("%s can't be fetched: the server does not say how long it is", t.name())
	}
	if want := t.file.Bytes; want > 0 && total != want {
		return fmt.Errorf("%s can't be fetched: the server has a file of %d bytes, and %d were expected", t.name(), total, want)
	}
	sum := answer.published.sha256
	switch {
	case t.file.SHA256 == "" && sum == "" && from == 0:
		return fmt.Errorf("%s can't be fetched: neither is its SHA-256 known here, nor does the server publish it, so nothing could tell whether it is right", t.name())
	case t.file.SHA256 != "" && sum != "" && sum != t.file.SHA256:
		return fmt.Errorf("%s can't be fetched: the server has another file (SHA-256 %s…) than was expected (%s…)", t.name(), sum[:12], t.file.SHA256[:12])
	case t.file.SHA256 != "":
		sum = t.file.SHA256
	}
	if from > 0 && (t.state.Bytes != 0 && total != t.state.Bytes || sum != "" && sum != t.state.SHA256) {
		// The file changed at its place, and the server did not notice.
		if err := t.restart(); err != nil {
			return err
		}
		return cutError{fmt.Errorf("%s is another file on the server now; it begins again", t.name())}
	}
	if from == 0 && t.have > 0 {
		if err := t.restart(); err != nil {
			return err
		}
	}
	if sum == "" {
		sum = t.state.SHA256
	}
	t.state = state{URL: t.file.URL, ETag: strongETag(answer.Header.Get("ETag")), SHA256: sum, Bytes: total}
	if err := t.state.save(t.file.Path); err != nil {
		return fmt.Errorf("noting what %s shall be: %w", t.name(), err)
	}
	t.share.size(total)
	return t.fits(filepath.Dir(t.file.Path), uint64(max(0, total-t.have)))
}

// place says from which byte on an answer is, and how long the whole is (0: not said).
func (t *transfer) place(answer asked) (from, total int64, err error) {
	switch code := answer.StatusCode; {
	case code == http.StatusOK:
		return 0, max(answer.ContentLength, 0), nil
	case code == http.StatusPartialContent && t.have > 0:
		from, total, ok := contentRange(answer.Header.Get("Content-Range"))
		if !ok || from != t.have {
			return 0, 0, fmt.Errorf("%s can't be fetched: asked for what follows byte %d, the server sent %q", t.name(), t.have, answer.Header.Get("Content-Range"))
		}
		return from, total, nil
	case code == http.StatusRequestedRangeNotSatisfiable && t.have > 0:
		if err := t.restart(); err != nil {
			return 0, 0, err
		}
		return 0, 0, cutError{fmt.Errorf("the server has less of %s than has come; it begins again", t.name())}
	case code == http.StatusUnauthorized || code == http.StatusForbidden:
		return 0, 0, fmt.Errorf("%s can't be fetched: %s wants to know who asks (%d); for models with conditions, accept them on their page and set HF_TOKEN",
			t.name(), answer.Request.URL.Host, code)
	case code == http.StatusNotFound || code == http.StatusGone:
		return 0, 0, fmt.Errorf("%s can't be fetched: %s has no such file (%d)", t.name(), answer.Request.URL.Host, code)
	case code == http.StatusTooManyRequests || code >= 500:
		return 0, 0, cutError{fmt.Errorf("%s can't be fetched: %s is too busy or has a fault (%d)", t.name(), answer.Request.URL.Host, code)}
	}
	return 0, 0, fmt.Errorf("%s can't be fetched: %s answered %s", t.name(), answer.Request.URL.Host, answer.Status)
}

// recognise looks at the first bytes: networks with a login send their own page for everything.
func (t *transfer) recognise(answer asked, body *bufio.Reader) error {
	kind := answer.Header.Get("Content-Type")
	start, err := body.Peek(max(len(t.file.Magic), 1))
	page := strings.HasPrefix(kind, "text/html") || strings.HasPrefix(string(start), "<")
	switch {
	case t.file.Magic == "" || string(start) == t.file.Magic:
		return nil
	case page:
		return fmt.Errorf("%s can't be fetched: what came is a web page, not the file; does this network ask for a login?", t.name())
	case err != nil:
		return t.cut(err)
	}
	return fmt.Errorf("%s can't be fetched: what came does not begin as such a file does", t.name())
}

func (t *transfer) cut(err error) error {
	if err == nil || errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return cutError{fmt.Errorf("%s is not complete: the connection was cut after %s of %s (%w); what has come is kept for the next try",
		t.name(), Size(t.have), Size(t.size()), err)}
}

// take writes what comes behind what is there, and hashes it.
func (t *transfer) take(body io.Reader, alive func()) error {
	b := make([]byte, 1<<17)
	for {
		n, err := body.Read(b)
		if n > 0 {
			alive()
			if t.have+int64(n) > t.state.Bytes {
				return fmt.Errorf("%s can't be fetched: the server sends more than the %d bytes that it has", t.name(), t.state.Bytes)
			}
			if _, err := t.part.WriteAt(b[:n], t.have); err != nil {
				if diskFull(err) {
					return fmt.Errorf("%s is not complete: the disk is full after %s of %s; what has come is kept for the next try",
						t.name(), Size(t.have), Size(t.state.Bytes))
				}
				return fmt.Errorf("writing %s: %w", t.name(), err)
			}
			t.sum.Write(b[:n])
			t.have += int64(n)
			t.share.at(t.have, int64(n))
		}
		switch {
		case t.have == t.state.Bytes:
			return nil
		case err != nil:
			return t.cut(err)
		}
	}
}

// finish checks the whole and gives it its name.
func (t *transfer) finish() (Result, error) {
	sum := hex.EncodeToString(t.sum.Sum(nil))
	if sum != t.state.SHA256 {
		return Result{}, errors.Join(
			fmt.Errorf("%s is not what it should be: its SHA-256 is %s…, and %s… was expected; it was thrown away, and the next try begins again",
				t.name(), sum[:12], t.state.SHA256[:12]),
			t.closePart(), os.Remove(partPath(t.file.Path)), os.Remove(statePath(t.file.Path)))
	}
	err := errors.Join(t.part.Sync(), t.closePart())
	if err == nil {
		err = os.Rename(partPath(t.file.Path), t.file.Path)
	}
	if err == nil {
		err = syncFolder(filepath.Dir(t.file.Path))
	}
	if err != nil {
		return Result{}, fmt.Errorf("putting %s in its place: %w", t.name(), err)
	}
	_ = os.Remove(statePath(t.file.Path)) // of no use any more
	t.share.complete(t.have)
	return Result{t.file.Path, t.have, sum, t.file.SHA256 != ""}, nil
}

// contentRange reads "bytes 5-9/10"; the total is 0 where it is "*".
func contentRange(s string) (from, total int64, ok bool) {
	s, isBytes := strings.CutPrefix(s, "bytes ")
	span, all, hasTotal := strings.Cut(s, "/")
	first, _, hasEnd := strings.Cut(span, "-")
	from, ok = wholeNumber(first)
	if !isBytes || !hasTotal || !hasEnd || !ok {
		return 0, 0, false
	}
	if all == "*" {
		return from, 0, true
	}
	total, ok = wholeNumber(all)
	return from, total, ok
}

func wholeNumber(s string) (int64, bool) {
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil && n >= 0
}

// plainETag is the tag without its quotes.
func plainETag(tag string) string { return strings.Trim(strings.TrimPrefix(tag, "W/"), `"`) }

// strongETag is a tag that stands for these very bytes; others are of no use with If-Range.
func strongETag(tag string) string {
	if strings.HasPrefix(tag, "W/") {
		return ""
	}
	return tag
}

func isSHA256(s string) bool {
	sum, err := hex.DecodeString(s)
	return err == nil && len(sum) == sha256.Size
}
