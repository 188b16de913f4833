import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../../app.ts';
import { ApiError } from '../../kernel/errors.ts';
import { requireOwnPage } from '../../kernel/http/auth.ts';
import { parseQuery, readForm, requireDeclaredLength } from '../../kernel/http/body.ts';
import { durable, sendError, waitUntilSettled } from '../../kernel/http/reply.ts';
import type { Site } from '../../kernel/http/site.ts';
import { ROLES } from '../../shared/roles.ts';
import { errorPage, withPeriod } from '../error-pages.ts';
import { CSRF_FIELD, FieldError, type Filled } from './form.ts';
import { answer } from './layout.ts';
import type { Outcome, Page } from './page.ts';
import { Visit } from './visit.ts';

/** Serves declared pages over HTTP. */
export function makeSite(app: App, pages: readonly Page[]): Site {
  const literal = new Map<string, Page>();
  const patterns: [RegExp, Page][] = [];
  for (const page of pages)
    for (const path of page.paths)
      if (path.includes('{'))
        patterns.push([new RegExp(`^${bare(path).replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`), page]);
      else literal.set(bare(path), page);

  function find(path: string): { page: Page; params: Record<string, string> } | undefined {
    if (/^\/(api|json)\/./.test(path)) return undefined;
    const page = literal.get(bare(path));
    if (page) return { page, params: {} };
    for (const [pattern, page] of patterns) {
      const found = pattern.exec(path.replace(/\/$/, ''));
      if (found) return { page, params: decodeParams(found.groups!) };
    }
    return undefined;
  }

  return {
    has(request, path) {
      const found = find(path);
      return found !== undefined && takes(found.page, request.method!);
    },
    take(request, response, path, search) {
      const found = find(path);
      if (!found || !takes(found.page, request.method!)) return false;
      void serve(app, found.page, request, response, { ...parseQuery(search), ...found.params });
      return true;
    },
    refuse(response, error) {
      const visit = new Visit(app, response.req, response, parseQuery(getSearch(response.req)));
      answer(visit, response, errorPage(visit, error), error.headers);
    },
  };
}

/** Shows one page or handles its form. */
async function serve(
  app: App,
  page: Page,
  request: IncomingMessage,
  response: ServerResponse,
  fields: Record<string, string>,
): Promise<void> {
  const visit = new Visit(app, request, response, fields);
  try {
    requireDeclaredLength(request);
    const { limits } = app;
    if (limits.on) limits.take(visit.user ? 'api_by_user' : 'api_by_ip', visit.user ? String(visit.user.id) : visit.ip);
    const outcome = redirectFor(visit, page) ?? (await getOutcome(visit, page, response));
    await durable(app);
    // The browser may open the next page at another process, which must know the session.
    if (request.method === 'POST' || 'redirect' in outcome) await app.node?.spread();
    answer(visit, response, outcome);
  } catch (error) {
    await waitUntilSettled(app);
    // Programs that send a form get a page too.
    if (error instanceof ApiError) answer(visit, response, errorPage(visit, error), error.headers);
    else sendError(app, response, error);
  }
}

async function getOutcome(before: Visit, page: Page, response: ServerResponse): Promise<Outcome> {
  const { app, request } = before;
  const { method = 'GET' } = request;
  if (method === 'GET' || method === 'HEAD') return page.show(before, { values: before.params, errors: {} });
  const fields = await readForm(request);
  // The account may have lost its rights while the form arrived.
  const visit = new Visit(app, request, response, before.params);
  const redirect = redirectFor(visit, page);
  if (redirect) return redirect;
  if (!page.crossSite) requireOwnPage(request, visit.origin);
  const filled = page.form?.read(fields) ?? { values: fields, errors: {} };
  const wrong: Filled = { values: filled.values, errors: { ...filled.errors } };
  try {
    if (visit.app.accounts.closed())
      throw new ApiError(401, 'REALM_DEACTIVATED', 'This organization has been deactivated');
    if (!page.crossSite) requireToken(visit, fields);
    if (Object.keys(wrong.errors).length === 0) return await page.submit!(visit, filled.values);
  } catch (error) {
    if (error instanceof FieldError) wrong.errors[error.field] = error.message;
    else if (error instanceof ApiError && page.form)
      return again(await page.show(visit, { ...wrong, error: errorText(error) }), error.status);
    else throw error;
  }
  return again(await page.show(visit, wrong), 400);
}

const again = (outcome: Outcome, status: number): Outcome => ('redirect' in outcome ? outcome : { ...outcome, status });

/** An error's text as pages show it. */
function errorText({ message, extra }: ApiError): string {
  const wait = Number(extra['retry-after'] ?? 0);
  if (wait > 0)
    return wait > 90
      ? `That was too often. Please wait ${Math.ceil(wait / 60)} minutes.`
      : `That was too often. Please wait ${Math.max(2, Math.ceil(wait))} seconds.`;
  return withPeriod(message);
}

const ROLE = { administrator: ROLES.administrator, owner: ROLES.owner };

/** Where to redirect users who are not signed in. Throws for users whose role is not sufficient. */
function redirectFor({ user, request }: Visit, { audience }: Page): Outcome | undefined {
  if (audience === 'public') return undefined;
  if (!user) return { redirect: `/login/?next=${encodeURIComponent(request.method === 'GET' ? request.url! : '/')}` };
  if (audience !== 'person' && user.role > ROLE[audience])
    throw new ApiError(403, 'UNAUTHORIZED_PRINCIPAL', `Only for ${audience}s of this organization.`);
  return undefined;
}

function requireToken(visit: Visit, fields: Record<string, string>): void {
  if (visit.knownCsrf !== undefined && fields[CSRF_FIELD] === visit.knownCsrf) return;
  const secure = visit.origin.startsWith('https:');
  throw new ApiError(
    403,
    'CSRF_FAILED',
    visit.knownCsrf !== undefined
      ? 'This page was open for too long. Please send it again.'
      : secure
        ? `Your browser sent no cookie. Please allow cookies for this site, open it as ${visit.origin}, and send this again.`
        : 'Your browser sent no cookie. Please allow cookies for this site and send this again.',
  );
}

const takes = (page: Page, method: string): boolean =>
  method === 'GET' || method === 'HEAD' || (method === 'POST' && page.submit !== undefined);

const bare = (path: string): string => (path === '/' ? path : path.replace(/\/$/, ''));

const getSearch = ({ url = '' }: IncomingMessage): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '');

function decodeParams(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      try {
        return [name, decodeURIComponent(value)];
      } catch {
        return [name, value];
      }
    }),
  );
}
