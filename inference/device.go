package inference

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"haltscribe/cbridge"
)

// chosenDevice is a Device with its place in ggml's list.
type chosenDevice struct {
	Device
	index int
}

// families are the back ends that have a name of their own on the command line.
var families = []struct{ name, backend, missing string }{
	{DeviceMetal, "MTL", "the llama.cpp library in use has no Metal back end"},
	{DeviceVulkan, "Vulkan", "no GPU with a Vulkan driver was found"},
	{DeviceCUDA, "CUDA", "the llama.cpp library in use has no CUDA back end, or no NVIDIA GPU was found"},
}

// devices lists what the library can use, then the families that it can't, with
// the reason.
func (r *Runner) devices() ([]chosenDevice, error) {
	native, err := r.lib.Devices()
	if err != nil {
		return nil, err
	}
	var list []chosenDevice
	for _, d := range native {
		c := chosenDevice{index: d.Index, Device: Device{
			Device: strings.ToLower(d.Name), Backend: d.Backend, Name: d.Description,
			Available: true, MemoryMiB: d.MemoryTotal >> 20,
		}}
		switch {
		case d.Type == cbridge.DeviceAccel:
			continue // ggml uses it for the CPU's work by itself
		case d.Type == cbridge.DeviceCPU:
			c.Device.Device, c.index = DeviceCPU, cbridge.CPUOnly
		default:
			for _, f := range families {
				first := !slices.ContainsFunc(list, func(c chosenDevice) bool { return c.Device.Device == f.name })
				if d.Backend == f.backend && first {
					c.Device.Device = f.name
				}
			}
		}
		list = append(list, c)
	}
	// The CPU first: it is there always, and the default.
	slices.SortStableFunc(list, func(a, b chosenDevice) int { return b2i(a.index >= 0) - b2i(b.index >= 0) })
	for _, f := range families {
		if slices.ContainsFunc(list, func(c chosenDevice) bool { return c.Device.Device == f.name }) {
			continue
		}
		why := f.missing
		if f.name == DeviceMetal && runtime.GOOS != "darwin" {
			why = "Metal is part of macOS; this machine runs " + runtime.GOOS
		}
		if f.name != DeviceMetal && runtime.GOOS == "darwin" {
			continue // nobody looks for them there
		}
		list = append(list, chosenDevice{Device: Device{
			Device: f.name, Backend: f.backend, WhyNot: &why,
		}})
	}
	return list, nil
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// device finds a device by the name that users give it, or by ggml's own.
func (r *Runner) device(name string) (chosenDevice, error) {
	list, err := r.devices()
	if err != nil {
		return chosenDevice{}, err
	}
	if name == "" {
		name = DeviceCPU
	}
	native, err := r.lib.Devices()
	if err != nil {
		return chosenDevice{}, err
	}
	var have []string
	for _, d := range list {
		same := strings.EqualFold(d.Device.Device, name) ||
			d.index >= 0 && d.Available && strings.EqualFold(native[d.index].Name, name)
		switch {
		case same && d.Available:
			return d, nil
		case same:
			return chosenDevice{}, fmt.Errorf("the device %q is not available: %s", name, *d.WhyNot)
		case d.Available:
			have = append(have, d.Device.Device)
		}
	}
	return chosenDevice{}, fmt.Errorf("there is no device %q here; there is %s", name, strings.Join(have, ", "))
}

// Inventory lists the library and its devices.
func (r *Runner) Inventory() (Inventory, error) {
	info := r.lib.Info()
	out := Inventory{Library: describeLibrary(info)}
	out.Library.Usable = true
	list, err := r.devices()
	if err != nil {
		return out, fmt.Errorf("listing devices: %w", err)
	}
	for _, d := range list {
		out.Devices = append(out.Devices, d.Device)
	}
	return out, nil
}

// RefusedInventory is the inventory of a library that can't be used.
func RefusedInventory(e *cbridge.RefusedError) Inventory {
	out := Inventory{Library: describeLibrary(e.Info), Devices: []Device{}}
	why := e.Error()
	out.Library.WhyNot = &why
	return out
}

func describeLibrary(i cbridge.LibraryInfo) Library {
	return Library{
		Path: i.Folder, Version: i.Version, Commit: i.Commit,
		ChunkFunctions: i.ChunkFunctions(), MissingFunctions: append([]string{}, i.MissingChunk...),
	}
}
