package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// stopSignal tells of SIGINT and SIGTERM: the first asks to stop as Cancel does,
// the second ends the program at once. The engine ends with its input.
type stopSignal struct {
	requested chan struct{} // closed by the first
	signals   chan os.Signal
	quit      chan struct{}
}

func watchSignals() *stopSignal {
	s := &stopSignal{make(chan struct{}), make(chan os.Signal, 2), make(chan struct{})}
	signal.Notify(s.signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		for first := true; ; first = false {
			select {
			case <-s.quit:
				return
			case <-s.signals:
				if !first {
					os.Exit(exitCancelled)
				}
				close(s.requested)
			}
		}
	}()
	return s
}

func (s *stopSignal) asked() bool {
	select {
	case <-s.requested:
		return true
	default:
		return false
	}
}

// context is done when the first signal comes; cancel frees what it holds.
func (s *stopSignal) context() (ctx context.Context, cancel context.CancelFunc) {
	ctx, cancel = context.WithCancel(context.Background())
	go func() {
		select {
		case <-s.requested:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}

func (s *stopSignal) close() {
	signal.Stop(s.signals)
	close(s.quit)
}
