import type { App } from '../../../app.ts';
import { REALM_SLOTS, type RealmSlot } from '../../files/images/types.ts';
import { emojiFile } from './zulip-tables.ts';

/** An image: whose it is, and where it is on disk. */
interface ImageFile {
  owner: number;
  file_key: string;
  type: string;
}

/** The organization's icon and logos, the avatars and custom emoji. */
export interface ExportImages {
  realm: (Omit<ImageFile, 'owner'> & { slot: RealmSlot })[];
  avatars: ImageFile[];
  emoji: (ImageFile & { file_name: string })[];
}

/** Returns the images that an export contains. */
export const exportedImages = (app: App): ExportImages => ({
  realm: REALM_SLOTS.flatMap((slot) => {
    const files = app.pictures.at(slot)?.files;
    const best = files?.medium ?? files?.usual;
    return best ? [{ slot, file_key: best.key, type: best.type }] : [];
  }),
  avatars: app.users.all().flatMap(({ id }) => {
    const files = app.pictures.at(`avatar/${id}`)?.files;
    const best = files?.medium ?? files?.usual;
    return best ? [{ owner: id, file_key: best.key, type: best.type }] : [];
  }),
  emoji: Object.keys(app.realmEmoji.all()).flatMap((id) => {
    const file = app.pictures.at(`emoji/${Number(id)}`)?.files.usual;
    return file ? [{ owner: Number(id), file_key: file.key, type: file.type, file_name: emojiFile(app, id) }] : [];
  }),
});
