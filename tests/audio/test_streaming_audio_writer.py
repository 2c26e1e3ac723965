"""Every format, streamed and whole: the decoded audio, and the bytes of the container."""

import io
import os
import struct
import tempfile
import threading
import wave
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import av
import numpy as np
import numpy.typing as npt
import pytest

from kokoro_speech_server.audio.streaming_audio_writer import AudioFormat, BitRates, StreamingAudioWriter
from kokoro_speech_server.chunk import SAMPLE_RATE, Samples
from tests.sounds import DEMUXERS

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

RATES = BitRates(mp3=96_000, aac=96_000, opus=48_000)
LOSSLESS = [AudioFormat.WAV, AudioFormat.PCM, AudioFormat.FLAC]
LOSSY = [
    AudioFormat.MP3,
    AudioFormat.OPUS,
    AudioFormat.AAC,
    AudioFormat.OGG,
    AudioFormat.WEBM,
    AudioFormat.M4A,
]
SIZES = [1, 575, 12_345, 24_000, 240_000]
LENGTHLESS = 0xFFFFFFFF

MP3_DELAY, MP3_FRAME = 1105, 576
AAC_DELAY, AAC_FRAME = 1024, 1024

each_format = pytest.mark.parametrize("format", [*LOSSLESS, *LOSSY])
each_size = pytest.mark.parametrize("size", SIZES)
streamed_and_whole = pytest.mark.parametrize("whole", [False, True], ids=["streamed", "whole"])


def chirp(size: int) -> Samples:
    """A tone that rises from 120 Hz to 3 kHz, so that no part repeats another, with bursts of faint noise."""
    t = np.arange(size) / SAMPLE_RATE
    tone = 0.5 * np.sin(2 * np.pi * (120 * t + 1440 * t**2 / max(t[-1] if size else 0, 1)))
    noise = 0.002 * np.random.default_rng(7).standard_normal(size) * (np.sin(2 * np.pi * 3 * t) > 0)
    return (tone + noise).astype(np.float32)


def hum(size: int) -> Samples:
    """Harmonics of a pitch that sways, loudest around 600 Hz, with pauses: to a codec, a voice."""
    t = np.arange(size) / SAMPLE_RATE
    phase = 2 * np.pi * np.cumsum(120 + 20 * np.sin(8 * t)) / SAMPLE_RATE
    harmonics = [np.cos(k * phase) / k * np.exp(-(((k * 120 - 600) / 900) ** 2)) for k in range(1, 40)]
    voice: Samples = (0.2 * np.sum(harmonics, axis=0) * (np.sin(25 * t) > -0.3)).astype(np.float32)
    return voice


def as_int16(samples: Samples) -> npt.NDArray[np.int16]:
    return np.rint(samples * 32767).astype(np.int16)


def encode(format: AudioFormat, pieces: Sequence[Samples], *, whole: bool = False) -> bytes:
    if not whole:
        with StreamingAudioWriter(format, RATES) as writer:
            return b"".join([writer.write(piece) for piece in pieces] + [writer.finish()])
    with tempfile.SpooledTemporaryFile(max_size=50_000) as file, StreamingAudioWriter(
        format, RATES, whole=file
    ) as writer:  # fmt: skip
        assert [writer.write(piece) for piece in pieces] == [b""] * len(pieces)
        assert writer.finish() == b""
        file.seek(0)
        return file.read()


