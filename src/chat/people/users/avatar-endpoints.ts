import type { JdenticonConfig } from 'jdenticon';
import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { requireOneFile } from '../../../kernel/http/body.ts';
import type { Served } from '../../../kernel/http/deliver.ts';
import type { ReceivedFile } from '../../../kernel/http/endpoint.ts';
import { type Caller, endpoint } from '../../declare.ts';
import { keepPicture } from '../../files/images/client.ts';
import type { PictureFiles } from '../../files/images/types.ts';
import { SERVER_FACTS } from '../../organization/realm/views.ts';
import * as actions from './avatar-actions.ts';
import { canAccessUser, requireCanChangeAvatar, requireUserByEmail, type Viewer } from './rules.ts';
import type { User } from './types.ts';
import { avatarUrl, mediumAvatarUrl } from './views.ts';

const USUAL = 100;
const MEDIUM = 500;

/** Stores the image in a form, if there is one. Throws for several files, and for a file that is no image. */
export async function keepAvatar(call: {
  app: App;
  caller: Caller;
  files: readonly ReceivedFile[];
}): Promise<PictureFiles | undefined> {
  const { app, files } = call;
  if (files.length === 0) return undefined;
  const { path } = requireOneFile(files, NOT_ONE, 'You may only upload one file at a time');
  const [usual, medium] = await app.imageWorker.squares(path, [USUAL, MEDIUM]);
  return keepPicture(call, { usual: usual!, medium: medium! });
}

/** The limits of a form with an avatar. */
export const AVATAR_FILE = {
  name: 'file',
  maxBytes: SERVER_FACTS.max_avatar_file_size_mib * 2 ** 20,
  status: 400,
} as const;
const NOT_ONE = 'You must upload exactly one avatar.';

export const uploadAvatar = endpoint({
  method: 'POST',
  path: '/users/me/avatar',
  summary: 'Upload your avatar',
  files: AVATAR_FILE,
  returns: { avatar_url: Type.String() },
  async prepare(call) {
    requireCanChangeAvatar(call.app, call.user);
    requireOneFile(call.files, NOT_ONE, NOT_ONE);
    return keepAvatar(call);
  },
  handle: ({ app, user, prepared: stored }) => ({ avatar_url: actions.setOwnAvatar(app, user, stored!) }),
});

export const deleteAvatar = endpoint({
  method: 'DELETE',
  path: '/users/me/avatar',
  summary: 'Remove your avatar',
  returns: { avatar_url: Type.String() },
  handle: ({ app, user }) => ({ avatar_url: actions.removeAvatar(app, user) }),
});

const picture = { method: 'GET', root: true, limitedKeys: 'read', auth: 'spectator' } as const;

export const avatar = endpoint({
  ...picture,
  path: '/avatar/{user_id}',
  summary: "Get a user's avatar",
  params: { user_id: Type.Integer() },
  serve: ({ app, user, params: { user_id } }) =>
    serveAvatar(app, user, app.users.byId(user_id), String(user_id), USUAL),
});

export const avatarByEmail = endpoint({
  ...picture,
  path: '/avatar/{email}',
  summary: "Get a user's avatar by real or placeholder e-mail address",
  params: { email: Type.String() },
  serve: ({ app, user, params: { email } }) => serveAvatar(app, user, findByAddress(app, user, email), email, USUAL),
});

export const mediumAvatar = endpoint({
  ...picture,
  path: '/avatar/{user_id}/medium',
  summary: "Get a user's avatar in a larger size",
  params: { user_id: Type.Integer() },
  serve: ({ app, user, params: { user_id } }) =>
    serveAvatar(app, user, app.users.byId(user_id), String(user_id), MEDIUM),
});

export const mediumAvatarByEmail = endpoint({
  ...picture,
  path: '/avatar/{email}/medium',
  summary: "Get a user's avatar in a larger size by real or placeholder e-mail address",
  params: { email: Type.String() },
  serve: ({ app, user, params: { email } }) => serveAvatar(app, user, findByAddress(app, user, email), email, MEDIUM),
});

function findByAddress(app: App, viewer: Viewer, email: string): User | undefined {
  try {
    return requireUserByEmail(app, viewer, email);
  } catch {
    return undefined;
  }
}

/** Unknown and inaccessible users get a generated avatar like any other. */
function serveAvatar(
  app: App,
  viewer: Viewer,
  user: User | undefined,
  name: string,
  size: number,
): Served | Promise<Served> {
  const known = user && canAccessUser(app, viewer, user) ? user : undefined;
  if (!known || known.avatar_source === 'J') return generatedAvatar(app, known ? String(known.id) : name, size);
  return { redirect: size === USUAL ? avatarUrl(app, known, false)! : mediumAvatarUrl(app, known) };
}

/** Colors of one family, on a background that suits light and dark themes. */
const COLORS: JdenticonConfig = {
  backColor: '#ece7dd',
  hues: [12, 38, 96, 152, 183, 212, 262, 325],
  lightness: { color: [0.38, 0.62], grayscale: [0.3, 0.62] },
  saturation: { color: 0.42, grayscale: 0.06 },
};

/** The generated pattern of an account without an avatar. It differs between organizations. */
async function generatedAvatar(app: App, name: string, size: number): Promise<Served> {
  const value = `${app.realm.get('uuid')} ${name}`;
  const { generatedAvatars } = app.memory;
  let body = generatedAvatars.get(`${size} ${value}`);
  if (!body) {
    // Loaded with the first generated avatar.
    const { toPng } = await import('jdenticon');
    body = toPng(value, size, COLORS);
    generatedAvatars.set(`${size} ${value}`, body);
  }
  return {
    body,
    type: 'image/png',
    etag: `drawn-2-${size}-${encodeURIComponent(name)}`,
    cache: 'private, max-age=86400',
  };
}
