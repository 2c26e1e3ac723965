/** Recordings as files, exactly as they were heard. */

import { SAMPLE_RATE } from "../server/speech_stream.js";

const HEADER_BYTES = 44;
const STEP_FRAMES = 30 * SAMPLE_RATE;

/**
 * The samples of a recording: 16 bit, little-endian, mono, 24 kHz. They are read in steps, and the browser may keep
 * the steps on disk.
 *
 * @param {import("../playback/recording.js").Recording} recording
 * @returns {Promise<Blob>}
 */
export async function pcmFile(recording) {
  const steps = [];
  for (let frame = 0; frame < recording.frames; frame += STEP_FRAMES) {
    steps.push(new Blob([await recording.read(frame, STEP_FRAMES)]));
  }
  return new Blob(steps, { type: "audio/pcm" });
}

/**
 * The same with the header of a WAV file.
 * @param {import("../playback/recording.js").Recording} recording
 * @returns {Promise<Blob>}
 */
export async function waveFile(recording) {
  const samples = await pcmFile(recording);
  return new Blob([waveHeader(samples.size), samples], { type: "audio/wav" });
}

/**
 * The header of a WAV file with so many bytes of samples.
 * @param {number} bytes
 */
export function waveHeader(bytes) {
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  const name = (offset, text) => [...text].forEach((one, i) => header.setUint8(offset + i, one.charCodeAt(0)));
  name(0, "RIFF");
  header.setUint32(4, HEADER_BYTES - 8 + bytes, true);
  name(8, "WAVEfmt ");
  header.setUint32(16, 16, true); // bytes of the description that follows
  header.setUint16(20, 1, true); // PCM
  header.setUint16(22, 1, true); // mono
  header.setUint32(24, SAMPLE_RATE, true);
  header.setUint32(28, 2 * SAMPLE_RATE, true); // bytes per second
  header.setUint16(32, 2, true); // bytes per frame
  header.setUint16(34, 16, true); // bits per sample
  name(36, "data");
  header.setUint32(40, bytes, true);
  return header.buffer;
}
