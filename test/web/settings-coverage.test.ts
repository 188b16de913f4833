import assert from 'node:assert/strict';
import { test } from 'node:test';
import { USER_SETTINGS } from '../../src/chat/personal/settings/settings.ts';
import { type DescribedName, describe } from '../../src/web/views/settings/definitions.ts';

/** The first has no effect any more; the second is chosen from the available languages. */
const EXCEPTIONS = ['left_side_userlist', 'default_language'];

test('every personal setting can be changed in the client, to every value the server accepts', () => {
  for (const [name, { schema }] of Object.entries(USER_SETTINGS)) {
    if (EXCEPTIONS.includes(name)) continue;
    const { label, options } = describe(name as DescribedName);
    assert.ok(label, name);
    const choices = ((schema as { enum?: unknown[] }).enum ?? []).filter((value) => value !== 'twitter');
    for (const value of choices)
      assert.ok(
        options?.some(([one]) => one === value),
        `${name}: ${value}`,
      );
  }
});
