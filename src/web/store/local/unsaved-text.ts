import type { Signal } from '@preact/signals';

/** The unsaved values of fields, by the name of the field. */
export const fieldDrafts = new Map<string, Signal<unknown>>();

/** The names of fields with text that closing the page would lose. */
export const unsavedFields = new Set<string>();
