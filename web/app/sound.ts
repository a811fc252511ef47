// Sounds of a game: a knock for a move, a wave for a reveal, and a chord at the end. They are synthesised, and off by default.

import { icon, make } from "./dom";
import { recall, remember } from "./store";
import { texts } from "./texts";

let context: AudioContext | null = null;

/** Plays a tone that fades out, after a delay in seconds. */
function tone(audio: AudioContext, hertz: number, seconds: number, delay = 0): void {
  const from = audio.currentTime + delay;
  const [source, volume] = [new OscillatorNode(audio, { frequency: hertz, type: "triangle" }), new GainNode(audio, { gain: 0.2 })];
  volume.gain.setValueAtTime(0.2, from);
  volume.gain.exponentialRampToValueAtTime(0.001, from + seconds);
  source.connect(volume).connect(audio.destination);
  source.start(from);
  source.stop(from + seconds);
}

/** Plays filtered noise that swells and fades. */
function wave(audio: AudioContext): void {
  const [from, seconds] = [audio.currentTime, 0.7];
  const buffer = audio.createBuffer(1, seconds * audio.sampleRate, audio.sampleRate);
  buffer.copyToChannel(Float32Array.from({ length: buffer.length }, () => 2 * Math.random() - 1), 0);
  const [source, filter, volume] = [new AudioBufferSourceNode(audio, { buffer }), new BiquadFilterNode(audio, { frequency: 700 }), new GainNode(audio, { gain: 0 })];
  volume.gain.linearRampToValueAtTime(0.25, from + seconds / 3);
  volume.gain.linearRampToValueAtTime(0, from + seconds);
  source.connect(filter).connect(volume).connect(audio.destination);
  source.start();
}

const isOn = (): boolean => recall("sound") === "on";

/** The button that turns the sounds on and off. */
export function soundButton(): HTMLElement {
  const button = make("button", { type: "button", class: "sound", "aria-label": texts().sounds, title: texts().sounds, "aria-pressed": String(isOn()), click: () => {
    remember("sound", isOn() ? null : "on");
    button.setAttribute("aria-pressed", String(isOn()));
  } }, icon("sound"));
  return button;
}

/** Plays the sound of a step, if sounds are on. */
export function sound({ reveals, isOver }: { reveals?: boolean; isOver: boolean }): void {
  if (!isOn()) return;
  context ??= new AudioContext();
  // Browsers allow sounds only once a person has used the page.
  if (context.state === "suspended") return void context.resume();
  if (isOver) [262, 330, 392, 523].forEach((hertz, number) => context !== null && tone(context, hertz, 0.9, 0.12 * number));
  else if (reveals === true) wave(context);
  else tone(context, 190, 0.12);
}
