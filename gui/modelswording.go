package gui

import (
	"path/filepath"
	"strings"

	"haltscribe/models"
	"haltscribe/models/fetch"
)

// What the models page says.
const (
	sayPageModels    = "Models"
	sayModelsHere    = "On this machine"
	sayModelsThere   = "Can be fetched"
	sayModelsHint    = "Models come from Hugging Face over HTTPS and are checked. Recordings never leave this computer."
	sayModelsReading = "Looking for models…"
	sayModelAdd      = "Add one of your own…"
	sayModelAddTip   = "A folder with a text model and its projector (two GGUF files); or drop a GGUF file on the window"
	sayModelUse      = "Use"
	sayModelUsed     = "In use"
	sayModelGet      = "Get"
	sayModelGetSize  = "Get  %s"
	sayModelGoOn     = "Go on"
	sayModelPause    = "Pause"
	sayModelCancel   = "Cancel"
	sayModelDiscard  = "Throw away"
	sayModelRemove   = "Remove"
	sayModelForget   = "Forget"
	sayModelShow     = "Show in folder"
	sayModelRetry    = "Try again"
	sayModelManage   = "Get or manage models…"

	sayModelTry          = "Try"
	sayModelTryTip       = "Transcribes the sample recording, and says how fast that is here and what it takes"
	sayModelTrying       = "Being tried"
	sayTrialWaits        = "Waiting for the engine…"
	sayTrialDone         = "Trying it with the sample recording: %s"
	sayTrialToday        = "On this machine: %s on %s, %s of memory, loads in %s; tried today."
	sayTrialOn           = "On this machine: %s on %s, %s of memory, loads in %s; tried on %s."
	sayTrialTruncated    = "In the trial it did not come to an end by itself: don't trust its words."
	sayTrialHeardNothing = "In the trial it heard no speech where there is some: don't trust its words."

	sayRemoveTitle = "Remove %s?"
	sayRemoveText  = "Its files, %s, are deleted. It can be fetched again."
	sayRemoveNo    = "Keep it"

	sayModelUntried   = "Not yet tried by Haltscribe's makers."
	sayModelMemory    = "takes %s of memory or more"
	sayModelShort     = "takes %s of memory or more, and %s are free now"
	sayModelLanguages = "%d languages"
	sayModelUnpinned  = "its hashes are the server's own"
	sayModelInCache   = "In %s, used from there"
	sayModelBegun     = "Begun: %s of %s"
	sayModelBegunAny  = "Begun: %s"
	sayModelBuiltIn   = "Comes with the program"
	sayModelInstalled = "Ready"
	sayModelBroken    = "Can't be used"
	sayModelFetching  = "Fetching"
	sayModelOfYours   = "Your own"

	sayFetchStart    = "Asking for it…"
	sayFetchChecking = "Checking what has come…"
	sayFetchOf       = "%s of %s"
	sayFetchSpeed    = "%s, %s/s"
	sayFetchLeft     = "%s, %s left"

	sayModelCame  = "%s is here."
	sayModelAdded = "%s was added to your models."
	sayModelUseIt = "Use it"
	sayModelsPage = "Get a model…"
)

// pullText is how a download stands, in words.
func pullText(p fetch.Progress) string {
	switch {
	case p.Checking:
		return tr(sayFetchChecking)
	case p.Done == 0 && p.Speed == 0:
		return tr(sayFetchStart)
	}
	s := fetch.Size(p.Done)
	if p.Total > 0 {
		s = trf(sayFetchOf, s, fetch.Size(p.Total))
	}
	if p.Speed > 0 {
		s = trf(sayFetchSpeed, s, fetch.Size(int64(p.Speed)))
	}
	if p.Left > 0 {
		s = trf(sayFetchLeft, s, fetch.TimeLeft(p.Left))
	}
	return s
}

// modelState is a model's state in a word or two.
func modelState(i models.Item, n modelNews) string {
	switch {
	case n.pull.Running:
		return tr(sayModelFetching)
	case n.trial.Running:
		return tr(sayModelTrying)
	case i.Problem != "":
		return tr(sayModelBroken)
	case i.Own:
		return tr(sayModelOfYours)
	case i.State == models.Built:
		return tr(sayModelBuiltIn)
	case i.State == models.Installed:
		return tr(sayModelInstalled)
	case i.State == models.Cached:
		return trf(sayModelInCache, i.Of)
	case i.State == models.Begun && i.Bytes > 0:
		return trf(sayModelBegun, fetch.Size(i.Have), fetch.Size(i.Bytes))
	case i.State == models.Begun:
		return trf(sayModelBegunAny, fetch.Size(i.Have))
	}
	return ""
}

// modelFacts is what is to be known before choosing a model.
func modelFacts(i models.Item, free int64) (facts string, short bool) {
	var said []string
	if i.Bytes > 0 {
		said = append(said, fetch.Size(i.Bytes))
	}
	short = i.Memory > 0 && free > 0 && i.Memory > free
	switch {
	case short:
		said = append(said, trf(sayModelShort, fetch.Size(i.Memory), fetch.Size(free)))
	case i.Memory > 0:
		said = append(said, trf(sayModelMemory, fetch.Size(i.Memory)))
	}
	switch n := len(i.Languages); {
	case n > 3:
		said = append(said, trf(sayModelLanguages, n))
	case n > 0:
		said = append(said, strings.Join(i.Languages, ", "))
	}
	if i.Licence != "" {
		said = append(said, i.Licence)
	}
	if !i.Pinned && !i.Own && (i.State == models.Available || i.State == models.Begun) {
		said = append(said, tr(sayModelUnpinned))
	}
	return strings.Join(said, " · "), short
}

// modelLabel is a chosen model in the toolbar.
func modelLabel(name string, items []models.Item) string {
	if name == demoModel {
		return tr(sayDemoModel)
	}
	for _, i := range items {
		if i.Name == name {
			return i.Title
		}
	}
	return filepath.Base(name)
}
