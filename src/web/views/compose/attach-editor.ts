import { getFieldSelection } from 'text-field-edit';
import { separateFences } from '../../../shared/code-fences.ts';
import { once } from '../../../shared/memo.ts';
import { t } from '../../i18n/text.ts';
import { shortcutKey } from '../../keyboard/layout.ts';
import type { Conversation } from '../../store/conversation.ts';
import { elements, type MessageField } from '../../store/local/elements.ts';
import { safeFragment } from '../../text/safe-html.ts';
import { blockAt, breakLine, indentLines, isCodeBlock } from './code-blocks.ts';
import { isCode } from './completion-context.ts';
import { attachCompletion } from './completions.tsx';
import { attach, takeFiles } from './files.ts';
import { type Change, continueList, type Field, type Format, toggleFormat } from './format.ts';
import { namedLink } from './local-links.ts';
import { applyChange, readField } from './text-field.ts';

export const format = (field: HTMLTextAreaElement, how: Format): void =>
  applyChange(field, toggleFormat(how, readField(field), { url: 'url', header: t('Header') }));

/** Values of `KeyboardEvent.key` combined with Ctrl. The tooltips in toolbar.tsx show them. */
const KEYS: Record<string, Format> = {
  b: 'bold',
  i: 'italic',
  'shift+l': 'link',
  'shift+x': 'strike',
  e: 'code',
  'shift+c': 'codeBlock',
  'shift+>': 'quote',
};

/**
 * Adds completion, formatting shortcuts and paste handling to a message field. Returns a function that removes them.
 */
export function attachEditor(name: MessageField, conversation: () => Conversation | undefined): () => void {
  const field = elements[name].current!;
  const stop = attachCompletion(field, conversation);
  const keys = (event: KeyboardEvent) => {
    if (event.isComposing || event.altKey) return;
    const isCtrl = event.ctrlKey || event.metaKey;
    const how = isCtrl ? KEYS[`${event.shiftKey ? 'shift+' : ''}${shortcutKey(event).toLowerCase()}`] : undefined;
    if (how) {
      event.preventDefault();
      event.stopPropagation();
      format(field, how);
    }
    // Enter that inserts a line break: with Shift, or alone if Ctrl+Enter sends.
    if (event.key !== 'Enter' || isCtrl || event.defaultPrevented) return;
    const next = continueList(readField(field));
    if (!next) return;
    event.preventDefault();
    applyChange(field, next);
  };
  let isPlain = false;
  const noteShift = (event: KeyboardEvent) => {
    if (shortcutKey(event).toLowerCase() === 'v') isPlain = event.shiftKey;
  };
  const take = (files: Iterable<File>) => attach(name, files, conversation());
  const paste = (event: ClipboardEvent) => pasteFormatted(field, event, { isPlain, take });
  clipboardPermission();
  // Before the field's own handler, which sends the message on Enter.
  const blockKeys = (event: KeyboardEvent) => changeInBlock(field, event);
  field.addEventListener('keydown', noteShift, { capture: true });
  field.addEventListener('keydown', blockKeys, { capture: true });
  field.addEventListener('keydown', keys);
  field.addEventListener('paste', paste);
  return () => {
    stop();
    field.removeEventListener('keydown', noteShift, { capture: true });
    field.removeEventListener('keydown', blockKeys, { capture: true });
    field.removeEventListener('keydown', keys);
    field.removeEventListener('paste', paste);
  };
}

/** Inside a fenced block Enter begins a line, and Tab indents code. Ctrl+Enter sends, and Escape leaves the field. */
function changeInBlock(field: HTMLTextAreaElement, event: KeyboardEvent): void {
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  const change =
    event.key === 'Enter'
      ? lineBreakInBlock(readField(field))
      : event.key === 'Tab'
        ? indentLines(readField(field), event.shiftKey)
        : undefined;
  if (!change) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  applyChange(field, change);
}

/** A list inside a quotation continues there as well. */
const lineBreakInBlock = (field: Field): Change | undefined => {
  const lineBreak = breakLine(field);
  return lineBreak && ((!isCodeBlock(blockAt(field.text, field.start)) && continueList(field)) || lineBreak);
};

interface PasteOptions {
  /** Shift is held while pasting, which pastes plain text as in browsers. */
  isPlain: boolean;
  /** Attaches pasted files. */
  take: (files: Iterable<File>) => void;
}

function pasteFormatted(field: HTMLTextAreaElement, event: ClipboardEvent, { isPlain, take }: PasteOptions): void {
  const data = event.clipboardData;
  if (!data) return;
  // WebKit on Linux reports no types for a pasted image, but the clipboard can be read synchronously in this event.
  if (data.types.length === 0) {
    if (canReadClipboard()) void copiedImages().then(take);
    return;
  }
  const text = data.getData('text/plain');
  if (data.files.length > 0 && text === '') {
    event.preventDefault();
    takeFiles(data, take);
    return;
  }
  const selection = getFieldSelection(field);
  const { start, end } = readField(field);
  if (isCode(field.value.slice(0, start))) return;
  if (/^https?:\/\/\S+$/.test(text.trim()) && selection.trim() !== '' && !/^https?:|\n/.test(selection)) {
    event.preventDefault();
    const link = `[${selection}](${text.trim()})`;
    applyChange(field, { from: start, to: end, text: link, start: start + link.length, end: start + link.length });
    return;
  }
  const named = isPlain ? undefined : /^\S+$/.test(text.trim()) && namedLink(text.trim());
  if (named) {
    event.preventDefault();
    applyChange(field, { from: start, to: end, text: named, start: start + named.length, end: start + named.length });
    return;
  }
  const html = data.getData('text/html');
  const insert = (written: string) => {
    const caret = start + written.length;
    applyChange(field, { from: start, to: end, text: written, start: caret, end: caret });
  };
  // Code editors copy syntax colors, which are not wanted in a message.
  if (isPlain || html === '' || isFromEditor(data, html)) {
    const separated = separateFences(text);
    if (isPlain || separated === text) return;
    event.preventDefault();
    insert(separated);
    return;
  }
  event.preventDefault();
  void import('./html-to-markdown.ts').then(({ makeMarkdown: markdownOf }) =>
    insert(markdownOf(safeFragment(html)) || text),
  );
}

/**
 * Whether the clipboard can be read without a permission prompt. In browsers without this permission, the paste itself
 * grants access.
 */
function canReadClipboard(): boolean {
  const { status } = clipboardPermission();
  return status === undefined || status.state === 'granted';
}

/** The browser's permission to read the clipboard, once it is known. */
const clipboardPermission = once(() => {
  const permission: { status?: PermissionStatus } = {};
  navigator.permissions?.query({ name: 'clipboard-read' as PermissionName }).then(
    (status) => {
      permission.status = status;
    },
    () => {},
  );
  return permission;
});

async function copiedImages(): Promise<File[]> {
  const items = (await navigator.clipboard?.read().catch(() => undefined)) ?? [];
  const pictures = items.flatMap((item) => {
    const type = item.types.find((one) => one.startsWith('image/'));
    return type ? [item.getType(type).then((blob) => new File([blob], `image.${type.slice(6)}`, { type }))] : [];
  });
  return Promise.all(pictures);
}

const isFromEditor = (data: DataTransfer, html: string): boolean =>
  data.types.includes('vscode-editor-data') ||
  (/<pre|monospace|Consolas|Menlo/i.test(html) && !/<(p|li|a|h\d|table)\b/i.test(html));
