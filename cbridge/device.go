package cbridge

/*
#include "bridge.h"
*/
import "C"

import "fmt"

// DeviceType is ggml's sort of a device.
type DeviceType int

// The types of device, with ggml's own values.
const (
	DeviceCPU        DeviceType = 0
	DeviceGPU        DeviceType = 1
	DeviceIntegrated DeviceType = 2
	DeviceAccel      DeviceType = 3 // helps the CPU (BLAS); not to be chosen by itself
)

// Device is something that ggml can compute on.
type Device struct {
	Index       int    // for LoadParams
	Name        string // "CPU", "Vulkan0"
	Description string // the hardware's name
	Backend     string // "CPU", "Vulkan"
	Type        DeviceType
	MemoryFree  int64 // bytes; 0 where the back end does not tell
	MemoryTotal int64
}

// Devices lists what the library's back ends found on this machine.
func (l *Library) Devices() ([]Device, error) {
	n := int(C.hs_library_device_count(l.p))
	devices := make([]Device, 0, n)
	for i := range n {
		var d C.hs_device
		var e C.hs_error
		if err := status(C.hs_library_device(l.p, C.size_t(i), &d, &e), &e); err != nil {
			return nil, fmt.Errorf("asking ggml for device %d: %w", i, err)
		}
		devices = append(devices, Device{
			Index:       i,
			Name:        C.GoString(&d.name[0]),
			Description: C.GoString(&d.description[0]),
			Backend:     C.GoString(&d.backend[0]),
			Type:        DeviceType(d._type),
			MemoryFree:  int64(d.memory_free),
			MemoryTotal: int64(d.memory_total),
		})
	}
	return devices, nil
}
