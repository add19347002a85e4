package sound

import (
	"context"
	"errors"
	"time"

	"haltscribe/audio"
)

// Run opens the player and serves wishes until ctx is done. Call it once.
func (d *Desk) Run(ctx context.Context) {
	player, err := d.open()
	if err != nil {
		d.update(func(s *Status) { *s = Status{Silent: err.Error(), Speed: s.Speed} })
		return
	}
	defer player.Close()
	player.OnError(d.complain)
	d.update(func(s *Status) { s.Ready = true })
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	for {
		var beat <-chan time.Time
		if d.Status().Playing {
			beat = ticker.C
		}
		select {
		case <-ctx.Done():
			player.Pause()
			return
		case <-d.wake:
			d.serve(player)
		case <-beat:
		}
		d.read(player)
	}
}

func (d *Desk) serve(p Player) {
	d.mu.Lock()
	w := d.wishes
	d.wishes = wishes{}
	d.mu.Unlock()
	if w.volume != nil {
		p.Volume(*w.volume)
	}
	if w.speed != nil {
		if err := p.Speed(*w.speed); err != nil {
			d.complain(err)
		} else {
			d.update(func(s *Status) { s.Speed = *w.speed })
		}
	}
	if w.load != nil {
		d.load(p, *w.load)
	}
	if !d.Status().Playable() {
		return
	}
	if w.skip != 0 {
		to := p.Position()
		if w.seek != nil {
			to = *w.seek
		}
		to = max(0, min(to+w.skip, p.Duration()))
		w.seek = &to
	}
	if w.seek != nil {
		d.complain(p.Seek(*w.seek))
	}
	play := p.Playing()
	if w.play != nil {
		play = *w.play
	}
	if w.toggle {
		play = !play
	}
	switch {
	case play == p.Playing():
	case play:
		if at := p.Position(); at > 0 && at >= p.Duration() {
			d.complain(p.Seek(0)) // at the end, play means from the start
		}
		p.Play()
	default:
		p.Pause()
	}
}

func (d *Desk) load(p Player, path string) {
	p.Pause()
	d.update(func(s *Status) {
		*s = Status{Ready: s.Ready, Silent: s.Silent, File: path, Loading: path != "", Speed: s.Speed}
	})
	if path == "" {
		return
	}
	err := p.Load(path)
	d.update(func(s *Status) {
		s.Loading = false
		if err == nil {
			s.Duration = p.Duration()
		}
	})
	d.complain(err)
}

// complain makes an error the reason why the file can't be played, or why there is
// no sound at all any more, where the device is gone.
func (d *Desk) complain(err error) {
	if err == nil {
		return
	}
	var gone *audio.DeviceError
	d.update(func(s *Status) {
		s.Playing, s.Since = false, time.Time{}
		if errors.As(err, &gone) {
			s.Ready, s.Silent = false, err.Error()
		} else {
			s.Problem = err.Error()
		}
	})
}

// read takes over what the player says of itself.
func (d *Desk) read(p Player) {
	d.update(func(s *Status) {
		if !s.Playable() {
			return
		}
		s.Playing, s.Position, s.Duration = p.Playing(), p.Position(), p.Duration()
		s.Since = time.Time{}
		if s.Playing {
			s.Since = time.Now()
		}
	})
}

// update changes the status and tells, if anything is different.
func (d *Desk) update(change func(*Status)) {
	d.mu.Lock()
	old := d.status
	change(&d.status)
	differs := d.status != old
	d.mu.Unlock()
	if differs && d.changed != nil {
		d.changed()
	}
}
