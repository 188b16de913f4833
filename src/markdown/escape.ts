/** Escapes text between tags. Quotes stay as they are, as in Zulip's HTML. */
export function escapeText(text: string): string {
  return /[&<>]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text;
}

/** Escapes an attribute's value (between double quotes). Zulip also escapes quotes in code blocks and topics. */
export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}
