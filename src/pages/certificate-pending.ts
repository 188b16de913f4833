import type { IncomingMessage, ServerResponse } from 'node:http';
import { isForPerson } from '../kernel/http/site.ts';
import { html } from './kit/html.ts';
import { standalonePage } from './kit/layout.ts';
import { preferredLanguage, translateCode, translatePage } from './kit/translate.ts';

/** When a client should retry, in seconds. */
const RETRY = 10;

/** Answers an HTTP request while the server has no certificate: with a page for browsers, with JSON for programs. */
export function explainPendingCertificate(request: IncomingMessage, response: ServerResponse, domain: string): void {
  response.setHeader('Retry-After', RETRY);
  if (isForPerson(request)) explainToPerson(request, response, domain);
  else explainToProgram(request, response, domain);
}

function explainToProgram(request: IncomingMessage, response: ServerResponse, domain: string): void {
  const body = JSON.stringify({
    result: 'error',
    msg: `HTTPS for ${domain} starts when the server has a certificate. Try again in a minute.`,
    code: 'CERTIFICATE_PENDING',
    'retry-after': RETRY,
  });
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  response
    .writeHead(503, { ...headers, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
    .end(request.method === 'HEAD' ? undefined : body);
}

function explainToPerson(request: IncomingMessage, response: ServerResponse, domain: string): void {
  const language = translateCode(preferredLanguage(request.headers['accept-language']) ?? 'en');
  const { t } = translatePage(language);
  const starting = t(
    'HTTPS for <b>{domain}</b> starts as soon as a certificate authority has confirmed the name. This usually takes less than a minute. This page reloads by itself.',
    { domain },
  );
  const view = {
    title: t('Setting up HTTPS'),
    status: 503,
    body: html`<p>${starting}</p>
<p>${t('If it takes longer, ask the server administrator to check the server’s log.')}</p>`,
  };
  const { status, headers, body } = standalonePage(view, language, RETRY);
  response.writeHead(status, headers).end(body);
}
