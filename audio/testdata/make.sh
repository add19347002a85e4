#!/usr/bin/env bash
# Makes the files of this folder anew, with ffmpeg, from the first seconds of the sample:   make.sh
# They are kept in the repository, so that the tests need no encoders. The tests compare with the samples of speech.wav.
set -euo pipefail
cd "$(dirname "$0")"
quiet=(-hide_banner -loglevel error -y -bitexact)
in=("${quiet[@]}" -i speech.wav -map_metadata -1 -fflags +bitexact -flags:a +bitexact)
ffmpeg "${quiet[@]}" -t 3 -i ../../testdata/sample.wav -ac 1 -ar 16000 -c:a pcm_s16le speech.wav
ffmpeg "${in[@]}" -c:a libmp3lame -b:a 48k mono16.mp3
ffmpeg "${in[@]}" -c:a libmp3lame -b:a 32k -ar 22050 padded22.mp3                 # MPEG 2 with padded frames
ffmpeg "${in[@]}" -c:a libmp3lame -q:a 4 -ar 44100 -ac 2 -t 1 vbr44.mp3
ffmpeg "${in[@]}" -c:a libmp3lame -b:a 320k -ar 48000 -ac 2 -t 1 cbr320.mp3
ffmpeg "${in[@]}" -c:a libmp3lame -b:a 48k -write_xing 0 -id3v2_version 0 bare.mp3 # as radio streams are
ffmpeg "${in[@]}" -c:a libmp3lame -b:a 24k -ar 8000 mpeg25.mp3
ffmpeg "${in[@]}" -c:a mp2 -b:a 64k -ar 24000 layer2.mp2
ffmpeg "${in[@]}" -c:a flac mono16.flac
ffmpeg "${in[@]}" -c:a flac -ar 48000 -ac 2 -sample_fmt s32 -bits_per_raw_sample 24 -t 1 stereo24.flac
ffmpeg "${in[@]}" -c:a flac -f flac pipe:1 | cat >streamed.flac                   # its header doesn't know the length
ffmpeg "${in[@]}" -c:a flac -ar 24000 -t 1 voice24.flac                           # as speech synthesisers make them
ffmpeg "${in[@]}" -c:a libvorbis -q:a 3 mono16.ogg
ffmpeg "${in[@]}" -c:a libvorbis -q:a 3 -ar 44100 -ac 2 -t 1 stereo44.ogg
cat mono16.ogg mono16.ogg >chained.ogg
ffmpeg "${in[@]}" -c:a flac -f ogg flac.oga
ffmpeg "${in[@]}" -c:a libspeex speex.spx
ffmpeg "${in[@]}" -c:a libopus -b:a 24k opus.ogg
ffmpeg "${in[@]}" -c:a libopus -b:a 24k browser.webm                              # as MediaRecorder makes it in Chrome
ffmpeg "${in[@]}" -c:a aac -b:a 48k phone.m4a
ffmpeg "${in[@]}" -c:a aac -b:a 48k -movflags +faststart+frag_keyframe+empty_moov browser.mp4
ffmpeg "${in[@]}" -c:a aac -b:a 48k stream.aac
ffmpeg "${in[@]}" -c:a alac -t 1 lossless.m4a
ffmpeg "${quiet[@]}" -i speech.wav -f lavfi -i color=s=32x32:r=5:d=3 -map 0:a -map 1:v -c:v mpeg4 -c:a aac -b:a 48k -shortest video.mov
ffmpeg "${quiet[@]}" -f lavfi -i color=s=32x32:r=5:d=1 -c:v mpeg4 mute.mp4
ffmpeg "${in[@]}" -map 0:a -map 0:a -c:a libvorbis two-tracks.mka
ffmpeg "${in[@]}" -c:a pcm_s16be mac.aiff
ffmpeg "${in[@]}" -c:a pcm_s16be -t 1 unix.au
ffmpeg "${in[@]}" -c:a pcm_s16le -f w64 -t 1 sony.w64
ffmpeg "${in[@]}" -c:a pcm_s16le -f caf -t 1 apple.caf
ffmpeg "${in[@]}" -c:a wmav2 -b:a 48k windows.wma
ffmpeg "${in[@]}" -c:a adpcm_ima_wav adpcm.wav
ffmpeg "${in[@]}" -c:a adpcm_ms adpcm-ms.wav
ffmpeg "${in[@]}" -c:a libmp3lame -b:a 48k -f wav mp3-inside.wav
ffmpeg "${in[@]}" -c:a libgsm_ms -ar 8000 gsm.wav
ffmpeg "${in[@]}" -c:a libopencore_amrnb -b:a 12.2k -ar 8000 old-phone.amr || ffmpeg "${in[@]}" -c:a ac3 -b:a 64k -ar 48000 dvd.ac3
ffmpeg "${in[@]}" -c:a wavpack -t 1 wavpack.wv
ffmpeg "${in[@]}" -c:a aac -b:a 48k -f mpegts tv.ts
# What the fuzzing of the decoders begins with: a tenth of a second.
ffmpeg "${in[@]}" -ss 0.5 -t 0.15 -c:a libmp3lame -b:a 32k tiny.mp3
ffmpeg "${in[@]}" -ss 0.5 -t 0.15 -c:a libmp3lame -b:a 24k -ar 22050 -ac 2 tiny-stereo.mp3
ffmpeg "${in[@]}" -ss 0.5 -t 0.15 -c:a flac -frame_size 512 tiny.flac
ffmpeg "${in[@]}" -ss 0.5 -t 0.15 -c:a flac -frame_size 512 -ac 2 tiny-stereo.flac
ffmpeg "${in[@]}" -ss 0.5 -t 0.15 -c:a libvorbis -q:a 0 tiny.ogg
ffmpeg "${in[@]}" -ss 0.5 -t 0.15 -c:a libvorbis -q:a 0 -ar 44100 -ac 2 tiny-stereo.ogg
