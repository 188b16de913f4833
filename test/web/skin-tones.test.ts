import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inSkinTone, type SkinTone } from '../../src/web/text/skin-tones.ts';

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
const getCode = (hexcode: string): string => hexcode.toLowerCase().replaceAll('-fe0f', '');

interface Toned {
  hexcode: string;
  skins?: { hexcode: string; tone: number | number[] }[];
}

test('each emoji with a skin tone is one that Unicode has, and only groups of people have none', () => {
  const known = (read('node_modules/emojibase-data/en/data.json') as Toned[]).flatMap(({ hexcode, skins = [] }) =>
    skins
      .filter(({ tone }) => typeof tone === 'number')
      .map((skin) => ({ code: getCode(hexcode), toned: getCode(skin.hexcode), tone: skin.tone as SkinTone })),
  );
  const codes = new Set(Object.keys(read('src/emoji/names.json')));
  const ours = known.filter(({ code }) => codes.has(code));
  const missing = ours.filter(({ code, toned, tone }) => inSkinTone(code, tone) !== toned);
  assert.deepEqual([...new Set(missing.map(({ code }) => code))].sort(), [
    '1f468-200d-2764-200d-1f468',
    '1f468-200d-2764-200d-1f48b-200d-1f468',
    '1f469-200d-2764-200d-1f468',
    '1f469-200d-2764-200d-1f469',
    '1f469-200d-2764-200d-1f48b-200d-1f468',
    '1f469-200d-2764-200d-1f48b-200d-1f469',
    '1f9d1-200d-1f91d-200d-1f9d1',
  ]);
  const real = new Set(known.map(({ toned }) => toned));
  const unknown = [...codes].filter((code) => inSkinTone(code, 3) !== code && !real.has(inSkinTone(code, 3)));
  assert.deepEqual(unknown, []);
});

test('an emoji without people, a custom emoji and the default tone stay as they are', () => {
  for (const code of ['1f600', '1f46a', '2764', '17', 'zulip']) assert.equal(inSkinTone(code, 4), code);
  assert.equal(inSkinTone('1f44b', 0), '1f44b');
});
