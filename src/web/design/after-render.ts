/**
 * Runs a callback as soon as the changes of signals so far are rendered. That is before the next key press, since users
 * type ahead: a frame can take long, and keys that are pressed before it are not lost.
 */
export const afterRender = (act: () => void): void => queueMicrotask(act);
