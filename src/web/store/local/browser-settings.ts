import { signal } from '@preact/signals';

/** Settings that apply to this browser only. The API has no settings for them. */
export interface BrowserSettings {
  /** `compact` shows more on the screen, `simple` shows less. */
  density: 'usual' | 'compact' | 'simple';
  /** `none` turns off all animations; `system` follows the operating system. */
  motion: 'system' | 'none';
}

export const DEFAULTS: BrowserSettings = { density: 'usual', motion: 'system' };

export const browserSettings = signal(DEFAULTS);
