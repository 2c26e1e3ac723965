import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Audition } from "../../../api/src/kokoro_speech_server/studio/playback/audition.js";

class Player extends EventTarget {
  state = "idle";

  become(state) {
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }

  play() {
    this.dispatchEvent(new Event("play"));
    this.become("playing");
  }

  toggle() {
    if (["playing", "waiting", "refused"].includes(this.state)) this.become("paused");
    else this.play();
  }
}

class Sound extends EventTarget {
  isPlaying = false;

  async play() {
    this.isPlaying = true;
  }

  pause() {
    this.isPlaying = false;
  }
}

let player, sound, audition, states;
const file = new ArrayBuffer(4);

beforeEach(() => {
  player = new Player();
  sound = new Sound();
  audition = new Audition(player, sound);
  states = [];
  audition.addEventListener("change", () => states.push([audition.current, audition.isLoading]));
});

test("a trial pauses the player when it is heard, not before", async () => {
  player.become("playing");
  let isPlayingWhileLoading;
  await audition.play("bella", async () => {
    isPlayingWhileLoading = player.state === "playing";
    return file;
  });
  assert.ok(isPlayingWhileLoading);
  assert.equal(player.state, "paused");
  assert.deepEqual([audition.current, audition.isLoading, sound.isPlaying], ["bella", false, true]);
  sound.dispatchEvent(new Event("ended"));
  assert.deepEqual(states, [["bella", true], ["bella", false], [null, false]]);
});

test("a player that waits for speech neither ends a trial that loads, nor sounds beside one that is heard", async () => {
  player.become("waiting");
  await audition.play("bella", async () => {
    player.become("playing");
    player.become("waiting");
    return file;
  });
  assert.equal(audition.current, "bella");
  assert.equal(player.state, "paused");
});

test("the player ends a trial when it goes on", async () => {
  await audition.play("bella", async () => file);
  player.play();
  assert.equal(audition.current, null);
  assert.equal(sound.isPlaying, false);
});

test("what is played while a trial loads is not paused by it", async () => {
  await audition.play("bella", async () => {
    player.play();
    return file;
  });
  assert.equal(audition.current, null);
  assert.equal(player.state, "playing");
});

test("speech that waits for a place does not begin in a trial", async () => {
  player.become("refused");
  await audition.play("bella", async () => file);
  assert.equal(player.state, "paused");
});

test("a later trial replaces one that still loads", async () => {
  let signalOfFirst;
  let finish;
  const first = audition.play("bella", (signal) => {
    signalOfFirst = signal;
    return new Promise((resolve) => (finish = resolve));
  });
  const second = audition.play("sky", async () => file);
  assert.ok(signalOfFirst.aborted);
  await second;
  finish(file);
  await first;
  assert.equal(audition.current, "sky");
});

test("a trial that can't be made leaves nothing behind and says why", async () => {
  await assert.rejects(
    audition.play("bella", async () => {
      throw new Error("The server is full.");
    }),
    /full/,
  );
  assert.equal(audition.current, null);
  assert.equal(sound.isPlaying, false);
});

test("an aborted trial is no error", async () => {
  const trial = audition.play("bella", (signal) => new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  }));
  audition.stop();
  await trial;
  assert.equal(audition.current, null);
});
