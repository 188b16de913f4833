import { escapeText } from '../../../markdown/escape.ts';
import { ERASED_NAME, type Redaction } from './types.ts';

/** The strings that a text contains if there may be something to remove from it. */
export const tracesOf = ({ id, name, email }: Redaction): string[] => [
  name,
  escapeText(name),
  email,
  `data-user-id="${id}"`,
  `data-user-id=\\"${id}\\"`,
];

/**
 * Makes the function that removes a user's name and address from Markdown, HTML, or JSON that contains them: mentions
 * name "Deleted user", and addresses become the placeholder. `isGenerated`: the text is the server's own, and also
 * names the user without a mention.
 */
export function redactionOf(redaction: Redaction, isGenerated = false): (text: string) => string {
  const { id, name, email, placeholder, isShared } = redaction;
  const written = new RegExp(`(@_?\\*\\*)${quote(name)}(\\|${id})${isShared ? '' : '?'}\\*\\*`, 'giu');
  const rendered = new RegExp(`(<span class=\\\\?"[^>]*data-user-id=\\\\?"${id}\\\\?"[^>]*>@?)[^<]*(</span>)`, 'gu');
  const address = new RegExp(quote(email), 'giu');
  const plain = [name, escapeText(name)].map((form) => new RegExp(quote(form), 'gu'));
  return (text) => {
    let changed = text
      .replace(written, (_, at: string) => `${at}${ERASED_NAME}|${id}**`)
      .replace(rendered, (_, before: string, after: string) => `${before}${ERASED_NAME}${after}`)
      .replace(address, () => placeholder);
    if (isGenerated) for (const form of plain) changed = changed.replace(form, () => ERASED_NAME);
    return changed;
  };
}

/** Escapes what has a meaning in a regular expression; more is an error in Unicode mode. */
const quote = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
