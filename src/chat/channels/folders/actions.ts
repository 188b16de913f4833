import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { invalidOrder } from '../../errors.ts';
import { requireRoom } from '../../organization/row-limits/rules.ts';
import type { User } from '../../people/users/types.ts';
import { cleanDescription, renderDescription } from '../channels/rules.ts';
import { folderAdded, folderChanged, foldersReordered } from './events.ts';
import { requireFolder, requireFolderName } from './rules.ts';
import type { ChannelFolder, FolderChange } from './types.ts';

/** Creates a folder at the end of the list. Returns its id. */
export function createFolder(app: App, actor: User, draft: { name: string; description: string }): number {
  const name = requireFolderName(app, draft.name);
  const description = cleanDescription(draft.description);
  const rendered_description = renderDescription(app, actor, description);
  requireRoom(app, 'channel_folder', { added: [[name, description, rendered_description]] });
  const folder = { name, description, rendered_description, creator_id: actor.id, date_created: seconds(app.clock) };
  return app.db.write(() => insertFolder(app, { ...folder, is_archived: false }));
}

/** Stores a folder at the end of the list without checking it. Returns its id. Call it inside `db.write`. */
export function insertFolder(app: App, { is_archived, ...folder }: Omit<ChannelFolder, 'id' | 'order'>): number {
  const { id } = app.channelFolders.add(folder);
  if (is_archived) app.channelFolders.update({ ...app.channelFolders.byId(id)!, is_archived });
  app.events.publish(folderAdded({ channel_folder: app.channelFolders.byId(id)! }), app.users.activeIds());
  return id;
}

/** Changes a folder. Throws when archiving a folder with active channels. Publishes only what changed. */
export function updateFolder(app: App, actor: User, id: number, change: FolderChange): void {
  const folder = requireFolder(app, id);
  const is_archived = change.is_archived ?? folder.is_archived;
  const isNamed = change.name !== undefined || (folder.is_archived && !is_archived);
  const name = isNamed ? requireFolderName(app, change.name ?? folder.name, id) : folder.name;
  const description = change.description === undefined ? folder.description : cleanDescription(change.description);
  if (is_archived && !folder.is_archived && app.channelFolders.holdsChannels(id))
    throw badRequest('You need to remove all the channels from this folder to archive it.');
  const rendered_description =
    description === folder.description ? folder.rendered_description : renderDescription(app, actor, description);
  const data = {
    ...(name !== folder.name && { name }),
    ...(description !== folder.description && { description, rendered_description }),
    ...(is_archived !== folder.is_archived && { is_archived }),
  };
  if (Object.keys(data).length === 0) return;
  const replaced = [[folder.name, folder.description, folder.rendered_description]];
  requireRoom(app, 'channel_folder', { added: [[name, description, rendered_description]], replaced });
  app.db.write(() => {
    app.channelFolders.update({ ...folder, ...data });
    app.events.publish(folderChanged({ channel_folder_id: id, data }), app.users.activeIds());
  });
}

/** Changes the order of the folders. Throws unless the list has every folder exactly once, archived ones included. */
export function reorderFolders(app: App, order: readonly number[]): void {
  const existingIds = app.channelFolders.all().map(({ id }) => id);
  if (order.length !== existingIds.length || existingIds.some((id) => !order.includes(id))) throw invalidOrder();
  app.db.write(() => {
    order.forEach((id, position) => app.channelFolders.setPosition(position, id));
    app.events.publish(foldersReordered({ order: [...order] }), app.users.activeIds());
  });
}
