import { isHarmless } from '../../../kernel/files/sniff.ts';
import type { StoredAttachment } from '../attachments/types.ts';

/** Where an image belongs; each place has at most one. */
export type Slot = `avatar/${number}` | `emoji/${number}` | RealmSlot;
export const REALM_SLOTS = ['icon', 'logo', 'night_logo'] as const;
export type RealmSlot = (typeof REALM_SLOTS)[number];

/** A file of an image, by its key on disk. */
export interface PictureFile {
  key: string;
  type: string;
}

/** An image in its forms. */
export interface Picture {
  /** Rises with every new image. */
  id: number;
  /** Random, so that the address cannot be guessed. */
  name: string;
  files: PictureFiles;
}

/** `medium`: larger; `still`: the first frame of an animated image. */
export type PictureFiles = { usual: PictureFile; medium?: PictureFile; still?: PictureFile };

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

/** A thumbnail format; its name is part of the address. */
export interface ThumbnailFormat {
  name: string;
  max_width: number;
  max_height: number;
  format: 'webp';
  animated: boolean;
}

const format = (max_width: number, max_height: number, animated = false): ThumbnailFormat => ({
  name: `${max_width}x${max_height}${animated ? '-anim' : ''}.webp`,
  max_width,
  max_height,
  format: 'webp',
  animated,
});

const STILL = format(840, 560);
const MOVING = format(840, 560, true);

/** The formats that clients choose from. */
export const THUMBNAIL_FORMATS: readonly ThumbnailFormat[] = [MOVING, STILL];

type UploadedPicture = Pick<StoredAttachment, 'content_type' | 'width' | 'height' | 'frames'>;

/** A full-size copy of an image in a format that browsers do not show. */
export const fullSizeFormat = ({ content_type, width, height }: UploadedPicture): ThumbnailFormat | undefined =>
  isHarmless(content_type) ? undefined : width! >= height! ? format(4032, 3024) : format(3024, 4032);

/** All formats; messages show the first. */
export function listFormats(picture: UploadedPicture): readonly ThumbnailFormat[] {
  const large = fullSizeFormat(picture);
  return [...(picture.frames! > 1 ? [MOVING, STILL] : [STILL]), ...(large ? [large] : [])];
}

/** The requested format or the nearest one; undefined: the name is invalid. */
export function formatNamed(picture: UploadedPicture, name: string): ThumbnailFormat | undefined {
  const [, animated] = /^\d{1,5}x\d{1,5}(-anim)?\.\w{1,5}$/.exec(name) ?? ['', false];
  if (animated === false) return undefined;
  const formats = listFormats(picture);
  return (
    formats.find((one) => one.name === name) ??
    formats.find((one) => one.animated === (animated !== undefined)) ??
    STILL
  );
}
