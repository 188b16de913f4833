import { readStored, writeStored } from '../../actions/local-storage.ts';
import { fetchTopics } from '../../actions/topics.ts';
import { t } from '../../i18n/text.ts';
import type { NarrowTerm } from '../../server/types.ts';
import { topicLists } from '../../store/local/topic-lists.ts';
import { channelIn, type Narrow } from '../../store/narrow.ts';
import { store } from '../../store/store.ts';
import { getDay } from '../../text/format.ts';
import { hrefOfNarrow, topicName } from '../../text/names.ts';
import { termName } from '../../text/search-terms.ts';
import { rankByName } from './ranking.ts';
import type { ResultFinder, SearchResult } from './search.tsx';

/** The search operators and their descriptions. */
const OPERATORS: Record<string, () => string> = {
  channel: () => t('in a channel'),
  topic: () => t('in a topic'),
  from: () => t('from a person'),
  dm: () => t('in a direct message conversation'),
  'dm-including': () => t('in all direct messages that include a person'),
  is: () => t('starred, unread, mentioned and more'),
  has: () => t('with links, images, attachments and more'),
  in: () => t('including or excluding muted messages'),
  channels: () => t('in all public channels'),
  before: () => t('sent before a day'),
  on: () => t('sent on a day'),
  after: () => t('sent after a day'),
};
const IS = ['unread', 'starred', 'mentioned', 'dm', 'followed', 'muted', 'resolved', 'alerted'];
const HAS = ['link', 'image', 'attachment', 'reaction'];
const WORDS: Record<string, readonly string[]> = {
  is: IS,
  has: HAS,
  in: ['all', 'home'],
  channels: ['public', 'web-public'],
};
const DATES = /^(before|on|after)$/;
const CANONICAL: Record<string, string> = {
  stream: 'channel',
  streams: 'channels',
  from: 'sender',
  with: 'dm',
  pm: 'dm',
  'pm-with': 'dm',
  subject: 'topic',
};

const STORED = 'searches';
const REMEMBERED = 6;

/** Remembers a search for later suggestions. */
export function rememberSearch(narrow: Narrow): void {
  const text = JSON.stringify(narrow);
  const before = readStored<Narrow[]>(STORED, []).filter((one) => JSON.stringify(one) !== text);
  writeStored(STORED, [narrow, ...before].slice(0, REMEMBERED));
}

const before = (): SearchResult[] =>
  readStored<Narrow[]>(STORED, []).map((narrow) => ({
    key: JSON.stringify(narrow),
    name: narrow.map(termName).join(' · '),
    note: t('Recent search'),
    href: hrefOfNarrow(narrow),
    narrow,
  }));

const SHOWN = 8;
const WORD = /(?:^|\s)(-?)([a-z-]+):("[^"]*"?|\S*)$/i;
const TERM = /(?:^|(?<=\s))(-?)([a-z-]+):("[^"]+"|\S+)(?=\s)/gi;

export const finder: ResultFinder = {
  results(words, terms) {
    if (words === '' && terms.length === 0) return [...before(), ...suggestions(words, terms)];
    const searches = [searchResult(words, terms)];
    if (terms.length > 0 && words.trim() !== '')
      searches.push({ ...searchResult(words, []), note: t('Search all messages'), key: 'everywhere' });
    const more = suggestions(words, terms);
    // While a filter is being typed, completions come first.
    return isIncomplete(words, more) ? [...more, ...searches] : [...searches, ...more];
  },
  extractFilters(words) {
    const terms: NarrowTerm[] = [];
    const rest = words.replace(TERM, (whole, minus: string, name: string, text: string) => {
      const operator = CANONICAL[name.toLowerCase()] ?? name.toLowerCase();
      const operand = readOperand(operator, text.replaceAll('"', ''));
      if (operand === undefined) return whole;
      terms.push({ operator, operand, ...(minus && { negated: true }) });
      return '';
    });
    return { terms, rest: rest.replace(/\s+/g, ' ').trimStart() };
  },
};

/** The operand in the server's format; undefined if nothing has that name. */
function readOperand(operator: string, text: string): NarrowTerm['operand'] | undefined {
  const is = (name: string, of = text) => name.toLowerCase() === of.toLowerCase();
  const person = (of: string) => {
    const all = [...store.users.value.values()];
    const whole = all.find(({ full_name, email }) => is(full_name, of) || is(email, of));
    // A first name is enough if it is unique.
    const [one, another] = whole
      ? [whole]
      : all.filter(({ full_name, is_active }) => is_active && is(full_name.split(' ')[0]!, of));
    return another ? undefined : one?.user_id;
  };
  if (WORDS[operator]) return WORDS[operator].find((one) => is(one));
  if (/^(id|near)$/.test(operator)) return Number(text) || undefined;
  if (operator === 'topic') return text;
  if (DATES.test(operator)) return dayNamed(text);
  if (operator === 'channel') return [...store.channels.value.values()].find(({ name }) => is(name))?.stream_id;
  if (operator === 'sender' && is('me')) return 'me';
  if (operator === 'sender' || operator === 'dm-including') return person(text);
  if (operator !== 'dm') return undefined;
  const people = text.split(',').map((one) => person(one.trim()));
  return people.every((id) => id !== undefined) ? people : undefined;
}

const DAY = 86_400;
const dayAgo = (count: number): string => getDay(Date.now() / 1000 - count * DAY);

