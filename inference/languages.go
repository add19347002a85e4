package inference

// languageCode is the ISO 639 code of a language's English name; a name that is not
// known stands for itself.
func languageCode(name string) string {
	codes := map[string]string{
		"Arabic": "ar", "Cantonese": "yue", "Chinese": "zh", "Czech": "cs", "Danish": "da", "Dutch": "nl", "English": "en",
		"Filipino": "fil", "Finnish": "fi", "French": "fr", "German": "de", "Greek": "el", "Hindi": "hi", "Hungarian": "hu",
		"Indonesian": "id", "Italian": "it", "Japanese": "ja", "Korean": "ko", "Macedonian": "mk", "Malay": "ms",
		"Persian": "fa", "Polish": "pl", "Portuguese": "pt", "Romanian": "ro", "Russian": "ru", "Spanish": "es",
		"Swedish": "sv", "Thai": "th", "Turkish": "tr", "Vietnamese": "vi",
	}
	if code, ok := codes[name]; ok {
		return code
	}
	return name
}
