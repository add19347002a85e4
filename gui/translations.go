package gui

import (
	"embed"
	"fmt"

	"fyne.io/fyne/v2/lang"
)

// What the window says is in strings.go and its neighbours, in English, and in
// translations/ for other languages, by the English text. The desktop's language
// decides which is shown.
//
//go:embed translations
var translations embed.FS

// loadTranslations gives the translations to Fyne.
func loadTranslations() error {
	if err := lang.AddTranslationsFS(translations, "translations"); err != nil {
		return fmt.Errorf("reading the translations: %w", err)
	}
	return nil
}

// tr is a text of ours in the user's language.
func tr(text string) string { return lang.L(text) }

// trf is tr for a text with parts to fill in, as fmt.Sprintf does. Where another
// language has another order, its verbs are numbered: %[2]s.
func trf(format string, parts ...any) string {
	if false {
		_ = fmt.Sprintf(format, parts...) // lets go vet compare the parts with the format
	}
	return fmt.Sprintf(lang.L(format), parts...)
}
