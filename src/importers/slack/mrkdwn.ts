import type { Reference, RichText } from '../../chat/organization/imports/types.ts';
import { codeSpan } from '../markdown.ts';
import type { SlackGroups } from './users.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };
export const decode = (text: string): string => text.replaceAll(/&(?:lt|gt|amp);/g, (entity) => ENTITIES[entity]!);

/** Code, which keeps its characters, and references in angle brackets. */
const TOKEN = /```([\s\S]*?)```|`([^`\n]+)`|<([^<>\n]+)>|:([a-z0-9_+'-]+(?:::skin-tone-\d)?):/g;

/** Translates Slack's own markup to Markdown with references. */
export function mrkdwnToRich(input: string, groups: SlackGroups): RichText {
  // Styles may begin before a reference and end after it. So references are placeholders until styles are translated.
  const found: (string | Reference)[] = [];
  const text = input.replaceAll(PLACEHOLDERS, '').replaceAll(TOKEN, (...match) => {
    found.push(readToken(match as (string | undefined)[], groups));
    return OPEN + (found.length - 1) + CLOSE;
  });
  return plain(text)
    .split(PLACEHOLDER)
    .map((part, at) => (at % 2 === 1 ? found[Number(part)]! : part))
    .filter((part) => part !== '');
}

/** Characters that no text has, since they mean nothing. */
const [OPEN, CLOSE] = ['\uFDD0', '\uFDD1'];
const PLACEHOLDER = new RegExp(`${OPEN}(\\d+)${CLOSE}`);
const PLACEHOLDERS = new RegExp(`[${OPEN}${CLOSE}]`, 'g');

function readToken([whole, block, code, angle, emoji]: readonly (string | undefined)[], groups: SlackGroups) {
  if (block !== undefined) return codeBlock(decode(block));
  if (code !== undefined) return codeSpan(decode(code));
  if (angle !== undefined) return angleReference(angle, groups);
  return emoji === undefined ? whole! : { emoji };
}

/** A fence stands in lines of its own, longer than any in the code. */
export function codeBlock(code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `\n${fence}\n${code.replace(/^\n/, '').replace(/\n$/, '')}\n${fence}\n`;
}

const WORD_START = '(?<![\\p{L}\\p{N}])';
const WORD_END = '(?![\\p{L}\\p{N}])';
const styleText = (mark: string) =>
  new RegExp(`${WORD_START}[${mark}](?=\\S)([^${mark}\\n]*[^\\s${mark}])[${mark}]${WORD_END}`, 'gu');
const BOLD = styleText('*');
const ITALIC = styleText('_');
const STRIKE = styleText('~');

/** Text without code and references. */
function plain(text: string): string {
  return decode(
    text
      .replaceAll(BOLD, '**$1**')
      .replaceAll(ITALIC, '*$1*')
      .replaceAll(STRIKE, '~~$1~~')
      .replaceAll(/^([ \t]*)[•◦▪‣] ?/gm, '$1* ')
      .replaceAll(/^&gt;&gt;&gt;\s?([\s\S]*)/gm, (_, quoted: string) =>
        quoted
          .split('\n')
          .map((line) => `> ${line}`)
          .join('\n'),
      ),
  );
}

/** `<@U1|name>`, `<#C1|name>`, `<!here>`, `<https://…|text>`. */
function angleReference(angle: string, groups: SlackGroups): string | Reference {
  const [target, label] = splitLabel(angle);
  if (target.startsWith('@')) return { user: target.slice(1), name: label && decode(label).replace(/^@/, '') };
  if (target.startsWith('#')) return { channel: target.slice(1), name: label ?? target.slice(1) };
  if (target.startsWith('!')) return command(target.slice(1), label, groups);
  return linkTo(decode(target), label === undefined ? undefined : decode(label));
}

function splitLabel(angle: string): [target: string, label: string | undefined] {
  const at = angle.indexOf('|');
  return at < 0 ? [angle, undefined] : [angle.slice(0, at), angle.slice(at + 1)];
}

function command(name: string, label: string | undefined, groups: SlackGroups): string | Reference {
  if (/^(channel|here|everyone|group)$/.test(name)) return { everyone: true };
  if (name.startsWith('subteam^')) return groups.mention(name.slice('subteam^'.length), label && decode(label));
  if (name.startsWith('date^')) return decode(label ?? '');
  return decode(label ?? name);
}

const MESSAGE_LINK = /^https:\/\/[\w-]+(?:\.enterprise)?\.slack\.com\/archives\/([A-Z0-9]+)\/p(\d{10,})(\d{6})(?:\?|$)/;

/** A link, which may lead to a message of the archive. */
export function linkTo(url: string, label: string | undefined): string | Reference {
  const text = label === undefined || label === '' ? url : label;
  const [, channel, seconds, fraction] = MESSAGE_LINK.exec(url) ?? [];
  if (channel) return { message: `${channel}/${seconds}.${fraction}`, text, url };
  const address = url.replace(/^mailto:/, '');
  if (text === url || text === address || `https://${text}` === url || `http://${text}` === url) return address;
  return `[${text.replaceAll(/[[\]]/g, '')}](${url})`;
}
