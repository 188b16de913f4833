import { computed } from '@preact/signals';
import type { IconNode } from 'lucide';
import { POLICY } from '../../../shared/topic-policies.ts';
import { setPolicy } from '../../actions/topics.ts';
import { MessageSquare, Search as SearchIcon } from '../../design/icons.ts';
import { ArrowRight, Zap } from '../../design/more-icons.ts';
import { Icon } from '../../design/primitives.tsx';
import { joinNames } from '../../i18n/isolation.ts';
import { plural, t } from '../../i18n/text.ts';
import { keyName } from '../../keyboard/key-names.ts';
import { DESCRIBED_SHORTCUTS } from '../../keyboard/shortcut-descriptions.ts';
import { runShortcut, type ShortcutName } from '../../keyboard/shortcuts.ts';
import { request } from '../../server/request.ts';
import { getKey, topicKey } from '../../store/conversation.ts';
import { currentRoute } from '../../store/local/route.ts';
import { topicLists } from '../../store/local/topic-lists.ts';
import { conversationIn } from '../../store/narrow.ts';
import { store } from '../../store/store.ts';
import { bestMatches } from '../../text/name-matching.ts';
import {
  channelLabel,
  channelName,
  displayNames,
  fullName,
  hrefOfChannel,
  hrefOfNarrow,
  hrefOfTopics,
  makeHref,
  topicName,
} from '../../text/names.ts';
import { BUILT_IN_VIEWS } from '../built-in-views.ts';
import { ChannelSign } from '../feed/recipient-bar.tsx';
import { markReadWithUndo } from '../mark-read.ts';
import { ConversationAvatar } from '../people/conversation-avatar.tsx';
import { unreadByChannel } from '../unread-counts.ts';
import { togglePanel } from '../user-list/panel-state.ts';
import { rankByName } from './ranking.ts';
import type { ResultFinder, SearchResult } from './search.tsx';
import { suggestedConversations } from './suggested-conversations.ts';

const SHOWN = 12;

const picture = (icon: IconNode) => <Icon of={icon} />;
const TOPIC = picture(MessageSquare);
const COMMAND = picture(Zap);

export const finder: ResultFinder = {
  results(words) {
    const query = words.trim();
    if (query === '') return [...conversations(), ...commands()].slice(0, SHOWN);
    const whole = matches(query, bestMatches);
    return [
      // Names that only contain the letters are offered if there are no others.
      ...(whole.length > 0 ? whole : matches(query, rankByName)).map(({ goal }) => goal()),
      {
        key: 'find',
        name: t('Search messages for “{words}”', { words: query }),
        picture: picture(SearchIcon),
        note: '',
        href: hrefOfNarrow([{ operator: 'search', operand: query }]),
      },
    ];
  },
  explain: (found) => <NoMatch found={found} />,
  extractFilters: (words) => ({ terms: [], rest: words }),
};

/** Says that only the search for messages is left, which is always offered. */
export const NoMatch = ({ found }: { found: readonly SearchResult[] }) => (
  <p class="search-none" role="status">
    {found.length === 1 && t('No people, channels, topics or actions match.')}
  </p>
);

/** The best results of all kinds. */
function matches(query: string, rank: typeof rankByName): Match[] {
  const found = kinds().flatMap((kind) => kind(query, rank));
  return rank(
    found,
    query,
    ({ names }) => names,
    SHOWN,
    ({ weight }) => -weight,
  );
}

/** A possible result. Addresses are created only for the results that are shown. */
interface Match {
  names: readonly string[];
  /** Frequently used destinations have a higher weight. */
  weight: number;
  goal: () => SearchResult;
}

interface Kind<T> {
  all: readonly T[];
  names: (one: T) => readonly string[];
  weight: (one: T) => number;
  /** The name is the searched one, unless this returns another. */
  goal: (one: T) => Omit<SearchResult, 'name'> & { name?: string };
}

/** Finds the best results of one kind. */
const kind =
  <T,>({ all, names, weight, goal }: Kind<T>) =>
  (query: string, rank: typeof rankByName): Match[] =>
    rank(all, query, names, SHOWN, (one) => -weight(one)).map((one) => ({
      names: names(one),
      weight: weight(one),
      goal: () => ({ name: names(one)[0]!, ...goal(one) }),
    }));

