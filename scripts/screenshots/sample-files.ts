/** Drawn pictures and files for the organization of the screenshots. */
import sharp from 'sharp';
import { makeWav } from '../../test/support/wav.ts';

const drawn = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).png().toBuffer();

/** A landscape in the colors of a hue, 0 to 360. */
export const landscape = (hue: number, width: number, height: number): Promise<Buffer> =>
  drawn(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 100 100"
preserveAspectRatio="none"><rect width="100" height="100" fill="hsl(${hue} 55% 82%)"/>
<circle cx="70" cy="26" r="11" fill="hsl(${hue + 40} 85% 70%)"/>
<path d="M0 62 Q20 38 42 58 T100 48 V100 H0Z" fill="hsl(${hue} 35% 60%)"/>
<path d="M0 78 Q30 60 60 74 T100 66 V100 H0Z" fill="hsl(${hue} 40% 42%)"/>
<path d="M0 92 Q40 80 100 88 V100 H0Z" fill="hsl(${hue} 45% 28%)"/></svg>`);

/** A face in the colors of a hue. */
export const portrait = (hue: number): Promise<Buffer> =>
  drawn(`<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240"><rect width="240" height="240"
fill="hsl(${hue} 50% 72%)"/><circle cx="120" cy="250" r="96" fill="hsl(${hue + 150} 45% 40%)"/>
<circle cx="120" cy="112" r="58" fill="hsl(28 55% ${55 + (hue % 30)}%)"/>
<path d="M60 112 A60 62 0 0 1 180 112 Q150 66 120 70 T60 112Z" fill="hsl(${hue / 8} 45% 22%)"/>
<circle cx="100" cy="116" r="5"/><circle cx="140" cy="116" r="5"/>
<path d="M98 138 Q120 156 142 138" fill="none" stroke="#000" stroke-width="4" stroke-linecap="round"/></svg>`);

/** Two seconds of a tone that grows and fades, as a WAV file of 8000 samples a second. */
export function tone(): Buffer {
  const samples = Uint8Array.from({ length: 16_000 }, (_, at) => {
    const loudness = 70 * Math.abs(Math.sin(at / 2500)) * Math.abs(Math.sin(at / 410));
    return 128 + loudness * Math.sin(at / 3);
  });
  return makeWav(samples);
}
