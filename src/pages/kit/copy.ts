import { type Html, html } from './html.ts';
import type { Visit } from './visit.ts';

/** A line of text with a button that copies it. Without scripts there is no button: a click selects the whole text. */
export const copyLine = ({ t }: Visit, text: string): Html =>
  html`<p class="copy"><code>${text}</code> <button type="button" class="quiet" hidden>${t('Copy')}</button> <span role="status" hidden>${t('Copied')}</span></p>`;

/**
 * The script of pages with such lines. The selection is copied, because browsers offer the clipboard only with TLS.
 */
export const COPY = `for (const line of document.querySelectorAll('.copy')) {
  const [text, button, status] = line.children;
  button.hidden = false;
  button.addEventListener('click', () => {
    getSelection().selectAllChildren(text);
    status.hidden = !document.execCommand('copy');
  });
}`;
