import type { ClientText } from '../../texts/keys.ts';
import { SHORTCUTS, type ShortcutName } from './shortcuts.ts';

/** A shortcut as the help dialog, the quick switcher and the documentation show it. */
export interface Shortcut {
  name: ShortcutName;
  keys: readonly string[];
  /** The English text, which is also the key in the catalogs. */
  description: ClientText;
  group: 'Go' | 'Read' | 'Write' | 'Other';
}

/** What each shortcut does. Apart from the keys, since the first page does not need it. */
const DESCRIPTIONS: Record<ShortcutName, Pick<Shortcut, 'description' | 'group'>> = {
  palette: { description: 'Jump to a conversation or run a command', group: 'Go' },
  search: { description: 'Search messages', group: 'Go' },
  nextUnread: { description: 'Next unread topic', group: 'Go' },
  nextFollowed: { description: 'Next unread followed topic', group: 'Go' },
  nextDirect: { description: 'Next unread direct message', group: 'Go' },
  directs: { description: 'Direct messages', group: 'Go' },
  topic: { description: 'Go to the message’s conversation', group: 'Go' },
  channel: { description: 'Go to the message’s channel', group: 'Go' },
  context: { description: 'Show message in context', group: 'Go' },
  inbox: { description: 'Inbox', group: 'Go' },
  recent: { description: 'Recent conversations', group: 'Go' },
  feed: { description: 'Combined feed', group: 'Go' },
  mentions: { description: 'Mentions', group: 'Go' },
  starred: { description: 'Starred messages', group: 'Go' },
  nextChannel: { description: 'Next channel', group: 'Go' },
  previousChannel: { description: 'Previous channel', group: 'Go' },
  topics: { description: 'Topics in the channel', group: 'Go' },
  drafts: { description: 'Drafts', group: 'Go' },
  filter: { description: 'Find a conversation in the sidebar', group: 'Go' },
  people: { description: 'Find a person in the list of people', group: 'Go' },
  next: { description: 'Next message', group: 'Read' },
  previous: { description: 'Previous message', group: 'Read' },
  pageDown: { description: 'Scroll down', group: 'Read' },
  pageUp: { description: 'Scroll up', group: 'Read' },
  first: { description: 'First message', group: 'Read' },
  last: { description: 'Latest message', group: 'Read' },
  thumb: { description: 'React with a thumbs up', group: 'Read' },
  sameReaction: { description: 'Add or remove the first reaction', group: 'Read' },
  react: { description: 'React with an emoji', group: 'Read' },
  star: { description: 'Star message', group: 'Read' },
  unread: { description: 'Mark as unread from here', group: 'Read' },
  collapse: { description: 'Collapse or expand message', group: 'Read' },
  image: { description: 'View the message’s images', group: 'Read' },
  card: { description: 'Show the sender’s profile card', group: 'Read' },
  receipts: { description: 'View read receipts', group: 'Read' },
  history: { description: 'View message history', group: 'Read' },
  link: { description: 'Copy link to message', group: 'Read' },
  muteTopic: { description: 'Mute or unmute topic', group: 'Read' },
  menu: { description: 'Message actions', group: 'Read' },
  reply: { description: 'Reply', group: 'Write' },
  replyDirectly: { description: 'Reply to sender in a direct message', group: 'Write' },
  quote: { description: 'Quote and reply', group: 'Write' },
  compose: { description: 'New topic', group: 'Write' },
  direct: { description: 'New direct message', group: 'Write' },
  there: { description: 'Go to the conversation you’re writing to', group: 'Write' },
  edit: { description: 'Edit message', group: 'Write' },
  editLast: { description: 'Edit your last message', group: 'Write' },
  move: { description: 'Move message', group: 'Write' },
  forward: { description: 'Forward message', group: 'Write' },
  gear: { description: 'Open user menu', group: 'Other' },
  status: { description: 'Set your status', group: 'Other' },
  escape: { description: 'Close dialog or leave the message box', group: 'Other' },
  help: { description: 'Keyboard shortcuts', group: 'Other' },
};

/** All shortcuts, in the order in which lists show them. */
export const DESCRIBED_SHORTCUTS: readonly Shortcut[] = (Object.keys(SHORTCUTS) as ShortcutName[]).map((name) => ({
  name,
  keys: SHORTCUTS[name],
  ...DESCRIPTIONS[name],
}));
