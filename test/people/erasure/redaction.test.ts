import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeRedactor } from '../../../src/chat/people/erasure/types.ts';
import { escapeText } from '../../../src/markdown/escape.ts';
import { plainText } from '../../../src/markdown/generated.ts';

const REDACTION = {
  id: 9,
  name: 'Anna-Lena O’Neil & Söhne (Ops)?',
  email: 'anna-lena+x@söhne.example',
  placeholder: 'user9@klatch.example',
  isShared: false,
};
const redact = makeRedactor(REDACTION);

test('a name with special characters is removed from mentions of every form', () => {
  const { name } = REDACTION;
  for (const mention of [`@**${name}**`, `@_**${name}**`, `@**${name}|9**`, `@_**${name.toUpperCase()}|9**`])
    assert.match(redact(`hello ${mention}!`), /^hello @_?\*\*Deleted user\|9\*\*!$/);
  assert.equal(redact(`@**${name}|8**`), `@**${name}|8**`, 'somebody else with the same name');
  assert.equal(redact(`${name} without a mention`), `${name} without a mention`);
});

test('a mention without an ID stays if other users have the same name', () => {
  const text = `@**${REDACTION.name}** and @**${REDACTION.name}|9**`;
  assert.equal(makeRedactor({ ...REDACTION, isShared: true })(text), `@**${REDACTION.name}** and @**Deleted user|9**`);
});

test('the name is removed from rendered mentions, also in JSON, and the address from everything', () => {
  const html =
    '<span class="user-mention silent" data-user-id="9">Anna</span> <span class="user-mention" data-user-id="99">@Eve</span>';
  const changed = html.replace('Anna', 'Deleted user');
  assert.equal(redact(html), changed);
  assert.equal(redact(JSON.stringify([{ html }])), JSON.stringify([{ html: changed }]));
  assert.equal(redact('mail to:ANNA-LENA+x@söhne.example.'), 'mail to:user9@klatch.example.');
});

test('texts of the server lose the name where they name the user', () => {
  const inGenerated = makeRedactor(REDACTION, 'notice');
  assert.equal(inGenerated(`Hello **${plainText(REDACTION.name)}**`), 'Hello **Deleted user**');
  const html = `<p>Hello <strong>${escapeText(REDACTION.name)}</strong></p>`;
  assert.equal(inGenerated(html), '<p>Hello <strong>Deleted user</strong></p>');
});

test('texts of the server keep words that equal the name of the erased user', () => {
  for (const name of ['the', 'Mark', 'this channel', 'a']) {
    const inGenerated = makeRedactor({ ...REDACTION, name }, 'notice');
    const notice = `@_**Ada|3** changed ${name} of the other channel.`;
    assert.equal(inGenerated(notice), notice);
    assert.equal(
      inGenerated(`Hello **${name}**, ${name} @_**${name}|9**`),
      `Hello **Deleted user**, ${name} @_**Deleted user|9**`,
    );
  }
});

test('texts of the server lose a name that cannot be mentioned', () => {
  const name = 'x|7** [y';
  assert.equal(makeRedactor({ ...REDACTION, name }, 'notice')(`${plainText(name)} joined.`), 'Deleted user joined.');
});

test('mails lose plain names as whole words, and keep a lowercase word that equals a name', () => {
  const redact = (name: string, text: string) => makeRedactor({ ...REDACTION, name }, 'mail')(text);
  assert.equal(redact('Mia', 'Mia wrote to Miami'), 'Deleted user wrote to Miami');
  assert.equal(redact('the', 'Read the message of **the**'), 'Read the message of **Deleted user**');
});
