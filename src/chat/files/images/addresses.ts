import type { Picture, RealmSlot } from './types.ts';

/** All images are under the number of the one organization. */
const ROOT = '/user_avatars/1';

export const avatarAddress = ({ name }: Picture, version: number, size: '' | '-medium'): string =>
  `${ROOT}/${name}${size}.png?version=${version}`;

export const emojiAddress = ({ name, files }: Picture): string =>
  `${ROOT}/emoji/images/${name}.${files.still ? 'gif' : 'png'}`;
/** For animated images; null: not animated. */
export const stillAddress = ({ name, files }: Picture): string | null =>
  files.still ? `${ROOT}/emoji/images/still/${name}.png` : null;

export const realmAddress = (slot: RealmSlot, { id }: Picture): string => `${ROOT}/realm/${slot}.png?version=${id}`;
