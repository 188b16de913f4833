import { reasonOf } from '../errors/error-text.ts';
import { t } from '../i18n/text.ts';
import { toast } from './layers.tsx';

/** Puts text on the clipboard, also what is still to be fetched: Safari lets nobody copy who asks after that. False: the browser would not. */
export async function copied(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof text === 'string') await navigator.clipboard.writeText(text);
    else
      await navigator.clipboard.write([
        new ClipboardItem({ 'text/plain': text.then((found) => new Blob([found], { type: 'text/plain' })) }),
      ]);
    return true;
  } catch {
    return copiedFromPage(await text);
  }
}

/** Copies, and says so, or why not. */
export async function copy(text: string | Promise<string>): Promise<void> {
  try {
    if (await copied(text)) toast(t('Copied'));
    else toast(t('Something went wrong. Try again.'), true);
  } catch (error) {
    toast(reasonOf(error), true);
  }
}

/** Without TLS scripts have no clipboard, and what is selected in the page is copied: in a dialog if there is one, as nothing behind it can be. */
function copiedFromPage(text: string): boolean {
  const focused = document.activeElement as HTMLElement | null;
  const field = document.createElement('textarea');
  field.className = 'unseen';
  field.value = text;
  ([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body).append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  focused?.focus({ preventScroll: true });
  return done;
}
