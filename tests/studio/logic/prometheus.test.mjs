import assert from "node:assert/strict";
import { test } from "node:test";

import { Metrics } from "../../../api/src/kokoro_speech_server/studio/watch/prometheus.js";

const METRICS = new Metrics(`# HELP speech_requests_running Admitted requests.
# TYPE speech_requests_running gauge
speech_requests_running 3.0
speech_engine_slots{state="free"} 1.0
speech_engine_slots{state="busy"} 2.0
speech_audio_seconds_total{worker="0"} 1.5e+02
speech_audio_seconds_total{worker="1"} 0.25 1700000000000
speech_build_info{version="a \\"b\\" {c},\\\\d\\ne",device="cpu"} 1.0
speech_first_byte_seconds_bucket{le="+Inf",worker="0"} 4.0
speech_first_byte_seconds_bucket{le="0.5",worker="0"} 1.0
speech_first_byte_seconds_bucket{le="1.0",worker="0"} 3.0
speech_first_byte_seconds_bucket{le="0.5",worker="1"} 1.0
speech_first_byte_seconds_bucket{le="1.0",worker="1"} 1.0
speech_first_byte_seconds_bucket{le="+Inf",worker="1"} 1.0
no sample at all {
speech_nothing NaN
speech_beyond{} -Inf
`);

test("a sample has its value", () => {
  assert.equal(METRICS.sum("speech_requests_running"), 3);
  assert.equal(METRICS.sum("speech_beyond"), -Infinity);
  assert.ok(Number.isNaN(METRICS.sum("speech_nothing")));
});

test("samples are chosen by labels and summed", () => {
  assert.equal(METRICS.sum("speech_engine_slots", { state: "busy" }), 2);
  assert.equal(METRICS.sum("speech_engine_slots"), 3);
  assert.equal(METRICS.sum("speech_audio_seconds_total"), 150.25);
});

test("what a server does not export is undefined, not zero", () => {
  assert.equal(METRICS.sum("speech_unknown"), undefined);
  assert.equal(METRICS.sum("speech_engine_slots", { state: "lost" }), undefined);
});

test("labels may hold quotes, braces and line breaks", () => {
  assert.equal(METRICS.sum("speech_build_info", { version: 'a "b" {c},\\d\ne', device: "cpu" }), 1);
});

test("a histogram has its counts by rising bounds, of all workers together", () => {
  assert.deepEqual(METRICS.histogram("speech_first_byte_seconds"), [
    { bound: 0.5, count: 2 },
    { bound: 1, count: 4 },
    { bound: Infinity, count: 5 },
  ]);
  assert.deepEqual(METRICS.histogram("speech_unknown"), []);
});

test("a page that is no metrics has none", () => {
  assert.equal(new Metrics("<html>\n<p>Sign in</p>").sum("html"), undefined);
});
