package fetch

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
)

// SHA256 hashes a file, in hex, and tells how many bytes it has read; progress may be nil.
func SHA256(ctx context.Context, path string, progress func(done int64)) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close() // only read from
	sum := sha256.New()
	if _, err := io.Copy(sum, &contextReader{ctx, f, progress, 0}); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// contextReader ends with its context, and tells how far it is.
type contextReader struct {
	ctx      context.Context
	from     io.Reader
	progress func(done int64)
	done     int64
}

func (r *contextReader) Read(b []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := r.from.Read(b)
	r.done += int64(n)
	if r.progress != nil {
		r.progress(r.done)
	}
	return n, err
}
