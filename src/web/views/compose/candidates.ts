import type { BuiltInCommand } from '../../../shared/slash-commands.ts';
import { allEmoji, emojiText, getWeight } from '../../actions/emoji-table.ts';
import { t } from '../../i18n/text.ts';
import { canMention } from '../../permissions/messages.ts';
import { usableCommands } from '../../permissions/slash-commands.ts';
import type { GroupValue, Person, SlashCommand } from '../../server/types.ts';
import { getPresence } from '../../store/activity.ts';
import type { Conversation } from '../../store/conversation.ts';
import { getKey } from '../../store/conversation.ts';
import type { PickableEmoji } from '../../store/local/emoji.ts';
import { topicLists } from '../../store/local/topic-lists.ts';
import { store } from '../../store/store.ts';
import { bestMatches, WORD_PREFIX } from '../../text/name-matching.ts';
import { channelLabel, displayName, topicName } from '../../text/names.ts';
import { normalizeName } from '../../text/normalize.ts';
import { getText } from '../../text/safe-html.ts';
import { sharedNames } from '../../text/sort-by-name.ts';
import type { CompletionContext } from './completion-context.ts';
import { languagesLike } from './languages.ts';

/** A suggestion for completion. */
export interface Candidate {
  key: string;
  name: string;
  note?: string;
  /** The text that replaces what was typed. */
  text: string;
  /** Shown in front: a user's avatar, an emoji, or an icon. */
  person?: Person;
  sign?: PickableEmoji;
  kind: CompletionContext['kind'] | 'group' | 'everybody';
}

const MOST = 8;

/** The best matches; each begins the name or a word of it. Otherwise Enter would accept what nobody meant. */
const wordMatches = <T>(...search: Parameters<typeof bestMatches<T>>): T[] => {
  const [all, query, names, limit, order] = search;
  return bestMatches(all, query, names, limit, order, WORD_PREFIX);
};

const RECIPIENT_MINIMUM = 200;

export function candidatesFor(context: CompletionContext, conversation: Conversation | undefined): Candidate[] {
  switch (context.kind) {
    case 'person':
    case 'silent':
      return people(context.query, context.kind === 'silent', conversation);
    case 'channel':
      return channels(context.query);
    case 'topic':
      return topics(context.query, context.channel!);
    case 'emoji':
      return emoji(context.query);
    case 'slash':
      return commands(context.query);
    case 'language':
      return languages(context.query);
    case 'time':
      return [
        {
          key: 'time',
          kind: 'time',
          name: t('Choose a time'),
          note: t('Shown to everyone in their own time zone'),
          text: '',
        },
      ];
  }
}

function people(query: string, silent: boolean, conversation: Conversation | undefined): Candidate[] {
  if (query.split(' ').length > 4) return [];
  const at = silent ? '@_' : '@';
  const persons = matchingPersons(query, conversation).map((person) => personCandidate(person, at));
  const groups = matchingGroups(query, silent, at);
  const everybody = silent ? [] : wordMatches(wildcards(conversation), query, ({ name }) => [name], 4);
  if (query === '') return [...persons.slice(0, 5), ...everybody.slice(0, 2), ...groups.slice(0, 1)];
  // The wildcard mentions are offered as well, however many users have matching names.
  const others = [...everybody, ...groups];
  const isExact = ({ name }: Candidate) => normalizeName(name) === normalizeName(query);
  return [
    ...others.filter(isExact),
    ...persons.slice(0, MOST - Math.min(2, others.length)),
    ...others.filter((one) => !isExact(one)),
  ].slice(0, MOST);
}

