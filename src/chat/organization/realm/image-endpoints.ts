import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { requireOneFile } from '../../../kernel/http/body.ts';
import type { Served } from '../../../kernel/http/deliver.ts';
import { endpoint } from '../../declare.ts';
import { keepPicture } from '../../files/images/client.ts';
import { settingsChange } from '../audit-log/types.ts';
import * as actions from './actions.ts';
import { ICON, LOGO } from './image-data.ts';
import { DEFAULT_PICTURES, pictures, SERVER_FACTS } from './views.ts';

const night = Type.Boolean();
const logoSlot = (params: { night: boolean }) => (params.night ? 'night_logo' : 'logo');

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
  handle: ({ app, params, prepared: stored }) => actions.setRealmImage(app, logoSlot(params), stored),
});
const NO_LOGO = 'You must upload exactly one logo.';

export const deleteRealmLogo = endpoint({
  method: 'DELETE',
  path: '/realm/logo',
  summary: "Remove the organization's logo, or the one for dark themes",
  auth: 'administrator',
  params: { night },
  audit: settingsChange('logo'),
  handle: ({ app, params }) => actions.removeRealmImage(app, logoSlot(params)),
});

export const getRealmLogo = endpoint({
  method: 'GET',
  path: '/realm/logo',
  summary: "Redirect to the organization's logo",
  params: { night },
  serve: ({ app, params }) => ({ redirect: pictures(app)[`realm_${logoSlot(params)}_url`] }),
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
