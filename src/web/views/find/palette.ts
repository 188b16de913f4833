import { computed } from '@preact/signals';
import fuzzysort from 'fuzzysort';
import { markAllRead } from '../../actions/feed.ts';
import { setPolicy, topicLists } from '../../actions/topics.ts';
import { ask } from '../../api.ts';
import { toast } from '../../design/layers.tsx';
import { t } from '../../i18n/text.ts';
import { perform, SHORTCUTS, type Shortcut, type ShortcutName } from '../../keys.ts';
import { channelName, hrefOf, hrefOfChannel, hrefOfNarrow, hrefOfTopics, peopleName, topicName } from '../../names.ts';
import { place } from '../../router.ts';
import { conversationIn } from '../../store/narrow.ts';
import { store } from '../../store/store.ts';
import { POLICY } from '../../store/topics.ts';
import { waitingByChannel } from '../counts.ts';
import { togglePanel } from '../people-panel.tsx';
import type { Finder, Goal } from '../search.tsx';
import { STANDING } from '../standing.ts';
import { namedPeople } from './named.ts';

const SHOWN = 12;

export const finder: Finder = {
  goals(words) {
    const wanted = words.trim();
    if (wanted === '') return [...lately(), ...commands()].slice(0, SHOWN);
    const found = fuzzysort.go(wanted, everything(), {
      key: 'name',
      limit: SHOWN,
      threshold: 0.35,
      scoreFn: ({ score, obj }) => score * obj.weight(),
    });
    return [
      ...found.map(({ obj }) => obj.goal()),
      {
        key: 'find',
        name: t('Search messages for “{words}”', { words: wanted }),
        note: t('Search'),
        href: hrefOfNarrow([{ operator: 'search', operand: wanted }]),
      },
    ];
  },
  taken: (words) => ({ terms: [], rest: words }),
};

/** What may be meant; addresses are made for those that are. */
interface Weighed {
  name: ReturnType<typeof fuzzysort.prepare>;
  weight: () => number;
  goal: () => Goal;
}

const weighed = (name: string, weight: number, goal: () => Omit<Goal, 'name'>): Weighed => ({
  name: fuzzysort.prepare(name),
  weight: () => weight,
  goal: () => ({ name, ...goal() }),
});

const direct = (people: readonly number[]) => ({
  key: people.join(),
  note: t('Direct messages'),
  href: hrefOf({ kind: 'direct', people }),
});

/** All one can go to or do, each kind made anew when it is another. Where one is often comes first. */
const everything = (): Weighed[] => [
  ...channelGoals.value,
  ...personGoals.value,
  ...groupGoals.value,
  ...topicGoals.value,
  ...commands().map((goal) => weighed(goal.name, 0.9, () => goal)),
];

const channelGoals = computed(() =>
  [...store.channels.value.values()]
    .filter(({ is_archived }) => !is_archived)
    .map(({ stream_id, name, subscribed }) =>
      weighed(`#${name}`, subscribed ? 1 : 0.8, () => ({ key: `c${stream_id}`, note: t('Channel'), href: hrefOfChannel(stream_id) })),
    ),
);

const personGoals = computed(() =>
  namedPeople.value.map(({ one: { user_id, full_name }, name }): Weighed => {
    if (user_id === store.me.value.id) return weighed(t('Notes to yourself'), 0.9, () => direct([user_id]));
    const weight = () => (store.directs.peek().all.has(`@${user_id}`) ? 1 : 0.9);
    return { name, weight, goal: () => ({ name: full_name, ...direct([user_id]) }) };
  }),
);

const groupGoals = computed(() =>
  [...store.directs.value.all.values()]
    .filter(({ people }) => people.length > 1)
    .map(({ people }) => weighed(peopleName(people), 0.85, () => direct(people))),
);

/** What topics are called does not change when something is said in them. */
const preparedTopics = new Map<string, Weighed>();
const topicGoals = computed(() => {
  const all = [...knownTopics()];
  if (preparedTopics.size > 2 * all.length) preparedTopics.clear();
  return all.map(({ channel, topic }) => {
    const key = `${channel}/${topic}`;
    let found = preparedTopics.get(key);
    if (!found) {
      const goal = () => ({ key, note: `#${channelName(channel)}`, href: hrefOf({ kind: 'topic', channel, topic }) });
      preparedTopics.set(key, (found = weighed(topicName(topic), 0.95, goal)));
    }
    return found;
  });
});

