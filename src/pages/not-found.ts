import { ApiError } from '../kernel/errors.ts';
import { html } from './kit/html.ts';
import type { View } from './kit/page.ts';

/**
 * Returns what the link of a mail leads to, or a page that says that the link is no longer valid and how to get a new
 * one.
 */
export function notFoundPage<T>(find: () => T, help: string): { found: T } | { gone: View } {
  try {
    return { found: find() };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    const body = html`<p>${error.message}</p><p>${help}</p><p class="page-buttons"><a class="button" href="/">Go to the start page</a></p>`;
    return { gone: { title: 'This link is no longer valid', status: 404, body } };
  }
}
