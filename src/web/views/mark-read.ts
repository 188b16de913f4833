import { markAllRead, markUnread } from '../actions/flags.ts';
import { reportResult } from '../design/report-result.ts';
import { plural } from '../i18n/text.ts';
import type { Narrow } from '../store/narrow.ts';
import { store } from '../store/store.ts';
import { findUnread } from './unread-counts.ts';

/** Marks all messages of a narrow as read, also those that are not loaded, and offers to undo it. */
export function markReadWithUndo(narrow: Narrow): void {
  const groups = narrow.length === 0 ? store.unread.peek().conversations.values() : findUnread(narrow);
  // Only the server knows what is unread in a search.
  if (!groups) return void reportResult(markAllRead(narrow));
  const ids = [...groups].flatMap(({ ids }) => [...ids]);
  void reportResult(
    markAllRead(narrow),
    plural(ids.length, '{n} message marked as read.', '{n} messages marked as read.'),
    () => markUnread(narrow, ids),
  );
}
