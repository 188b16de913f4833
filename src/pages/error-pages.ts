import type { ApiError } from '../kernel/errors.ts';
import { html } from './kit/html.ts';
import type { View } from './kit/page.ts';
import type { Visit } from './kit/visit.ts';

/** The pages that browsers show for errors. */
export function errorPage({ user, request }: Visit, { status, message, code }: ApiError): View {
  const known = TEXTS[status] ?? OTHER_ERROR;
  const signIn = !user && (status === 401 || status === 403) && code !== 'REALM_DEACTIVATED';
  return {
    title: known.title,
    status,
    operator: status === 403,
    body: html`<p>${known.text ?? (/[.!?]$/.test(message) ? message : `${message}.`)}</p>
<p class="ways">${signIn && html`<a class="button" href="/login/?next=${encodeURIComponent(request.method === 'GET' ? request.url! : '/')}">Sign in</a>`}
<a${!signIn && html` class="button"`} href="/">To the start page</a></p>`,
  };
}

/** `text` replaces the error's own text, which is meant for programs. */
const TEXTS: Record<number, { title: string; text?: string }> = {
  401: { title: 'Please sign in' },
  403: { title: 'No access' },
  404: {
    title: 'Nothing here',
    text: 'There is nothing at this address. It may have been moved or deleted, or the link is not whole.',
  },
  405: { title: 'Nothing here', text: 'This address does not take what your browser sent.' },
  429: { title: 'Too many requests', text: 'Your browser asked too often. Wait a minute, then try again.' },
  500: {
    title: 'Something went wrong',
    text: 'This is a mistake of the server. Its log says more; the administrator can look there.',
  },
};
const OTHER_ERROR: { title: string; text?: string } = { title: 'This did not work' };
