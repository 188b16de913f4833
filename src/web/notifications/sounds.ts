import { once } from '../../shared/memo.ts';

/** One tone: its start (s), frequency (Hz), length (s), volume and waveform. */
type Tone = readonly [at: number, pitch: number, length: number, loud: number, shape: OscillatorType];

/**
 * The sounds of the setting `notification_sound`, synthesized here. Nothing is downloaded, and they sound the same in
 * every browser.
 */
const SOUNDS: Record<string, readonly Tone[]> = {
  zulip: [
    [0, 659.3, 0.35, 0.16, 'sine'],
    [0, 1318.5, 0.2, 0.04, 'sine'],
    [0.11, 987.8, 0.55, 0.16, 'sine'],
    [0.11, 1975.5, 0.25, 0.03, 'sine'],
  ],
  ding: [
    [0, 1567.98, 0.9, 0.14, 'sine'],
    [0, 3135.96, 0.35, 0.04, 'sine'],
    [0, 4700, 0.12, 0.02, 'sine'],
  ],
  knock: [
    [0, 190, 0.09, 0.4, 'triangle'],
    [0.14, 170, 0.1, 0.36, 'triangle'],
  ],
  pop: [[0, 520, 0.11, 0.3, 'sine']],
};
/** The factor by which a tone's frequency changes while it plays. */
const PITCH_CHANGE: Record<string, number> = { knock: 0.45, pop: 1.9 };

/** A call that rings: two rising calls, then a pause. */
const RING: readonly Tone[] = [0, 0.9].flatMap((at): Tone[] => [
  [at, 523.25, 0.3, 0.14, 'sine'],
  [at + 0.18, 659.26, 0.3, 0.14, 'sine'],
  [at + 0.36, 783.99, 0.5, 0.14, 'sine'],
  [at + 0.36, 1567.98, 0.35, 0.03, 'sine'],
]);
const RING_PERIOD = 3;

const audioContext = once(() => new AudioContext());

/**
 * Unlocks audio on the first click or key press. Safari plays nothing from an audio context that was not started in
 * response to one.
 */
export function unlockSounds(): void {
  if (typeof AudioContext === 'undefined') return;
  const touched = new AbortController();
  const wake = () => {
    touched.abort();
    const audio = audioContext();
    void audio.resume().then(() => audio.suspend());
  };
  for (const type of ['click', 'keydown']) addEventListener(type, wake, { capture: true, signal: touched.signal });
}

/** Plays a sound by its name in the setting. `none` and unknown names are silent. */
export async function playSound(name: string): Promise<void> {
  const tones = SOUNDS[name];
  const audio = tones && (await startAudio());
  if (audio) for (const tone of tones) playTone(audio.destination, tone, PITCH_CHANGE[name]);
}

/** Returns the audio context once it plays. Browsers allow that only after the user has interacted with the page. */
export async function startAudio(): Promise<AudioContext | undefined> {
  if (typeof AudioContext === 'undefined') return undefined;
  const context = audioContext();
  if (context.state !== 'running')
    await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, 300))]);
  return context.state === 'running' ? context : undefined;
}

/**
 * Rings for this number of seconds. Returns the function that ends it. Everything is scheduled at once, because
 * browsers delay the timers of hidden pages.
 */
export function ring(audio: AudioContext, seconds: number): () => void {
  const out = audio.createGain();
  out.connect(audio.destination);
  for (let from = 0; from < seconds; from += RING_PERIOD)
    for (const [at, ...tone] of RING) playTone(out, [from + at, ...tone]);
  return () => out.disconnect();
}

function playTone(out: AudioNode, [at, pitch, length, loud, shape]: Tone, pitchChange = 1): void {
  const audio = out.context;
  const begin = audio.currentTime + 0.02 + at;
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.type = shape;
  tone.frequency.setValueAtTime(pitch, begin);
  if (pitchChange !== 1) tone.frequency.exponentialRampToValueAtTime(pitch * pitchChange, begin + length);
  gain.gain.setValueAtTime(0.0001, begin);
  gain.gain.exponentialRampToValueAtTime(loud, begin + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  tone.connect(gain).connect(out);
  tone.start(begin);
  tone.stop(begin + length);
}
