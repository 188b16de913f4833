import { type Narrow, narrowKey } from '../../store/narrow.ts';
import { store } from '../../store/store.ts';
import { findUnread, newest, oldest } from '../unread-counts.ts';

/**
 * The unread messages of a narrow, loaded or not. `isPart` means that older ones exist that the server did not list, or
 * that only the server can tell which ones match.
 */
export function unreadIn(narrow: Narrow, ids: readonly number[]) {
  const { where, missing } = store.unread.value;
  const known = findUnread(narrow);
  const groups = known ? [...known] : [{ ids: new Set(ids.filter((id) => where.has(id))) }];
  return {
    count: groups.reduce((sum, one) => sum + one.ids.size, 0),
    oldest: groups.reduce((least, one) => Math.min(least, oldest(one)), Number.POSITIVE_INFINITY),
    newest: groups.reduce((most, one) => Math.max(most, newest(one)), 0),
    groups,
    isKnown: known !== undefined,
    isPart: known ? missing : !store.messages.value.windows.get(narrowKey(narrow))?.window.newest,
  };
}
