import type { TProperties } from 'typebox';
import type { EventDeclaration } from '../../kernel/events/event.ts';
import type { Endpoint } from '../../kernel/http/endpoint.ts';
import { escapeAttribute } from '../../markdown/escape.ts';
import type { Access } from '../people/sign-in/rules.ts';
import { fieldsHtml, GROUPS, parametersHtml, SEARCH } from './shapes.ts';

/** Colors keep a contrast of 4.5 to 1 in light and dark themes. */
export const STYLE = `
:root{--page:#fff;--side:#f6f6f4;--text:#22252b;--soft:#5c626d;--line:#e2e2de;--hover:#f3f4f2;--link:#2a5bbf;--code:#f0f0ec;
--get:#1f5fae;--post:#1b7040;--patch:#8a5200;--delete:#b3262d;--event:#6a3fa8;color-scheme:light dark}
@media(prefers-color-scheme:dark){:root{--page:#17191d;--side:#1d2025;--text:#e4e6ea;--soft:#a2a8b3;--line:#31353d;--hover:#22262c;--link:#8fb4ff;--code:#262a31;
--get:#86b7f5;--post:#74cf97;--patch:#e6b566;--delete:#f5918f;--event:#c3a3f3}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;display:grid;grid-template-columns:17rem minmax(0,1fr)}
code,kbd{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.875em}
a{color:var(--link)}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:4px}
[hidden]{display:none!important}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:var(--page);padding:.5rem;z-index:2}
nav{position:sticky;top:0;height:100vh;overflow-y:auto;padding:1.5rem 1rem 2rem 1.5rem;background:var(--side);border-right:1px solid var(--line);font-size:.9rem}
.brand{margin:0 0 1rem;font-weight:650;font-size:1.1rem}.brand span{font-weight:400;color:var(--soft);font-size:.85rem;margin-left:.25rem}
.search{display:block;position:relative}.search span{position:absolute;left:-99rem}
.search input{width:100%;font:inherit;color:inherit;background:var(--page);border:1px solid var(--soft);border-radius:6px;padding:.45rem 2rem .45rem .65rem}
.search input::placeholder{color:var(--soft);opacity:1}
.search kbd{position:absolute;right:.5rem;top:.55rem;color:var(--soft);border:1px solid var(--line);border-radius:4px;padding:0 .35rem;line-height:1.3}
.search input:focus+kbd{display:none}
#found{margin:.4rem 0 0;color:var(--soft)}
nav ul{list-style:none;margin:.5rem 0 0;padding:0}
nav li a{display:flex;justify-content:space-between;gap:.5rem;padding:.3rem .5rem;margin-left:-.5rem;border-radius:6px;color:inherit;text-decoration:none}
nav li a:hover{background:var(--line)}
nav small{color:var(--soft);font-variant-numeric:tabular-nums}
main{padding:2.25rem 3rem 6rem;max-width:66rem;min-width:0}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 .75rem;letter-spacing:-.01em}
header p{max-width:44rem;margin:0 0 1.25rem}
header dl{display:grid;grid-template-columns:8rem minmax(0,1fr);gap:.5rem 1rem;margin:0;max-width:52rem;font-size:.94rem}
dt{color:var(--soft)}dd{margin:0}dd code{background:var(--code);border-radius:4px;padding:.1em .3em}
section{margin-top:3rem}
h2{font-size:1.25rem;line-height:1.3;margin:0 0 .6rem}
details{border-top:1px solid var(--line)}details:last-child{border-bottom:1px solid var(--line)}
summary{display:grid;grid-template-columns:4.5rem minmax(0,3fr) minmax(0,2fr) 1rem;gap:.25rem 1rem;align-items:baseline;padding:.55rem .5rem;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary:hover,details[open]>summary{background:var(--hover)}
summary::after{content:"";width:.45rem;height:.45rem;border:solid var(--soft);border-width:0 2px 2px 0;transform:rotate(-45deg);justify-self:center;grid-row:1;grid-column:-2}
details[open]>summary::after{transform:rotate(45deg)}
summary code em{font-style:normal;color:var(--event)}summary code i{font-style:normal;color:var(--soft)}
section>p{max-width:44rem;margin:0 0 1rem;color:var(--soft)}
.what{color:var(--soft);font-size:.9rem}.what i{font-style:normal;border:1px solid var(--line);border-radius:4px;padding:0 .35em;white-space:nowrap}
.method{font:650 .75rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:.03em}
.GET,.HEAD{color:var(--get)}.POST{color:var(--post)}.PATCH,.PUT{color:var(--patch)}.DELETE{color:var(--delete)}.event{color:var(--event)}
details>div{padding:.75rem .5rem 1.5rem 6rem}
.who{margin:0;font-size:.9rem}.who span,h3{font-size:.8rem;font-weight:600;color:var(--soft);text-transform:uppercase;letter-spacing:.05em}
.who span{display:inline-block;margin-right:.5rem}
h3{margin:1.25rem 0 .35rem}
.none{margin:0;color:var(--soft);font-size:.9rem}
ul.fields,.fields ul{list-style:none;margin:0;padding:0;font-size:.9rem}
.fields li{display:grid;grid-template-columns:minmax(9rem,17rem) minmax(0,1fr);gap:0 1rem;padding:.3rem 0;align-items:baseline}
.fields>li+li{border-top:1px solid var(--line)}
.fields code{overflow-wrap:anywhere;font-weight:600}
.fields b{font-weight:400;overflow-wrap:anywhere}
.fields i{font-style:normal;color:var(--soft);margin-left:.75rem;white-space:nowrap}.fields i.need{color:var(--delete)}
.fields ul{grid-column:1/-1;margin:.25rem 0 .25rem .15rem;padding-left:.9rem;border-left:2px solid var(--line)}
.fields ul code{font-weight:400}
@media(max-width:60rem){
body{display:block}
html{scroll-padding-top:8rem}
nav{height:auto;overflow:visible;border-right:0;border-bottom:1px solid var(--line);padding:.75rem 1rem .5rem;z-index:1}
.brand{display:none}
#found:not(:empty)+ul{display:none}
nav ul{display:flex;gap:.35rem;overflow-x:auto;margin:.5rem -1rem 0;padding:0 1rem .35rem;scrollbar-width:thin}
nav li a{margin:0;border:1px solid var(--line);background:var(--page);min-height:2.5rem;align-items:center;white-space:nowrap}
.search input::placeholder{color:var(--soft);opacity:1}
.search kbd{display:none}.search input{padding-right:.65rem;min-height:2.75rem;font-size:1rem}
main{padding:1.5rem 1rem 4rem}
header dl{display:block}dt{font-weight:600;margin-top:.6rem}
summary{grid-template-columns:3.5rem minmax(0,1fr) 1rem;gap:.1rem .75rem;padding:.65rem 0}
.what{grid-column:2}
details>div{padding:.5rem 0 1.25rem}
.fields li{display:block}.fields li>code{display:block}
.fields i{white-space:normal}
}
@media print{nav{display:none}body{display:block}}
`;

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

