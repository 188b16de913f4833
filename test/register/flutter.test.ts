import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam } from '../support/team.ts';
import { brokenModel, FLUTTER_REGISTER } from './flutter.ts';

test('Zulip’s mobile app finds all it needs when it registers, whoever signs in', async () => {
  const { ada, mia, gus } = newTeam();
  for (const person of [ada, mia, gus])
    assert.deepEqual(brokenModel('InitialSnapshot', await person.post('/register', FLUTTER_REGISTER)), []);
});