function* knownTopics(): Generator<{ channel: number; topic: string }> {
  const seen = new Set<string>();
  const all = [
    ...[...store.recent.value.all.values()].flatMap(({ conversation }) => (conversation.kind === 'topic' ? [conversation] : [])),
    ...[...waitingByChannel.value].flatMap(([channel, waiting]) => waiting.map(({ topic }) => ({ channel, topic }))),
    ...[...topicLists.value].flatMap(([channel, list]) => list.map(({ name }) => ({ channel, topic: name }))),
  ];
  for (const { channel, topic } of all) {
    const key = `${channel}/${topic.toLowerCase()}`;
    if (!seen.has(key)) yield { channel, topic };
    seen.add(key);
  }
}

/** Where one was lately, for those who only press Enter. */
function lately(): Goal[] {
  const all = [...store.recent.value.all.values()].sort((a, b) => b.newest - a.newest).slice(0, 5);
  return all.map(({ conversation }) => ({
    key: hrefOf(conversation),
    name: conversation.kind === 'direct' ? peopleName(conversation.people) : topicName(conversation.topic),
    note: conversation.kind === 'direct' ? t('Direct messages') : `#${channelName(conversation.channel)}`,
    href: hrefOf(conversation),
  }));
}

const LEFT_OUT: readonly ShortcutName[] = ['palette', 'escape', 'next', 'previous', 'pageDown', 'pageUp', 'first', 'last'];

/** What can be done: what the shortcuts do, the pages, and some that have no key. */
function commands(): Goal[] {
  const goTo = (name: string, href: string): Goal => ({ key: href, name, note: t('Page'), href });
  const act = (name: string, doIt: () => void): Goal => ({ key: name, name, note: t('Command'), act: doIt });
  const theme = (color_scheme: 1 | 2 | 3) => () => void ask('PATCH /settings', { color_scheme });
  const pages = STANDING.map(({ title, href }) => goTo(title(), href));
  if (store.me.value.id === 0) return [act(t('Sign in'), () => location.assign('/login'))];
  return [
    ...here().map(([name, doIt]) => act(name, doIt)),
    ...(Object.entries(SHORTCUTS) as [ShortcutName, Shortcut][])
      .filter(([name]) => !LEFT_OUT.includes(name))
      .map(([name, { what, keys }]): Goal => ({ key: `k${name}`, name: t(what), note: keys[0]!, act: () => void perform(name) })),
    ...pages,
    goTo(t('Direct messages'), '#narrow/is/dm/view/list'),
    goTo(t('Settings'), '#settings/profile'),
    goTo(t('Organization'), '#organization'),
    goTo(t('All channels'), '#channels/all'),
    goTo(t('New channel'), '#channels/new'),
    act(t('Mark all messages as read'), () => void markAllRead([]).then(() => toast(t('All messages are read')))),
    act(t('Show or hide people'), togglePanel),
    act(t('Light theme'), theme(3)),
    act(t('Dark theme'), theme(2)),
    act(t('Theme of the system'), theme(1)),
    act(t('Print'), () => print()),
  ];
}

/** What can be done with the conversation on the screen. */
function here(): [name: string, act: () => void][] {
  const at = place.peek();
  const conversation = at.view === 'narrow' ? conversationIn(at.narrow) : undefined;
  if (at.view !== 'narrow' || conversation?.kind !== 'topic') return [];
  const { channel, topic } = conversation;
  const policy = (value: number) => () => void setPolicy(channel, topic, value);
  return [
    [t('Mark this topic as read'), () => void markAllRead(at.narrow)],
    [t('Follow this topic'), policy(POLICY.followed)],
    [t('Mute this topic'), policy(POLICY.muted)],
    [t('Neither mute nor follow this topic'), policy(POLICY.none)],
    [t('Topics of the channel'), () => (location.hash = hrefOfTopics(channel))],
  ];
}
