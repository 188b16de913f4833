import { insertTextIntoField } from 'text-field-edit';
import { elements } from '../../store/local/elements.ts';
import type { Change, Field } from './format.ts';

/** Changes a text field in a way that supports undo. */
export function applyChange(field: HTMLTextAreaElement, { from, to, text, start, end }: Change): void {
  // The sheet of a picker is removed in a moment. Until then, the page below it cannot receive text.
  elements.sheet.current?.close();
  field.focus();
  field.setSelectionRange(from, to);
  if (text === '') document.execCommand('delete');
  else insertTextIntoField(field, text);
  field.setSelectionRange(start, end);
}

export const readField = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Field => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
});

/** Inserts text at the caret, separated from adjacent words by spaces. */
export function insertWord(field: HTMLTextAreaElement, word: string): void {
  const { text, start, end } = readField(field);
  const before = start > 0 && !/\s/.test(text[start - 1]!) ? ' ' : '';
  const after = end < text.length && /\s/.test(text[end]!) ? '' : ' ';
  const whole = before + word + after;
  applyChange(field, { from: start, to: end, text: whole, start: start + whole.length, end: start + whole.length });
}

/** Begins a word at the caret, such as the name of a user after `@`. */
export function beginWord(field: HTMLTextAreaElement, sign: string): void {
  const { text, start, end } = readField(field);
  const whole = (start > 0 && !/\s/.test(text[start - 1]!) ? ' ' : '') + sign;
  applyChange(field, { from: start, to: end, text: whole, start: start + whole.length, end: start + whole.length });
}

/** Inserts text on its own lines. What is written next is on another line. */
export function insertBlock(field: HTMLTextAreaElement, block: string): void {
  const { text, start, end } = readField(field);
  const before = start > 0 && text[start - 1] !== '\n' ? '\n' : '';
  const after = text[end] === '\n' ? '' : '\n';
  const whole = before + block + after;
  applyChange(field, { from: start, to: end, text: whole, start: start + whole.length, end: start + whole.length });
}