/** A day as YYYY-MM-DD, from that form or from a word; undefined if it does not exist. */
function dayNamed(text: string): string | undefined {
  const words: Record<string, number> = { today: 0, yesterday: 1 };
  const ago = words[text.toLowerCase()];
  if (ago !== undefined) return dayAgo(ago);
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : undefined;
}

/** Whether the query is an incomplete filter that one of these results completes. */
function isIncomplete(words: string, goals: readonly SearchResult[]): boolean {
  const [, , name = '', text = ''] = WORD.exec(words) ?? [];
  const operator = CANONICAL[name.toLowerCase()] ?? name.toLowerCase();
  const meant = JSON.stringify(readOperand(operator, text.replaceAll('"', '')));
  return (
    name !== '' && !goals.some(({ term }) => JSON.stringify(term?.operand)?.toLowerCase() === meant?.toLowerCase())
  );
}

/** The search itself. With filters only, it opens the narrow. */
function searchResult(words: string, terms: Narrow): SearchResult {
  const { terms: more, rest } = finder.extractFilters(`${words} `);
  const text = rest.trim();
  const narrow = [...terms, ...more, ...(text ? [{ operator: 'search', operand: text }] : [])];
  const name = narrow.length === 0 ? t('Enter words to search for') : narrow.map(termName).join(' · ');
  return narrow.length === 0
    ? { key: 'find', name, note: '', href: '#feed' }
    : { key: 'find', name, note: t('Search'), href: hrefOfNarrow(narrow), narrow };
}

function suggestions(words: string, terms: Narrow): SearchResult[] {
  const [found, minus = '', name = '', text = ''] = WORD.exec(words) ?? [];
  if (found !== undefined) {
    const operator = CANONICAL[name.toLowerCase()] ?? name.toLowerCase();
    const left = words.slice(0, words.length - found.trimStart().length).trim();
    return operands(operator, text.replaceAll('"', ''), terms).map((operand) =>
      goalFor({ operator, operand, ...(minus && { negated: true }) }, left),
    );
  }
  const last = /(\S*)$/.exec(words)![1]!;
  const left = words.slice(0, words.length - last.length);
  const begun = last.replace(/^-/, '').toLowerCase();
  const operators = Object.entries(OPERATORS)
    .filter(([one]) => begun === '' || one.startsWith(begun))
    .map(
      ([one, about]): SearchResult => ({
        key: `${one}:`,
        name: `${last.startsWith('-') ? '-' : ''}${one}:`,
        note: about(),
        words: `${left}${last.startsWith('-') ? '-' : ''}${one}:`,
      }),
    );
  if (begun === '') return operators;
  const findNamed = ['channel', 'sender', 'dm'].flatMap((operator) =>
    operands(operator, begun, terms)
      .slice(0, 3)
      .map((operand) => goalFor({ operator, operand }, left.trim())),
  );
  return [...operators, ...findNamed];
}

const goalFor = (term: NarrowTerm, words: string): SearchResult => ({
  key: JSON.stringify(term),
  name: termName(term),
  note: t('Filter'),
  term,
  words: words && `${words} `,
});

/** The suggested operands of an operator, best first. */
function operands(operator: string, text: string, terms: Narrow): NarrowTerm['operand'][] {
  const begins = (all: readonly string[]) => all.filter((one) => one.startsWith(text.toLowerCase()));
  if (WORDS[operator]) return begins(WORDS[operator]);
  if (DATES.test(operator))
    return [...new Set([...[dayNamed(text) ?? []].flat(), ...begins([0, 1, 7, 30].map(dayAgo))])];
  if (operator === 'channel')
    return findNamed(
      [...store.channels.value.values()].map(({ stream_id, name }) => [stream_id, name]),
      text,
    );
  if (operator === 'topic') {
    const channel = channelIn(terms);
    const known = channel === undefined ? undefined : topicLists.value.get(channel);
    if (channel !== undefined && !known) void fetchTopics(channel).catch(() => {});
    const names = known
      ? known.map(({ name }) => name)
      : [...store.recentConversations.value.all.values()].flatMap(({ conversation: one }) =>
          one.kind === 'topic' && (channel ?? one.channel) === one.channel ? [one.topic] : [],
        );
    return findNamed(
      [...new Set(names)].map((name) => [name, topicName(name)]),
      text,
    );
  }
  if (operator === 'dm' && text.includes(',')) {
    const at = text.lastIndexOf(',');
    const first = readOperand('dm', text.slice(0, at));
    if (!Array.isArray(first)) return [];
    return operands('dm', text.slice(at + 1).trim(), terms).map((one) => [
      ...new Set([...first, ...(one as number[])]),
    ]);
  }
  if (!/^(sender|dm|dm-including)$/.test(operator)) return [];
  const people = findNamed(
    [...store.users.value.values()]
      .filter(({ is_active }) => is_active)
      .map(({ user_id, full_name }) => [user_id, full_name]),
    text,
  );
  return operator === 'dm' ? people.map((id) => [id]) : operator === 'sender' ? [...begins(['me']), ...people] : people;
}

function findNamed<T>(all: readonly (readonly [T, string])[], text: string): T[] {
  if (text === '') return all.slice(0, SHOWN).map(([one]) => one);
  return rankByName(all, text, ([, name]) => [name], SHOWN).map(([one]) => one);
}
