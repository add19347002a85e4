"""Log-mel features, number for number as libmtmd's qwen3a preprocessor makes them.

Kept apart are the raw log-mel (what is stored, joined and augmented) and the normalising
step (clamp, scale), which libmtmd applies over a whole recording.
"""
import numpy as np

RATE, N_FFT, HOP, N_MEL = 16000, 400, 160, 128
WINDOW, BLOCK = 800, 100       # frames an encode, frames a convolution block
TOKENS_PER_BLOCK = 13
FLOOR = 5.960464477539063e-08


def _filters():
    """Slaney mel filters (128, 201)."""
    step = np.log(6.4) / 27.0
    top = 15.0 + np.log(8000.0 / 1000.0) / step
    mel = top * np.arange(N_MEL + 2) / (N_MEL + 1)
    hz = np.where(mel < 15.0, mel * 200.0 / 3.0, 1000.0 * np.exp((mel - 15.0) * step))
    f = np.arange(N_FFT // 2 + 1) * RATE / N_FFT
    left, mid, right = hz[:-2, None], hz[1:-1, None], hz[2:, None]
    w = np.minimum((f - left) / (mid - left), (right - f) / (right - mid)).clip(0)
    return (w * 2.0 / (right - left)).astype(np.float32)


FILTERS = _filters()
HANN = (0.5 * (1.0 - np.cos(2.0 * np.pi * np.arange(N_FFT) / N_FFT))).astype(np.float32)


def log_mel(x):
    """float samples at 16 kHz -> (frames, 128) log10 of mel power, floored."""
    x = np.asarray(x, np.float32)
    n, half = len(x), N_FFT // 2
    head, tail = x[1:half + 1][::-1], x[max(0, n - half - 1):n - 1][::-1]
    p = np.zeros(n + 2 * half, np.float32)
    p[half - len(head):half], p[half:half + n], p[half + n:half + n + len(tail)] = head, x, tail
    frames = np.lib.stride_tricks.sliding_window_view(p, N_FFT)[::HOP][:n // HOP + 1]
    power = np.abs(np.fft.rfft(frames * HANN, axis=1)).astype(np.float32) ** 2
    return np.log10(np.maximum(power @ FILTERS.T, FLOOR))


def normalise(m):
    """Clamp to 8 decades (80 dB) below the clip's peak, scale to about -1..1."""
    return (np.maximum(m, m.max() - 8.0) + 4.0) / 4.0


def windows(m):
    """Normalised (frames, 128) -> list of windows, each a multiple of 100 frames, zero padded."""
    out = []
    for a in range(0, len(m), WINDOW):
        w = m[a:a + WINDOW]
        pad = -len(w) % BLOCK
        out.append(np.pad(w, ((0, pad), (0, 0))) if pad else w)
    return out
