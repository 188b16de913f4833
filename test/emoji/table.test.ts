import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { emojiCategories, emojiShortcodes, writeEmoji } from '../../scripts/emoji.ts';
import { findStandardEmoji } from '../../src/chat/organization/imports/markdown.ts';
import { emojiData, emojiNamed, findNames } from '../../src/emoji/table.ts';

test('Zulip’s emoji names map to Zulip’s codes', () => {
  const names =
    'thumbs_up 1f44d +1 1f44d -1 1f44e working_on_it 1f6e0 tools 1f6e0 octopus 1f419 check 2705 check_mark 2714 tada 1f389 heart 2764 ' +
    'smile 1f642 joy 1f602 eyes 1f440 question 2753 exclamation 2757 rocket 1f680 wave 1f44b clap 1f44f pray 1f64f fire 1f525 100 1f4af ' +
    'cry 1f622 heart_eyes 1f60d sunglasses 1f60e grinning_face_with_smiling_eyes 1f601 point_up 1f446 ok 1f44c hourglass 23f3 ' +
    'calendar 1f4c5 car 1f697 airplane 2708 house 1f3e0 sick 1f912 time_ticking 23f3 hash 0023-20e3 woman_shrugging 1f937-200d-2640 ' +
    'flag_germany 1f1e9-1f1ea avocado 1f951 smiley 1f603 poop 1f4a9 cow 1f404 medal 1f3c5 football 26bd x 274e dice 1f3b2 city 1f3d9 ' +
    'time 1f557 clock 1f557 piñata 1fa85 hóngbāo 1f9e7';
  const words = names.split(' ');
  for (let i = 0; i < words.length; i += 2) assert.equal(emojiNamed(words[i]!)?.code, words[i + 1], words[i]);
});

test('an alias resolves to the main name', () => {
  assert.deepEqual(emojiNamed('thumbs_up'), { code: '1f44d', name: '+1' });
  assert.equal(findNames('1f6e0')?.[0], 'working_on_it');
  assert.ok(findNames('1f44d')?.includes('+1'));
});

test('the table has all codes and names of the feature level', () => {
  const { code_to_names } = emojiData();
  const names = Object.values(code_to_names).flat();
  assert.deepEqual([Object.keys(code_to_names).length, names.length], [1875, 3308]);
  for (const [code, all] of Object.entries(code_to_names))
    for (const name of all) assert.deepEqual(emojiNamed(name), { code, name: all[0] });
});

test('every emoji is in one category, in the order of the package', () => {
  const { code_to_names, emoji_catalog } = emojiData();
  const categories =
    'Smileys & Emotion|People & Body|Animals & Nature|Food & Drink|Travel & Places|Activities|Objects|Symbols|Flags';
  assert.deepEqual(Object.keys(emoji_catalog), categories.split('|'));
  const codes = Object.values(emoji_catalog).flat();
  assert.deepEqual([...codes].sort(), Object.keys(code_to_names).sort());
  assert.equal(new Set(codes).size, codes.length);
  assert.equal(emoji_catalog['Smileys & Emotion']![0], '1f600');
});

test('text that is not an emoji has neither name nor code', () => {
  for (const name of ['', 'nosuch', 'constructor', '__proto__', 'skin-tone-2', 'Smile'])
    assert.equal(emojiNamed(name), undefined, name);
  for (const code of ['', 'constructor', '__proto__', '1F44D', '2764-fe0f'])
    assert.equal(findNames(code), undefined, code);
});

test('every emoji has names, and every name is valid and belongs to one emoji', () => {
  const seen = new Set<string>();
  for (const [code, names] of Object.entries(emojiData().code_to_names)) {
    assert.match(code, /^[0-9a-f]{4,5}(-[0-9a-f]{4,5})*$/);
    assert.ok(!code.includes('fe0f') && names.length > 0, code);
    for (const name of names) {
      assert.match(name, /^[\p{Ll}0-9_+-]+$/u);
      assert.ok(!seen.has(name), name);
      seen.add(name);
    }
  }
  assert.ok(seen.size > 3000);
});

test('the committed categories are identical to those of a build', () => {
  assert.equal(readFileSync(new URL('../../src/emoji/categories.json', import.meta.url), 'utf8'), emojiCategories());
});

test('the generated tables are up to date, and generating them again does not touch them', () => {
  const shortcodes = new URL('../../src/emoji/shortcodes.json', import.meta.url);
  const files = [new URL('../../src/emoji/categories.json', import.meta.url), shortcodes];
  assert.equal(readFileSync(shortcodes, 'utf8'), emojiShortcodes());
  const times = () => files.map((file) => statSync(file).mtimeMs);
  const before = times();
  writeEmoji();
  assert.deepEqual(times(), before);
});

test('every standard name of Slack’s emoji means the same emoji here, with and without a skin tone', () => {
  const file = new URL('../../node_modules/emojibase-data/en/shortcodes/iamcal.json', import.meta.url);
  const sets: Record<string, string | string[]> = JSON.parse(readFileSync(file, 'utf8'));
  const isNowhere = (code: string) => findNames(code) === undefined && !/^1f5[56]/.test(code);
  let compared = 0;
  for (const [hexcode, names] of Object.entries(sets)) {
    const code = hexcode.toLowerCase().replaceAll('-fe0f', '');
    if (isNowhere(code)) continue;
    const expected = findNames(code) ? code : '1f557';
    for (const name of [names].flat())
      for (const tone of ['', '::skin-tone-3', '::skin-tone-2-6'])
        assert.equal(findStandardEmoji('slack:T1', name + tone)?.code, expected, name + tone);
    compared += 1;
  }
  assert.ok(compared > 1800);
  // Another product’s flag of Oman is not what Slack means.
  assert.equal(findStandardEmoji('slack:T1', 'om')?.code, '1f549');
});
