import type { Metadata, Sharp } from 'sharp';
import { ApiError, badRequest } from '../errors.ts';
import { typeOf } from './sniff.ts';

/** A picture as it is kept. */
export interface Drawn {
  data: Buffer;
  type: 'image/png' | 'image/gif';
}

/** What is read at all: never a format that can ask for other files (SVG, PDF). */
const READ = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/tiff']);
/** Pixels of all frames together: of what is read from top to bottom, and of what must be in memory as a whole. */
const MOST_PIXELS = 50_000_000;
const MOST_AT_ONCE = 16_000_000;
const MOST_FRAMES = 300;
const SECONDS = 10;

export const badImage = (): ApiError => new ApiError(400, 'BAD_IMAGE', 'Could not decode image; did you upload an image file?');

type Load = typeof import('sharp')['default'];
let loading: Promise<Load | undefined> | undefined;

/** Loaded with the first picture. A machine that cannot run it has everything else. */
async function sharp(): Promise<Load> {
  loading ??= import('sharp').then(
    ({ default: loaded }) => {
      loaded.cache(false);
      loaded.concurrency(1);
      return loaded;
    },
    () => undefined,
  );
  const loaded = await loading;
  if (!loaded) throw badRequest('This server cannot work on pictures.');
  return loaded;
}

let turn: Promise<unknown> = Promise.resolve();

/** One picture at a time, whoever sends how many: each may take much memory. Refuses (BAD_IMAGE) what is none, or too large. */
function inTurn<T>(path: string, work: (open: (animated?: boolean) => Sharp, meta: Metadata) => Promise<T>): Promise<T> {
  const result = turn.then(async () => {
    if (!READ.has(await typeOf(path))) throw badImage();
    const load = await sharp();
    const open = (animated = false) =>
      load(path, { limitInputPixels: MOST_PIXELS, failOn: 'error', animated }).timeout({ seconds: SECONDS }).autoOrient();
    try {
      const meta = await load(path, { limitInputPixels: false }).metadata();
      const fromTop = (meta.format === 'jpeg' || meta.format === 'png') && !meta.isProgressive;
      if (meta.width * meta.height > (fromTop ? MOST_PIXELS : MOST_AT_ONCE)) throw badImage();
      return await work(open, meta);
    } catch (error) {
      throw error instanceof ApiError ? error : badImage();
    }
  });
  turn = result.catch(() => {});
  return result;
}

/** Squares of these sizes from the middle of a picture, upright, with nothing of what the camera wrote down. */
export const squares = (path: string, sizes: readonly number[]): Promise<Drawn[]> =>
  inTurn(path, async (open) => {
    const drawn: Drawn[] = [];
    for (const size of sizes) drawn.push(png(await open().resize(size, size, { fit: 'cover' }).png().toBuffer()));
    return drawn;
  });

/** A picture no larger than this, its shape kept. */
export const within = (path: string, width: number, height: number): Promise<Drawn> =>
  inTurn(path, async (open) => png(await open().resize(width, height, { fit: 'inside', withoutEnlargement: true }).png().toBuffer()));

/** A small square that shows the whole picture; of one that moves, its first frame besides. */
export const emoji = (path: string, size: number): Promise<{ image: Drawn; still?: Drawn }> =>
  inTurn(path, async (open, { pages = 1, width, height }) => {
    const shape = { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } } as const;
    const still = png(await open().resize(size, size, shape).png().toBuffer());
    if (pages === 1) return { image: still };
    if (pages > MOST_FRAMES || pages * width * height > MOST_AT_ONCE) throw badImage();
    return { image: { data: await open(true).resize(size, size, shape).gif().toBuffer(), type: 'image/gif' }, still };
  });

const png = (data: Buffer): Drawn => ({ data, type: 'image/png' });
