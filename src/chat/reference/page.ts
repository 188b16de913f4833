import type { TProperties } from 'typebox';
import type { EventDeclaration } from '../../kernel/events/event.ts';
import type { Endpoint } from '../../kernel/http/endpoint.ts';
import { escapeAttribute } from '../../markdown/escape.ts';
import type { Access } from '../people/sign-in/rules.ts';
import { fieldsHtml, GROUPS, parametersHtml } from './shapes.ts';

const WHO: Record<Access, string> = {
  public: 'Anyone, without signing in',
  spectator: 'Any account; visitors where the organization lets them look around',
  user: 'Any account',
  sender: 'Any account; incoming-webhook bots too',
  human: 'People, not bots',
  member: 'Members, not guests',
  'human-member': 'Members who are people: no guests, no bots',
  administrator: 'Administrators and owners',
  owner: 'Owners',
};

/** The reference, as HTML. */
export interface ReferenceTexts {
  text: string;
  /** Links to its sections. */
  navigation: string;
}

/** Writes the whole reference, which needs no other file and no network. */
export function renderReference(
  endpoints: readonly Endpoint[],
  events: readonly EventDeclaration[],
  state: TProperties,
): ReferenceTexts {
  const groups = GROUPS.map(([title]) => [title, endpoints.filter(({ path }) => getGroup(path) === title)] as const);
  const types = [...Map.groupBy(events, ({ type }) => type)].sort(([one], [other]) => (one < other ? -1 : 1));
  const shown = groups.filter(([, inIt]) => inIt.length > 0);
  const sections = shown.map(([title, inIt]) =>
    section(
      title,
      inIt.toSorted(byPath).map((endpoint) => endpointHtml(endpoint, state)),
    ),
  );
  const heard = types.flatMap(([, declarations]) => withOps(declarations).map(eventHtml));
  const titles = [...shown.map(([title, { length }]) => [title, length] as const), ['Events', heard.length] as const];
  return {
    text: `${FIND}<div class="introduction">${INTRODUCTION}</div>\n${sections.join('\n')}\n${section('Events', heard, EVENTS)}`,
    navigation: `<ul>${titles.map(titleLink).join('')}</ul>`,
  };
}

const titleLink = ([title, count]: readonly [string, number]): string =>
  `<li><a href="#${slug(title)}">${escapeAttribute(title)} <small>${count}</small></a></li>`;

const FIND = `<label class="search" hidden><span>Search</span><input type="search" placeholder="Path or parameter" autocomplete="off" aria-describedby="found"><kbd>/</kbd></label>
<p id="found" role="status"></p>`;

const INTRODUCTION = `<p>${[
  'Klatch speaks Zulip’s REST API: programs written for one work with the other.',
  'Everything below is written from the server’s own declarations, and is what it really takes and answers.',
].join(' ')}</p>
<dl><dt>Signing in</dt><dd>HTTP Basic: the e-mail address as the name, the API key as the password. A browser’s session may ask under <code>/json</code> instead of <code>/api/v1</code>, with its token as <code>X-CSRFToken</code>.</dd>
<dt>Asking</dt><dd>Parameters travel in the query (GET) or in a form. Text is sent as it is; everything else is written as JSON.</dd>
<dt>Answers</dt><dd>JSON with <code>result</code> “success” and the fields below, or <code>result</code> “error” with <code>msg</code> and <code>code</code>. What a request named that is not known is listed under <code>ignored_parameters_unsupported</code>.</dd>
<dt>For machines</dt><dd>The same as OpenAPI 3.1, events included: <a href="/api/v1/openapi.json">openapi.json</a>.</dd></dl>`;

const getGroup = (path: string): string => GROUPS.find(([, paths]) => paths.test(path))![0];
const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const METHODS = ['OPTIONS', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** The API comes first, then the other paths. */
const byPath = (one: Endpoint, other: Endpoint): number =>
  Number(one.root) - Number(other.root) ||
  Number(one.path > other.path) - Number(one.path < other.path) ||
  METHODS.indexOf(one.method) - METHODS.indexOf(other.method);

const section = (title: string, rows: readonly string[], before = ''): string =>
  `<section id="${slug(title)}"><h2>${escapeAttribute(title)}</h2>${before}${rows.join('')}</section>`;

const EVENTS = `<p>What <code>GET /api/v1/events</code> answers, for a queue that <code>POST /api/v1/register</code> made. Every event has an <code>id</code>, which rises by one, and its <code>type</code>; where there are several of a type, <code>op</code> tells them apart.</p>`;

function endpointHtml(endpoint: Endpoint, state: TProperties): string {
  const { method, root, summary, auth, params, returns, files, serve, take, deprecated } = endpoint;
  const path = root ? endpoint.path : `/api/v1${endpoint.path}`;
  const values = { ...params, ...(files && { [files.name]: FILE }) };
  const reply = endpoint.path === '/register' ? { ...returns, ...state } : returns;
  const notes = [WHO[auth as Access], ...(endpoint.developmentOnly ? ['only on a development server'] : [])];
  return details(
    `${method} ${path}`,
    `<span class="method ${method}">${method}</span><code>${breakable(path)}</code><span class="what">${escapeAttribute(summary)}${deprecated ? ' <i>deprecated</i>' : ''}</span>`,
    `<p class="who"><span>Who</span> ${escapeAttribute(notes.join('; '))}</p>
<h3>Parameters</h3>${Object.keys(values).length > 0 ? parametersHtml(values) : '<p class="none">None.</p>'}
<h3>Reply</h3>${serve ? '<p class="none">The file itself, or where it is.</p>' : Object.keys(reply).length > 0 ? fieldsHtml(reply) : '<p class="none">Only whether it was done.</p>'}${take ? '<p class="none">The rest is said in the headers of the tus protocol, version 1.0.0.</p>' : ''}`,
    Object.keys(values),
  );
}

const FILE = { type: 'file' } as unknown as TProperties[string];

/** Declarations that differ only by their recipients are shown together. */
const withOps = (declarations: readonly EventDeclaration[]): EventDeclaration[] =>
  [...Map.groupBy(declarations, ({ op }) => op)].map(([, alike]) => ({
    ...alike[0]!,
    fields: Object.assign({}, ...alike.map(({ fields }) => fields)),
  }));

function eventHtml({ type, op, fields }: EventDeclaration): string {
  const name = op === undefined ? type : `${type} / ${op}`;
  const text =
    Object.keys(fields).length > 0 ? fieldsHtml(fields) : '<p class="none">Nothing but that it happened.</p>';
  return details(
    `event ${name}`,
    `<span class="method event">event</span><code>${breakable(name)}</code>`,
    `<h3>Fields</h3>${text}`,
    [],
  );
}

const details = (name: string, head: string, body: string, words: readonly string[]): string =>
  `<details id="${slug(name)}" data-find="${escapeAttribute(words.join(' '))}"><summary>${head}</summary><div>${body}</div></details>`;

/** Long paths break at their slashes, and their parameters are marked. */
const breakable = (path: string): string =>
  escapeAttribute(path)
    .replace(/^\/api\/v1/, '<i>$&</i>')
    .replace(/\{\w+\}/g, '<em>$&</em>')
    .replace(/(?<=[^<])\/(?=\S)/g, '/<wbr>')
    .replaceAll('_', '_<wbr>');
