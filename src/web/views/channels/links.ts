import { encodePart } from '../../routing/router.ts';
import { store } from '../../store/store.ts';

export type Tab = 'general' | 'personal' | 'subscribers' | 'permissions';

/** The address of a channel's settings, in Zulip's format. */
export function hrefOfSettings(id: number, tab: Tab = 'general'): string {
  const name = store.channels.peek().get(id)?.name ?? '';
  return `#channels/${id}/${encodePart(name.replace(/[%/&?+\s]+/g, '-')) || 'channel'}/${tab}`;
}
