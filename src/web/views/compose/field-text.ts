import { insertTextIntoField } from 'text-field-edit';
import { type Chips, chipsOfFields } from '../../store/local/message-parts.ts';
import { contentOf, type MessageParts, partsOf } from './message-parts.ts';

const NONE: Chips = { quotes: [], files: [] };

/** The chips of a field: quotations and files of its message that are not in its text. */
export const chipsOf = (field: string): Chips => chipsOfFields.value.get(field) ?? NONE;

/** The whole message in a field, as Markdown. */
export const messageIn = (field: HTMLTextAreaElement): string => contentOf(partsIn(field));

const partsIn = (field: HTMLTextAreaElement): MessageParts => ({
  ...(chipsOfFields.peek().get(field.id) ?? NONE),
  text: field.value,
});

/** Shows another message in a field, which did not come from typing. */
export function showMessage(field: HTMLTextAreaElement, content: string): void {
  const { text, ...chips } = partsOf(content);
  setChips(field.id, chips);
  field.value = text;
  grow(field);
  field.dispatchEvent(new Event('replaced'));
}

function setChips(field: string, chips: Chips): void {
  const next = new Map(chipsOfFields.peek());
  if (chips.quotes.length + chips.files.length > 0) next.set(field, chips);
  else next.delete(field);
  chipsOfFields.value = next;
}

/** Adds or removes chips, as if the user had typed them. */
export function changeChips(field: HTMLTextAreaElement, change: (chips: Chips) => Chips): void {
  setChips(field.id, change(chipsOfFields.peek().get(field.id) ?? NONE));
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Adds a message, or a part of one, to a field. Next to a text it becomes text, at the caret and on its own line. */
export function addMessage(field: HTMLTextAreaElement, content: string): void {
  field.focus();
  if (field.value.trim() !== '') {
    insertTextIntoField(field, (/[^\n]$/.test(field.value.slice(0, field.selectionStart)) ? '\n' : '') + content);
    return;
  }
  const { quotes, text, files } = partsOf(content);
  changeChips(field, (now) => ({ quotes: [...now.quotes, ...quotes], files: [...now.files, ...files] }));
  if (text) insertTextIntoField(field, text);
}

/**
 * Fits the field's height to its text, within limits from the style sheet. The box around it keeps its height until the
 * new one is known: otherwise the messages above would be scrolled away from their end.
 */
export function grow(field: HTMLTextAreaElement): void {
  const box = field.parentElement!;
  box.style.height = `${box.offsetHeight}px`;
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight}px`;
  box.style.height = '';
}
