/** 0 is the emoji's own yellow, then from light to dark. */
export type SkinTone = 0 | 1 | 2 | 3 | 4 | 5;

const MODIFIERS = ['', '1f3fb', '1f3fc', '1f3fd', '1f3fe', '1f3ff'] as const;

/** A family of three, whose skin has no color although Unicode counts it among people. */
const FAMILY = '1f46a';

const isPerson = (point: string): boolean =>
  point !== FAMILY && /^\p{Emoji_Modifier_Base}$/u.test(String.fromCodePoint(Number.parseInt(point, 16)));

/**
 * The code of an emoji in a skin tone: `1f44b` becomes `1f44b-1f3fd`. Other emoji, and groups of people, whose tones
 * differ, stay as they are.
 */
export function inSkinTone(code: string, tone: SkinTone): string {
  if (tone === 0 || !/^[\da-f]+(?:-[\da-f]+)*$/.test(code)) return code;
  const points = code.split('-');
  const people = points.filter(isPerson);
  if (people.length !== 1) return code;
  return points.map((point) => (point === people[0] ? `${point}-${MODIFIERS[tone]}` : point)).join('-');
}
