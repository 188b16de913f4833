import { open } from 'node:fs/promises';

/** Types that browsers may show: none of them can contain a script. */
const HARMLESS =
  /^(?:image\/(?:apng|avif|gif|jpeg|png|webp)|audio\/(?:aac|flac|mp4|mpeg|ogg|wav|webm|x-m4a)|video\/(?:mp4|ogg|webm)|text\/plain)$/;

export const isHarmless = (type: string): boolean => HARMLESS.test(type);

/** Detects a file's type from its content, not from its name. */
export async function typeOf(path: string): Promise<string> {
  // Loaded with the first file.
  const { fileTypeFromFile } = await import('file-type');
  const found = await fileTypeFromFile(path).catch(() => undefined);
  if (found?.mime === 'video/webm') return (await hasVideo(path)) ? found.mime : 'audio/webm';
  // The mark of UTF-16 looks like the beginning of an MP3 file.
  if (found && !found.mime.startsWith('audio/')) return found.mime;
  return (await looksLikeText(path)) ? 'text/plain' : (found?.mime ?? 'application/octet-stream');
}

/** The encoding that a mark at the beginning of a text names; undefined: there is none, or that of UTF-8. */
export function encodingByMark([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** Whether a WebM file has a video track. Tracks are described at its beginning, with the names of their codecs. */
async function hasVideo(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
    const start = buffer.toString('latin1', 0, bytesRead);
    return /\x86[\x80-\xff]V_/.test(start) || !/\x86[\x80-\xff]A_/.test(start);
  } finally {
    await file.close();
  }
}

/** The beginning is UTF-8, or UTF-16 with a mark, without control characters. */
async function looksLikeText(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
    const decoder = new TextDecoder(encodingByMark(buffer) ?? 'utf-8', { fatal: true });
    const text = decoder.decode(buffer.subarray(0, bytesRead), { stream: true });
    return !/[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/.test(text);
  } catch {
    return false;
  } finally {
    await file.close();
  }
}
