import type { TProperties, TSchema } from 'typebox';
import { escapeAttribute } from '../../markdown/escape.ts';

/** The parts of a JSON Schema that readers see. */
interface Shape {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
  required?: string[];
  patternProperties?: Record<string, Shape>;
  additionalProperties?: Shape | boolean;
  default?: unknown;
  deprecated?: boolean;
  aliases?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
}

/** Longer lists of values are shown as their type. */
const MANY = 24;

/** The type in words: `array of integer`, `"all" | "none" or null`. */
function getName(shape: Shape): string {
  if ('const' in shape) return JSON.stringify(shape.const);
  if (shape.enum && shape.enum.length <= MANY) return shape.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (shape.anyOf) return [...new Set(shape.anyOf.map(getName))].join(' or ');
  const of = shape.items ?? findValues(shape);
  if (shape.type === 'array') return of ? `array of ${getName(of)}` : 'array';
  if (shape.type === 'object' && of) return `map of ${getName(of)}`;
  return shape.type ?? 'any';
}

/** The values of a map. */
function findValues({ patternProperties, additionalProperties }: Shape): Shape | undefined {
  if (patternProperties) return Object.values(patternProperties)[0];
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

/** The fields of an object, at any depth of the shape. */
function getFields(shape: Shape): Record<string, Shape> {
  const within = [...(shape.anyOf ?? []), ...[shape.items ?? findValues(shape) ?? []].flat()];
  return Object.assign({}, ...within.map(getFields), shape.properties);
}

function listLimits({ minimum, maximum, maxLength, maxItems }: Shape): string[] {
  return [
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(maximum === undefined ? [] : [`at most ${maximum}`]),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(maxItems === undefined ? [] : [`at most ${maxItems} items`]),
  ];
}

const isOptional = (schema: TSchema): boolean => '~optional' in schema;

function line(name: string, schema: Shape, marks: readonly string[]): string {
  const notes = [...marks, ...listLimits(schema), ...(schema.deprecated ? ['deprecated'] : [])];
  const sentences = notes
    .map((note) => `<i${note === 'required' ? ' class="need"' : ''}>${escapeAttribute(note)}</i>`)
    .join('');
  return `<li><code>${escapeAttribute(name)}</code><span><b>${escapeAttribute(getName(schema))}</b>${sentences}</span>${describeFields(schema)}</li>`;
}

function describeFields(shape: Shape): string {
  const fields = Object.entries(getFields(shape));
  return fields.length === 0
    ? ''
    : `<ul>${fields.map(([name, field]) => line(name, field, sometimes(field))).join('')}</ul>`;
}

const sometimes = (shape: Shape): string[] => (isOptional(shape as TSchema) ? ['not always'] : []);

/** The parameters of a request. */
export function parametersHtml(params: TProperties): string {
  const lines = Object.entries(params).map(([name, schema]) => {
    const shape = schema as Shape;
    const need =
      'default' in shape ? `default ${JSON.stringify(shape.default)}` : isOptional(schema) ? 'optional' : 'required';
    return line(name, shape, [need, ...(shape.aliases ? [`also called ${shape.aliases.join(', ')}`] : [])]);
  });
  return list(lines);
}

/** The fields of a reply or an event. */
export const fieldsHtml = (fields: TProperties): string =>
  list(Object.entries(fields).map(([name, schema]) => line(name, schema as Shape, sometimes(schema as Shape))));

const list = (lines: readonly string[]): string => `<ul class="fields">${lines.join('')}</ul>`;

/**
 * The sections of the reference in reading order: an endpoint is in the first section whose pattern matches its path.
 */
export const GROUPS: readonly (readonly [title: string, paths: RegExp])[] = [
  [
    'Signing in and the server',
    /^\/(server_settings|(\w+_|jwt\/)?fetch_api_key|dev[_/]|accounts|users\/me\/api_key|sessions|openapi|api$|health|metrics)/,
  ],
  ['Registering for events', /^\/(register|events)/],
  ['Messages', /^\/(messages|deleted_messages|pinned_messages|submessage|mark_|zcommand)/],
  ['Typing and presence', /^\/(typing|realm\/presence|users\/[^/]+\/(presence|status))/],
  ['Drafts, reminders, scheduled messages', /^\/(drafts|reminders|scheduled_messages|saved_snippets)/],
  ['Files', /^\/(user_uploads|attachments|tus|thumbnail)/],
  [
    'Topics',
    /^\/(user_topics|users\/me\/(\{stream_id\}\/topics|subscriptions\/muted)|streams\/\{stream_id\}\/delete_topic)/,
  ],
  [
    'Channels and subscriptions',
    /^\/(streams|channels|archived_channels|channel_folders|get_stream_id|default_stream|users\/[^/]+\/subscriptions)/,
  ],
  [
    'Notifications on phones and in browsers',
    /^\/(mobile_push|web_push|ntfy|notification_targets|remotes\/push|zulip-services|users\/me\/(apns|android))/,
  ],
  [
    'Settings of one’s own',
    /^\/(settings|do_not_disturb|navigation_views|sidebar_order|data_export|users\/me\/(data_export|alert_words|muted_users|onboarding|profile_data|avatar))/,
  ],
  [
    'Bots and webhooks',
    /^\/(\{ntfy_topic|bot|external|hooks|webhooks|webhook_templates|feeds|integrations|slash_commands|mcp)/,
  ],
  ['User groups', /^\/user_groups/],
  ['Invitations', /^\/invites/],
  ['Mail', /^\/(mail|received_mails|announcements)/],
  ['Users', /^\/(users|avatar|user_avatars)/],
  ['The organization', /^\/(realm|export|audit_log|statistics|imports|server\/)/],
  ['Calls, GIFs and fixed files', /^\/($|app-icon|sign-in-icon|manifest|service-worker|share|calls|gifs|static)/],
  ['Other', /^/],
];

/** The page's only script. Without it, everything is readable, and the browser's own search works. */
export const SEARCH = `
const field = document.querySelector('.search input');
const found = document.getElementById('found');
const rows = [...document.querySelectorAll('main details')].map((row) => [row, (row.firstChild.textContent + ' ' + row.dataset.find).toLowerCase()]);
field.parentElement.hidden = false;
const search = () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let count = 0;
  for (const [row, text] of rows) {
    row.hidden = !words.every((word) => text.includes(word));
    if (!row.hidden) count++;
  }
  for (const section of document.querySelectorAll('main section')) section.hidden = !section.querySelector('details:not([hidden])');
  document.querySelector('.introduction').hidden = words.length > 0;
  found.textContent = words.length === 0 ? '' : count === 0 ? 'Nothing is called that.' : count + (count === 1 ? ' entry' : ' entries');
};
field.addEventListener('input', search);
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && event.target !== field && !event.ctrlKey && !event.metaKey) { event.preventDefault(); field.focus(); }
  if (event.key === 'Escape' && event.target === field) { field.value = ''; search(); }
});
const open = () => {
  const named = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  if (!named) return;
  if (named.tagName === 'DETAILS') named.open = true;
  if (field.value) { field.value = ''; search(); }
  named.scrollIntoView();
};
addEventListener('hashchange', open);
open();
for (const [row] of rows) row.addEventListener('toggle', () => { if (row.open && location.hash !== '#' + row.id) history.replaceState(null, '', '#' + row.id); });
`;
