import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isValidChallenge,
  newChallenge,
  useChallenge,
} from '../../../src/chat/people/second-factors/passkey-checks.ts';
import { newTeam } from '../../support/team.ts';
import { Visitor } from '../../support/visitor.ts';

test('visitors who request passkey challenges and leave use up no room', async () => {
  const { team, app } = newTeam({ rateLimits: false });
  const visitor = new Visitor(await team.url);
  for (let n = 0; n < 50; n++) assert.equal((await visitor.open('/login/passkey/')).status, 200);
  assert.deepEqual(app.db.prepareStatement('SELECT count(*) AS stored FROM passkey_challenge').get(), { stored: 0 });
});

test('a challenge is valid once, for its user, for five minutes', () => {
  const { app, mia, max, clock } = newTeam();
  const [user, other] = [mia, max].map(({ id }) => app.users.byId(id)!);
  const make = (of: typeof user) => Buffer.from(newChallenge(app, of)).toString('base64url');
  const own = make(user);
  const anybodys = make(undefined);
  assert.deepEqual(
    [own, anybodys].flatMap((challenge) => [user, other, undefined].map((of) => isValidChallenge(app, challenge, of))),
    [true, false, false, false, false, true],
  );
  for (const wrong of ['', 'AAAA', own.slice(1), `A${own.slice(1)}`, `${own}AAAA`])
    assert.equal(isValidChallenge(app, wrong, user), wrong === own, wrong);
  assert.deepEqual([useChallenge(app, own, mia.id), useChallenge(app, own, mia.id)], [true, false]);
  assert.equal(isValidChallenge(app, own, user), false);
  clock.advance(299);
  assert.equal(isValidChallenge(app, anybodys, undefined), true);
  clock.advance(1);
  assert.equal(isValidChallenge(app, anybodys, undefined), false);
});
