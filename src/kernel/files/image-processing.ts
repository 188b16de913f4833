import type { Metadata, Sharp, SharpOptions } from 'sharp';

/** An image as it is stored. */
export interface ProcessedImage {
  data: Buffer;
  type: 'image/png' | 'image/gif' | 'image/webp';
}

/** An image's size as shown, upright; frames: 1 if not animated. */
export interface Measures {
  width: number;
  height: number;
  frames: number;
}

/** A thumbnail: within these dimensions; animated: it moves as the image does. */
export interface Copy {
  name: string;
  width: number;
  height: number;
  animated: boolean;
}

/** The tasks, and their results. */
export type Task = { do: 'nothing' } | Work;
type Work = { path: string } & (
  | { do: 'measure' }
  | { do: 'squares'; sizes: readonly number[] }
  | { do: 'within'; width: number; height: number }
  | { do: 'emoji'; size: number }
  | { do: 'copies'; copies: readonly Copy[] }
);

/** No image, or one that would need too much memory. */
export class InvalidImage extends Error {}

/**
 * Limits in pixels: for images read from top to bottom, and for those held in memory completely, all frames together.
 */
const MOST_PIXELS = 50_000_000;
const MOST_AT_ONCE = 16_000_000;
/** Limits for the pixels and frames written of an animated image: it is cut where more would take long. */
const MOST_MOVING = 12_000_000;
const MOST_FRAMES = 300;
const SECONDS = 5;

type Loaded = typeof import('sharp')['default'];

interface Source {
  meta: Metadata;
  open(options?: SharpOptions): Sharp;
}

/** Runs a task. Throws BadPicture, or an error of the library, if the file is no image or needs too much. */
export async function processImage(sharp: Loaded, task: Task): Promise<Measures | ProcessedImage[]> {
  if (task.do === 'nothing') return [];
  const { path } = task;
  const meta = await sharp(path, { limitInputPixels: false }).metadata();
  if (meta.width * meta.height > mostPixels(meta)) throw new InvalidImage('too many pixels');
  const open = (options: SharpOptions = {}) =>
    sharp(path, { limitInputPixels: MOST_PIXELS, failOn: 'error', ...options })
      .timeout({ seconds: SECONDS })
      .autoOrient();
  const source: Source = { meta, open };
  switch (task.do) {
    case 'measure':
      return measures(meta);
    case 'squares':
      return each(task.sizes, (size) => png(open().resize(size, size, { fit: 'cover' })));
    case 'within':
      return [await png(open().resize(task.width, task.height, { fit: 'inside', withoutEnlargement: true }))];
    case 'emoji':
      return emoji(source, task.size);
    case 'copies':
      return each(task.copies, (copy) => makeCopy(source, copy));
  }
}

/** Written from top to bottom, it is never in memory completely. */
const mostPixels = ({ format, isProgressive }: Metadata): number =>
  (format === 'jpeg' || format === 'png') && !isProgressive ? MOST_PIXELS : MOST_AT_ONCE;

function measures({ autoOrient, pages = 1, format, delay }: Metadata): Measures {
  // The pages of a document are no animation.
  const moves = pages > 1 && (delay !== undefined || format === 'gif' || format === 'webp');
  return { ...autoOrient, frames: moves ? pages : 1 };
}

async function emoji({ meta: { pages = 1, width, height }, open }: Source, size: number): Promise<ProcessedImage[]> {
  const shape = { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } } as const;
  const still = await png(open().resize(size, size, shape));
  if (pages === 1) return [still];
  if (pages > MOST_FRAMES || pages * width * height > MOST_AT_ONCE) throw new InvalidImage('too many frames');
  return [
    { data: await open({ animated: true }).resize(size, size, shape).gif().toBuffer(), type: 'image/gif' },
    still,
  ];
}

async function makeCopy({ meta, open }: Source, { width, height, animated }: Copy): Promise<ProcessedImage> {
  const scale = Math.min(1, width / meta.width, height / meta.height);
  const written = Math.ceil(meta.width * scale * meta.height * scale);
  const most = Math.floor(
    Math.min(MOST_AT_ONCE / (meta.width * meta.height), MOST_MOVING / written, MOST_FRAMES, meta.pages ?? 1),
  );
  const frames = animated ? Math.max(1, most) : 1;
  const small = open({ pages: frames }).resize(width, height, { fit: 'inside', withoutEnlargement: true });
  return { data: await small.webp({ quality: 78, effort: 0 }).toBuffer(), type: 'image/webp' };
}

const png = async (picture: Sharp): Promise<ProcessedImage> => ({
  data: await picture.png().toBuffer(),
  type: 'image/png',
});

async function each<T>(items: readonly T[], draw: (item: T) => Promise<ProcessedImage>): Promise<ProcessedImage[]> {
  const drawn: ProcessedImage[] = [];
  for (const item of items) drawn.push(await draw(item));
  return drawn;
}
