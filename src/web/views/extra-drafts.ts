import type { ServerDraft } from '../server/types.ts';
import { drafts } from '../store/local/drafts.ts';
import { store } from '../store/store.ts';

/** Drafts on the server in addition to the local one of their conversation, and drafts without a recipient. */
export function extraDrafts(): ServerDraft[] {
  if (!store.settings.value.enable_drafts_synchronization) return [];
  const shown = new Set([...drafts.value.values()].map(({ id }) => id));
  return [...store.serverDrafts.value.values()].filter(({ id }) => !shown.has(id));
}
