import { isHarmless } from '../../../kernel/files/sniff.ts';
import type { StoredAttachment } from '../attachments/types.ts';

/** A smaller copy that can be had of a picture; the name is its own in addresses. */
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

/** Those that clients choose from. */
export const THUMBNAIL_FORMATS: readonly ThumbnailFormat[] = [MOVING, STILL];

type Picture = Pick<StoredAttachment, 'content_type' | 'width' | 'height' | 'frames'>;

/** Of a picture that browsers do not show, one that is as good as itself. */
export const transcoded = ({ content_type, width, height }: Picture): ThumbnailFormat | undefined =>
  isHarmless(content_type) ? undefined : width! >= height! ? format(4032, 3024) : format(3024, 4032);

/** All there are of a picture; the first is what messages show. */
export function formatsOf(picture: Picture): readonly ThumbnailFormat[] {
  const large = transcoded(picture);
  return [...(picture.frames! > 1 ? [MOVING, STILL] : [STILL]), ...(large ? [large] : [])];
}

/** The one that is asked for, or what comes nearest to it; undefined: that names none. */
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
