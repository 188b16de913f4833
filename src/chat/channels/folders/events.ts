import { Type } from 'typebox';
import { event } from '../../../kernel/events/event.ts';
import { Maybe } from '../../../kernel/http/schema.ts';
import { state } from '../../declare.ts';
import { ChannelFolder } from './types.ts';

/** All folders, including archived ones, which channels may still be in. */
export const channelFolders = state('channel_folders', { channel_folders: Type.Array(ChannelFolder) }, ({ app }) => ({
  channel_folders: app.channelFolders.all(),
}));

export const folderAdded = event('channel_folder', 'add', { channel_folder: ChannelFolder });

/** What changed in a folder besides its position. */
export const folderChanged = event('channel_folder', 'update', {
  channel_folder_id: Type.Integer(),
  data: Type.Object({
    name: Maybe(Type.String()),
    description: Maybe(Type.String()),
    rendered_description: Maybe(Type.String()),
    is_archived: Maybe(Type.Boolean()),
  }),
});

export const foldersReordered = event('channel_folder', 'reorder', { order: Type.Array(Type.Integer()) });
