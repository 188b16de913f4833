import { badRequest } from '../../../kernel/errors.ts';

/** Twenty-four hues that are easy to tell apart in light and dark themes. */
const COLORS = [
  ...['#4b89dc', '#e06a5b', '#57b27a', '#d9a441', '#9470c9', '#3fb0b5', '#d66fa2', '#8a9b3e'],
  ...['#6a7fd1', '#c9824f', '#3f9e8f', '#b85c7b', '#7fa650', '#a46bb8', '#4aa3d1', '#c2605f'],
  ...['#5d9c5b', '#b8953f', '#7b8794', '#d18a7c', '#5f74a8', '#a57f5c', '#69b1a0', '#b38cc7'],
];

/** A color that none of the user's channels has, or else one derived from the channel alone. */
export function freeColor(used: readonly string[], channelId: number): string {
  return COLORS.find((color) => !used.includes(color)) ?? COLORS[channelId % COLORS.length]!;
}

/** The color as it is stored: `#rrggbb` in lower case; `#rgb` is expanded. */
export function cleanColor(input: string): string {
  const color = input.toLowerCase().replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
  if (!/^#[0-9a-f]{6}$/.test(color)) throw badRequest('color is not a valid hex color code');
  return color;
}
