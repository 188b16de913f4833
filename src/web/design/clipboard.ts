import { errorText } from '../errors/error-text.ts';
import { t } from '../i18n/text.ts';
import { toast } from './layers.tsx';

/**
 * Copies text to the clipboard, also text that is still being fetched. Safari refuses to copy after a wait. Returns
 * false if the browser refuses.
 */
export async function copyToClipboard(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof text === 'string') await navigator.clipboard.writeText(text);
    else
      await navigator.clipboard.write([
        new ClipboardItem({ 'text/plain': text.then((found) => new Blob([found], { type: 'text/plain' })) }),
      ]);
    return true;
  } catch {
    return copyFromSelection(await text);
  }
}

/** Copies text and shows a confirmation or an error. */
export async function copyAndReport(text: string | Promise<string>): Promise<void> {
  try {
    if (await copyToClipboard(text)) toast(t('Copied'));
    else toast(t('Something went wrong. Try again.'), true);
  } catch (error) {
    toast(errorText(error), true);
  }
}

/**
 * Without TLS scripts have no clipboard access, so the text is selected in the page and copied. Inside a dialog the
 * element goes into the dialog, since nothing behind a modal dialog can be selected.
 */
function copyFromSelection(text: string): boolean {
  const focused = document.activeElement as HTMLElement | null;
  const field = document.createElement('textarea');
  field.className = 'visually-hidden';
  field.value = text;
  ([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body).append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  focused?.focus({ preventScroll: true });
  return done;
}
