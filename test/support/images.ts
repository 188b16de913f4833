import sharp from 'sharp';

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#36c' } });

export const png = (width = 40, height = 30): Promise<Buffer> => plain(width, height).png().toBuffer();

/** A photo from a camera held upright: rotated, with a location. */
export const photo = (): Promise<Buffer> =>
  plain(60, 40)
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Make: 'Secret Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .toBuffer();

/** An animated one. */
export async function gif(): Promise<Buffer> {
  const frames = await Promise.all(
    ['#f00', '#0f0', '#00f'].map((background) =>
      sharp({ create: { width: 20, height: 10, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
}
