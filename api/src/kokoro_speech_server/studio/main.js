/*
 * Creates what the views share and connects the elements to it. Each element is a module in elements/ and a tag in
 * index.html; it gets its collaborators by `connect`, in the order of the document.
 */

import "./elements/dialogue_editor.js";
import "./elements/dialogue_lines.js";
import "./elements/dialogue_script.js";
import "./elements/dialogue_speakers.js";
import "./elements/download_menu.js";
import "./elements/entry_form.js";
import "./elements/history_list.js";
import "./elements/ipa_keyboard.js";
import "./elements/key_dialog.js";
import "./elements/keyboard_help.js";
import "./elements/lexicon_editor.js";
import "./elements/menu_button.js";
import "./elements/mix_list.js";
import "./elements/server_state.js";
import "./elements/share_menu.js";
import "./elements/shared_take.js";
import "./elements/speak_control.js";
import "./elements/speak_sheet.js";
import "./elements/speech_player.js";
import "./elements/speech_reader.js";
import "./elements/speech_settings.js";
import "./elements/speech_waveform.js";
import "./elements/spoken_text.js";
import "./elements/text_editor.js";
import "./elements/text_examples.js";
import "./elements/text_markup.js";
import "./elements/theme_switch.js";
import "./elements/view_switcher.js";
import "./elements/voice_gallery.js";
import "./elements/voice_mixer.js";
import "./elements/watch_drawer.js";
import { Dialogue } from "./dialogue/dialogue.js";
import { Draft } from "./draft.js";
import { Lexicon, keepInDraft } from "./lexicon/lexicon.js";
import { Audition } from "./playback/audition.js";
import { AudioOutput } from "./playback/audio_output.js";
import { Playback } from "./playback/playback.js";
import { SegmentStore } from "./playback/segment_store.js";
import { Preferences } from "./preferences.js";
import { Reading } from "./reading/reading.js";
import { SpeechServer } from "./server/client.js";
import { Database } from "./storage/database.js";
import { TakeHistory } from "./storage/history.js";
import { Mixer } from "./voices/mixer.js";
import { NamedMixes } from "./voices/named_mixes.js";
import { VoiceSamples } from "./voices/samples.js";
import { VoiceList } from "./voices/voice_list.js";

const announcement = document.getElementById("announcement");
let announcementTimer;

/** Says something short to everybody, such as "Copied": it is shown for some seconds and read by screen readers. */
function announce(text) {
  announcement.textContent = text;
  clearTimeout(announcementTimer);
  announcementTimer = setTimeout(() => (announcement.textContent = ""), 5000);
}

/** Shows a view of the page by its name, such as "voices". */
function openView(view) {
  document.querySelector("view-switcher").open(view);
}

const preferences = new Preferences();
const draft = Draft.from(preferences.get("draft", {}));
const server = new SpeechServer(document.baseURI, { key: preferences.get("key", "") });
const database = new Database();
const segments = new SegmentStore(database);
const playback = new Playback({ server, segments, output: new AudioOutput() });
const tabs = new BroadcastChannel("kokoro-studio.history");
const history = new TakeHistory({ database, segments, playback, preferences, tabs });
const audition = new Audition(playback);
const voices = new VoiceList(server);
const samples = new VoiceSamples(server, database);
const mixes = new NamedMixes(preferences);
const mixer = new Mixer(voices, preferences);
const dialogue = new Dialogue(preferences);
const lexicon = new Lexicon(preferences);
keepInDraft(lexicon, draft);
const reading = new Reading(draft, server);

const collaborators = {
  announce,
  openView,
  draft,
  preferences,
  server,
  database,
  segments,
  playback,
  history,
  audition,
  reading,
  voices,
  samples,
  mixes,
  mixer,
  dialogue,
  lexicon,
};
for (const element of document.querySelectorAll(":defined")) element.connect?.(collaborators);
history.load();

// The draft is there again when the page is opened the next time, however soon it is closed.
let draftTimer;
function keepDraft() {
  clearTimeout(draftTimer);
  draftTimer = undefined;
  preferences.set("draft", draft.toJSON());
}
draft.addEventListener("change", () => {
  clearTimeout(draftTimer);
  draftTimer = setTimeout(keepDraft, 500);
});
addEventListener("pagehide", () => {
  if (draftTimer !== undefined) keepDraft(); // otherwise another tab may have kept a later one
});

/** Opens a dialog and tells it so by the event "open", as browsers tell it that it has closed by "close". */
function openDialog(dialog) {
  dialog.dispatchEvent(new Event("open"));
  dialog.showModal();
}

// Buttons that open or close a dialog say so in their markup: data-opens="id of the dialog", data-closes.
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-opens], [data-closes]");
  if (button?.dataset.opens) openDialog(document.getElementById(button.dataset.opens));
  else button?.closest("dialog").close();
});

// Chromium and Safari know no part of a slider's track before its thumb: styles/page.css draws it up to `--filled`.
function fill(slider) {
  const { min, max, value } = slider;
  const share = (Number(value) - Number(min || 0)) / (Number(max || 100) - Number(min || 0));
  slider.style.setProperty("--filled", `${100 * share}%`);
}
document.addEventListener("input", (event) => event.target.type === "range" && fill(event.target));
