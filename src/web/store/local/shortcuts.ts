import { signal } from '@preact/signals';
import type { ShortcutName } from '../../keyboard/shortcuts.ts';

/** Whether single letters and characters are shortcuts. Ctrl combinations, Enter, Escape and arrow keys always are. */
export const singleKeys = signal(true);

/** Whether the last letter was not Latin. Such a layout may have signs where a US keyboard has letters. */
export const typesOtherScript = signal(false);

/** Runs the shortcut. Returns false if it does not apply, so that an earlier handler can run. */
export type ShortcutHandler = (event: KeyboardEvent) => boolean | void;

/** The registered handlers, the latest ones first. */
export const shortcutHandlers = new Map<ShortcutName, ShortcutHandler[]>();
