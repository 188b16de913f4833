import { event } from '../../../kernel/events/event.ts';
import { state } from '../../declare.ts';
import { RealmEmojis } from './types.ts';

/** All custom emoji; published with every change. */
export const realmEmojiUpdated = event('realm_emoji', 'update', { realm_emoji: RealmEmojis });

export const realmEmoji = state(
  'realm_emoji',
  { realm_emoji: RealmEmojis },
  ({ app }) => ({ realm_emoji: app.realmEmoji.all() }),
  (request) => ({ key: '', as: request }),
);
