import type { ApiError } from '../kernel/errors.ts';
import type { PageText } from '../texts/keys.ts';
import { html } from './kit/html.ts';
import type { View } from './kit/page.ts';
import type { Visit } from './kit/visit.ts';

/** The pages that browsers show for errors. */
export function errorPage({ user, request, t, translateError }: Visit, { status, message, code }: ApiError): View {
  const known = TEXTS[status] ?? OTHER_ERROR;
  const signIn = !user && (status === 401 || status === 403) && code !== 'REALM_DEACTIVATED';
  return {
    title: t(known.title),
    status,
    // A missing cookie or token may be the fault of a proxy.
    operator: code === 'CSRF_FAILED',
    body: html`<p>${known.text ? t(known.text) : translateError(withPeriod(message))}</p>
<p class="page-buttons">${signIn && html`<a class="button" href="/login/?next=${encodeURIComponent(request.method === 'GET' ? request.url! : '/')}">${t('Sign in')}</a>`}
<a${!signIn && html` class="button"`} href="/">${t('Go to the start page')}</a></p>`,
  };
}

/** Errors of the API may end without a period. */
export const withPeriod = (message: string): string => (/[.!?]$/.test(message) ? message : `${message}.`);

/** `text` replaces the error's own text, which is meant for programs. */
const TEXTS: Record<number, { title: PageText; text?: PageText }> = {
  401: { title: 'Sign in to continue' },
  403: { title: 'Access denied' },
  404: {
    title: 'Page not found',
    text: 'The page may have been moved or deleted, or the link is incomplete.',
  },
  405: { title: 'Page not found', text: 'This page can’t be opened this way. Go to the start page.' },
  429: { title: 'Too many requests', text: 'Your browser sent too many requests. Wait a minute, then try again.' },
  500: {
    title: 'Something went wrong',
    text: 'This is an error of the server. Try again, or ask the administrator to check the server’s log.',
  },
};
const OTHER_ERROR: { title: PageText; text?: PageText } = { title: 'Request failed' };