def decode(format: AudioFormat, data: bytes) -> npt.NDArray[np.float64]:
    """The audio as a player decodes it, at SAMPLE_RATE, with full scale 1."""
    if format is AudioFormat.PCM:
        return np.frombuffer(data, "<i2") / 32767
    demuxer = DEMUXERS.get(format, format.value)
    with av.open(io.BytesIO(data), "r", format=demuxer) as container:
        blocks = [frame.to_ndarray()[0] for frame in container.decode(audio=0)]
        rate = container.streams.audio[0].rate
    samples = np.concatenate(blocks) if blocks else np.zeros(0, np.int16)
    scaled = samples / 32767 if samples.dtype == np.int16 else samples.astype(np.float64)
    assert rate in (SAMPLE_RATE, 2 * SAMPLE_RATE)
    return scaled[:: rate // SAMPLE_RATE]


def signal_to_noise(sent: Samples, heard: npt.NDArray[np.float64]) -> float:
    """The ratio in dB. `heard` starts where `sent` does and may be longer. LAME scales everything by 0.95."""
    heard = heard[: sent.size]
    gain = float(heard @ sent / (sent @ sent))
    assert 0.94 < gain < 1.02
    signal = gain * sent.astype(np.float64)
    return float(10 * np.log10(np.mean(signal**2) / np.mean((heard - signal) ** 2)))


def delay(format: AudioFormat, *, whole: bool) -> int:
    """Samples that the codec inserts at the start and that no header marks for skipping."""
    if format is AudioFormat.AAC or (format is AudioFormat.M4A and not whole):
        return AAC_DELAY
    return MP3_DELAY if format is AudioFormat.MP3 and not whole else 0


def ogg_pages(data: bytes) -> list[tuple[int, int, bytes]]:
    """Flags, granule position and body of every page."""
    pages = []
    while data:
        magic, version, flags, granule, segments = struct.unpack("<4sBBq12xB", data[:27])
        assert (magic, version) == (b"OggS", 0)
        body_end = 27 + segments + sum(data[27 : 27 + segments])
        pages.append((flags, granule, data[27 + segments : body_end]))
        data = data[body_end:]
    return pages


def flac_blocks(data: bytes) -> tuple[dict[int, bytes], bytes]:
    """The metadata blocks by type, and the audio frames."""
    assert data[:4] == b"fLaC"
    blocks, at, last = {}, 4, False
    while not last:
        last, kind = bool(data[at] & 0x80), data[at] & 0x7F
        size = int.from_bytes(data[at + 1 : at + 4], "big")
        blocks[kind] = data[at + 4 : at + 4 + size]
        at += 4 + size
    return blocks, data[at:]


def mp3_frames(data: bytes) -> list[bytes]:
    """The frames of MPEG-2 Layer III. Fails if there are other bytes before, between or after them."""
    kbits = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
    frames = []
    while data:
        assert data[:2] == b"\xff\xf3", "not a frame of MPEG-2 Layer III"
        assert data[2] & 0x0C == 0x04, "not 24 kHz"
        size = 72 * kbits[data[2] >> 4] * 1000 // SAMPLE_RATE + (data[2] >> 1 & 1)
        frames.append(data[:size])
        data = data[size:]
    assert all(len(frame) == len(frames[0]) for frame in frames)
    return frames


def adts_frames(data: bytes) -> list[bytes]:
    frames = []
    while data:
        assert data[:2] == b"\xff\xf1"
        assert data[2] >> 2 & 0x0F == 6, "not 24 kHz"
        size = (data[3] & 3) << 11 | data[4] << 3 | data[5] >> 5
        frames.append(data[:size])
        data = data[size:]
    return frames


def test_media_types() -> None:
    assert {str(format): format.media_type for format in AudioFormat} == {
        "mp3": "audio/mpeg",
        "opus": "audio/ogg",
        "aac": "audio/aac",
        "flac": "audio/flac",
        "wav": "audio/wav",
        "pcm": "audio/pcm",
        "ulaw": "audio/PCMU",
        "alaw": "audio/PCMA",
        "ogg": "audio/ogg",
        "webm": "audio/webm",
        "m4a": "audio/mp4",
    }


@pytest.mark.parametrize("format", LOSSLESS)
@each_size
@streamed_and_whole
def test_lossless_is_exact(format: AudioFormat, size: int, whole: bool) -> None:
    sent = chirp(size)
    heard = decode(format, encode(format, [sent], whole=whole))
    assert np.array_equal(np.rint(heard * 32767), as_int16(sent))


@pytest.mark.parametrize(
    ("format", "floor"),
    [
        (AudioFormat.MP3, 50),
        (AudioFormat.OPUS, 30),
        (AudioFormat.OGG, 30),
        (AudioFormat.WEBM, 30),
        (AudioFormat.AAC, 33),
        (AudioFormat.M4A, 33),
    ],
)
@streamed_and_whole
def test_lossy_sounds_like_what_was_sent_to_the_last_sample(
    format: AudioFormat, floor: float, whole: bool
) -> None:
    sent = chirp(240_000)
    heard = decode(format, encode(format, [sent], whole=whole))[delay(format, whole=whole) :]
    assert signal_to_noise(sent, heard) > floor
    assert signal_to_noise(sent[-2400:], heard[sent.size - 2400 :]) > floor


@each_size
def test_opus_trims_to_the_sample(size: int) -> None:
    for whole in (False, True):
        data = encode(AudioFormat.OPUS, [chirp(size)], whole=whole)
        assert decode(AudioFormat.OPUS, data).size == size
        pages = ogg_pages(data)
        head = pages[0][2]
        assert head.startswith(b"OpusHead\x01\x01")
        pre_skip = int.from_bytes(head[10:12], "little")
        flags, granule, _ = pages[-1]
        assert granule - pre_skip == 2 * size  # Ogg counts Opus at 48 kHz
        assert flags & 4, "the last page does not end the stream"


def test_opus_models_a_voice_only_at_low_bit_rates() -> None:
    """The search for a voice and its model take four times as long, and bring nothing where bits are plenty."""

    def with_model(bit_rate: int) -> list[bool]:
        file = io.BytesIO()
        with StreamingAudioWriter(AudioFormat.OPUS, replace(RATES, opus=bit_rate), whole=file) as writer:
            writer.write(hum(96_000))
            writer.finish()
        file.seek(0)
        with av.open(file, "r") as container:
            packets = [bytes(packet) for packet in container.demux() if packet.size]
        return [packet[0] >> 3 < 16 for packet in packets]  # RFC 6716, table 2

    assert not any(with_model(48_000))
    assert any(with_model(24_000))


@each_size
def test_mp3_length(size: int) -> None:
    streamed = decode(AudioFormat.MP3, encode(AudioFormat.MP3, [chirp(size)]))
    assert MP3_DELAY <= streamed.size - size < MP3_DELAY + 2 * MP3_FRAME
    whole = decode(AudioFormat.MP3, encode(AudioFormat.MP3, [chirp(size)], whole=True))
    # For some lengths LAME adds more padding than the frame that FFmpeg declares.
    assert 0 <= whole.size - size < 48
    if size in (12_345, 24_000, 240_000):
        assert whole.size == size


@each_size
@streamed_and_whole
def test_aac_length(size: int, whole: bool) -> None:
    data = encode(AudioFormat.AAC, [chirp(size)], whole=whole)
    surplus = len(adts_frames(data)) * AAC_FRAME - size
    assert AAC_DELAY <= surplus < AAC_DELAY + AAC_FRAME
    assert decode(AudioFormat.AAC, data).size == size + surplus


@each_format
@streamed_and_whole
def test_pieces_sound_like_one(format: AudioFormat, whole: bool) -> None:
    sent = chirp(30_000)
    empty = sent[:0]
    pieces = [empty, sent[:1], *np.split(sent[1:], np.arange(97, 5000, 97)), empty]
    in_one = decode(format, encode(format, [sent], whole=whole))
    assert np.array_equal(decode(format, encode(format, pieces, whole=whole)), in_one)


@pytest.mark.parametrize("size", [0, *SIZES])
def test_whole_wav_header(size: int) -> None:
    data = encode(AudioFormat.WAV, [chirp(size)], whole=True)
    assert data[:44] == struct.pack(
        "<4sI4s4sIHHIIHH4sI",
        *(b"RIFF", 36 + 2 * size, b"WAVE", b"fmt ", 16, 1, 1, SAMPLE_RATE, 2 * SAMPLE_RATE, 2, 16),
        *(b"data", 2 * size),
    )
    assert len(data) == 44 + 2 * size
    with wave.open(io.BytesIO(data)) as file:
        assert file.getparams()[:4] == (1, 2, SAMPLE_RATE, size)
        assert file.readframes(size + 1) == as_int16(chirp(size)).tobytes()


def test_streamed_wav_header_knows_no_length() -> None:
    with StreamingAudioWriter(AudioFormat.WAV, RATES) as writer:
        header = writer.write(chirp(0))
        assert header == struct.pack(
            "<4sI4s4sIHHIIHH4sI",
            *(b"RIFF", LENGTHLESS, b"WAVE", b"fmt ", 16, 1, 1, SAMPLE_RATE, 2 * SAMPLE_RATE, 2, 16),
            *(b"data", LENGTHLESS),
        )
        assert writer.write(chirp(12_345)) == as_int16(chirp(12_345)).tobytes()
        assert writer.finish() == b""


def test_pcm_is_nothing_but_samples() -> None:
    assert encode(AudioFormat.PCM, [chirp(12_345)]) == as_int16(chirp(12_345)).astype("<i2").tobytes()


@pytest.mark.parametrize(("whole", "declared"), [(False, 0), (True, 12_345)])
def test_flac_streaminfo(whole: bool, declared: int) -> None:
    blocks, frames = flac_blocks(encode(AudioFormat.FLAC, [chirp(12_345)], whole=whole))
    packed = int.from_bytes(blocks[0][10:18], "big")
    assert packed >> 44 == SAMPLE_RATE
    assert packed >> 41 & 7 == 0, "not mono"
    assert (packed >> 36 & 31) + 1 == 16
    assert packed & (1 << 36) - 1 == declared
    assert 1 not in blocks, "padding before the audio"
    assert frames[:2] in (b"\xff\xf8", b"\xff\xf9")


def test_streamed_mp3_is_bare_frames_and_joins() -> None:
    first, second = chirp(50_000), chirp(30_000)[::-1]
    answers = [encode(AudioFormat.MP3, [samples]) for samples in (first, second)]
    for answer in answers:
        assert not any(tag in answer for tag in (b"ID3", b"TAG", b"Xing", b"Info"))
    lengths = [len(mp3_frames(answer)) * MP3_FRAME for answer in answers]
    joined = decode(AudioFormat.MP3, b"".join(answers))
    assert joined.size == sum(lengths)
    assert signal_to_noise(first, joined[MP3_DELAY:]) > 50
    assert signal_to_noise(second, joined[lengths[0] + MP3_DELAY :]) > 50


def test_whole_mp3_declares_its_length_without_id3() -> None:
    frames = mp3_frames(encode(AudioFormat.MP3, [chirp(24_000)], whole=True))
    tag = frames[0]
    at = tag.index(b"Info")
    assert int.from_bytes(tag[at + 8 : at + 12], "big") == len(frames) - 1
    assert int.from_bytes(tag[at + 12 : at + 16], "big") == sum(map(len, frames))
    delay_and_padding = int.from_bytes(tag[at + 141 : at + 144], "big")
    declared = delay_and_padding >> 12, delay_and_padding & 0xFFF
    assert (len(frames) - 1) * MP3_FRAME - sum(declared) == 24_000


@each_format
def test_audio_flows_before_the_end(format: AudioFormat) -> None:
    with StreamingAudioWriter(format, RATES) as writer:
        header = writer.write(chirp(0))
        early = writer.write(chirp(24_000))
        rest = writer.finish()
    assert len(header) < (1000 if format in (AudioFormat.WEBM, AudioFormat.M4A) else 200)
    heard = decode(format, header + early).size - delay(format, whole=False)
    assert heard > 0.8 * 24_000
    assert rest or format in (AudioFormat.WAV, AudioFormat.PCM)


def test_a_fifth_of_a_second_brings_the_first_audio() -> None:
    for format in AudioFormat:
        with StreamingAudioWriter(format, RATES) as writer:
            writer.write(chirp(0))
            assert writer.write(chirp(4_800)), format


@each_format
@streamed_and_whole
def test_no_samples_make_an_empty_file(format: AudioFormat, whole: bool) -> None:
    for pieces in ([], [chirp(0)]):
        data = encode(format, pieces, whole=whole)
        if format in (AudioFormat.OPUS, AudioFormat.OGG):
            assert [body[:8] for _, _, body in ogg_pages(data)] == [b"OpusHead", b"OpusTags"]
        elif format is AudioFormat.MP3:
            assert len(mp3_frames(data)) == int(whole)  # the frame of a whole file is its Info tag
        elif format is AudioFormat.AAC:
            assert data == b""
        elif format in (AudioFormat.WEBM, AudioFormat.M4A):
            assert data[:8] in (b"\x1aE\xdf\xa3\x9fB\x86\x81", b"\x00\x00\x00\x1cftyp")
        else:
            assert decode(format, data).size == 0


@each_format
def test_loud_samples_clip(format: AudioFormat) -> None:
    loud = 4 * chirp(24_000)
    assert encode(format, [loud], whole=True) == encode(format, [loud.clip(-1, 1)], whole=True) or (
        format in (AudioFormat.OPUS, AudioFormat.OGG)  # each file has a random serial number
        and np.array_equal(
            decode(format, encode(format, [loud])), decode(format, encode(format, [loud.clip(-1, 1)]))
        )
    )


def test_full_scale_stays_full_scale() -> None:
    samples = np.array([1.0, -1.0, 1.5, -7.0, 0.5 / 32767, 0.6 / 32767], np.float32)
    assert np.frombuffer(encode(AudioFormat.PCM, [samples]), "<i2").tolist() == [
        *(32767, -32767, 32767, -32767),
        *(0, 1),
    ]


@each_format
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_what_is_not_a_number_is_refused_and_leaves_the_file_as_it_was(
    format: AudioFormat, bad: float
) -> None:
    sent = chirp(12_345)
    spoilt = sent.copy()
    spoilt[77] = bad
    with StreamingAudioWriter(format, RATES) as writer:
        data = writer.write(sent)
        with pytest.raises(ValueError, match="NaN or infinity"):
            writer.write(spoilt)
        data += writer.finish()
    assert np.array_equal(decode(format, data), decode(format, encode(format, [sent])))


def test_two_channels_are_refused() -> None:
    with StreamingAudioWriter(AudioFormat.PCM, RATES) as writer, pytest.raises(ValueError, match="shape"):
        writer.write(np.zeros((1, 2), np.float32))


@each_format
def test_a_closed_file_takes_nothing(format: AudioFormat) -> None:
    finished, abandoned = StreamingAudioWriter(format, RATES), StreamingAudioWriter(format, RATES)
    finished.write(chirp(100))
    finished.finish()
    abandoned.write(chirp(100))
    for writer in (finished, abandoned):
        writer.close()
        writer.close()
        with pytest.raises(ValueError, match="closed"):
            writer.write(chirp(100))
        with pytest.raises(ValueError, match="closed"):
            writer.finish()


class LittleDisk(io.BytesIO):
    full = False

    def write(self, data: "ReadableBuffer") -> int:
        if self.full:
            raise OSError(28, "No space left on device")
        return super().write(data)


@each_format
def test_a_full_disk_is_heard_of_and_closes_the_file(format: AudioFormat) -> None:
    disk = LittleDisk()
    writer = StreamingAudioWriter(format, RATES, whole=disk)
    disk.full = True
    with pytest.raises(OSError, match="No space left"):  # noqa: PT012, depends on the codec which of the two fails
        writer.write(chirp(24_000))
        writer.finish()
    with pytest.raises(ValueError, match="closed"):
        writer.write(chirp(1))


@pytest.mark.parametrize("format", [AudioFormat.OPUS, AudioFormat.FLAC, AudioFormat.WAV])
def test_a_disk_that_is_full_at_the_start(format: AudioFormat) -> None:
    disk = LittleDisk()
    disk.full = True
    with pytest.raises(OSError, match="No space left"):
        StreamingAudioWriter(format, RATES, whole=disk)


def test_a_bit_rate_that_the_codec_refuses() -> None:
    with pytest.raises(av.FFmpegError):
        StreamingAudioWriter(AudioFormat.OPUS, BitRates(mp3=96_000, aac=96_000, opus=10_000_000))


@pytest.mark.parametrize("format", LOSSY)
def test_bit_rates_are_kept(format: AudioFormat) -> None:
    noise = np.random.default_rng(1).uniform(-0.5, 0.5, 120_000).astype(np.float32)
    sizes = []
    for rate in (32_000, 64_000):
        file = io.BytesIO()  # whole, since the fragments of a streamed m4a have headers of their own
        with StreamingAudioWriter(format, RATES.with_rate(format, rate), whole=file) as writer:
            writer.write(noise)
            writer.finish()
        sizes.append(8 * len(file.getvalue()) / 5)
    assert sizes == pytest.approx([32_000, 64_000], rel=0.25)


@each_format
def test_calls_may_come_from_different_threads(format: AudioFormat) -> None:
    sent = chirp(30_000)
    parts: list[bytes] = []
    writer = StreamingAudioWriter(format, RATES)
    for piece in np.split(sent, 5):
        worker = threading.Thread(target=lambda piece=piece: parts.append(writer.write(piece)))
        worker.start()
        worker.join()
    parts.append(writer.finish())
    assert len(parts) == 6
    assert np.array_equal(decode(format, b"".join(parts)), decode(format, encode(format, [sent])))


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="reads /proc")
@each_format
def test_abandoned_files_leave_nothing_open(format: AudioFormat) -> None:
    def footprint() -> tuple[int, int]:
        with open("/proc/self/statm") as file:
            return len(os.listdir("/proc/self/fd")), int(file.read().split()[1])

    def abandon(times: int) -> None:
        for _ in range(times):
            with tempfile.TemporaryFile() as file:
                StreamingAudioWriter(format, RATES, whole=file).write(chirp(2400))
            StreamingAudioWriter(format, RATES).write(chirp(2400))

    abandon(10)
    descriptors, pages = footprint()
    abandon(50)
    descriptors_after, pages_after = footprint()
    assert descriptors_after == descriptors
    assert pages_after - pages < 1000, "100 files leaked more than 4 MB"