/** The users that match, best first: participants, then partners of direct messages, then users who are online. */
function matchingPersons(query: string, conversation: Conversation | undefined): Person[] {
  const { value: all } = store.users;
  const participants = conversation
    ? [...(conversation.kind === 'direct' ? conversation.people : []), ...speakers(conversation)]
    : [];
  const known = new Map([...new Set([...participants, ...directPartners()])].map((id, index) => [id, index]));
  const muted = store.mutedUsers.value;
  const isOffered = ({ user_id, is_active }: Person): boolean => is_active && !muted.has(user_id);
  // Without a query: users with recent conversations or online, or all users if these are few.
  const likely = () =>
    [
      ...new Set([...known.keys(), ...store.presences.value.keys(), ...[...all.keys()].slice(0, RECIPIENT_MINIMUM)]),
    ].flatMap((id) => all.get(id) ?? []);
  return wordMatches(
    (query === '' ? likely() : [...all.values()]).filter(isOffered),
    query,
    ({ full_name, delivery_email }) =>
      delivery_email ? [full_name, delivery_email.slice(0, delivery_email.indexOf('@'))] : [full_name],
    MOST,
    rankOfPerson(new Set(participants), known),
  );
}

/** The users of direct messages, the most recent conversation first. */
const directPartners = (): number[] =>
  [...store.directConversations.value.all.values()].sort((a, b) => b.newest - a.newest).flatMap(({ people }) => people);

/** Orders users: the lowest number first. `known` has the positions of users with recent conversations. */
function rankOfPerson(participants: ReadonlySet<number>, known: ReadonlyMap<number, number>) {
  const presences = store.presences.value;
  const now = Date.now() / 1000;
  const offline = store.realm.value.server_presence_offline_threshold_seconds;
  return ({ user_id, is_bot, full_name }: Person): number =>
    (participants.has(user_id) ? 0 : 1_000_000) +
    (known.has(user_id) ? known.get(user_id)! * 10 : 100_000) +
    { active: 0, idle: 100, offline: 200 }[getPresence(presences.get(user_id), now, offline)] +
    (is_bot ? 2_000_000 : 0) +
    full_name.toLowerCase().charCodeAt(0) / 1000;
}

const personCandidate = (person: Person, at: string): Candidate => ({
  key: `p${person.user_id}`,
  kind: 'person',
  name: person.full_name,
  ...(person.is_bot ? { note: t('bot') } : person.delivery_email ? { note: person.delivery_email } : {}),
  person,
  // A name that several users share needs the ID. The check goes through ten thousand names, so it runs only when the
  // suggestion is taken.
  get text() {
    return `${at}**${person.full_name}${sharedNames.value.has(normalizeName(person.full_name)) ? `|${person.user_id}` : ''}** `;
  },
});

const matchingGroups = (query: string, silent: boolean, at: string): Candidate[] =>
  wordMatches(
    [...store.groups.value.values()].filter(isMentionable(silent)),
    query,
    ({ name, description }) => [name, description],
    MOST,
  ).map(({ id, name, description }) => ({
    key: `g${id}`,
    kind: 'group',
    name,
    note: description,
    text: `${at}*${name}* `,
  }));

/** Participants of a conversation, the most recent sender first. */
function speakers(conversation: Conversation): number[] {
  const key = getKey(conversation);
  const { all, windows } = store.messages.value;
  const recentSenders = (windows.get(key)?.window.ids ?? []).toReversed().flatMap((id) => all.get(id)?.sender_id ?? []);
  const me = store.me.value.id;
  return [...new Set([...recentSenders, ...(store.recentConversations.value.all.get(key)?.senders ?? [])])].filter(
    (id) => id !== me,
  );
}

const isMentionable =
  (silent: boolean) =>
  ({
    deactivated,
    is_system_group,
    can_mention_group,
  }: {
    deactivated: boolean;
    is_system_group: boolean;
    can_mention_group: GroupValue;
  }): boolean =>
    !deactivated && !is_system_group && (silent || canMention(can_mention_group));

