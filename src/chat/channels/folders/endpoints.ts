import { Type } from 'typebox';
import { Maybe } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { settingsChange } from '../../organization/audit-log/types.ts';
import { MAX_DESCRIPTION_LENGTH } from '../channels/rules.ts';
import * as actions from './actions.ts';
import { ChannelFolder } from './types.ts';

const MAX_NAME_LENGTH = 100;
const name = Type.String({ maxLength: MAX_NAME_LENGTH });
const description = Type.String({ maxLength: MAX_DESCRIPTION_LENGTH });

export const getChannelFolders = endpoint({
  method: 'GET',
  path: '/channel_folders',
  summary: 'Get all channel folders in their order',
  params: { include_archived: Type.Boolean({ default: false }) },
  returns: { channel_folders: Type.Array(ChannelFolder) },
  handle: ({ app, params }) => ({
    channel_folders: app.channelFolders.all().filter(({ is_archived }) => params.include_archived || !is_archived),
  }),
});

export const createChannelFolder = endpoint({
  method: 'POST',
  path: '/channel_folders/create',
  summary: 'Create a channel folder',
  auth: 'administrator',
  params: { name, description },
  returns: { channel_folder_id: Type.Integer() },
  audit: settingsChange('channel folders'),
  handle: ({ app, user, params }) => ({ channel_folder_id: actions.createFolder(app, user, params) }),
});

export const reorderChannelFolders = endpoint({
  method: 'PATCH',
  path: '/channel_folders',
  summary: 'Reorder channel folders',
  auth: 'administrator',
  params: { order: Type.Array(Type.Integer()) },
  audit: settingsChange('channel folders'),
  handle: ({ app, params }) => actions.reorderFolders(app, params.order),
});

export const updateChannelFolder = endpoint({
  method: 'PATCH',
  path: '/channel_folders/{channel_folder_id}',
  summary: 'Change or archive a channel folder',
  auth: 'administrator',
  params: {
    channel_folder_id: Type.Integer(),
    name: Maybe(name),
    description: Maybe(description),
    is_archived: Maybe(Type.Boolean()),
  },
  audit: settingsChange('channel folders'),
  handle: ({ app, user, params: { channel_folder_id, ...change } }) =>
    actions.updateFolder(app, user, channel_folder_id, change),
});
