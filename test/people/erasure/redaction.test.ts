import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redactionOf } from '../../../src/chat/people/erasure/redaction.ts';

const REDACTION = {
  id: 9,
  name: 'Anna-Lena O’Neil & Söhne (Ops)?',
  email: 'anna-lena+x@söhne.example',
  placeholder: 'user9@klatch.example',
  isShared: false,
};
const redact = redactionOf(REDACTION);

test('a name with special characters is removed from mentions of every form', () => {
  const { name } = REDACTION;
  for (const mention of [`@**${name}**`, `@_**${name}**`, `@**${name}|9**`, `@_**${name.toUpperCase()}|9**`])
    assert.match(redact(`hello ${mention}!`), /^hello @_?\*\*Deleted user\|9\*\*!$/);
  assert.equal(redact(`@**${name}|8**`), `@**${name}|8**`, 'somebody else with the same name');
  assert.equal(redact(`${name} without a mention`), `${name} without a mention`);
});

test('a mention without an ID stays if other users have the same name', () => {
  const text = `@**${REDACTION.name}** and @**${REDACTION.name}|9**`;
  assert.equal(redactionOf({ ...REDACTION, isShared: true })(text), `@**${REDACTION.name}** and @**Deleted user|9**`);
});

test('the name is removed from rendered mentions, also in JSON, and the address from everything', () => {
  const html =
    '<span class="user-mention silent" data-user-id="9">Anna</span> <span class="user-mention" data-user-id="99">@Eve</span>';
  const changed = html.replace('Anna', 'Deleted user');
  assert.equal(redact(html), changed);
  assert.equal(redact(JSON.stringify([{ html }])), JSON.stringify([{ html: changed }]));
  assert.equal(redact('mail to:ANNA-LENA+x@söhne.example.'), 'mail to:user9@klatch.example.');
});

test('texts of the server lose the plain name', () => {
  assert.equal(redactionOf(REDACTION, true)(`${REDACTION.name} joined`), 'Deleted user joined');
});
