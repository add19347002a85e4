package settings

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"
)

// maxSize is how much of a settings file is read, in bytes. No settings are that long.
const maxSize = 1 << 20

// Notice is a sentence for the user on what Load did with a file that was not as it should be; "" when all is well.
type Notice string

// Load reads the settings at path. No file is no error: it gives the defaults. A file that is no JSON object is renamed
// to settings.broken-DATE-TIME.json beside it, and the defaults are used; a single value that may not be is
// replaced by its default; a file of a newer version is left as it is, and the defaults are used. A notice says so.
//
// The error is of the system, such as a missing permission; the settings are the defaults then.
func Load(path string) (Settings, Notice, error) {
	return load(path, migrations(), time.Now())
}

// load is Load with the ways from old versions, whose number is the newest version, and the time now.
func load(path string, steps []migration, now time.Time) (Settings, Notice, error) {
	data, err := read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Default(), "", nil
	}
	if err != nil {
		return Default(), "", fmt.Errorf("the settings cannot be read: %w", err)
	}
	f, version, err := parse(data)
	if err == nil && version > len(steps) {
		return Default(), Notice(fmt.Sprintf("The settings in %s are of a newer Haltscribe (version %d, and this one knows %d). "+
			"They are left as they are, and the defaults are used.", path, version, len(steps))), nil
	}
	if err == nil {
		err = migrate(f, version, steps)
	}
	if err != nil {
		aside, renameErr := putAside(path, now)
		if renameErr != nil {
			return Default(), "", fmt.Errorf("the settings in %s cannot be understood (%w), nor put aside: %w", path, err, renameErr)
		}
		return Default(), Notice(fmt.Sprintf("The settings could not be understood (%v). They are kept as %s, and the defaults are used.",
			err, aside)), nil
	}

	s := Default()
	wrong := s.take(f)
	s.Version = len(steps)
	wrong = append(wrong, s.repair()...)
	if len(wrong) > 0 {
		return s, Notice(fmt.Sprintf("In the settings, %s had no value that can be used; the default is used there.",
			strings.Join(wrong, ", "))), nil
	}
	return s, "", nil
}

func read(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return io.ReadAll(io.LimitReader(f, maxSize+1))
}

// parse splits a file into its fields and finds its version.
func parse(data []byte) (fields, int, error) {
	if len(data) > maxSize {
		return nil, 0, fmt.Errorf("the file is over %d bytes", maxSize)
	}
	var f fields
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, 0, err
	}
	if f == nil {
		return nil, 0, errors.New("it holds null")
	}
	version := 0
	if v, ok := f["version"]; ok {
		if err := json.Unmarshal(v, &version); err != nil || version < 0 {
			return nil, 0, fmt.Errorf("its version is %s", v)
		}
	}
	return f, version, nil
}

// take sets each field that f has, and keeps what f has beyond. It returns the fields whose value has the wrong
// type.
func (s *Settings) take(f fields) (wrong []string) {
	v := reflect.ValueOf(s).Elem()
	s.others = map[string]json.RawMessage{}
	for name, raw := range f {
		s.others[name] = raw
	}
	for i := range v.NumField() {
		name := v.Type().Field(i).Tag.Get("json")
		raw, ok := s.others[name]
		if name == "" || !ok {
			continue
		}
		delete(s.others, name)
		value := reflect.New(v.Field(i).Type())
		if string(raw) == "null" || json.Unmarshal(raw, value.Interface()) != nil {
			wrong = append(wrong, name)
			continue
		}
		v.Field(i).Set(value.Elem())
	}
	return wrong
}

// putAside renames a file that cannot be read, so that nothing overwrites it, and returns its new name.
func putAside(path string, now time.Time) (string, error) {
	ext := filepath.Ext(path)
	base := strings.TrimSuffix(path, ext) + ".broken-" + now.Format("20060102-150405")
	for n := 1; ; n++ {
		aside := base + ext
		if n > 1 {
			aside = fmt.Sprintf("%s-%d%s", base, n, ext)
		}
		if _, err := os.Lstat(aside); err == nil {
			continue
		}
		return aside, os.Rename(path, aside)
	}
}
