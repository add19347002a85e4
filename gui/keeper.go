package gui

import (
	"context"
	"reflect"
	"sync"
)

// keeper holds the choices: the window changes them, the queue reads them at
// the beginning of each job, and a goroutine of its own writes them to disk.
type keeper struct {
	store Store
	wake  chan struct{}
	saved func(error) // told of each save

	mu      sync.Mutex
	choices Choices
	dirty   bool
}

func newKeeper(store Store, choices Choices) *keeper {
	return &keeper{store: store, choices: choices, wake: make(chan struct{}, 1)}
}

func (k *keeper) get() Choices {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.choices
}

func (k *keeper) change(f func(*Choices)) Choices {
	k.mu.Lock()
	old := k.choices
	f(&k.choices)
	now := k.choices
	k.dirty = k.dirty || !reflect.DeepEqual(old, now)
	k.mu.Unlock()
	select {
	case k.wake <- struct{}{}:
	default:
	}
	return now
}

// run writes until ctx is done, and then what is left to write.
func (k *keeper) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			k.save()
			return
		case <-k.wake:
			k.save()
			restFor(5 * pace)(ctx) // a slider being dragged is written twice a second
		}
	}
}

func (k *keeper) save() {
	k.mu.Lock()
	choices, dirty := k.choices, k.dirty
	k.dirty = false
	k.mu.Unlock()
	if !dirty || k.store == nil {
		return
	}
	err := k.store.Save(choices)
	if k.saved != nil {
		k.saved(err)
	}
}
