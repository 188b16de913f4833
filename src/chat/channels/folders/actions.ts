import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest } from '../../../kernel/errors.ts';
import type { User } from '../../people/users/types.ts';
import { cleanDescription, renderDescription } from '../channels/names.ts';
import { folderAdded, folderChanged, foldersReordered } from './events.ts';
import { requireFolder, requireFolderName } from './rules.ts';
import type { FolderChange } from './types.ts';

/** Makes a folder behind all others; its id. */
export function createFolder(app: App, actor: User, draft: { name: string; description: string }): number {
  const name = requireFolderName(app, draft.name);
  const description = cleanDescription(draft.description);
  return app.db.write(() => {
    const { id } = app.channelFolders.add({
      name,
      description,
      rendered_description: renderDescription(app, actor, description),
      creator_id: actor.id,
      date_created: seconds(app.clock),
    });
    app.events.publish(folderAdded({ channel_folder: app.channelFolders.byId(id)! }), app.users.activeIds());
    return id;
  });
}

/** Changes a folder. Refuses to archive one that channels lie in; what is so already is told to nobody. */
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
  app.db.write(() => {
    app.channelFolders.update({ ...folder, ...data });
    app.events.publish(folderChanged({ channel_folder_id: id, data }), app.users.activeIds());
  });
}

/** Puts the folders into another order. Refuses a list that is not all of them, archived ones too, each once. */
export function reorderFolders(app: App, order: readonly number[]): void {
  const standing = app.channelFolders.all().map(({ id }) => id);
  if (order.length !== standing.length || standing.some((id) => !order.includes(id)))
    throw badRequest('Invalid order mapping.');
  app.db.write(() => {
    order.forEach((id, position) => app.channelFolders.setPosition(position, id));
    app.events.publish(foldersReordered({ order: [...order] }), app.users.activeIds());
  });
}