/** The whole reference as one page that needs no other file and no network. */
export function referencePage(
  version: string,
  endpoints: readonly Endpoint[],
  events: readonly EventDeclaration[],
  state: TProperties,
): string {
  const groups = GROUPS.map(([title]) => [title, endpoints.filter(({ path }) => groupOf(path) === title)] as const);
  const types = [...Map.groupBy(events, ({ type }) => type)].sort(([one], [other]) => (one < other ? -1 : 1));
  const sections = groups
    .filter(([, inIt]) => inIt.length > 0)
    .map(([title, inIt]) =>
      section(
        title,
        inIt.toSorted(byPath).map((endpoint) => endpointHtml(endpoint, state)),
      ),
    );
  const heard = types.flatMap(([, declarations]) => withOps(declarations).map(eventHtml));
  const titles = [
    ...groups.filter(([, inIt]) => inIt.length > 0).map(([title, { length }]) => [title, length] as const),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Klatch API reference</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<link rel="icon" href="/static/images/icon.svg"><style>${STYLE}</style></head><body>
<a class="skip" href="#main">Skip to the endpoints</a>
<nav aria-label="Sections"><p class="brand">Klatch <span>API ${escapeAttribute(version)}</span></p>
<label class="search" hidden><span>Search</span><input type="search" placeholder="Path or parameter" autocomplete="off" aria-describedby="found"><kbd>/</kbd></label>
<p id="found" role="status"></p>
<ul>${[...titles, ['Events', heard.length] as const].map(([title, count]) => `<li><a href="#${slug(title)}">${escapeAttribute(title)} <small>${count}</small></a></li>`).join('')}</ul></nav>
<main id="main"><header><h1>API reference</h1>${INTRODUCTION}</header>
${sections.join('\n')}
${section('Events', heard, EVENTS)}
</main><script>${SEARCH}</script></body></html>
`;
}

const INTRODUCTION = `<p>${[
  'Klatch speaks Zulip’s REST API: programs written for one work with the other.',
  'Everything below is written from the server’s own declarations, and is what it really takes and answers.',
].join(' ')}</p>
<dl><dt>Signing in</dt><dd>HTTP Basic: the e-mail address as the name, the API key as the password. A browser’s session may ask under <code>/json</code> instead of <code>/api/v1</code>, with its token as <code>X-CSRFToken</code>.</dd>
<dt>Asking</dt><dd>Parameters travel in the query (GET) or in a form. Text is sent as it is; everything else is written as JSON.</dd>
<dt>Answers</dt><dd>JSON with <code>result</code> “success” and the fields below, or <code>result</code> “error” with <code>msg</code> and <code>code</code>. What a request named that is not known is listed under <code>ignored_parameters_unsupported</code>.</dd>
<dt>For machines</dt><dd>The same as OpenAPI 3.1, events included: <a href="/api/v1/openapi.json">openapi.json</a>.</dd></dl>`;

const groupOf = (path: string): string => GROUPS.find(([, paths]) => paths.test(path))![0];
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
