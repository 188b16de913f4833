/** Text between tags. Quotes stay as they are, as in Zulip's HTML. */
export function escapeText(text: string): string {
  return /[&<>]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text;
}

/** An attribute's value (between double quotes), and text where Zulip escapes quotes too: code blocks and topics. */
export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}
