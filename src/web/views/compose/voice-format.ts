/** The formats of voice messages in the order of preference, and the endings of their files. */
const FORMATS = [
  ['audio/webm;codecs=opus', 'weba'],
  ['audio/ogg;codecs=opus', 'ogg'],
  ['audio/mp4', 'm4a'],
] as const;

/**
 * What this browser records; undefined if it cannot. Browsers record only on pages with HTTPS. Some builds of WebKit
 * have a recorder without any format.
 */
export const VOICE_FORMAT =
  'mediaDevices' in navigator && 'MediaRecorder' in globalThis
    ? FORMATS.find(([type]) => MediaRecorder.isTypeSupported(type))
    : undefined;
