import { escapeText } from '../../../markdown/escape.ts';
import { plainText, userMention } from '../../../markdown/generated.ts';

/** What becomes of the messages of an erased user. */
export const ERASED_MESSAGES = ['keep', 'delete'] as const;
export type ErasedMessages = (typeof ERASED_MESSAGES)[number];

/** The name of erased users. */
export const ERASED_NAME = 'Deleted user';

/** What is removed from texts. */
export interface Redaction {
  id: number;
  name: string;
  email: string;
  /** Replaces the address. */
  placeholder: string;
  /** Whether other users have the same name: then a mention without an ID is not replaced. */
  isShared: boolean;
}

/** An erasure that is not finished. */
export interface PendingErasure {
  user_id: number;
  messages: ErasedMessages;
  /** null: all texts are changed, and only the free space of the database still has to go. */
  redaction: Redaction | null;
}

/** The strings that a text contains if there may be something to remove from it. */
export const traceTexts = ({ id, name, email }: Redaction): string[] => [
  name,
  escapeText(name),
  email,
  `data-user-id="${id}"`,
  `data-user-id=\\"${id}\\"`,
];

/**
 * A text that users have written names a user in mentions only. A notice of the server also contains bold names, and
 * plain names that cannot be mentioned. A mail also contains other plain names.
 */
export type TextKind = 'written' | 'notice' | 'mail';

/**
 * Makes the function that removes a user's name and address from Markdown, HTML, or JSON that contains them: mentions
 * name "Deleted user", and addresses become the placeholder. Words of the server that equal a name stay.
 */
export function makeRedactor(redaction: Redaction, kind: TextKind = 'written'): (text: string) => string {
  const { id, name, email, placeholder, isShared } = redaction;
  const written = new RegExp(`(@_?\\*\\*)${quote(name)}(\\|${id})${isShared ? '' : '?'}\\*\\*`, 'giu');
  const rendered = new RegExp(`(<span class=\\\\?"[^>]*data-user-id=\\\\?"${id}\\\\?"[^>]*>@?)[^<]*(</span>)`, 'gu');
  const address = new RegExp(quote(email), 'giu');
  const forms = nameForms(redaction, kind);
  return (text) => {
    const changed = text
      .replace(written, (_, at: string) => `${at}${ERASED_NAME}|${id}**`)
      .replace(rendered, (_, before: string, after: string) => `${before}${ERASED_NAME}${after}`)
      .replace(address, () => placeholder);
    return forms.reduce((rest, form) => rest.replace(form, () => ERASED_NAME), changed);
  };
}

/** The forms in which the server writes a name, besides mentions: in Markdown, and in HTML. */
function nameForms({ id, name }: Redaction, kind: TextKind): RegExp[] {
  if (kind === 'written') return [];
  const forms = [...new Set([name, plainText(name), escapeText(name)])].map(quote);
  const places = ['(?<=[^@_]\\*\\*)NAME(?=\\*\\*)', '(?<=<strong>)NAME(?=</strong>)'];
  // Mails contain plain names. A lowercase word is rather a word of theirs.
  const isPlain = kind === 'mail' ? !/^\p{Ll}+$/u.test(name) : userMention({ full_name: name, id }) === plainText(name);
  if (isPlain) places.push('(?<![\\p{L}\\p{N}])NAME(?![\\p{L}\\p{N}])');
  return forms.flatMap((form) =>
    places.map(
      (place) =>
        new RegExp(
          place.replace('NAME', () => form),
          'gu',
        ),
    ),
  );
}

/** Escapes what has a meaning in a regular expression; more is an error in Unicode mode. */
const quote = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
