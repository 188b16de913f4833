import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const css = readFileSync(new URL('../../src/web/design/tokens.css', import.meta.url), 'utf8');

/** The first value of each color. The values of prefers-contrast come later and only increase contrast. */
const colors = new Map<string, readonly [light: string, dark: string]>();
for (const [, name, light, dark] of css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g))
  if (!colors.has(name!)) colors.set(name!, [light!, dark!]);

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

/** Text colors and their backgrounds. */
const TEXT_PAIRS: Record<string, string[]> = {
  ink: [
    'ground',
    'paper',
    'raised',
    'raised-hover',
    'sunken',
    'hover',
    'message-hover',
    'chosen',
    'mention',
    'highlight',
    'danger-paper',
    'success-paper',
    'warning-paper',
  ],
  'ink-soft': ['ground', 'paper', 'raised', 'raised-hover', 'sunken', 'hover', 'chosen', 'mention'],
  'ink-faint': ['ground', 'paper', 'raised', 'raised-hover', 'sunken', 'hover', 'mention'],
  link: ['ground', 'paper', 'raised', 'raised-hover', 'sunken', 'hover', 'chosen', 'mention'],
  accent: ['ground', 'paper', 'raised', 'raised-hover', 'sunken', 'hover', 'chosen'],
  'on-accent': ['accent', 'accent-strong'],
  'mention-ink': ['mention', 'paper'],
  'on-mention-badge': ['mention-badge'],
  danger: ['paper', 'raised', 'danger-paper', 'sunken'],
  'on-danger': ['danger'],
  success: ['paper', 'raised', 'success-paper'],
  warning: ['paper', 'raised', 'warning-paper'],
  'code-ink': ['code-paper'],
  'code-comment': ['code-paper'],
  'code-keyword': ['code-paper'],
  'code-text': ['code-paper'],
  'code-number': ['code-paper'],
  'code-name': ['code-paper'],
};

/** Colors that distinguish things other than text. */
const SIGN_PAIRS: Record<string, string[]> = {
  'line-strong': ['paper', 'raised', 'sunken'],
  active: ['paper', 'ground', 'raised'],
  idle: ['paper', 'ground', 'raised'],
  offline: ['paper', 'ground', 'raised'],
};

for (const [theme, at] of [
  ['light', 0],
  ['dark', 1],
] as const) {
  test(`the ${theme} theme has enough contrast for text and for signs`, () => {
    const weak: string[] = [];
    for (const [pairs, least] of [
      [TEXT_PAIRS, 4.5],
      [SIGN_PAIRS, 3],
    ] as const)
      for (const [front, backs] of Object.entries(pairs))
        for (const back of backs) {
          const found = contrast(colors.get(front)![at], colors.get(back)![at]);
          if (found < least) weak.push(`${front} on ${back}: ${found.toFixed(2)}`);
        }
    assert.deepEqual(weak, []);
  });
}

test('the message under the pointer has a shade that is lighter than a mention', () => {
  const [paper, hover, mention] = ['paper', 'message-hover', 'mention'].map((name) => colors.get(name)!);
  for (const theme of [0, 1] as const) {
    const shade = contrast(paper![theme], hover![theme]);
    assert.ok(shade >= 1.03 && shade <= 1.06, `${theme}: ${shade}`);
    assert.ok(shade < contrast(paper![theme], mention![theme]), `${theme}`);
  }
});
