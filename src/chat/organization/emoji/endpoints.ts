import { Type } from 'typebox';
import { requireOneFile } from '../../../kernel/http/body.ts';
import { endpoint } from '../../declare.ts';
import { keepPicture } from '../../files/images/client.ts';
import { settingsChange } from '../../organization/audit-log/types.ts';
import * as actions from './actions.ts';
import { requireCanAddEmoji, requireFreeName } from './rules.ts';
import { RealmEmojis } from './types.ts';

const emoji_name = Type.String();
const SIZE = 64;

export const getCustomEmoji = endpoint({
  method: 'GET',
  path: '/realm/emoji',
  summary: "Get the organization's custom emoji",
  returns: { emoji: RealmEmojis },
  handle: ({ app }) => ({ emoji: app.realmEmoji.all() }),
});

export const uploadCustomEmoji = endpoint({
  method: 'POST',
  path: '/realm/emoji/{emoji_name}',
  summary: 'Add a custom emoji',
  auth: 'human-member',
  files: { name: 'filename', maxBytes: 5 * 2 ** 20, status: 400 },
  params: { emoji_name },
  audit: settingsChange('custom emoji'),
  async prepare(call) {
    const { app, user, params, files } = call;
    requireCanAddEmoji(app, user);
    requireFreeName(app, user, params.emoji_name);
    const { path } = requireOneFile(files, NOT_ONE, NOT_ONE);
    const { image, still } = await app.imageWorker.emoji(path, SIZE);
    return keepPicture(call, { usual: image, ...(still && { still }) });
  },
  handle: ({ app, user, params, prepared: stored }) => actions.addEmoji(app, user, params.emoji_name, stored),
});
const NOT_ONE = 'You must upload exactly one file.';

export const deactivateCustomEmoji = endpoint({
  method: 'DELETE',
  path: '/realm/emoji/{emoji_name}',
  summary: 'Deactivate a custom emoji',
  params: { emoji_name },
  audit: settingsChange('custom emoji'),
  handle: ({ app, user, params }) => actions.deactivateEmoji(app, user, params.emoji_name),
});
