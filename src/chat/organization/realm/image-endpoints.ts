import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { requireOneFile } from '../../../kernel/http/body.ts';
import type { Served } from '../../../kernel/http/deliver.ts';
import { endpoint } from '../../declare.ts';
import { keepPicture } from '../../files/images/client.ts';
import { settingsChange } from '../audit-log/types.ts';
import * as actions from './actions.ts';
import { DEFAULT_PICTURES, pictures, SERVER_FACTS } from './server-views.ts';

/** Generated for organizations without images of their own: a speech bubble with a reply. */
const bubbles = (edge: string) =>
  '<path fill="#fdfcfa" d="M24 18h34a10 10 0 0 1 10 10v18a10 10 0 0 1-10 10H34l-10 9V56a10 10 0 0 1-10-10V28a10 10 0 0 1 10-10z"/>' +
  `<path fill="#eba94d" stroke="${edge}" stroke-width="5" stroke-linejoin="round" d="M50 41h26a10 10 0 0 1 10 10v14a10 10 0 0 1-10 10v11L64 75H50a10 10 0 0 1-10-10V51a10 10 0 0 1 10-10z"/>` +
  '<path fill="none" stroke="#0b4a4d" stroke-width="5" stroke-linecap="round" d="M52 54h22M52 63h13"/>';

export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">' +
  `<rect width="100" height="100" rx="23" fill="#0b6468"/>${bubbles('#0b6468')}</svg>`;

/** The maskable form: only background outside the middle four fifths. */
export const MASKABLE_ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">' +
  `<rect width="100" height="100" fill="#0b6468"/><g transform="translate(12 10) scale(.76)">${bubbles('#0b6468')}</g></svg>`;

/** The icon, and the name as outlines that are visible on light and dark backgrounds. */
export const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -2 300 76" width="395" height="100">' +
  `<g transform="translate(0 2) scale(.68)"><rect width="100" height="100" rx="23" fill="#0b6468"/>${bubbles('#0b6468')}</g>` +
  '<g fill="none" stroke="#4f9a99" stroke-width="7" stroke-linecap="round" stroke-linejoin="round">' +
  '<path d="M88 14v44M114 14L90 38l24 20"/><path d="M130 14v44"/>' +
  '<path d="M172 58V34M172 46a12 12 0 1 1-24 0a12 12 0 1 1 24 0z"/>' +
  '<path d="M192 20v30q0 8 9 8M184 34h16"/><path d="M234 38a12 12 0 1 0 0 16"/>' +
  '<path d="M250 14v44M250 44q2-10 12-10t12 10v14"/></g></svg>';

const night = Type.Boolean();
const slotOf = (params: { night: boolean }) => (params.night ? 'night_logo' : 'logo');

/** Draws the icon of the organization. The larger size is for the installed web client. */
export async function iconForms(app: App, path: string) {
  const [usual, medium] = await app.imageWorker.squares(path, [100, 512]);
  return { usual: usual!, medium: medium! };
}

/** Draws a logo of the organization. */
export const logoForms = async (app: App, path: string) => ({ usual: await app.imageWorker.within(path, 800, 100) });

export const uploadRealmIcon = endpoint({
  method: 'POST',
  path: '/realm/icon',
  summary: "Upload the organization's icon",
  auth: 'administrator',
  files: { name: 'file', maxBytes: SERVER_FACTS.max_icon_file_size_mib * 2 ** 20, status: 400 },
  returns: { icon_url: Type.String() },
  audit: settingsChange('icon'),
  async prepare(call) {
    const { path } = requireOneFile(call.files, NO_ICON, NO_ICON);
    return keepPicture(call, await iconForms(call.app, path));
  },
  handle({ app, prepared: stored }) {
    actions.setRealmImage(app, 'icon', stored);
    return { icon_url: pictures(app).realm_icon_url };
  },
});
const NO_ICON = 'You must upload exactly one icon.';

export const deleteRealmIcon = endpoint({
  method: 'DELETE',
  path: '/realm/icon',
  summary: "Remove the organization's icon",
  auth: 'administrator',
  returns: { icon_url: Type.String() },
  audit: settingsChange('icon'),
  handle({ app }) {
    actions.removeRealmImage(app, 'icon');
    return { icon_url: pictures(app).realm_icon_url };
  },
});

export const getRealmIcon = endpoint({
  method: 'GET',
  path: '/realm/icon',
  summary: "Redirect to the organization's icon",
  serve: ({ app }) => ({ redirect: pictures(app).realm_icon_url }),
});

export const uploadRealmLogo = endpoint({
  method: 'POST',
  path: '/realm/logo',
  summary: "Upload the organization's logo, or the one for dark themes",
  auth: 'administrator',
  files: { name: 'file', maxBytes: SERVER_FACTS.max_logo_file_size_mib * 2 ** 20, status: 400 },
  params: { night },
  audit: settingsChange('logo'),
  async prepare(call) {
    const { path } = requireOneFile(call.files, NO_LOGO, NO_LOGO);
    return keepPicture(call, await logoForms(call.app, path));
  },
  handle: ({ app, params, prepared: stored }) => actions.setRealmImage(app, slotOf(params), stored),
});
const NO_LOGO = 'You must upload exactly one logo.';

export const deleteRealmLogo = endpoint({
  method: 'DELETE',
  path: '/realm/logo',
  summary: "Remove the organization's logo, or the one for dark themes",
  auth: 'administrator',
  params: { night },
  audit: settingsChange('logo'),
  handle: ({ app, params }) => actions.removeRealmImage(app, slotOf(params)),
});

export const getRealmLogo = endpoint({
  method: 'GET',
  path: '/realm/logo',
  summary: "Redirect to the organization's logo",
  params: { night },
  serve: ({ app, params }) => ({ redirect: pictures(app)[`realm_${slotOf(params)}_url`] }),
});

const generatedImage = (name: string, body: string): Served => ({
  body,
  type: 'image/svg+xml',
  etag: `${name}-2`,
  cache: 'public, max-age=86400',
});
const still = { method: 'GET', root: true, auth: 'public', limit: 'none' } as const;

export const defaultIcon = endpoint({
  ...still,
  path: DEFAULT_PICTURES.icon,
  constant: true,
  summary: 'Get the generated icon of the organization',
  serve: () => generatedImage('icon', ICON),
});

export const defaultLogo = endpoint({
  ...still,
  path: DEFAULT_PICTURES.logo,
  constant: true,
  summary: 'Get the generated logo of the organization',
  serve: () => generatedImage('logo', LOGO),
});
