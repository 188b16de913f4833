import type { IncomingMessage, ServerResponse } from 'node:http';
import { VERSION } from '../kernel/config.ts';
import { ApiError, notFound, realmDeactivated } from '../kernel/errors.ts';
import { send } from '../kernel/http/reply.ts';
import { isForPerson } from '../kernel/http/site.ts';
import type { PageText } from '../texts/keys.ts';
import { html } from './kit/html.ts';
import { standalonePage } from './kit/layout.ts';
import { preferredLanguage, translateCode, translatePage } from './kit/translate.ts';

/** The same answer for browsers and for programs. */
interface Refusal {
  title: PageText;
  text: PageText;
  error: ApiError;
}

/** Answers for a server of many organizations, if none of them has this host name. Health checks may use any name. */
export function refuseUnknownHost(
  request: IncomingMessage,
  response: ServerResponse,
  counts: { organizations: number; open: number },
): void {
  if (request.url === '/health')
    return void send(response, 200, JSON.stringify({ status: 'ok', version: VERSION, ...counts }));
  refuse(request, response, {
    title: 'No organization here',
    text: 'This server has no organization with this address. Check the address for typing errors.',
    error: notFound('No organization has this address'),
  });
}

/** Answers for an organization that its operator has suspended. Zulip's clients know the error. */
export function refuseSuspended(request: IncomingMessage, response: ServerResponse): void {
  refuse(request, response, {
    title: 'Organization suspended',
    text: 'This organization is suspended. Nothing is lost. Ask the server administrator for the reason.',
    error: realmDeactivated(),
  });
}

/** Answers for an organization that cannot be opened now. `retry`: when a client should try again, in seconds. */
export function refuseOrganization(request: IncomingMessage, response: ServerResponse, retry: number): void {
  response.setHeader('Retry-After', retry);
  const text = 'This organization is not available at the moment. Try again in a minute.';
  refuse(request, response, {
    title: 'Organization not available',
    text,
    error: new ApiError(503, 'ORGANIZATION_UNAVAILABLE', text, { 'retry-after': retry }),
  });
}

function refuse(request: IncomingMessage, response: ServerResponse, { title, text, error }: Refusal): void {
  request.resume();
  if (!isForPerson(request)) return void send(response, error.status, JSON.stringify(error.body));
  const language = translateCode(preferredLanguage(request.headers['accept-language']) ?? 'en');
  const { t } = translatePage(language);
  const page = standalonePage({ title: t(title), status: error.status, body: html`<p>${t(text)}</p>` }, language);
  response.writeHead(page.status, page.headers).end(page.body);
}
