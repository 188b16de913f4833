/**
 * Markdown that the server generates: notices, reminders, webhook reports. Every name and every text from users or
 * other services goes through one of these functions. None of them lets such a text mention anybody, or become a link,
 * formatting or a block.
 */
import type { NoticePlurals, NoticeText } from '../texts/keys.ts';
import { noticesIn } from '../texts/notices.ts';
import { isTopLevelDomain } from './domains.ts';
import { channelLinkAt, mentionAt } from './names.ts';
import { allowedUrl, channelUrl, topicUrl } from './urls.ts';

declare const isGenerated: unique symbol;

/** Markdown in which every name and every text of others is escaped. Notices accept nothing else. */
export type GeneratedMarkdown = string & { readonly [isGenerated]: true };

/**
 * Markdown of the server's own words. A text of others cannot be put into it as it is: it goes through one of the
 * functions below first.
 */
export const markdown = (words: TemplateStringsArray, ...values: (GeneratedMarkdown | number)[]): GeneratedMarkdown =>
  String.raw({ raw: words }, ...values) as GeneratedMarkdown;

type MarkdownValues = Readonly<Record<string, GeneratedMarkdown | number>>;

/**
 * The server's own words in a language, as Markdown: `t('{user} archived this channel.', { user: userMention(user) })`.
 * Values are Markdown, so a text of others goes through one of the functions below first.
 */
export function markdownIn(language: string) {
  const { t, plural } = noticesIn(language);
  return {
    t: (text: NoticeText, values: MarkdownValues = {}) => t(text, values) as GeneratedMarkdown,
    plural: <Other extends keyof NoticePlurals>(
      n: number,
      one: NoticePlurals[Other],
      other: Other,
      values: MarkdownValues = {},
    ) => plural(n, one, other, values) as GeneratedMarkdown,
  };
}

export const joinMarkdown = (parts: readonly GeneratedMarkdown[], separator: string): GeneratedMarkdown =>
  parts.join(separator) as GeneratedMarkdown;

/** Markdown that its author may format, link and mention in as they like, such as an administrator's welcome text. */
export const authoredMarkdown = (text: string): GeneratedMarkdown => text as GeneratedMarkdown;

interface NamedChannel {
  readonly id: number;
  readonly name: string;
}

/**
 * Characters that may be markup, in this order: always; beside certain characters; at the beginning of a line; in a
 * domain. Following text could complete an emoji, an entity or a mention that ends here, so the end of the text counts
 * too.
 */
const SPECIAL = new RegExp(
  [
    String.raw`[*~\x60[\]|\\<>]`,
    String.raw`[@#$](?![\p{L}\p{N}])|(?<=\$)\$`,
    String.raw`&(?=[#\w]*(?:;|$))`,
    String.raw`:(?=[\w+.-]{0,64}(?::|$))|(?<=(?:https?|mailto)):`,
    String.raw`^[-+=_/#]|(?<=^\d+)[.)](?=\s|$)`,
    String.raw`\.(?=[\p{L}\p{N}])`,
  ].join('|'),
  'giu',
);
const ENTITIES: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };
/** Longer names are not top-level domains. */
const LABEL = /[\p{L}\p{N}\p{M}-]{1,64}/uy;

/**
 * Escapes a text so that Markdown shows exactly this text, on one line. The result may stand anywhere in a message:
 * between words, within `**…**`, in a list, and as the text of a link. Characters with a meaning become entities.
 */
export function plainText(text: string): GeneratedMarkdown {
  const line = onOneLine(text);
  return line.replace(SPECIAL, (char, at: number) =>
    isPlainDot(line, at) ? char : (ENTITIES[char] ?? `&#${char.charCodeAt(0)};`),
  ) as GeneratedMarkdown;
}

const onOneLine = (text: string): string =>
  text
    .split(/[\r\n\0]+/)
    .map((line) => line.trim())
    .join(' ')
    .trim();

/** Whether the dot is within a word that is not a domain. A domain would become a link. */
function isPlainDot(line: string, at: number): boolean {
  if (line[at] !== '.') return false;
  LABEL.lastIndex = at + 1;
  const label = LABEL.exec(line)?.[0];
  return label !== undefined && !isTopLevelDomain(label.replace(/-+$/, '').toLowerCase());
}

