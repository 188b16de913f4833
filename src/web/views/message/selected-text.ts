import type { Message } from '../../store/narrow.ts';
import { store } from '../../store/store.ts';
import { formatDateTime } from '../../text/format.ts';
import { makeMarkdown } from '../compose/html-to-markdown.ts';
import { feedRows } from '../feed/rows.ts';

interface Selected {
  message: Message;
  content: DocumentFragment;
  /** The Markdown of the selected part; undefined if the whole message is selected. */
  part: string | undefined;
}

/** The selected parts of messages, first to last. */
export function selectedMessages(): Selected[] {
  const selection = getSelection();
  if (!selection || selection.isCollapsed) return [];
  const range = selection.getRangeAt(0);
  const found: Selected[] = [];
  for (const row of feedRows()) {
    const rendered = row.querySelector('.rendered');
    if (!rendered || !range.intersectsNode(rendered)) continue;
    const message = store.messages.peek().all.get(Number(row.dataset.id));
    const content = within(rendered, range);
    const text = content.textContent?.trim() ?? '';
    if (!message || (text === '' && !content.querySelector('img, .emoji'))) continue;
    const isWhole = text === rendered.textContent?.trim();
    found.push({ message, content, part: isWhole ? undefined : makeMarkdown(content) });
  }
  return found;
}

/**
 * The selected part of a message with the formats around it. If only part of a list or table is selected, only its text
 * is kept.
 */
function within(rendered: Element, range: Range): DocumentFragment {
  const part = document.createRange();
  part.selectNodeContents(rendered);
  if (part.compareBoundaryPoints(Range.START_TO_START, range) < 0)
    part.setStart(range.startContainer, range.startOffset);
  if (part.compareBoundaryPoints(Range.END_TO_END, range) > 0) part.setEnd(range.endContainer, range.endOffset);
  const content = part.cloneContents();
  const { commonAncestorContainer: inner } = part;
  for (
    let around = inner instanceof Element ? inner : inner.parentElement;
    around && around !== rendered && rendered.contains(around);
    around = around.parentElement
  ) {
    if (/^(UL|OL|LI|TABLE|T[A-Z]+|SUMMARY|DETAILS)$/.test(around.tagName)) continue;
    const copy = around.cloneNode(false) as Element;
    copy.append(content);
    content.append(copy);
  }
  return content;
}

/**
 * When several messages are copied, adds sender and time to each, as Markdown in the plain-text version. A single
 * message is copied as usual, except that formulas become their source, and that nothing follows its text: a triple
 * click selects up to the next message.
 */
export function addSendersWhenCopying(): void {
  addEventListener('copy', (event) => {
    if ((event.target as Element | null)?.closest?.('input, textarea') || !event.clipboardData) return;
    const all = selectedMessages();
    const isSingle = all.length < 2;
    const isMarkdown = !isSingle || all[0]?.content.querySelector('.katex');
    const text = getSelection()?.toString() ?? '';
    if (!isMarkdown && (!all[0] || !/\s$/.test(text))) return;
    const plain = isMarkdown ? all.map(isSingle ? markdownOfContent : signedMarkdown).join('\n\n') : text.trimEnd();
    event.clipboardData.setData('text/plain', plain);
    event.clipboardData.setData('text/html', getHtml(all));
    event.preventDefault();
  });
}

const markdownOfContent = ({ content }: Selected): string => makeMarkdown(content).trim();
const signedMarkdown = (one: Selected): string =>
  `**${getSender(one)}**, ${formatDateTime(one.message.timestamp)}:\n${markdownOfContent(one)}`;
const getSender = ({ message: { sender_id, sender_full_name } }: Selected): string =>
  store.users.peek().get(sender_id)?.full_name ?? sender_full_name;

/** The HTML of the selected parts, with sender and time if there are several. */
function getHtml(all: readonly Selected[]): string {
  const html = document.createElement('div');
  for (const one of all) {
    const head = document.createElement('p');
    const sender = Object.assign(document.createElement('strong'), { textContent: getSender(one) });
    head.append(sender, `, ${formatDateTime(one.message.timestamp)}:`);
    for (const tool of one.content.querySelectorAll('button')) tool.remove();
    if (all.length > 1) html.append(head);
    html.append(one.content);
  }
  return html.innerHTML;
}

/** Whether a double click selected the word under the pointer, for example to copy it. */
export function selectsWord({ clientX, clientY }: MouseEvent): boolean {
  const selection = getSelection();
  if (!selection || selection.isCollapsed) return false;
  return [...selection.getRangeAt(0).getClientRects()].some(
    ({ left, right, top, bottom }) => clientX >= left && clientX <= right && clientY >= top && clientY <= bottom,
  );
}
