import { t } from '../i18n/text.ts';
import { toast } from './layers.tsx';

/** Puts text on the clipboard; false: the browser would not. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedFromPage(text);
  }
}

/** Copies, and says so. */
export async function copy(text: string): Promise<void> {
  if (await copied(text)) toast(t('Copied'));
  else toast(t('Something went wrong. Try again.'), true);
}

/** Without TLS there is no clipboard for scripts, and browsers copy only what is selected in the page: beside what has the focus, as nothing behind a dialog can be. */
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
