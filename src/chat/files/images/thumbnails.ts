import { isHarmless } from '../../../kernel/files/sniff.ts';
import type { StoredAttachment } from '../attachments/types.ts';

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

type Picture = Pick<StoredAttachment, 'content_type' | 'width' | 'height' | 'frames'>;

/** A full-size copy of an image in a format that browsers do not show. */
export const transcoded = ({ content_type, width, height }: Picture): ThumbnailFormat | undefined =>
  isHarmless(content_type) ? undefined : width! >= height! ? format(4032, 3024) : format(3024, 4032);

/** All formats; messages show the first. */
export function formatsOf(picture: Picture): readonly ThumbnailFormat[] {
  const large = transcoded(picture);
  return [...(picture.frames! > 1 ? [MOVING, STILL] : [STILL]), ...(large ? [large] : [])];
}

/** The requested format or the nearest one; undefined: the name is invalid. */
export function formatNamed(picture: Picture, name: string): ThumbnailFormat | undefined {
  const [, animated] = /^\d{1,5}x\d{1,5}(-anim)?\.\w{1,5}$/.exec(name) ?? ['', false];
  if (animated === false) return undefined;
  const formats = formatsOf(picture);
  return (
    formats.find((one) => one.name === name) ??
    formats.find((one) => one.animated === (animated !== undefined)) ??
    STILL
  );
}
