import assert from 'node:assert/strict';
import { globSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { affectedTests, BROWSER_TESTS } from '../../../scripts/test/changed.ts';

const ROOT = join(import.meta.dirname, '../../..');
const ALL = globSync('test/**/*.test.ts', { cwd: ROOT });
const VIEWS = 'src/web/views';

test('a change in one resource selects its own tests, and none in a browser', () => {
  const chosen = affectedTests([
    'src/chat/personal/onboarding-steps/actions.ts',
    'src/chat/personal/onboarding-steps/repository.ts',
  ]);
  assert.deepEqual(chosen, ['test/architecture.test.ts', 'test/personal/onboarding-steps/onboarding-steps.test.ts']);
});

test('a change in a resource selects no tests of what lies behind the files that import it', () => {
  const chosen = affectedTests(['src/chat/personal/drafts/actions.ts']);
  for (const area of ['personal/drafts', 'personal/settings', 'organization/imports'])
    assert.ok(
      chosen.some((file) => file.startsWith(`test/${area}/`)),
      area,
    );
  assert.deepEqual(
    chosen.filter((file) => /^test\/(pages|system)\//.test(file)),
    [],
  );
});

test('a change of rules selects the tests of the resources that use them', () => {
  const chosen = affectedTests(['src/chat/channels/channels/rules.ts']);
  for (const area of ['channels/channels', 'channels/subscriptions', 'messages/messages', 'invariants/permissions'])
    assert.ok(
      chosen.some((file) => file.startsWith(`test/${area}`)),
      area,
    );
});

test('a change of the kernel selects the tests of all resources', () => {
  const chosen = new Set(affectedTests(['src/kernel/http/body.ts']));
  const areas = [
    'channels',
    'files',
    'integrations',
    'messages',
    'notifications',
    'organization',
    'people',
    'personal',
  ];
  for (const area of areas)
    assert.ok(
      ALL.some((file) => file.startsWith(`test/${area}/`) && chosen.has(file)),
      area,
    );
});

test('a changed test, and a changed file that tests import, select these tests', () => {
  assert.ok(affectedTests(['test/people/status/status.test.ts']).includes('test/people/status/status.test.ts'));
  assert.ok(affectedTests(['test/support/smtp.ts']).includes('test/pages/bundled.test.ts'));
});

test('a changed view selects the browser tests of its folder', () => {
  const chosen = affectedTests([`${VIEWS}/compose/toolbar.tsx`]);
  assert.ok(chosen.includes('test/browser/compose-box.test.ts'));
  assert.ok(!chosen.includes('test/browser/audit-log.test.ts'));
});

test('a changed style of the whole client selects all browser tests', () => {
  const chosen = new Set(affectedTests(['src/web/design/base.css']));
  assert.deepEqual(
    ALL.filter((file) => file.startsWith('test/browser/') && !chosen.has(file)),
    [],
  );
});

test('a file of which nothing is known selects all tests', () => {
  assert.equal(affectedTests(['package.json']).length, ALL.length);
});

test('the browser tests of each folder of views are known, and exist', () => {
  const folders = readdirSync(join(ROOT, VIEWS), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  assert.deepEqual(folders.map(({ name }) => name).sort(), Object.keys(BROWSER_TESTS).sort());
  for (const name of Object.values(BROWSER_TESTS).flat())
    assert.ok(globSync(`test/browser/${name}.test.ts`, { cwd: ROOT }).length > 0, name);
});