/** All destinations and commands. */
function kinds(): ((query: string, rank: typeof rankByName) => Match[])[] {
  const { me, users: people, channels, directConversations: directs } = store;
  const direct = (people: readonly number[]) => ({
    key: people.join(),
    name: displayNames(people),
    picture: <ConversationAvatar people={people} size={22} />,
    note: t('Direct messages'),
    href: makeHref({ kind: 'direct', people }),
  });
  const written = [...directs.value.all.values()].map(({ people }) => people);
  const met = new Set(written.flatMap((people) => (people.length === 1 ? people : [])));
  return [
    kind({
      all: [...channels.value.values()].filter(({ is_archived }) => !is_archived),
      names: ({ name }) => [`#${name}`, name],
      weight: ({ subscribed }) => (subscribed ? 1 : 0.8),
      goal: ({ stream_id, name }) => ({
        key: `c${stream_id}`,
        name,
        picture: <ChannelSign id={stream_id} size={18} />,
        note: t('Channel'),
        href: hrefOfChannel(stream_id),
      }),
    }),
    kind({
      all: [...people.value.values()].filter(({ is_active }) => is_active),
      names: ({ user_id, full_name }) => [user_id === me.value.id ? t('Notes to yourself') : full_name],
      weight: ({ user_id }) => (met.has(user_id) ? 1 : 0.9),
      goal: ({ user_id }) => direct([user_id]),
    }),
    kind({
      all: written.filter(({ length }) => length > 1),
      names: (people) => [displayNames(people, fullName)],
      weight: () => 0.85,
      goal: direct,
    }),
    kind({
      all: knownTopics.value,
      names: ({ topic }) => [topicName(topic)],
      weight: () => 0.95,
      goal: ({ channel, topic }) => ({
        key: `${channel}/${topic}`,
        picture: TOPIC,
        note: channelLabel(channelName(channel)),
        href: makeHref({ kind: 'topic', channel, topic }),
      }),
    }),
    kind({ all: commands(), names: ({ name }) => [name], weight: () => 0.9, goal: (goal) => goal }),
  ];
}

const knownTopics = computed((): readonly { channel: number; topic: string }[] => {
  const found = new Map<string, { channel: number; topic: string }>();
  const take = (channel: number, topic: string) => {
    const key = topicKey(channel, topic);
    if (!found.has(key)) found.set(key, { channel, topic });
  };
  for (const { conversation } of store.recentConversations.value.all.values())
    if (conversation.kind === 'topic') take(conversation.channel, conversation.topic);
  for (const [channel, waiting] of unreadByChannel.value) for (const { topic } of waiting) take(channel, topic);
  for (const [channel, list] of topicLists.value) for (const { name } of list) take(channel, name);
  return [...found.values()];
});

/** Unread and recent conversations, for an empty query. */
const conversations = (): SearchResult[] =>
  suggestedConversations().map(({ conversation, unread }) => {
    const where =
      conversation.kind === 'direct' ? t('Direct messages') : channelLabel(channelName(conversation.channel));
    return {
      key: getKey(conversation),
      name: conversation.kind === 'direct' ? displayNames(conversation.people) : topicName(conversation.topic),
      picture: conversation.kind === 'direct' ? <ConversationAvatar people={conversation.people} size={22} /> : TOPIC,
      note: unread === 0 ? where : joinNames([plural(unread, '{n} unread', '{n} unread'), where], ' · '),
      href: makeHref(conversation),
    };
  });

const EXCLUDED_VIEWS: readonly ShortcutName[] = [
  'palette',
  'escape',
  'next',
  'previous',
  'pageDown',
  'pageUp',
  'first',
  'last',
];

/** Commands: those of the shortcuts, the pages, and some without a key. */
function commands(): SearchResult[] {
  const goTo = (name: string, href: string, icon = ArrowRight): SearchResult => ({
    key: href,
    name,
    picture: picture(icon),
    note: t('Page'),
    href,
  });
  const act = (name: string, doIt: () => void): SearchResult => ({
    key: name,
    name,
    picture: COMMAND,
    note: t('Command'),
    act: doIt,
  });
  const theme = (color_scheme: 1 | 2 | 3) => () => void request('PATCH /settings', { color_scheme });
  const pages = BUILT_IN_VIEWS.map(({ title, href, icon }) => goTo(title(), href, icon));
  if (store.me.value.id === 0) return [act(t('Sign in'), () => location.assign('/login'))];
  return [
    ...here().map(([name, doIt]) => act(name, doIt)),
    ...DESCRIBED_SHORTCUTS.filter(({ name }) => !EXCLUDED_VIEWS.includes(name)).map(
      ({ name, description, keys }): SearchResult => ({
        key: `k${name}`,
        name: t(description),
        picture: COMMAND,
        note: '',
        shortcut: keyName(keys[0]!),
        act: () => void runShortcut(name),
      }),
    ),
    ...pages,
    goTo(t('Direct messages'), '#narrow/is/dm/view/list'),
    goTo(t('People'), '#user'),
    goTo(t('Settings'), '#settings/profile'),
    goTo(t('Organization'), '#organization'),
    goTo(t('All channels'), '#channels/all'),
    goTo(t('New channel'), '#channels/new'),
    act(t('Mark all messages as read'), () => markReadWithUndo([])),
    act(t('Show or hide the list of people'), togglePanel),
    act(t('Light theme'), theme(3)),
    act(t('Dark theme'), theme(2)),
    act(t('System theme'), theme(1)),
    act(t('Print'), () => print()),
  ];
}

/** Commands for the current conversation. */
function here(): [name: string, act: () => void][] {
  const at = currentRoute.peek();
  const conversation = at.view === 'narrow' ? conversationIn(at.narrow) : undefined;
  if (at.view !== 'narrow' || conversation?.kind !== 'topic') return [];
  const { channel, topic } = conversation;
  const policy = (value: number) => () => void setPolicy(channel, topic, value);
  return [
    [t('Mark this topic as read'), () => markReadWithUndo(at.narrow)],
    [t('Follow this topic'), policy(POLICY.followed)],
    [t('Mute this topic'), policy(POLICY.muted)],
    [t('Use channel default for this topic'), policy(POLICY.none)],
    [t('Topics in the channel'), () => (location.hash = hrefOfTopics(channel))],
  ];
}
