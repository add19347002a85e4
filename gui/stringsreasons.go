package gui

// What other rooms of the program say of files, models and the engine, as far as it is
// translated: their sentences, with %s for each part. reasons lists them.
const (
	sayWhyEmpty            = "the file is empty"
	sayWhyFolder           = "it is a folder, not a recording"
	sayWhyNoFile           = "it is not a regular file"
	sayWhyText             = "not a recording (it is text)"
	sayWhyZeros            = "not a recording (it begins with nothing but zeros, as unfinished downloads do)"
	sayWhyTag              = "not a recording (it has an MP3's tag and no MP3 after it)"
	sayWhyOther            = "not a recording (it is %s)"
	sayWhyUnknown          = "not a WAV file, nor any other recording that is known here"
	sayWhyRIFF             = "not a WAV file (its RIFF header is of another kind or cut off)"
	sayWhyHeader           = "not a WAV file (it ends within its header)"
	sayWhyNoAudio          = "the recording has no audio in it"
	sayWhyShort            = "the recording is too short (%s ms; at least %s ms are needed)"
	sayWhyChannels         = "its header claims %s channels"
	sayWhyNoChannels       = "the number of channels in its header is 0"
	sayWhyNoRate           = "the sample rate in its header is 0"
	sayWhyRate             = "the sample rate in its header is %s Hz; %s to %s Hz can be read"
	sayWhyIndex            = "it is %s without its index: it is cut off, or the recording was never finished"
	sayWhyFFmpeg           = "ffmpeg cannot read it: %s"
	sayWhyFFprobe          = "ffprobe cannot read it: %s"
	sayWhyNeedsFFmpeg      = "it is %s, which needs ffmpeg to be read, and ffmpeg was not found; install it, or convert the file to WAV"
	sayWhyMP3              = "its MP3 frames cannot be found"
	sayWhyVorbis           = "its Vorbis header is damaged"
	sayWhyFLAC             = "its FLAC header is damaged"
	sayWhyFLACFrames       = "none of its FLAC frames is whole"
	sayWhyOgg              = "its Ogg pages are damaged"
	sayWhyOggHeader        = "it is an Ogg file that ends within its header"
	sayWhyChunk            = "its %s chunk claims %s bytes, more than the file has"
	sayWhyNoFormat         = "it has no format header"
	sayWhySample           = "sample %s (at %s s) %s"
	sayWhyNotThere         = "no such file or directory"
	sayWhyNotAllowed       = "permission denied"
	sayWhyDiskFull         = "no space left on device"
	sayWhyPicture          = "a picture"
	sayWhyProgram          = "a program"
	sayWhyPDF              = "a PDF document"
	sayWhyZIP              = "a ZIP archive; unpack it first"
	sayWhyWebPage          = "a web page, as failed downloads are"
	sayWhyPlaylist         = "a playlist, which only names recordings"
	sayWhyMP4              = "an MP4, M4A or QuickTime file"
	sayWhyMKV              = "a WebM or Matroska file"
	sayWhyPhase            = "%s (in phase %s)"
	sayWhyKilled           = "the engine did not stop and was killed"
	sayWhyKilledIn         = "the engine did not stop within %s and was killed; the next recording starts a new one"
	sayWhyEngineEnded      = "the engine process ended %s"
	sayWhySignal           = "by signal %s"
	sayWhyStatus           = "with exit status %s"
	sayWhyLoading          = "loading %s: %s"
	sayWhyDecoding         = "decoding the piece at %s: %s"
	sayWhyReading          = "reading the recording: %s"
	sayWhyTextModel        = "llama.cpp could not load the text model"
	sayWhyProjector        = "libmtmd could not load the projector"
	sayWhyNoDevice         = "the device %s is not available: %s"
	sayWhyNoGPU            = "no GPU with a Vulkan driver was found"
	sayWhyNoCUDA           = "the llama.cpp library in use has no CUDA back end, or no NVIDIA GPU was found"
	sayWhyNoMetal          = "Metal is part of macOS; this machine runs %s"
	sayWhyNoMTMD           = "there is no %s in the folder"
	sayWhyLacks            = "it lacks %s"
	sayWhyUntested         = "Haltscribe was tested with 0.4.x and 0.5.x only; a setting allows others at your own risk"
	sayWhyLibrary          = "the llama.cpp library in %s can't be used: %s"
	sayWhyNotUsable        = "%s can't be used: %s"
	sayWhyNotReadable      = "%s can't be read: %s"
	sayWhyNoGGUF           = "it is not a GGUF file"
	sayWhyCutTensor        = "it is cut off: it has %s bytes, and tensor %s ends at byte %s"
	sayWhyCutHead          = "it is cut off: it ends inside its own table of contents"
	sayWhyPictures         = "it is a projector for pictures alone, without an audio encoder"
	sayWhyNoPair           = "%s and %s don't belong together: the projector makes embeddings of width %s, and the text model takes %s"
	sayWhyHolds            = "%s holds %s and %s (*.gguf); a model is one of each"
	sayWhyNoTexts          = "no text model"
	sayWhyOneText          = "one text model"
	sayWhyNoProjectors     = "no projector (mmproj)"
	sayWhyOneProjector     = "one projector (mmproj)"
	sayWhyFolderUnreadable = "the model folder %s can't be read: %s"
	sayWhyModelUnreadable  = "the model %s can't be read: %s"
	sayWhyOffline          = "%s can't be fetched: %s was not found; is this machine connected?"
	sayWhyLogin            = "%s can't be fetched: what came is a web page, not the file; does this network ask for a login?"
	sayWhyNoSuchFile       = "%s can't be fetched: %s has no such file (%s)"
	sayWhyBusy             = "%s can't be fetched: %s is too busy or has a fault (%s)"
	sayWhyFetch            = "%s can't be fetched: %s"
	sayWhyCutLine          = "%s is not complete: the connection was cut after %s of %s (%s); what has come is kept for the next try"
	sayWhyNothingCame      = "%s is not complete: nothing came for a while; what has come is kept for the next try"
	sayWhyFullDisk         = "%s is not complete: the disk is full after %s of %s; what has come is kept for the next try"
	sayWhyNoRoom           = "the disk of %s has %s free, and %s are still to come: make room and try again"
	sayWhyWrongHash        = "%s is not what it should be: its SHA-256 is %s, and %s was expected; it was thrown away, and the next try begins again"
)

