import { encodePart } from '../../routing/router.ts';
import { store } from '../../store/store.ts';

export type Tab = 'general' | 'personal' | 'subscribers' | 'permissions';

/** A channel's settings, as Zulip's clients write their address. */
export function hrefOfSettings(id: number, tab: Tab = 'general'): string {
  const name = store.channels.peek().get(id)?.name ?? '';
  return `#channels/${id}/${encodePart(name.replace(/[%/&?+\s]+/g, '-')) || 'channel'}/${tab}`;
}
