import { ApiError } from '../kernel/errors.ts';
import type { PageText } from '../texts/keys.ts';
import { html } from './kit/html.ts';
import type { View } from './kit/page.ts';
import type { Visit } from './kit/visit.ts';

/**
 * Returns what the link of a mail leads to, or a page that says that the link is no longer valid and how to get a new
 * one.
 */
export function notFoundPage<T>(
  { t, translateError }: Visit,
  find: () => T,
  help: PageText,
): { found: T } | { gone: View } {
  try {
    return { found: find() };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    const body = html`<p>${translateError(error.message)}</p><p>${t(help)}</p><p class="page-buttons"><a class="button" href="/">${t('Go to the start page')}</a></p>`;
    return { gone: { title: t('This link is no longer valid'), status: 404, body } };
  }
}
