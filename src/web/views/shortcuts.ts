import { POLICY } from '../../shared/topic-policies.ts';
import { toast } from '../design/layers.tsx';
import { t } from '../i18n/text.ts';
import { stepThrough } from '../keyboard/list-keys.ts';
import { topicKey } from '../store/conversation.ts';
import { elements } from '../store/local/elements.ts';
import { dialog } from '../store/local/layers.ts';
import { currentRoute } from '../store/local/route.ts';
import { channelIn, conversationIn } from '../store/narrow.ts';
import { choosingRecipient, filterText } from '../store/page.ts';
import { store } from '../store/store.ts';
import { hrefOfChannel, hrefOfTopics, makeHref } from '../text/names.ts';
import { MENTIONS, STARRED } from './built-in-views.ts';
import { focusCompose, focusRecipients, openRecipient } from './compose/compose.tsx';
import { visibleRow } from './feed/rows.ts';
import { withSelected } from './feed/selection.ts';
import { personalKeys, statusDialog } from './menus.tsx';
import { openPalette, openSearch } from './search/search.tsx';
import { channelSections, waitingTopics } from './sidebar/channel-sections.ts';
import { newest } from './unread-counts.ts';
import { focusUserList } from './user-list/panel-state.ts';

const openHref = (href: string) => (): void => {
  location.hash = href;
};

/** The current channel and topic, if any. */
function currentChannelAndTopic(): {
  channel?: number | undefined;
  topic?: string | undefined;
  key?: string | undefined;
} {
  const here = currentRoute.peek();
  if (here.view === 'topics') return { channel: here.channel };
  if (here.view !== 'narrow') return {};
  const conversation = conversationIn(here.narrow);
  if (conversation?.kind === 'topic') return { channel: conversation.channel, topic: conversation.topic };
  return { channel: channelIn(here.narrow), ...(conversation && { key: conversation.people.join() }) };
}

/** Opens the next topic with unread messages, in the order of the left sidebar. */
function openNextTopic(followed: boolean): void {
  const policies = store.topicPolicies.peek();
  const all = waitingTopics().filter(
    ({ channel, topic }) => !followed || policies.get(topicKey(channel, topic)) === POLICY.followed,
  );
  const { channel, topic } = currentChannelAndTopic();
  const at = all.findIndex((one) => one.channel === channel && one.topic.toLowerCase() === topic?.toLowerCase());
  const order = new Map(
    channelSections
      .peek()
      .flatMap(({ channels, inactive }) => [...channels, ...inactive])
      .map(({ stream_id }, position) => [stream_id, position]),
  );
  const here = order.get(channel ?? -1) ?? -1;
  const after = at >= 0 ? at + 1 : all.findIndex((one) => (order.get(one.channel) ?? 0) >= here);
  const next = all[after] ?? all[0];
  if (!next || (all.length === 1 && at === 0)) toast(followed ? t('No unread followed topics') : t('No unread topics'));
  else location.hash = makeHref({ kind: 'topic', ...next });
}

/** Opens the next or previous channel, in the order of the left sidebar. */
function openNextChannel(by: 1 | -1): boolean {
  const all = channelSections.peek().flatMap(({ channels, inactive }) => [...channels, ...inactive]);
  const at = all.findIndex(({ stream_id }) => stream_id === currentChannelAndTopic().channel);
  const next = at < 0 ? all.at(by > 0 ? 0 : -1) : all[(at + by + all.length) % all.length];
  if (next) location.hash = hrefOfChannel(next.stream_id);
  return next !== undefined;
}

function openNextDirect(): void {
  const { key } = currentChannelAndTopic();
  const all = [...store.unread.peek().conversations.values()]
    .flatMap((one) =>
      one.conversation.kind === 'direct' ? [{ people: one.conversation.people, newest: newest(one) }] : [],
    )
    .sort((a, b) => b.newest - a.newest);
  const at = all.findIndex(({ people }) => people.join() === key);
  const next = all[at + 1] ?? all[0];
  if (!next || (all.length === 1 && at === 0)) toast(t('No unread direct messages'));
  else location.hash = makeHref({ kind: 'direct', people: next.people });
}

/** The rows of lists in the main column. The view of messages has its own keys. */
const ROW = '.card-row > a:last-of-type';
const stepInList = (by: number) => (): boolean => stepThrough(elements.view.current, `.card-head .fold, ${ROW}`, by);
const stepToEdge = (which: 0 | -1) => (): boolean => {
  const row = [...(elements.view.current?.querySelectorAll<HTMLElement>(ROW) ?? [])].at(which);
  row?.focus();
  return row !== undefined;
};

/** Selects a message without scrolling away from what the user reads. */
const focusVisible = (): void => (visibleRow() ?? elements.main.current)?.focus({ preventScroll: true });

function leave(): void {
  const focused = document.activeElement as HTMLElement | null;
  const goesHome = store.settings.peek().web_escape_navigates_to_home_view && currentRoute.peek().view !== 'home';
  const message = focused?.parentElement?.closest<HTMLElement>('.feed [data-id]');
  if (message) message.focus();
  // Otherwise screen readers would continue at the top of the page.
  else if (focused && focused === elements['compose-text'].current) focusVisible();
  else if (focused?.matches('input, textarea, select, [contenteditable]')) focused.blur();
  else if (filterText.peek() !== '') filterText.value = '';
  else if (dialog.peek() === undefined && goesHome) location.hash = '#';
}

/** The actions of shortcuts that work in every view. */
export const shortcuts = {
  ...personalKeys,
  inbox: openHref('#inbox'),
  recent: openHref('#recent'),
  feed: openHref('#feed'),
  drafts: openHref('#drafts'),
  starred: openHref(STARRED.href),
  directs: openHref('#narrow/is/dm/view/list'),
  nextChannel: () => openNextChannel(1),
  previousChannel: () => openNextChannel(-1),
  there: openRecipient,
  mentions: openHref(MENTIONS.href),
  nextUnread: () => openNextTopic(false),
  nextFollowed: () => openNextTopic(true),
  nextDirect: openNextDirect,
  next: stepInList(1),
  previous: stepInList(-1),
  first: stepToEdge(0),
  last: stepToEdge(-1),
  palette: () => openPalette(),
  search: () => openSearch(),
  help: () => void import('./help.tsx').then(({ showHelp }) => showHelp()),
  filter: () => {
    elements.sidebarFilter.current?.focus();
  },
  people: focusUserList,
  gear: () => {
    elements.userMenu.current?.click();
    return elements.userMenu.current !== null;
  },
  compose: () => {
    choosingRecipient.value = 'topic';
    focusRecipients();
  },
  direct: () => {
    choosingRecipient.value = 'direct';
    focusRecipients();
  },
  reply: () => focusCompose(),
  status: () => (store.me.peek().id === 0 ? false : void statusDialog()),
  receipts: withSelected((message) => {
    if (store.me.peek().id === 0 || !store.realm.peek().realm_enable_read_receipts) return false;
    return void import('./message/receipts.tsx').then(({ openReceipts }) => openReceipts(message));
  }),
  topics: () => {
    const { channel } = currentChannelAndTopic();
    if (channel === undefined) return false;
    location.hash = hrefOfTopics(channel);
    return true;
  },
  escape: leave,
};