function wildcards(conversation: Conversation | undefined): Candidate[] {
  const one = (name: string, note: string): Candidate => ({
    key: name,
    kind: 'everybody',
    name,
    note,
    text: `@**${name}** `,
  });
  if (conversation?.kind === 'direct')
    return [one('all', t('Everyone in this conversation')), one('everyone', t('Everyone in this conversation'))];
  return [
    one('all', t('Everyone in the channel')),
    one('topic', t('Topic participants')),
    one('channel', t('Everyone in the channel')),
    one('everyone', t('Everyone in the channel')),
  ];
}

function channels(query: string): Candidate[] {
  const all = [...store.channels.value.values()].filter(({ is_archived }) => !is_archived);
  const rank = ({ subscribed, pin_to_top, is_muted }: (typeof all)[number]) =>
    (subscribed ? 0 : 4) + (pin_to_top ? 0 : 1) + (is_muted ? 2 : 0);
  return wordMatches(all, query, ({ name }) => [name], MOST, rank).map(({ stream_id, name, rendered_description }) => ({
    key: `c${stream_id}`,
    kind: 'channel',
    name,
    note: getText(rendered_description),
    text: `#**${name}** `,
  }));
}

function topics(query: string, written: string): Candidate[] {
  const channel = [...store.channels.value.values()].find(({ name }) => name.toLowerCase() === written.toLowerCase());
  if (!channel) return [];
  const known = topicLists.value.get(channel.stream_id) ?? [];
  return wordMatches(known, query, ({ name }) => [topicName(name)], MOST).map(({ name }) => ({
    key: `t${name}`,
    kind: 'topic',
    name: topicName(name),
    note: channelLabel(channel.name),
    text: `#**${channel.name}>${name}** `,
  }));
}

function emoji(query: string): Candidate[] {
  return wordMatches(
    allEmoji(),
    query.replaceAll('-', '_'),
    ({ names }) => names,
    MOST,
    (sign) => -getWeight(sign),
  ).map((sign) => {
    const name = sign.names.find((one) => one.startsWith(query)) ?? sign.emoji_name;
    return {
      key: `${sign.reaction_type}${sign.emoji_code}`,
      kind: 'emoji',
      name: `:${name}:`,
      sign,
      text: `${emojiText(sign, name)} `,
    };
  });
}

/** Slash commands of Klatch itself: those of the server, and those that insert a widget. */
const COMMANDS: readonly { name: BuiltInCommand; note: () => string; zcommand?: boolean }[] = [
  { name: 'me', note: () => t('Describe an action') },
  { name: 'poll', note: () => t('Create a poll') },
  { name: 'todo', note: () => t('Create a to-do list') },
  { name: 'status', note: () => t('Set your status'), zcommand: true },
  { name: 'dark', note: () => t('Switch to the dark theme'), zcommand: true },
  { name: 'light', note: () => t('Switch to the light theme'), zcommand: true },
  { name: 'fluid-width', note: () => t('Use full width'), zcommand: true },
  { name: 'fixed-width', note: () => t('Use fixed width'), zcommand: true },
];

const ownCommand = ({ name, note, zcommand }: (typeof COMMANDS)[number]): Candidate => ({
  key: name,
  kind: 'slash',
  name: `/${name}`,
  note: note(),
  text: zcommand ? `/${name}` : `/${name} `,
});

const botCommand = ({ name, usage, description, bot_id }: SlashCommand): Candidate => ({
  key: name,
  kind: 'slash',
  name: [`/${name}`, usage].filter(Boolean).join(' '),
  note: description || displayName(bot_id),
  text: `/${name} `,
});

const commands = (query: string): Candidate[] =>
  wordMatches(
    [...COMMANDS.map(ownCommand), ...usableCommands().map(botCommand)],
    query.toLowerCase(),
    ({ key }) => [key],
    MOST,
  );

const languages = (query: string): Candidate[] =>
  languagesLike(query, MOST).map(({ name, alias }) => ({
    key: name,
    kind: 'language',
    name: alias,
    ...(alias !== name.toLowerCase() && { note: name }),
    text: alias,
  }));
