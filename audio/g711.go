package audio

// decodeALaw gives the value of a G.711 A-law sample, which telephony stores its 13 bits in.
func decodeALaw(b byte) float32 {
	b ^= 0x55
	exponent, mantissa := b>>4&7, int(b&15)
	v := mantissa<<4 + 8
	if exponent > 0 {
		v = (v + 0x100) << (exponent - 1)
	}
	if b&0x80 == 0 {
		v = -v
	}
	return float32(v) / 32768
}

// decodeMuLaw gives the value of a G.711 mu-law sample, which telephony stores its 14 bits in.
func decodeMuLaw(b byte) float32 {
	b = ^b
	const bias = 0x84
	v := (int(b&15)<<3+bias)<<(b>>4&7) - bias
	if b&0x80 != 0 {
		v = -v
	}
	return float32(v) / 32768
}