/** `plainText` for each line of a text. */
export const plainLines = (text: string): GeneratedMarkdown =>
  joinMarkdown(text.split(/\r\n|[\r\n]/).map(plainText), '\n');

/** A mention that does not notify the user it names. */
export const userMention = ({ full_name, id }: { full_name: string; id: number }): GeneratedMarkdown =>
  silentMention('user', `@_**${full_name}|${id}**`, `${full_name}|${id}`) ?? plainText(full_name);

/** A mention that does not notify the members of the group it names. */
export const groupMention = (name: string): GeneratedMarkdown =>
  silentMention('group', `@_*${name}*`, name) ?? markdown`**${plainText(name)}**`;

/** A link to a channel. */
export function channelLink(channel: NamedChannel): GeneratedMarkdown {
  const written = `#**${channel.name}**`;
  const found = channelLinkAt(written, 0);
  return found?.channel === channel.name && found.length === written.length && isUnambiguous(channel.name)
    ? (written as GeneratedMarkdown)
    : (`[#${plainText(channel.name)}](${channelUrl(channel)})` as GeneratedMarkdown);
}

/** A link to a topic, or to one message in it. */
export function topicLink(channel: NamedChannel, topic: string, message?: number): GeneratedMarkdown {
  const written = `#**${channel.name}>${topic}${message === undefined ? '' : `@${message}`}**`;
  const found = channelLinkAt(written, 0);
  const isClear = isUnambiguous(channel.name) && isUnambiguous(topic) && !/@\d+$/.test(topic);
  if (isClear && found?.channel === channel.name && found.length === written.length)
    return written as GeneratedMarkdown;
  const words = `${plainText(`#${channel.name}`)} &gt; ${topic === '' ? 'general chat' : plainText(topic)}`;
  const url = topicUrl(channel, topic);
  return (
    message === undefined ? `[${words}](${url})` : `[${words} @ 💬](${url}/near/${message})`
  ) as GeneratedMarkdown;
}

/** A link with this text. Returns only the text if the URL may not be linked. */
export function linkTo(text: string, url: string): GeneratedMarkdown {
  const address = allowedUrl(url);
  if (address === undefined) return plainText(text);
  return `[${plainText(text)}](${address.replace(OUTSIDE_URL, percentEncoded)})` as GeneratedMarkdown;
}

/** A time in Unix seconds, which each reader sees in their own time zone. */
export const timeMarkdown = (time: number): GeneratedMarkdown =>
  `<time:${new Date(time * 1000).toISOString()}>` as GeneratedMarkdown;

/** A text as inline code. */
export function inlineCode(text: string): GeneratedMarkdown {
  const line = onOneLine(text);
  const longest = longestRun(line, /`+/g);
  const fence = '`'.repeat(longest + 1);
  return (longest > 0 ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`) as GeneratedMarkdown;
}

/** A quote block that nothing within it can end. Its Markdown is rendered, but its mentions notify nobody. */
export function quoteBlock(text: string): GeneratedMarkdown {
  const fence = '`'.repeat(Math.max(2, longestRun(text, /[`~]+/g)) + 1);
  return `${fence} quote\n${text}\n${fence}` as GeneratedMarkdown;
}

/**
 * Whether a name can stand in `#**channel>topic**`. Zulip's clients do not write some names that way. A name that needs
 * escaping is not written that way either, since the text would stay as typed if the channel is not found.
 */
const isUnambiguous = (name: string): boolean => !/[`>*&[\]\\\r\n]|\$\$/.test(name) && plainText(name) === name;

/** Characters that would end the address in `[text](address)`, or start other markup there. */
const OUTSIDE_URL = /[\s()<>"'\\`*~|$[\]{}^\p{Cc}]/gu;

const percentEncoded = (char: string): string =>
  [...new TextEncoder().encode(char)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

function silentMention(kind: 'user' | 'group', written: string, name: string): GeneratedMarkdown | undefined {
  const found = mentionAt(written, 0);
  const isWhole = found?.kind === kind && found.name === name && found.length === written.length;
  return isWhole ? (written as GeneratedMarkdown) : undefined;
}

const longestRun = (text: string, runs: RegExp): number =>
  Math.max(0, ...Array.from(text.matchAll(runs), ([run]) => run.length));
