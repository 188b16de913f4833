import { memoByValue } from '../../../shared/memo.ts';

/** A recording: how loud each part of it is, from 0 to 1, and its length. */
export interface Sound {
  peaks: readonly number[];
  /** Seconds. */
  duration: number;
}

/** The number of bars of a waveform. */
const BARS = 48;
/** Hz: enough to see how loud a voice is. */
const RATE = 8000;
/** Bytes. A longer recording plays without a waveform. */
const LARGEST = 10 * 2 ** 20;
const MOST_KEPT = 100;

/** The waveform of a recording; undefined if this browser cannot decode it. */
export async function decodeSound(blob: Blob): Promise<Sound | undefined> {
  if (blob.size > LARGEST) return undefined;
  try {
    const decoded = await new OfflineAudioContext(1, 1, RATE).decodeAudioData(await blob.arrayBuffer());
    return { peaks: findPeaks(decoded.getChannelData(0)), duration: decoded.duration };
  } catch {
    return undefined;
  }
}

/** The same for an uploaded file. Large files are not downloaded for it. */
export const soundAt = memoByValue(async (href: string): Promise<Sound | undefined> => {
  try {
    const head = await fetch(href, { method: 'HEAD' });
    if (!head.ok || Number(head.headers.get('Content-Length')) > LARGEST) return undefined;
    return await decodeSound(await (await fetch(href)).blob());
  } catch {
    return undefined;
  }
}, MOST_KEPT);

/** The loudest moment of each part, relative to the loudest of all. */
function findPeaks(samples: Float32Array): number[] {
  const length = Math.max(1, Math.ceil(samples.length / BARS));
  const peaks = Array.from({ length: BARS }, (_, bar) =>
    samples.subarray(bar * length, (bar + 1) * length).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
  );
  const most = Math.max(...peaks, 0.01);
  return peaks.map((peak) => peak / most);
}

/** `1:05`, from seconds. */
export const clockTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