// reasons are tried in this order: the general ones come behind those that say more.
func reasons() []string {
	return []string{
		sayWhyEmpty, sayWhyFolder, sayWhyNoFile, sayWhyText, sayWhyZeros, sayWhyTag, sayWhyUnknown,
		sayWhyRIFF, sayWhyHeader, sayWhyNoAudio, sayWhyShort, sayWhyChannels, sayWhyNoChannels,
		sayWhyNoRate, sayWhyRate, sayWhyIndex, sayWhyFFmpeg, sayWhyFFprobe, sayWhyNeedsFFmpeg, sayWhyMP3,
		sayWhyVorbis, sayWhyFLAC, sayWhyFLACFrames, sayWhyOgg, sayWhyOggHeader, sayWhyChunk,
		sayWhyNoFormat, sayWhySample, sayWhyNotThere, sayWhyNotAllowed, sayWhyDiskFull, sayWhyPicture,
		sayWhyProgram, sayWhyPDF, sayWhyZIP, sayWhyWebPage, sayWhyPlaylist, sayWhyMP4, sayWhyMKV,
		sayWhyPhase, sayWhyKilled, sayWhyKilledIn, sayWhyEngineEnded, sayWhySignal, sayWhyStatus,
		sayWhyLoading, sayWhyDecoding, sayWhyReading, sayWhyTextModel, sayWhyProjector, sayWhyNoDevice,
		sayWhyNoGPU, sayWhyNoCUDA, sayWhyNoMetal, sayWhyNoMTMD, sayWhyUntested, sayWhyLibrary,
		sayWhyNoGGUF, sayWhyCutTensor, sayWhyCutHead, sayWhyPictures, sayWhyNoPair, sayWhyNoTexts,
		sayWhyOneText, sayWhyNoProjectors, sayWhyOneProjector, sayWhyFolderUnreadable,
		sayWhyModelUnreadable, sayWhyOffline, sayWhyLogin, sayWhyNoSuchFile, sayWhyBusy, sayWhyCutLine,
		sayWhyNothingCame, sayWhyFullDisk, sayWhyNoRoom, sayWhyWrongHash, sayWhyOther, sayWhyLacks,
		sayWhyNotUsable, sayWhyNotReadable, sayWhyHolds, sayWhyFetch,
	}
}
