import { insertTextIntoField } from 'text-field-edit';
import type { MessageField } from '../../store/local/elements.ts';
import { type Chips, chipsOfFields, type MessageChangeReason, messageChange } from '../../store/local/message-parts.ts';
import { joinParts, type MessageParts, splitMessage } from './message-parts.ts';

const NONE: Chips = { quotes: [], files: [] };

/** The chips of a field: quotations and files of its message that are not in its text. */
export const getChips = (field: MessageField): Chips => chipsOfFields.value.get(field) ?? NONE;

/** The whole message in a field, as Markdown. */
export const messageIn = (field: HTMLTextAreaElement): string => joinParts(partsIn(field));

const partsIn = (field: HTMLTextAreaElement): MessageParts => ({
  ...(chipsOfFields.peek().get(getName(field)) ?? NONE),
  text: field.value,
});

const getName = ({ id }: HTMLTextAreaElement): MessageField => id as MessageField;

/** Shows another message in a field, which did not come from typing. */
export function showMessage(field: HTMLTextAreaElement, content: string, reason: MessageChangeReason = 'draft'): void {
  const { text, ...chips } = splitMessage(content);
  setChips(getName(field), chips);
  field.value = text;
  grow(field);
  messageChange.value = { field: getName(field), reason };
}

/** Calls `act` when the message of a field changes without typing. Returns a function that stops this. */
export function onMessageChange(field: MessageField, act: (reason: MessageChangeReason) => void): () => void {
  const before = messageChange.peek();
  return messageChange.subscribe((now) => {
    if (now !== before && now?.field === field) act(now.reason);
  });
}

function setChips(field: MessageField, chips: Chips): void {
  const next = new Map(chipsOfFields.peek());
  if (chips.quotes.length + chips.files.length > 0) next.set(field, chips);
  else next.delete(field);
  chipsOfFields.value = next;
}

/** Adds or removes chips for the user. */
export function changeChips(field: MessageField, change: (chips: Chips) => Chips): void {
  setChips(field, change(chipsOfFields.peek().get(field) ?? NONE));
  messageChange.value = { field, reason: 'chips' };
}

/** Adds a message, or a part of one, to a field. Next to a text it becomes text, at the caret and on its own line. */
export function addMessage(field: HTMLTextAreaElement, content: string): void {
  field.focus();
  if (field.value.trim() !== '') {
    insertTextIntoField(field, (/[^\n]$/.test(field.value.slice(0, field.selectionStart)) ? '\n' : '') + content);
    return;
  }
  const { quotes, text, files } = splitMessage(content);
  changeChips(getName(field), (now) => ({ quotes: [...now.quotes, ...quotes], files: [...now.files, ...files] }));
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
